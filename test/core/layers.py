#!/usr/bin/env python3
"""Includes of the library go one way: the ground includes nothing above it, nothing includes the roof, and no folders
include each other in a circle. What stands around the library includes two of its headers at most:
the door to its inner functions, and the words of contracts.

    layers.py SOURCES [--self-test]

A folder of SOURCES includes another where one of its files does. The status is 1 if there is a fault. --self-test
plants faults, which must be found.
"""
import collections
import pathlib
import re
import sys

GROUND, ROOF = "core", "api"
AROUND = ["key", "apps", "common", "bindings"]  # beside SOURCES
DOOR = "api/internal.h"
WORDS = "core/contract.h"
INCLUDE = re.compile(r'^\s*#\s*(?:include|define \w+) "([^"]+\.(?:h|c|inc))"', re.M)


def includes(sources):
    """{folder: {folder that it includes: (file, what it includes)}}."""
    graph = collections.defaultdict(dict)
    for path in sorted(sources.rglob("*")):
        if path.suffix in (".c", ".h", ".S", ".inc"):
            here = path.relative_to(sources).parts[0]
            for name in INCLUDE.findall(path.read_text()):
                there = name.split("/")[0]
                if there != here and (sources / name).is_file():
                    graph[here].setdefault(there, (path.relative_to(sources).as_posix(), name))
    if GROUND not in {there for steps in graph.values() for there in steps}:
        sys.exit(f"{sources}: nothing includes {GROUND}")
    return graph


def around(sources):
    """(file, what it includes of the library) for the files of AROUND."""
    root = sources.resolve().parent
    found = []
    for folder in AROUND:
        paths = [path for path in sorted((root / folder).rglob("*")) if path.suffix in (".c", ".h")]
        if not paths:
            sys.exit(f"{root / folder}: no sources")
        for path in paths:
            names = (name.removeprefix("../").removeprefix("src/") for name in INCLUDE.findall(path.read_text()))
            found += [(path.relative_to(root).as_posix(), name) for name in names if (sources / name).is_file()]
    return found


def beside_the_door(steps):
    return [f"what stands around includes more than {DOOR} and {WORDS}: {file} includes {name}" for file, name in steps
            if name not in (DOOR, WORDS)]


def faults(graph):
    found = [f"the ground includes what is above it: {file} includes {name}" for file, name in graph[GROUND].values()]
    found += [f"what is below the roof includes it: {steps[ROOF][0]} includes {steps[ROOF][1]}"
              for _, steps in sorted(graph.items()) if ROOF in steps]
    # Folders that include none of those that are left are below all of these; what remains is in circles, or above one.
    left = set(graph) - {GROUND}
    while below := {here for here in left if not left & set(graph[here])}:
        left -= below
    return found + [f"in a circle, or above one: {file} includes {name}" for here in sorted(left)
                    for there, (file, name) in sorted(graph[here].items()) if there in left]


def self_test(graph):
    for here, there, words in ((GROUND, "sym", "the ground"), ("sym", "snova", "in a circle"),
                               ("snova", "api", "what is below")):
        planted = collections.defaultdict(dict, {folder: dict(steps) for folder, steps in graph.items()})
        planted[here][there] = (f"{here}/planted.c", f"{there}/planted.h")
        if not any(fault.startswith(words) and "planted" in fault for fault in faults(planted)):
            sys.exit(f"a planted fault was not found: {here} includes {there}")
    if len(beside_the_door([("key/key.c", DOOR), ("key/planted.c", "core/core.h")])) != 1:
        sys.exit("a planted fault was not found: key includes core")
    print("planted faults are found")


def main():
    sources = pathlib.Path(sys.argv[1])
    graph = includes(sources)
    if "--self-test" in sys.argv[2:]:
        return self_test(graph)
    steps = around(sources)
    if DOOR not in {name for _, name in steps}:
        sys.exit(f"nothing includes {DOOR}")
    found = faults(graph) + beside_the_door(steps)
    print("".join(fault + "\n" for fault in found) + f"{len(graph)} folders, {len(found)} faults")
    return len(found) != 0


sys.exit(main())
