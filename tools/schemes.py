#!/usr/bin/env python3
"""The list of schemes and of families of kernels, src/core/list.h, for programs in Python and for make.

    schemes.py                  the schemes' names
    schemes.py sets             one set of each, for tests (test/sets.h)
    schemes.py kernels SCHEME   the folders of the kernels that a scheme has not to itself: "ntt|ntru"
"""
import os
import re
import sys

SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src")


def rows(kind):
    """The arguments of each row SCHEME(...), FAMILY(...) or PART(...)."""
    with open(os.path.join(SOURCE, "core", "list.h"), encoding="utf-8") as file:
        return [row.split(", ") for row in re.findall(rf"^    {kind}\(([^()]*)\)", file.read(), re.M)]


NAMES = [row[1] for row in rows("SCHEME")]


def families(scheme):
    """The names of those that a scheme uses."""
    bit, everything = f"NEOSIG_{scheme.upper()}", {f"NEOSIG_{name.upper()}" for name in NAMES}

    def users(expression):
        """~A, 0 and A | B, which are all that the list has."""
        named = set(re.findall(r"NEOSIG_\w+", expression))
        return everything - named if expression.startswith("~") else named
    return [row[1] for row in rows("FAMILY") if bit in users(row[3]) | users(row[4])]


def kernels(scheme):
    """The folders of those families, sym and the scheme's own left out: all have tests of theirs."""
    folders = set()
    for folder in sorted(os.listdir(SOURCE)):
        path = os.path.join(SOURCE, folder)
        files = os.listdir(path) if os.path.isdir(path) and folder not in ("sym", scheme) else []
        if any(re.match(rf"{name}[_.]", file) for name in families(scheme) for file in files):
            folders.add(folder)
    return sorted(folders)


def sets(scheme, *kinds):
    """Those of test/sets.h: the first one, with the kinds FIRST and MORE all."""
    with open(os.path.join(os.path.dirname(SOURCE), "test", "sets.h"), encoding="utf-8") as file:
        return re.findall(rf'^    (?:{"|".join(kinds or ["FIRST"])})\({scheme}, "(.*)"\)', file.read(), re.M)


def named(macro):
    """The strings of a macro of test/sets.h."""
    with open(os.path.join(os.path.dirname(SOURCE), "test", "sets.h"), encoding="utf-8") as file:
        return tuple(re.findall(r'"([^"]*)"', re.search(rf"^#define {macro} (.*)", file.read(), re.M)[1]))


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "kernels" and sys.argv[2] in NAMES:
        print("|".join(kernels(sys.argv[2])))
    elif sys.argv[1:] == ["sets"]:
        print(" ".join(sets(r"\w+")))
    elif len(sys.argv) == 1:
        print(" ".join(NAMES))
    else:
        sys.exit(f"the schemes are {', '.join(NAMES)}")


if __name__ == "__main__":
    main()
