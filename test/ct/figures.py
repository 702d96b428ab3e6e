#!/usr/bin/env python3
"""The figures of docs/security.md: what each check that passed saw, with the compiler and the commit of the library.

    figures.py --collect DIRECTORY     from what the checks of a run wrote there (--figures) into figures.json, and from
                                       that into the document
    figures.py --check                 before a release: exit 1 if a row is older than the last change of the library
                                       for its architecture, and in the cases of --document
    figures.py --document              exit 1 if the document is not what figures.json says, or names another compiler
    figures.py --self-test
"""
import datetime
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
# Parts of the names of files in src/ that are for the other architecture alone.
FOREIGN = {"AArch64": ("_avx2", "_avx512", "_gfni", "_sse2", "_x86", "_vaes", "_shani"),
           "x86-64": ("_neon", "_armv8", "_aarch64", "_pmull", ".S", ".inc")}
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


def architecture_of(check):
    return next(name for name in FOREIGN if name in check)


def last_commits(root=ROOT):
    """For each architecture, the last one that changed the library."""
    commits = {}
    for architecture, parts in FOREIGN.items():
        checked = ["--", "src", "include", *(f":(exclude,glob)src/**/*{part}*" for part in parts)]
        git = ["git", "-C", root]
        commit = subprocess.run([*git, "log", "-1", "--format=%h", "--abbrev=12", *checked], capture_output=True,
                                text=True).stdout.strip() or "unknown"
        if subprocess.run([*git, "status", "--porcelain", *checked], capture_output=True).stdout:
            commit += " and changes"
        commits[architecture] = commit
    return commits


def stale(rows, commits):
    return [f"{row['check']}: of {row['commit']}, and the library is of {now}" for row in rows
            if row["commit"] != (now := commits[architecture_of(row["check"])])]


def collect(directory):
    commits = last_commits()
    seen = {path: json.loads(path.read_text()) for path in sorted(pathlib.Path(directory).glob("*.json"))}
    if not seen:
        sys.exit(f"figures.py: no check wrote figures to {directory}")
    rows = {row["check"]: row for row in (json.loads(FILE.read_text()) if FILE.exists() else [])}
    for path, row in seen.items():
        day = datetime.date.fromtimestamp(path.stat().st_mtime).isoformat()
        rows[row["check"]] = {**row, "date": day, "commit": commits[architecture_of(row["check"])]}
    rows = [rows[check] for check in sorted(rows) if check in CHECKS]
    FILE.write_text(json.dumps(rows, indent=2) + "\n")
    DOCUMENT.write_text(filled(DOCUMENT.read_text(), rows))


def changes_are_seen():
    """Rows of a library in a repository of its own, which changes: first a file of all, then one of AArch64, then one
    that is not yet a commit."""
    with tempfile.TemporaryDirectory() as folder:
        def git(*arguments):
            subprocess.run(["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x", *arguments], check=True,
                           capture_output=True)

        def change(name):
            path = pathlib.Path(folder, "src/scheme", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(path.read_text() + "x" if path.exists() else "x")
            git("add", "-A")

        def old():
            return [text.partition(":")[0] for text in stale(rows, last_commits(folder))]

        git("init", "-q")
        change("kernels.c"), git("commit", "-qm", "1")
        rows = [{"check": check, "commit": last_commits(folder)[architecture_of(check)]}
                for check in ("traces, AArch64", "taint, x86-64")]
        seen = [old()]
        change("kernels_neon.c"), git("commit", "-qm", "2")
        seen.append(old())
        change("kernels.c"), git("commit", "-qm", "3")
        seen.append(old())
        rows = [{**row, "commit": last_commits(folder)[architecture_of(row["check"])]} for row in rows]
        change("kernels_avx2.c")
        seen.append(old())
        return seen == [[], ["traces, AArch64"], ["traces, AArch64", "taint, x86-64"], ["taint, x86-64"]]


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
        "figures of an older commit": changes_are_seen(),
        "a compiler that nothing ran with": bool(faults(good.replace("GCC.", "GCC and Clang."), rows)),
    }
    for name, passed in tests.items():
        print(f"{'ok  ' if passed else 'FAIL'} {name}")
    return not all(tests.values())


def main():
    if sys.argv[1:2] == ["--collect"]:
        return collect(sys.argv[2])
    if sys.argv[1:2] == ["--self-test"]:
        return self_test()
    rows = json.loads(FILE.read_text())
    found = faults(DOCUMENT.read_text(), rows)
    if sys.argv[1:2] == ["--check"]:
        found += stale(rows, last_commits())
    print("\n".join(found) or "the document says what the runs wrote")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
