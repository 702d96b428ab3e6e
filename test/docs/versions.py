#!/usr/bin/env python3
"""Versions of schemes: what documents, headers and CITATION.cff name is what the sets follow, and README.md and
CITATION.cff name all of that.

    versions.py [--self-test]

The sets' own words are in docs/sets.md, which tools/tables.py writes from the program. A document may name, besides the
versions that sets follow, those that docs/sets.md calls newer or that it tells of in a set's history. docs/speed.md,
docs/tables, docs/multivariate.md and bench/README.md name versions of peers' code. --self-test changes and drops
versions, which must be found.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMES = re.findall(r"^ +title: (.*)\n +version:", (ROOT / "CITATION.cff").read_text(), re.M)
VERSION = r"FIPS \d+|\d+\.\d+(?:\.\d+)?|20\d\d-\d\d(?:-\d\d)?|\d"
NAMED = rf"\b({'|'.join(SCHEMES)})(?:,? (?:version|round))? ({VERSION})(?![\w.-]*\d)(?: and ({VERSION}))?"
PEERS = {"docs/speed.md", "docs/multivariate.md", "bench/README.md"}


def texts():
    paths = [ROOT / "CITATION.cff", ROOT / "README.md", ROOT / "SECURITY.md", *(ROOT / "docs").glob("*.md"),
             *(ROOT / "include/neosig").glob("*.h")]
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


def followed(page):
    """The versions of each scheme, and all text that tells of it."""
    versions, history = {}, {}
    table = page.partition("| sets | version |")[2].partition("\n\n")[0]
    for sets, version, rest in re.findall(r"^\| `([\w-]+)`.*? \| (.*?) \| (.*) \|$", table, re.M):
        scheme = next((name for name in SCHEMES if sets.startswith(name.lower())), sets)
        versions.setdefault(scheme, []).append(version)
        history[scheme] = history.get(scheme, "") + rest
    return versions, history


def faults(files):
    page = files["docs/sets.md"]
    versions, history = followed(page)
    found = [] if versions else ["docs/sets.md has no versions"]
    notes = " ".join(page.split())
    for path, text in files.items():
        if path in PEERS or path == "docs/sets.md":
            continue
        plain = re.sub(r"title: (.*)\n +version: \"(.*)\"", r"\1 \2", text) if path.endswith(".cff") else text
        plain = re.sub(r"\s+(?:\* )?", " ", plain)
        for scheme, *named in re.findall(NAMED, plain):
            found += [f"{path} names {scheme} {version}, which no set follows" for version in filter(None, named)
                      if version not in versions.get(scheme, []) and version not in history.get(scheme, "")
                      and f"{scheme} {version}" not in notes]
        if path in ("README.md", "CITATION.cff"):
            names = {(scheme, v) for scheme, *some in re.findall(NAMED, plain) for v in some}
            found += [f"{path} does not name {scheme} {version}"
                      for scheme, some in versions.items() for version in some
                      if (scheme, version) not in names and not (version.startswith("FIPS") and version in plain)]
    return found


def self_test():
    files = texts()
    page = files["docs/sets.md"]
    planted = 0
    for scheme, some in followed(page)[0].items():
        for version in some:
            for path, text in files.items():
                quoted = f'"{version}"' if path == "CITATION.cff" else version
                if path in ("README.md", "CITATION.cff") and quoted in text:
                    for other in ("7.9", ""):
                        wrong = faults({**files, path: text.replace(quoted, quoted.replace(version, other))})
                        assert wrong, f"{scheme} {version} as {other!r} in {path} was not found"
                        planted += 1
    assert faults({**files, "docs/sets.md": page.replace("| 3.0 |", "| 3.1 |")}), "another version was not found"
    assert faults({**files, "docs/api.md": files["docs/api.md"] + "HAETAE 1.0.4\n"}), "an older version was not found"
    assert planted > 10
    print(f"{planted + 2} planted faults are found")


if "--self-test" in sys.argv[1:]:
    self_test()
else:
    wrong = faults(texts())
    print("".join(line + "\n" for line in wrong) + f"{len(wrong)} faults")
    sys.exit(len(wrong) != 0)
