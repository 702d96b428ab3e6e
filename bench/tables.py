#!/usr/bin/env python3
"""Counts every set on AArch64 into bench/results, and writes the tables of README.md, docs/speed.md, docs/tables and
bench/README.md and what bench/report.py keeps in the tree from there. aarch64.csv has all counts; spread.csv has how
those of the signatures of a set differ; functions.csv has the functions that take most of an operation, for some sets;
terms.csv has the instructions that stand beside each term of a bound.

    bench/tables.py                count, model, and write everything
    bench/tables.py --sets 'snova-*'
                                   count and model these sets only; the others' counts stay as they are
    bench/tables.py --documents    write the documents from the files as they are
    bench/tables.py --check        exit 1 if a document is not what the file says, or a few recounted cells differ
                                   from it; 77 where they cannot be recounted as they were counted

Counting needs gcc-aarch64-linux-gnu, qemu-user, cmake and, for the modelled cycles, llvm-19, llvm-19-dev and g++.
"""
import argparse
import fnmatch
import itertools
import math
import pathlib
import shutil
import sys

import bound
import count
import documents
import emulate
import families
import model
import recorded
import report
from recorded import FUNCTIONS, KEY, RESULTS, SPREAD, TERMS, read_beside, read_results

# Of some schemes, backends and operations, all quick.
CELLS = [("snova-24-5-16-4-esk", "sign", "neon-aes"), ("snova-28-17-16-2-ssk", "verify", "neon-sha3"),
         ("rainbow-I-classic", "sign", "neon-sha3"), ("ml-dsa-44", "sign", "neon-aes"),
         ("dilithium2", "keypair", "neon-sha3"), ("ml-dsa-44", "verify", "reference")]
SKIPPED = 77
LLVM = "LLVM"  # the modelled cycles depend on it, the counts do not


def conditions():
    """What the results depend on besides the code."""
    return emulate.versions() | {"qemu's CPU": emulate.CPU, LLVM: model.version()}


def measure(machine, keys, cores, progress):
    """(rows of the results, Counts) for (alg, operation, implementation) keys, with modelled cycles of the cores."""
    counts = count.counts(machine, keys, None, progress, model.Model(machine.plugin.parent), cores)
    rows = [count.row(key, counts[key]) | {core: counts[key].cycles.get(core) for core in cores} for key in counts]
    for r in rows:
        bound.ratio(*(r[name] for name in (*KEY, "instructions", "attempts")))
    return rows, counts


HEADS = {SPREAD: ("Instructions of single signatures: made by bench/tables.py.", count.SPREAD),
         FUNCTIONS: ("Instructions of an operation by function: made by bench/tables.py.", count.SHARES),
         TERMS: ("Instructions beside each term of a bound (bench/bound.py): made by bench/tables.py.",
                 [*KEY, *bound.TERMS, "rest"])}


def key_of(row):
    return tuple(row[name] for name in KEY)


def by_file(rows, counts):
    """{path: rows} of all that is recorded."""
    return {RESULTS: rows,
            SPREAD: [count.spread(key, c) for key, c in counts.items()
                     if key[1] == "sign" and key[2] != "reference" and c.repetitions > 1],
            FUNCTIONS: [row for key, c in counts.items()
                        if key[0] in families.SETS and key[1] in documents.WHOLE and key[2] != "reference"
                        for row in count.shares(key, c)],
            TERMS: [dict(zip(KEY, key)) | {term: round(n) for term, n in bound.measured(counts[key]).items()}
                    for key, r in ((key_of(r), r) for r in rows) if bound.parts(*key, r["attempts"])]}


def with_recorded(files, keys, counted):
    """The rows of files, and the recorded rows of the keys that were not counted, in the order of keys."""
    place = {key: i for i, key in enumerate(keys)}
    others = set(keys) - set(counted)
    return {path: sorted([row for row in read_beside(path) if key_of(row) in others] + rows,
                         key=lambda row: place[key_of(row)]) for path, rows in files.items()}


