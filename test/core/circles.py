#!/usr/bin/env python3
"""Source files of the library must not need each other in a circle, and no two may share a stem.

    circles.py LIBRARY.a SOURCES [--nm NM]

An object needs those that define the symbols it leaves undefined. Circles are printed with the symbols that make them,
the shortest first, no object in two of them. SOURCES is the directory whose .c and .S files have one stem each. The
status is 1 if there is a fault.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys


def needs(nm, library):
    """{object: {object it needs: a symbol that it needs of it}}."""
    text = subprocess.run([nm, "-A", "-P", library], capture_output=True, text=True, check=True).stdout
    defined, undefined = {}, collections.defaultdict(set)
    for line in text.splitlines():
        if m := re.search(r"[\[:]([^\[\]:]+)\]?: (\S+) (\w)", line):
            member, symbol, kind = m.groups()
            if kind in "Uvw":
                undefined[member].add(symbol)
            elif kind.isupper():
                defined[symbol] = member
                undefined[member] |= set()
    if len(undefined) < 2:
        sys.exit(f"{library}: fewer than two objects")
    return {member: {defined[s]: s for s in sorted(symbols) if s in defined and defined[s] != member}
            for member, symbols in undefined.items()}


def circle_from(graph, start):
    """The shortest path from an object back to it: a list of objects, or None."""
    before, queue = {}, collections.deque([start])
    while queue:
        here = queue.popleft()
        for there in sorted(graph[here]):
            if there == start:
                path = [here]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1] + [start]
            if there not in before:
                before[there] = here
                queue.append(there)
    return None


def circles(graph):
    """Circles, the shortest first, no object in two of them."""
    left = dict(graph)
    while found := [c for c in (circle_from(left, o) for o in sorted(left)) if c]:
        shortest = min(found, key=len)
        yield shortest
        left = {o: {t: s for t, s in ts.items() if t not in shortest} for o, ts in left.items() if o not in shortest}


def shared_stems(directory):
    files = collections.defaultdict(list)
    for path in sorted(pathlib.Path(directory).rglob("*")):
        if path.suffix in (".c", ".S"):
            files[path.stem].append(str(path))
    if not files:
        sys.exit(f"{directory}: no sources")
    return [paths for paths in files.values() if len(paths) > 1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("sources")
    parser.add_argument("--nm", default="nm")
    args = parser.parse_args()

    graph = needs(args.nm, args.library)
    faults = 0
    for circle in circles(graph):
        steps = [f"{a} needs {graph[a][b]} of {b}" for a, b in zip(circle, circle[1:])]
        print("circle: " + ", ".join(steps))
        faults += 1
    for paths in shared_stems(args.sources):
        print("one stem: " + ", ".join(paths))
        faults += 1
    print(f"{len(graph)} objects, {faults} faults")
    return faults != 0


sys.exit(main())
