#!/usr/bin/env python3
"""Writes what the program itself says of its parameter sets into docs/sets.md, docs/multivariate.md, README.md,
include/neosig/sizes.h, bindings/rust/src/sets.rs, bindings/rust/Cargo.toml and sbom.cdx.json (CycloneDX 1.6).

    tools/tables.py PROGRAM [ARGUMENT...]            rewrite them
    tools/tables.py --check PROGRAM [ARGUMENT...]    exit 1 if one of them is not current

PROGRAM is the neosig program, with an emulator before it if one is needed.
"""
import datetime
import email.utils
import itertools
import json
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- sets: written by tools/tables.py -->\n", "<!-- end of sets -->\n"
README_SETS = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "slh-dsa-sha2-128s", "slh-dsa-sha2-128f", "falcon-512", "haetae2",
               "snova-i-s", "uov-Ip-pkc", "mayo2", "snova-24-5-16-4-esk", "rainbow-I-classic")
MULTIVARIATE_SETS = ("snova-i-k", "snova-i-b", "snova-i-s", "uov-Is-classic", "uov-Is-pkc", "uov-Is-pkc-skc",
                     "uov-Ip-classic", "uov-Ip-pkc", "uov-Ip-pkc-skc", "mayo1", "mayo2", "snova-24-5-16-4-esk",
                     "snova-25-8-16-3-esk", "snova-28-17-16-2-esk", "rainbow-I-classic", "rainbow-I-circumzenithal",
                     "rainbow-I-compressed")
SIZES = ("public_key_bytes", "secret_key_bytes", "signature_bytes", "seed_bytes", "nist_bytes")
HEADER = """\
/* The names and sizes of the parameter sets as constants, for arrays and for the preprocessor: members of neosig_alg,
 * with the set's name in capitals. NIST_BYTES is what neosig_nist_bytes returns. Written by tools/tables.py. */
#ifndef NEOSIG_SIZES_H
#define NEOSIG_SIZES_H
"""
RUST_HEADER = "//! The parameter sets as types. Written by tools/tables.py.\n\n"
RUST_MARKS = "# Written by tools/tables.py:\n", "# End of what tools/tables.py wrote.\n"


def row(s, status):
    sizes = " | ".join(f"{s[key]:,}" for key in SIZES[:3])
    return f"| `{s['name']}` | {s['level']} | {sizes} | {status} |"


def table(rows):
    return "\n".join(["| set | level | public key | secret key | signature | status |", "|---|--:|--:|--:|--:|---|",
                      *rows]) + "\n"


def wrapped(text, indent=0):
    return textwrap.fill(text, 120, subsequent_indent=" " * indent, break_on_hyphens=False) + "\n"


def attack(s):
    if s["attack"] is None:
        return ""
    cost = f"about 2^{s['attack']['bits']}, " if s["attack"]["bits"] else ""
    return f". Best attack: {cost}{s['attack']['date']}, {s['attack']['paper']}"


def all_sets(sets):
    notes, rows = [], []
    for s in sets:
        why = f"{s['status']} since {s['status_since']}: {s['status_citation']}{attack(s)}"
        if why not in notes:
            notes.append(why)
        rows.append(row(s, f"{s['status']} ({notes.index(why) + 1})"))
    return table(rows) + "\n" + "".join(wrapped(f"{i}. {note}.", 3) for i, note in enumerate(notes, 1))


def versions(sets):
    """What the sets follow: those of one version beside each other are one row."""
    lines = ["| sets | version | published | source | compared | newer |", "|---|---|---|---|---|---|"]
    for v, some in itertools.groupby(sets, lambda s: s["specification"]):
        names = [s["name"] for s in some]
        sets_text = f"`{names[0]}`" + (f" to `{names[-1]}`" if len(names) > 1 else "")
        source = v["source"].replace("*", r"\*")
        lines.append(f"| {sets_text} | {v['version']} | {v['date']} | {source} | {v['compared']} | "
                     f"{v['newer'] or 'none is known'} |")
    return "\n".join(lines) + "\n"


def chosen(sets, names):
    by_name = {s["name"]: s for s in sets}
    return [by_name[name] for name in names]


def some_sets(sets):
    return table(row(s, s["status"]) for s in chosen(sets, README_SETS))


def sizes_header(sets):
    parts = [HEADER]
    tokens = [s["name"].upper().replace("-", "_") for s in sets]
    assert len(set(tokens)) == len(tokens)
    for token, s in zip(tokens, sets):
        parts.append(f'\n#define NEOSIG_{token}_NAME "{s["name"]}"\n')
        parts += [f"#define NEOSIG_{token}_{key.upper()} {s[key]}\n" for key in SIZES]
    return "".join(parts) + "\n#endif\n"


def rust_feature(s):
    """The feature of the Rust crate that has the set: its scheme's folder of known answers."""
    folder = vectors(s).parent.name
    return {"mldsa": "ml-dsa", "dilithium": "ml-dsa", "slhdsa": "slh-dsa"}.get(folder, folder)


def rust_features(sets):
    """The features of all schemes, and one that has them all."""
    names = list(dict.fromkeys(rust_feature(s) for s in sets))
    return f"all-schemes = {json.dumps(names)}\n" + "".join(f"{name} = []\n" for name in names)


