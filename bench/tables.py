#!/usr/bin/env python3
"""Counts every set on AArch64 into bench/results/aarch64.csv, and writes the tables of README.md, docs/speed.md and
bench/README.md from that file.

    bench/tables.py                count, model, and write everything
    bench/tables.py --documents    write the documents from the file as it is
    bench/tables.py --check        exit 1 if a document is not what the file says, or a few recounted cells differ
                                   from it; 77 where they cannot be recounted as they were counted

Counting needs gcc-aarch64-linux-gnu, qemu-user, cmake and, for the modelled cycles, llvm-19.
"""
import argparse
import csv
import itertools
import pathlib
import shutil
import sys

import bound
import count
import documents
import emulate
import model

RESULTS = emulate.ROOT / "bench/results/aarch64.csv"
# One of each scheme and of each kind of operation, all quick.
CELLS = [("snova-24-5-16-4-esk", "sign", "neon-aes"), ("snova-28-17-16-2-ssk", "verify", "neon-sha3"),
         ("rainbow-I-classic", "sign", "neon-sha3"), ("ml-dsa-44", "sign", "neon-aes"),
         ("dilithium2", "keypair", "neon-sha3"), ("ml-dsa-44", "verify", "reference")]
KEY = ("alg", "operation", "implementation")
SKIPPED = 77
LLVM = "LLVM"  # the modelled cycles depend on it, the counts do not


def emulator(directory):
    directory.mkdir(parents=True, exist_ok=True)
    return emulate.Emulator(emulate.build_program(directory), emulate.build_plugin("count", directory))


def conditions():
    """What the results depend on besides the code."""
    return emulate.versions() | {"qemu's CPU": emulate.CPU, LLVM: model.version()}


def measure(machine, keys, cores, progress):
    """Rows of the results for (alg, operation, implementation) keys, with modelled cycles of the cores."""
    counts = count.counts(machine, keys, None, progress)
    cycles = count.modelled(counts, cores) if cores else {}
    rows = [count.row(key, counts[key]) | {core: cycles[key].get(core) for core in cores} for key in counts]
    for r in rows:
        bound.ratio(*(r[name] for name in (*KEY, "instructions", "attempts")))
    return rows


def write_results(rows, about):
    with RESULTS.open("w") as out:
        out.write("# AArch64 instructions, and modelled cycles, of one operation: made by bench/tables.py.\n")
        for name, value in about.items():
            out.write(f"# {name}: {value}\n")
        writer = csv.DictWriter(out, [*count.COLUMNS, *model.CORES], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def value(text):
    """A cell as count.row gives it."""
    if text == "":
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def read_results():
    """(rows, conditions)"""
    lines = RESULTS.read_text().splitlines()
    about = dict(line[2:].split(": ", 1) for line in lines[1:] if line.startswith("# "))
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [{name: value(text) for name, text in r.items()} for r in rows], about


def cannot_recount(about):
    """Why not, or None."""
    for name in ("cmake", "cc", emulate.COMPILER, "qemu-aarch64"):
        if not shutil.which(name):
            return f"{name} is not installed"
    for name, now in conditions().items():
        if now != about.get(name) and name != LLVM:
            return f"{name} is {now} here, {about.get(name)} in the results"
    return None


def recount(about, directory):
    """Rows of CELLS, with modelled cycles where LLVM is the same."""
    cores = list(model.CORES) if model.version() == about[LLVM] else []
    return measure(emulator(directory), CELLS, cores, False)


# The model prices qemu's blocks, which end where a page of memory does: its figures move a little with the place of the
# code, while the counts do not.
PLACEMENT = 0.03


def same(name, now, before):
    if now == before or name not in model.CORES or not now or not before:
        return now == before
    return abs(now - before) <= PLACEMENT * before


def differences(counted, rows):
    """Where rows just counted are not those of the results, a line each. Modelled cycles may differ by PLACEMENT."""
    held = {tuple(r[name] for name in KEY): r for r in rows}
    found = []
    for now in counted:
        key = tuple(now[name] for name in KEY)
        before = held.get(key, {})
        found += [f"{' '.join(key)}, {name}: {now[name]} counted, {before.get(name)} in bench/results"
                  for name in now if not same(name, now[name], before.get(name))]
    return found


def check(directory):
    rows, about = read_results()
    reason = cannot_recount(about)
    wrong = documents.stale(rows, about, documents.on_disk())
    wrong += [] if reason else differences(recount(about, directory), rows)
    for line in [*wrong, *([f"not recounted: {reason}"] if reason else [])]:
        print(line)
    if wrong:
        print("run bench/tables.py")
    return 1 if wrong else SKIPPED if reason else 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--documents", action="store_true")
    p.add_argument("--check", action="store_true")
    p.add_argument("--build", type=pathlib.Path, default=emulate.ROOT / "build-count", help="directory to build in")
    args = p.parse_args()
    if args.check:
        return check(args.build)
    if not args.documents:
        if not model.version():
            emulate.fail(model.NEEDED)
        machine = emulator(args.build)
        keys = itertools.product(machine.sets(), emulate.MARKS, count.IMPLEMENTATIONS)
        write_results(measure(machine, keys, list(model.CORES), sys.stderr.isatty()), conditions())
    documents.write(*read_results())
    return 0


if __name__ == "__main__":
    sys.exit(main())
