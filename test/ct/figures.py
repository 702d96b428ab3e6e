#!/usr/bin/env python3
"""The figures of docs/security.md: what each check that passed saw, with the compiler and the commit of the library.

    figures.py --collect DIRECTORY LIBRARY
                            from what the checks of a run wrote there (--figures) into figures.json, and from that into
                            the document; the library is the one that was checked
    figures.py --check LIBRARY ...
                            before a release: exit 1 if a row is of another library than these, one for AArch64 and one
                            for x86-64, and in the cases of --document
    figures.py --document   exit 1 if the document is not what figures.json says, or names another compiler
    figures.py --self-test

A library is known by its object code. So a row does not age by comments, or by what is for another architecture. It
does by another compiler.
"""
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FILE = HERE / "figures.json"
DOCUMENT = ROOT / "docs/security.md"
BEGIN, END = "<!-- figures: written by make ct and make taint -->\n", "<!-- end of figures -->"
COLUMNS = ("check", "extent", "result", "compiler", "tools", "date", "commit")
# All that `make ct` and `make taint` run on x86-64: a row of another check would never be written again.
CHECKS = {"instructions, AArch64", "instructions, x86-64", "taint, x86-64: kernels", "taint, x86-64: operations, all",
          "traces, AArch64: kernels", "traces, AArch64: operations, all", "traces, AArch64: operations, first",
          "traces, AArch64: operations, quick but rainbow-III-classic"}
ARCHITECTURES = {183: "AArch64", 62: "x86-64"} # by the number in the header of an object file
DRIFT = 0.05
COMPILERS = {"GNU": "GCC", "Clang": "Clang", "AppleClang": "Clang"}


def add_options(parser):
    """For a check: where it writes its figures, if it passes, and what the library was compiled with."""
    parser.add_argument("--figures", type=pathlib.Path)
    parser.add_argument("--compiler", default="", help="CMake's identifier and version")


def version(program):
    text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return re.search(r"\d+\.\d+(?:\.\d+)?", text)[0]


def compiler_of(options):
    name, _, number = options.compiler.partition(" ")
    return f"{COMPILERS.get(name, name)} {number}"


def write(options, check, extent, result, tools):
    """A check that passed says what it saw."""
    if options.figures:
        options.figures.parent.mkdir(parents=True, exist_ok=True)
        options.figures.write_text(json.dumps({
            "check": check, "extent": extent, "result": result, "compiler": compiler_of(options), "tools": tools}))


def drifted(row, extent, result):
    """Whether a row's figures are further than DRIFT from what is seen: they are of other code."""
    before, now = ([int(n) for n in re.findall(r"\d+", text)] for text in (row["extent"] + " " + row["result"],
                                                                           extent + " " + result))
    return len(before) != len(now) or any(abs(a - b) > max(2, DRIFT * b) for a, b in zip(before, now))


def is_of(options):
    """Whether the figures are of this compiler."""
    return any(row["compiler"] == compiler_of(options) for row in json.loads(FILE.read_text()))


def old(options, check, extent, result):
    """What is wrong with the figures of a check that is run in every test, "" if nothing is: they are of this compiler,
    and of other code."""
    row = next((row for row in json.loads(FILE.read_text()) if row["check"] == check), None)
    if row is None or row["compiler"] != compiler_of(options) or not drifted(row, extent, result):
        return ""
    return (f"{DOCUMENT.name} has {row['extent']}, {row['result']}, of {row['commit']}: run make ct and make taint, or "
            "figures.py --collect on what this run wrote")


def table(rows):
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    lines += ["| " + " | ".join(row[c] for c in COLUMNS) + " |" for row in sorted(rows, key=lambda r: r["check"])]
    return "\n" + "\n".join(lines) + "\n\n"


def filled(document, rows):
    before, _, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        sys.exit(f"figures.py: {DOCUMENT.name} has no place for figures")
    return before + BEGIN + table(rows) + END + after


def faults(document, rows):
    found = [] if filled(document, rows) == document else ["the table of figures is not what figures.json says"]
    checks = [row["check"] for row in rows]
    found += [f"no check writes {name}" for name in sorted(set(checks) - CHECKS)]
    found += [f"there are no figures of {name}" for name in sorted(CHECKS - set(checks))]
    outside = document.partition(BEGIN)[0] + document.partition(END)[2]
    ran = {row["compiler"].split()[0] for row in rows}
    # The fuzzers, and the stack of other builds, have runs of their own.
    outside = "\n".join(p for p in outside.split("\n\n") if "fuzz" not in p.lower() and "stack" not in p)
    return found + [f"{c} is named, and none of the figures is of it" for c in sorted(set(COMPILERS.values()) - ran)
                    if re.search(rf"\b{c}\b", outside)]


