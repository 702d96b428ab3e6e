#!/usr/bin/env python3
"""A scheme is its own folders and the places that CONTRIBUTING.md names: no other file names it.

    places.py [--self-test]

A scheme's own are src/<scheme>, test/<scheme>, test/kat/<scheme> and reference/<scheme>.c. Documents, data, and
comments in code may name any scheme. A scheme has some of the places, and each place is of some scheme. Tests take sets
of earlier schemes as examples, and PARTICULAR has the other files that name a scheme, with the reason. The scheme that
was added last shows what a new scheme takes: no test beside these names it, and no more than MOST files beside
PARTICULAR's.
--self-test plants files more, which must be found.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import schemes  # noqa: E402

MOST = 12
LAST = schemes.NAMES[-1]
NAMED = {"mldsa": r"ml[-_]?dsa|dilithium", "falcon": r"falcon|fn[-_]?dsa",
         "slhdsa": r"slh[-_]?dsa"}  # the others by the folder's name
TESTS = re.compile(r"test/|bindings/python/(test|examples)/|bindings/rust/(tests|interop)/")
PARTICULAR = {
    "Makefile": ("snova mldsa slhdsa", "the demonstration signs by one set, the help names another, and OpenSSL measures "
                 "its own"),
    "apps/cmd_public.c": ("rainbow", "the help tells what the secret keys of some sets lack"),
    "apps/cmd_sign.c": ("rainbow", "the same"),
    "bench/bound.py": ("snova rainbow uov mayo", "the bounds, and the variables of public maps"),
    "bench/count.py": ("snova rainbow mldsa", "the sets that are counted if none is named"),
    "bench/documents.py": ("snova uov mayo rainbow mldsa haetae falcon", "tables that compare with one other "
                           "implementation"),
    "bench/kernels.c": ("rainbow mldsa", "kernels that the papers describe"),
    "bench/page/": ("snova rainbow mldsa haetae falcon uov", "captions, the axes of plots, the lines that join sets"),
    "bench/keccak.py": ("rainbow mldsa falcon", "the operations whose permutations are counted"),
    "bench/plain.c": ("mldsa", "kernels that the papers describe"),
    "bench/tables.py": ("snova rainbow mldsa", "the cells that are counted again as a check"),
    "bench/thirds.py": ("snova", "its table beside the recompiled code"),
    "bench/trust.py": ("mldsa", "the kinds of code by which the models are calibrated"),
    "bindings/openssl/decode.c": ("mldsa", "OpenSSL has ML-DSA, too"),
    "bindings/openssl/options.c": ("mldsa slhdsa", "OpenSSL has both, too"),
    "bindings/openssl/provider.h": ("mldsa slhdsa", "the same"),
    "bindings/rust/check.sh": ("snova mldsa", "the features of the smallest builds that are tested"),
    "bindings/rust/src/set.rs": ("mldsa", "a test plants a type of another size"),
    "key/key.c": ("mldsa", "RFC 9881 gives its keys a form of their own"),
    "src/api/backend.c": ("falcon", "its kernels depend on how binary64 is computed"),
    "src/snova/snova_params.c": ("uov", "an attack takes SNOVA as this scheme over a larger field"),
    "test/bench/report.py": ("slhdsa", "the times that OpenSSL prints of its own"),
    "test/openssl/": ("slhdsa", "OpenSSL has it, too"),
    "tools/embedded.py": ("snova mldsa haetae falcon", "the sets that it measures"),
    "tools/fft_tables.py": ("falcon", "the transforms are Falcon's"),
    "tools/ntru_lengths.py": ("falcon", "prints lengths of FN-DSA's numbers"),
    "tools/tables.py": ("snova rainbow mldsa haetae falcon uov mayo slhdsa", "the sets of the table in README.md"),
}
# Data and documents: known answers, results, what programs write, descriptions of packages, pages.
EXEMPT = re.compile(r"\.(md|csv|json|svg|kat|txt|html|xz|abi|1)$|^(docs|packaging|results|apps/completion)/|"
                    r"^(apps/known_answers\.c|include/neosig/sizes\.h|bindings/rust/(src/sets\.rs|Cargo\.toml))$|"
                    r"^(pyproject\.toml|CITATION\.cff)$")
COMMENT = {".c": r"/\*.*?\*/", ".h": r"/\*.*?\*/", ".S": r"/\*.*?\*/",
           ".rs": r"//[^\n]*",
           ".py": r'"""(?:.|\n)*?"""|(?:(?<=\s)|^)#(?![0-9a-fA-F]{3,6}\b)[^\n]*', "": r"^\s*#[^\n]*"}


def files():
    """{file: the schemes that it names}"""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode or not listed.stdout:
        sys.exit(77)  # an archive
    names = [name for name in listed.stdout.split("\n")
             if name and (ROOT / name).is_file() and not EXEMPT.search(name) and name != "test/docs/places.py"]
    return {name: named(name, (ROOT / name).read_text(errors="replace")) for name in names}


def named(file, text):
    """The schemes that a file names, in its own name or in its text without comments."""
    pattern = COMMENT.get(pathlib.PurePath(file).suffix, COMMENT[""])
    text = (file + "\n" + re.sub(pattern, "", text, flags=re.S | re.M)).lower()
    return {scheme for scheme in schemes.NAMES if re.search(NAMED.get(scheme, scheme), text)}


def found(scheme, tree):
    """The files that name a scheme, but its own."""
    own = re.compile(rf"(src|test|test/kat)/{scheme}/|reference/{scheme}[._]")
    return {name for name, of in tree.items() if scheme in of and not own.match(name)}


def particular(scheme, names):
    """What PARTICULAR has for a scheme, of these files; and what of PARTICULAR stands for none of them."""
    entries = {entry: {name for name in names if name == entry or entry.endswith("/") and name.startswith(entry)}
               for entry, (of, _) in PARTICULAR.items() if scheme in of.split()}
    return set().union(*entries.values()), {entry for entry, found in entries.items() if not found}


def places(scheme):
    """The first column of CONTRIBUTING.md's table of them."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.partition("## A scheme is these files")[2].partition("\n## ")[0]
    return {name.replace("<scheme>", scheme) for name in re.findall(r"^\| `([^`]+)` \|", section, re.M)}


