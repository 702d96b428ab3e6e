#!/usr/bin/env python3
"""What is written by hand stays small: a file has at most 600 lines, a function fewer than ten parameters. What all
files use is defined in one of them.

    sizes.py SOURCES [--self-test]

The files are those of SOURCES and of the folders beside it, but for tests and for reference/, where a scheme is one file
from its specification's first page to its last. Those whose name ends with _tables are written by programs. The status
is 1 if there is a fault. --self-test plants faults, which must be found.
"""
import pathlib
import re
import sys

MOST_LINES, MOST_PARAMETERS = 600, 9
BESIDE = ("key", "apps", "bench", "bindings", "common", "tools")
ONCE = ("INLINE", "UNROLL")
DEFINITION = re.compile(r"^(?:[A-Z_]+ |static |inline |const |struct |unsigned )*\w+[\s*]+\**(\w+)\(([^(){};]*)\)\s*\{",
                        re.M)


def sources(root):
    """{file: its text}"""
    found = {}
    for folder in (root, *(root.parent / name for name in BESIDE)):
        paths = [p for p in sorted(folder.rglob("*")) if p.suffix in (".c", ".h", ".S", ".inc", ".py")]
        if not paths:
            sys.exit(f"{folder}: no sources")
        found.update({p.relative_to(root.parent).as_posix(): p.read_text() for p in paths
                      if not re.search(r"_tables$|^known_answers$", p.stem)})
    return found


def functions(text):
    """(name, how many parameters) of the functions that a C file defines."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*|\\\n", " ", text, flags=re.S)
    return [(m[1], m[2].count(",") + 1) for m in DEFINITION.finditer(text)]


def faults(files):
    wrong = [f"{file} has {n} lines" for file, text in files.items() if (n := text.count("\n")) > MOST_LINES]
    for file, text in files.items():
        if file.endswith((".c", ".h")):
            wrong += [f"{file}: {name} has {n} parameters" for name, n in functions(text) if n > MOST_PARAMETERS]
    for macro in ONCE:
        places = [file for file, text in files.items() if re.search(rf"^\s*#\s*define {macro}\b", text, re.M)]
        if len(places) != 1:
            wrong.append(f"{macro} is defined in {len(places)} files: {', '.join(places)}")
    return wrong


def self_test(files):
    known = faults(files)
    header = next(file for file, text in files.items() if re.search(r"^#define INLINE", text, re.M))
    planted = {
        "a long file": {"src/planted.c": "\n" * (MOST_LINES + 1)},
        "a function": {"src/planted.c": f"INLINE const char *planted({', '.join(['const int x[2]'] * 10)})\n{{\n}}\n"},
        "a function of two lines": {"src/planted.c": "static void planted(int a, int b, int c, int d,\n"
                                    "    /* , */ int e, int f, int g, int h, int i, int j)\n{\n}\n"},
        "a second definition": {"src/planted.h": "#define UNROLL\n"},
        "no definition": {header: ""},
    }
    for name, more in planted.items():
        if len(faults({**files, **more})) <= len(known):
            sys.exit(f"{name} was not found")
    nine = {"src/planted.c": "\n" * (MOST_LINES - 3) + "int planted(" + ", ".join(["int x"] * 9) + ")\n{\n}\n"}
    if faults({**files, **nine}) != known or sum(len(functions(text)) for text in files.values()) < 1000:
        sys.exit("what is allowed is a fault, or functions are not seen")
    print("planted faults are found")


def main():
    files = sources(pathlib.Path(sys.argv[1]).resolve())
    if "--self-test" in sys.argv[2:]:
        self_test(files)
        return 0
    wrong = faults(files)
    print("".join(line + "\n" for line in wrong) + f"{len(files)} files, {len(wrong)} faults")
    return len(wrong) != 0


sys.exit(main())