def rust_sets(sets):
    """The sets as types, each under the feature of its scheme."""
    rows = []
    for s in sets:
        words = re.split(r"(?<!\d)-|-(?!\d)", s["name"])
        name = "".join(word[:1].upper() + word[1:] for word in words).replace("-", "_")
        sizes = " ".join(str(s[key]) for key in SIZES[:4])
        rows.append(f'    {name} "{rust_feature(s)}" "{s["name"]}" {sizes};\n')
    return f"{RUST_HEADER}crate::set::sets! {{\n{''.join(rows)}}}\n"


def vectors(s):
    """The file of a set's known answers."""
    files = list((ROOT / "test/kat").glob(f"*/{s['name']}.kat"))
    if len(files) != 1:
        sys.exit(f"{s['name']} has no known answers: no file test/kat/*/{s['name']}.kat. CONTRIBUTING.md says how to "
                 "write one with test-kat-write")
    return files[0]


def component(s):
    """A set as a cryptographic asset. Where its known answers are from stands in the first line of their file."""
    with vectors(s).open() as file:
        source = file.readline()
    return {
        "type": "cryptographic-asset",
        "bom-ref": f"neosig/{s['name']}",
        "name": s["name"],
        "cryptoProperties": {
            "assetType": "algorithm",
            "algorithmProperties": {
                "primitive": "signature",
                "parameterSetIdentifier": s["name"],
                "executionEnvironment": "software-plain-ram",
                "cryptoFunctions": ["keygen", "sign", "verify"],
                "nistQuantumSecurityLevel": 0 if s["status"] in ("broken", "withdrawn") else s["level"],
            },
            "oid": s["oid"],
        },
        "properties": [
            {"name": "neosig:scheme", "value": s["scheme"]},
            {"name": "neosig:version", "value": f"{s['specification']['version']}, {s['specification']['date']}"},
            {"name": "neosig:status", "value": f"{s['status']} since {s['status_since']}: {s['status_citation']}"},
            {"name": "neosig:specification-and-vectors", "value": source.removeprefix("# ").rstrip()},
        ],
    }


def supplier():
    return {"name": re.search(r"^authors:\n  - name: (.*)$", (ROOT / "CITATION.cff").read_text(), re.M).group(1)}


def changed(version):
    """When the version changed last, by Debian's changelog: the same from every copy of the sources."""
    entry = re.search(rf"^neosig \({re.escape(version)}-.*?^ -- .*?>  (.*?)$",
                      (ROOT / "packaging/debian/changelog").read_text(), re.M | re.S)
    if not entry:
        sys.exit(f"packaging/debian/changelog does not have {version}")
    return email.utils.parsedate_to_datetime(entry.group(1)).astimezone(datetime.timezone.utc)


def sbom(sets):
    version = re.search(r'NEOSIG_VERSION "(.*)"', (ROOT / "include/neosig/neosig.h").read_text()).group(1)
    library = {
        "type": "library", "bom-ref": "neosig", "supplier": supplier(), "name": "neosig", "version": version,
        "description": "Post-quantum signatures on 64-bit Arm", "licenses": [{"license": {"id": "MIT"}}],
        "purl": f"pkg:generic/neosig@{version}",
    }
    bom = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"timestamp": f"{changed(version):%Y-%m-%dT%H:%M:%SZ}", "component": library,
                     "supplier": supplier()},
        "components": [component(s) for s in sets],
        "dependencies": [{"ref": "neosig", "provides": [f"neosig/{s['name']}" for s in sets]}],
    }
    return json.dumps(bom, indent=1, ensure_ascii=False) + "\n"


def between_marks(path, text, begin=BEGIN + "\n", end="\n" + END):
    head, rest = path.read_text().split(begin)
    return head + begin + text + end + rest.split(end)[1]


def main():
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    command = arguments[check:]
    if not command:
        sys.exit(__doc__)
    try:
        sets = json.loads(subprocess.run([*command, "list", "--json"], check=True, capture_output=True).stdout)
    except FileNotFoundError:
        sys.exit(f"no program {command[0]}: build it first, as CONTRIBUTING.md says")
    readme, page, header = ROOT / "README.md", ROOT / "docs/sets.md", ROOT / "include/neosig/sizes.h"
    multivariate, rust = ROOT / "docs/multivariate.md", ROOT / "bindings/rust"
    stale = 0
    for path, new in ((readme, between_marks(readme, some_sets(sets))),
                      (page, between_marks(page, versions(sets) + "\n" + all_sets(sets))),
                      (multivariate, between_marks(multivariate, all_sets(chosen(sets, MULTIVARIATE_SETS)))),
                      (header, sizes_header(sets)), (rust / "src/sets.rs", rust_sets(sets)),
                      (rust / "Cargo.toml", between_marks(rust / "Cargo.toml", rust_features(sets), *RUST_MARKS)),
                      (ROOT / "sbom.cdx.json", sbom(sets))):
        if path.exists() and path.read_text() == new:
            print(f"{path.relative_to(ROOT)} is current")
        elif check:
            print(f"{path.relative_to(ROOT)} is not current: run tools/tables.py", file=sys.stderr)
            stale = 1
        else:
            path.write_text(new)
            print(f"{path.relative_to(ROOT)} written")
    sys.exit(stale)


main()