def faults(tree):
    wrong = [f"CONTRIBUTING.md names {place}, which names no scheme" for place in places("<scheme>") if not any(
        place.replace("<scheme>", scheme) in found(scheme, tree) for scheme in schemes.NAMES)]
    for scheme in schemes.NAMES:
        names, table = found(scheme, tree), places(scheme)
        listed, stale = particular(scheme, names)
        if scheme == LAST and len(names - listed) > MOST:
            wrong.append(f"{len(names - listed)} files name {scheme}, which are more than {MOST}")
        wrong += [f"PARTICULAR has {entry} for {scheme}, which does not name it" for entry in stale]
        names = {name for name in names - listed if scheme == LAST or not TESTS.match(name)}
        wrong += [f"{name} names {scheme}, and CONTRIBUTING.md does not name it" for name in names - table]
    return sorted(wrong)


def main():
    tree = files()
    if "--self-test" in sys.argv[1:]:
        known = faults(tree)

        def noticed(name, text):
            return [name in fault for fault in faults({**tree, name: named(name, text)})].count(True) == 1

        for scheme in schemes.NAMES:
            for name, text in (("tools/planted.py", f'SETS = ["{scheme}512"]\n'), (f"apps/{scheme}.c", "\n")):
                assert noticed(name, text), f"{name} was not found"
            name = "src/api/commented.c"
            assert faults({**tree, name: named(name, f"/* {scheme} */\n")}) == known, "a comment counts"
        name = "test/cli/planted.py"
        assert noticed(name, f'"{LAST}"'), f"{name} was not found"
        assert len(faults({**tree, "Makefile": set()})) > len(known), "PARTICULAR has more than there is"
        print("planted faults are found")
        return 0
    wrong = faults(tree)
    print("".join(line + "\n" for line in wrong), end="")
    for scheme in schemes.NAMES:
        names = found(scheme, tree)
        more, _ = particular(scheme, names)
        tests = {name for name in names - places(scheme) if TESTS.match(name)}
        print(f"{scheme}: {len(names & places(scheme))} places, {len(more)} particular, {len(tests)} tests beside them")
    print(f"{len(wrong)} faults")
    return len(wrong) != 0


sys.exit(main())
