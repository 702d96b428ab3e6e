#!/usr/bin/env python3
"""A scheme is its own folders and the places that CONTRIBUTING.md names: no other file names it.

    places.py [--self-test]

A scheme's own are src/<scheme>, test/<scheme>, test/kat/<scheme> and reference/<scheme>.c. Documents, data, and
comments in code may name any scheme. --self-test plants a file more, which must be found.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import schemes  # noqa: E402

SCHEME, MOST = schemes.NAMES[-1], 12  # the scheme that was added last
OWN = re.compile(rf"(src|test|test/kat)/{SCHEME}/|reference/{SCHEME}\.c$")
# Data and documents: known answers, results, what programs write, descriptions of packages, pages.
EXEMPT = re.compile(r"\.(md|csv|json|svg|kat|txt|html|xz|abi|1)$|^(docs|packaging|results|apps/completion)/|"
                    r"^(apps/known_answers\.c|include/neosig/sizes\.h|pyproject\.toml|CITATION\.cff)$")
COMMENT = {".c": r"/\*.*?\*/", ".h": r"/\*.*?\*/", ".S": r"/\*.*?\*/",
           ".py": r'"""(?:.|\n)*?"""|(?:(?<=\s)|^)#(?![0-9a-fA-F]{3,6}\b)[^\n]*', "": r"^\s*#[^\n]*"}


def names_it(path, text):
    pattern = COMMENT.get(path.suffix, COMMENT[""])
    return re.search(SCHEME, re.sub(pattern, "", text, flags=re.S | re.M), re.I) is not None


def found(more=()):
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode or not listed.stdout:
        sys.exit(77)  # an archive
    files = {name: (ROOT / name).read_text(errors="replace") for name in listed.stdout.split("\n")
             if name and (ROOT / name).is_file() and not OWN.match(name) and not EXEMPT.search(name)}
    files.update(more)
    return {name for name, text in files.items() if SCHEME in name or names_it(pathlib.PurePath(name), text)}


def places():
    """The first column of CONTRIBUTING.md's table of them."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.partition("## A scheme is these files")[2].partition("\n## ")[0]
    return {name.replace("<scheme>", SCHEME) for name in re.findall(r"^\| `([^`]+)` \|", section, re.M)}


def faults(files, listed):
    return [f"{name} names {SCHEME}, and CONTRIBUTING.md does not name it" for name in sorted(files - listed)] + [
        f"CONTRIBUTING.md names {name}, which does not name {SCHEME}" for name in sorted(listed - files)] + (
        [f"{len(listed)} places, which are more than {MOST}"] if len(listed) > MOST else [])


def main():
    if "--self-test" in sys.argv[1:]:
        planted = {"tools/planted.py": f'SETS = ["{SCHEME}512"]\n'}
        commented = {"src/api/commented.c": f"/* {SCHEME} */\n"}
        assert faults(found(planted), places()) != faults(found(), places()), "a planted place was not found"
        assert faults(found(commented), places()) == faults(found(), places()), "a comment counts"
        print("planted faults are found")
        return 0
    wrong = faults(found(), places())
    print("".join(line + "\n" for line in wrong) + f"{len(places())} places, {len(wrong)} faults")
    return len(wrong) != 0


sys.exit(main())