def code_of(library):
    """(architecture, what the library's object code is known by)"""
    objects = subprocess.run(["ar", "p", library], check=True, capture_output=True).stdout
    machine = ARCHITECTURES.get(int.from_bytes(objects[18:20], "little"), "another architecture")
    return machine, hashlib.sha256(objects).hexdigest()[:16]


def last_commit():
    """The last one that changed the library."""
    checked = ["--", "src", "include", "key"]
    git = ["git", "-C", ROOT]
    commit = subprocess.run([*git, "log", "-1", "--format=%h", "--abbrev=12", *checked], capture_output=True, text=True)
    commit = commit.stdout.strip() or "unknown"
    if subprocess.run([*git, "status", "--porcelain", *checked], capture_output=True).stdout:
        commit += " and changes"
    return commit


def stale(rows, libraries):
    """libraries: of each architecture, what its library is known by."""
    found = []
    for row in rows:
        machine = next(name for name in ARCHITECTURES.values() if name in row["check"])
        if machine not in libraries:
            found.append(f"{row['check']}: no library for {machine} is here to compare with")
        elif row["code"] != libraries[machine]:
            found.append(f"{row['check']}: of commit {row['commit']}, and the library is other code now")
    return found


def collect(directory, library):
    commit, (machine, code) = last_commit(), code_of(library)
    seen = {path: json.loads(path.read_text()) for path in sorted(pathlib.Path(directory).glob("*.json"))}
    if not seen:
        sys.exit(f"figures.py: no check wrote figures to {directory}")
    rows = {row["check"]: row for row in (json.loads(FILE.read_text()) if FILE.exists() else [])}
    for path, row in seen.items():
        if machine not in row["check"]:
            sys.exit(f"figures.py: {path.name} is not of a library for {machine}")
        day = datetime.date.fromtimestamp(path.stat().st_mtime).isoformat()
        rows[row["check"]] = {**row, "date": day, "commit": commit, "code": code}
    rows = [rows[check] for check in sorted(rows) if check in CHECKS]
    FILE.write_text(json.dumps(rows, indent=2) + "\n")
    DOCUMENT.write_text(filled(DOCUMENT.read_text(), rows))


def changes_are_seen():
    """Of two archives that differ in a byte of code, each is known by something else, and a row is of one of them."""
    with tempfile.TemporaryDirectory() as folder:
        known = []
        for number, code in enumerate((b"1234", b"1235", b"1234")):
            file, library = pathlib.Path(folder, "a.o"), pathlib.Path(folder, f"library{number}.a")
            file.write_bytes(b"\x7fELF".ljust(18, b"\0") + (183).to_bytes(2, "little") + code)
            subprocess.run(["ar", "rcS", library, file], check=True)
            known.append(code_of(library))
        row = {"check": "traces, AArch64", "commit": "0", "code": known[0][1]}
        return (known[0] == known[2] and known[0] != known[1] and stale([row], dict([known[0]])) == [] and
                len(stale([row], dict([known[1]]))) == 1 and len(stale([row], {"x86-64": known[0][1]})) == 1)


def self_test():
    rows = [dict.fromkeys(COLUMNS, "x") | {"check": check, "compiler": "GCC 12.2.0"} for check in sorted(CHECKS)]
    row = {"extent": "63658 in 355 functions", "result": "none of variable time besides 18 on public values"}
    more = dict.fromkeys(COLUMNS, "x") | {"check": "taint, x86-64: operations, quick", "compiler": "GCC 12.2.0"}
    good = filled(f"Checked with GCC.\n\n{BEGIN}{END}\n\nEnd.\n", rows)
    tests = {
        "a document that agrees": not faults(good, rows),
        "another figure": bool(faults(good.replace("| x |", "| y |", 1), rows)),
        "a figure more": bool(faults(good, rows * 2)),
        "a check that is gone": bool(faults(filled(good, [*rows, more]), [*rows, more])),
        "a check without figures": bool(faults(filled(good, rows[1:]), rows[1:])),
        "figures of other code": drifted(row, "160275 in 814 functions", "none of variable time besides 27 on public"),
        "more exceptions": drifted(row, row["extent"], "none of variable time besides 21 on public values"),
        "figures of nearly this code": not drifted(row, "64200 in 357 functions", row["result"]),
        "figures of an older library": changes_are_seen(),
        "a compiler that nothing ran with": bool(faults(good.replace("GCC.", "GCC and Clang."), rows)),
    }
    for name, passed in tests.items():
        print(f"{'ok  ' if passed else 'FAIL'} {name}")
    return not all(tests.values())


def main():
    if sys.argv[1:2] == ["--collect"]:
        return collect(*sys.argv[2:4])
    if sys.argv[1:2] == ["--self-test"]:
        return self_test()
    rows = json.loads(FILE.read_text())
    found = faults(DOCUMENT.read_text(), rows)
    if sys.argv[1:2] == ["--check"]:
        found += stale(rows, dict(map(code_of, sys.argv[2:])))
    print("\n".join(found) or "the document says what the runs wrote")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