def write_results(files, about):
    recorded.write(RESULTS, ["AArch64 instructions, and modelled cycles, of one operation: made by bench/tables.py.",
                             *(f"{name}: {value}" for name, value in about.items())],
                   [*count.COLUMNS, *model.CORES], files[RESULTS])
    for path, (what, columns) in HEADS.items():
        recorded.write(path, [what], columns, files[path])


def of_other_runs(rows, spread, functions, terms):
    """Which rows of SPREAD, FUNCTIONS and TERMS are not of the counts of RESULTS, a line each."""
    held = {key_of(r): r for r in rows}
    sums = {}
    for r in functions:
        sums.setdefault((FUNCTIONS, *key_of(r)), []).append(int(r["instructions"]))
    for r in terms:
        sums[TERMS, *key_of(r)] = [int(n) for name, n in r.items() if name not in KEY and n]

    def counted(key, name):
        return held[key][name] if key in held else math.inf

    medians = {key_of(r): int(r["d5"]) for r in spread}
    wrong = [(SPREAD, key) for key, median in medians.items() if median != counted(key, "median")]
    wrong += [(path, tuple(key)) for (path, *key), parts in sums.items()
              if abs(sum(parts) - counted(tuple(key), "instructions")) > len(parts)]  # each is rounded
    return [f"{path.name}: {' '.join(key)} is of another run" for path, key in wrong]


def cannot_recount(about):
    """Why not, or None."""
    for name in ("cmake", "cc", emulate.COMPILER, "qemu-aarch64"):
        if not shutil.which(name):
            return f"{name} is not installed"
    for name, now in conditions().items():
        if now != about.get(name) and name != LLVM:
            return f"{name} is {now} here, {about.get(name)} in the results"
    return None


def recount(about, machine):
    """Rows of CELLS, with modelled cycles where LLVM is the same."""
    cores = list(model.CORES) if model.version() == about[LLVM] else []
    return measure(machine, CELLS, cores, False)[0]


def differences(counted, rows):
    """Where rows just counted are not those of the results, a line each."""
    held = {key_of(r): r for r in rows}
    found = []
    for now in counted:
        key = key_of(now)
        before = held.get(key, {})
        found += [f"{' '.join(key)}, {name}: {now[name]} counted, {before.get(name)} in bench/results"
                  for name in now if now[name] != before.get(name)]
    return found


def check(directory):
    rows, about = read_results()
    reason = cannot_recount(about)
    wrong = documents.stale(rows, about, documents.on_disk()) + report.stale()
    wrong += of_other_runs(rows, *map(read_beside, (SPREAD, FUNCTIONS, TERMS))) + bound.below(rows, read_beside(TERMS))
    wrong += [] if reason else differences(recount(about, emulate.counting(directory)), rows)
    for line in [*wrong, *([f"not recounted: {reason}"] if reason else [])]:
        print(line)
    if wrong:
        print("run bench/tables.py")
    return 1 if wrong else SKIPPED if reason else 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--documents", action="store_true")
    p.add_argument("--check", action="store_true")
    p.add_argument("--sets", nargs="+", default=["*"], metavar="PATTERN", help="names of sets, with * and ?")
    p.add_argument("--build", type=pathlib.Path, default=emulate.BUILD, help="directory to build in")
    args = p.parse_args()
    if args.check:
        return check(args.build)
    if not args.documents:
        model.need()
        machine = emulate.counting(args.build)
        about = conditions()
        keys = list(itertools.product(machine.sets(), emulate.MARKS, count.IMPLEMENTATIONS))
        counted = [key for key in keys if any(fnmatch.fnmatch(key[0], pattern) for pattern in args.sets)]
        if not counted:
            emulate.fail(f"no set is called {' or '.join(args.sets)}")
        if counted != keys and about != read_results()[1]:
            emulate.fail("bench/results was not counted as this machine would count: leave --sets away")
        files = by_file(*measure(machine, counted, list(model.CORES), sys.stderr.isatty()))
        write_results(with_recorded(files, keys, counted), about)
    rows, about = read_results()
    beaten = bound.below(rows, read_beside(TERMS))
    if beaten:
        emulate.fail("\n".join(beaten))
    documents.write(rows, about)
    report.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
