#!/usr/bin/env python3
"""Files must not need each other in a circle, and no two source files of the library may share a stem.

    circles.py objects [--nm NM] FILE...   object files and archives, linked together
    circles.py sources DIRECTORY           the source tree

An object needs those that define the symbols it leaves undefined. A C file needs what it includes, a Python file what
it imports, a shell script what it sources or runs, a file of CMake what it includes. Circles are printed with what
makes them, the shortest first, no file in two of them. Of the .c and .S files in DIRECTORY/src each has a stem of its
own. The status is 1 if there is a fault.
"""
import argparse
import ast
import collections
import pathlib
import re
import subprocess
import sys


# ---- Objects: {object: {object it needs: a symbol that it needs of it}}

def needs_of_objects(nm, files):
    text = subprocess.run([nm, "-A", "-P", *files], capture_output=True, text=True, check=True).stdout
    defined, undefined = {}, collections.defaultdict(set)
    for line in text.splitlines():
        # "library.a[a.o]: symbol U", "path/a.o: symbol T"
        if m := re.match(r"(?:.*\[)?([^\[\]]+?)\]?: (\S+) (\w)", line):
            member, symbol, kind = m.groups()
            member = member.rpartition("/")[2]
            if kind in "Uvw":
                undefined[member].add(symbol)
            elif kind.isupper():
                defined[symbol] = member
                undefined[member] |= set()
    if len(undefined) < 2:
        sys.exit(f"{' '.join(files)}: fewer than two objects")
    return {member: {defined[s]: s for s in sorted(symbols) if s in defined and defined[s] != member}
            for member, symbols in undefined.items()}


# ---- Sources: {file: {file it needs: the words by which it does}}, paths as text

def files_of(directory, suffixes):
    root = pathlib.Path(directory)
    found = [p for p in sorted(root.rglob("*")) if p.suffix in suffixes and
             not re.match(r"build|dist$|\.", p.relative_to(root).parts[0])]
    if not found:
        sys.exit(f"{directory}: no sources")
    return found


def by_ending(files, ending):
    """The files whose path ends so: which of them is meant depends on the folders that a compiler looks into."""
    return [f for f in files if f == ending or f.endswith("/" + ending)]


def included(path, text, files):
    """(file, words) for each file of the tree that a C file includes."""
    for name in re.findall(r'^\s*#\s*(?:include\s+["<]|define\s+\w+\s+")([^">\n]+\.(?:h|c|inc))[">]', text, re.M):
        beside = str((path.parent / name).resolve())
        for file in [beside] if beside in files else by_ending(files, name.replace("../", "")):
            yield file, "includes"


def imported(path, text, files):
    """The same for a Python file. A package is not needed by what lies in it, though it is loaded first."""
    def of_module(base, dotted):
        ending = "/".join(dotted.split("."))
        for name in (f"{ending}.py", f"{ending}/__init__.py"):
            if base is not None and str(base / name) in files:
                return [str(base / name)]
        return []

    def anywhere(dotted):
        here = [f for f in of_module(path.parent, dotted) if f != str(path)]
        ending = "/".join(dotted.split("."))
        return here or by_ending(files, f"{ending}.py") + by_ending(files, f"{ending}/__init__.py")

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from ((f, "imports") for f in anywhere(alias.name))
        elif isinstance(node, ast.ImportFrom):
            base = path.parents[node.level - 1] if node.level else None
            find = (lambda dotted, base=base: of_module(base, dotted)) if node.level else anywhere
            prefix = node.module + "." if node.module else ""
            for alias in node.names:
                found = find(prefix + alias.name) or (find(node.module) if node.module else [])
                yield from ((f, "imports") for f in found)


def ending_of(name):
    """What is told of a path whose beginning is a variable or a substitution."""
    return re.split(r"[})]/|\$\w+/", name)[-1].removeprefix("./")


def sourced(path, text, files):
    """The same for a shell script. What stands in a message is not needed."""
    text = re.sub(r"(^|\s)#[^\n]*", "", text).replace('$(dirname "$0")', ".")
    names = re.findall(r'^\s*\.\s+"?(\S[^"\n]*\.sh)', text, re.M) + re.findall(r'\bsh\s+"([^"\n]+\.sh)"', text)
    names += re.findall(r"\bsh\s+([^\s\"]+\.sh)\b", re.sub(r'"[^"\n]*"', "", text))
    for name in names:
        beside = str(path.parent / ending_of(name))
        for file in [beside] if beside in files else by_ending(files, ending_of(name)):
            yield file, "runs"


def cmake_included(path, text, files):
    for name in re.findall(r"^\s*include\(([^)\s]+\.cmake)\)", text, re.M):
        beside = str(path.parent / ending_of(name))
        for file in [beside] if beside in files else by_ending(files, ending_of(name)):
            yield file, "includes"


LANGUAGES = ((included, (".c", ".h", ".S", ".inc")), (imported, (".py",)), (sourced, (".sh",)),
             (cmake_included, (".cmake",)))


def needs_of_sources(directory):
    graph = {}
    for needs, suffixes in LANGUAGES:
        paths = [p.resolve() for p in files_of(directory, suffixes)]
        files = {str(p): None for p in paths}
        for path in paths:
            found = needs(path, path.read_text(), files)
            graph[str(path)] = {file: words for file, words in found if file != str(path)}
    return graph


# ---- Circles

def circle_from(graph, start):
    """The shortest path from a file back to it: a list of files, or None."""
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
    """Circles, the shortest first, no file in two of them."""
    left = dict(graph)
    while found := [c for c in (circle_from(left, o) for o in sorted(left)) if c]:
        shortest = min(found, key=len)
        yield shortest
        left = {o: {t: s for t, s in ts.items() if t not in shortest} for o, ts in left.items() if o not in shortest}


def shared_stems(directory):
    files = collections.defaultdict(list)
    for path in files_of(pathlib.Path(directory) / "src", (".c", ".S")):
        files[path.stem].append(str(path))
    return [paths for paths in files.values() if len(paths) > 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    objects = kinds.add_parser("objects")
    objects.add_argument("files", nargs="+")
    objects.add_argument("--nm", default="nm")
    kinds.add_parser("sources").add_argument("directory")
    args = parser.parse_args()

    if args.kind == "objects":
        graph, alike = needs_of_objects(args.nm, args.files), []
        told = lambda a, b: f"{a} needs {graph[a][b]} of {b}"
    else:
        graph, alike = needs_of_sources(args.directory), shared_stems(args.directory)
        root = str(pathlib.Path(args.directory).resolve()) + "/"
        told = lambda a, b: f"{a.removeprefix(root)} {graph[a][b]} {b.removeprefix(root)}"
    faults = ["circle: " + ", ".join(told(a, b) for a, b in zip(circle, circle[1:])) for circle in circles(graph)]
    faults += ["one stem: " + ", ".join(paths) for paths in alike]
    print("\n".join([*faults, f"{len(graph)} files, {len(faults)} faults"]))
    return bool(faults)


sys.exit(main())
