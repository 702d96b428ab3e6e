#!/usr/bin/env python3
"""How near SNOVA's verification with l = 2 comes to a third of the recompiled code's modelled cycles, and what is in the
way: the table of docs/tables/snova.md. Writes bench/results/thirds.csv, the cycles of AES and of the products."""
import argparse
import collections
import pathlib

import emulate
import model
import recorded
from cells import table, times

SHAPES = {"snova-28-17-16-2-ssk": (28, 17, 2), "snova-43-25-16-2-ssk": (43, 25, 2), "snova-61-33-16-2-ssk": (61, 33, 2)}
# Modelled cycles of the rounds of AES for 128 bytes, of sixteen blocks side by side, so that no latency is in them.
# test/bench/prices.py compares them with the model.
AES_ROUNDS = {"neoverse-n1": 80, "cortex-a72": 80, "oryon-1": 20, "neoverse-v1": 20}
THIRDS = recorded.RESULTS.with_name("thirds.csv")
PARTS = {"AES": "ctr_rounds", "products": "multiply_packed"}  # by how the names of their functions begin
PEER = "SNOVA team, AVX2 recompiled"


def drawn(v, o, l):
    """The elements of the matrices that verification draws in round 1."""
    return o * ((v * l) ** 2 + 2 * v * l * o * l)


def rounds(shape, core):
    """Cycles of the rounds of AES alone: two elements a byte."""
    return drawn(*shape) / 2 / 128 * AES_ROUNDS[core]


def look_ups(shape):
    """(TBL, AND and USHR) of the products by four columns, two of them in one look-up."""
    v, o, l = shape
    n = (v + o) * l
    return o * n * n * 4 // 2 // 16, o * n * n // 16


def products(shape, core, eor3):
    """Cycles of the products alone. EOR3 adds two of them at once."""
    tbl, split = look_ups(shape)
    eor = tbl / 2 if eor3 else tbl
    return {"neoverse-n1": (tbl + eor + split) / 2, "cortex-a72": tbl * 1.5 + (eor + split) / 2,
            "oryon-1": (tbl + eor + split) / 4, "neoverse-v1": tbl}[core]


def rows(results, cores):
    """(core, set, the recompiled code's cycles, ours, rounds, products, cycles of AES, of products), where a core's
    backend is what it chooses."""
    measured = {(r["core"], r["alg"]): r for r in recorded.read_beside(THIRDS)}
    backends = {core: backend for _, core, backend, _ in cores}
    for core in AES_ROUNDS:
        for alg, shape in SHAPES.items():
            yield (core, alg, results.peer(alg, "verify", PEER)["cycles"][core],
                   results.of(alg, "verify", backends[core])[core], rounds(shape, core),
                   products(shape, core, backends[core] == "neon-sha3"),
                   *(int(measured[core, alg][part]) for part in PARTS))


def thirds(results, cores):
    cells = []
    for core, alg, theirs, ours, aes, look_up, stream, kernel in rows(results, cores):
        v, o, _ = SHAPES[alg]
        cells.append([core, f"{v}-{o}", *(f"{n:,.0f}" for n in (theirs, theirs / 3, ours)), times(theirs / ours),
                      *(f"{n:,.0f}" for n in (aes, stream - aes, look_up, kernel - look_up, ours - stream - kernel,
                                              theirs / 3 - aes - look_up)), times(theirs / (aes + look_up))])
    return table(["'core", "'set", "recompiled", "a third", "neosig", "ratio", "rounds", "beside", "products", "beside",
                  "others", "rest for three", "ratio without rest"], cells)


# ---- Measuring ----

def measure(emulator, prices):
    for core in AES_ROUNDS:
        for alg in SHAPES:
            count = emulator.operation(alg, "verify", "neon-sha3" if core == "oryon-1" else "neon-aes", 1, True)
            spent = collections.Counter()
            for _, runs, functions, places in prices.priced(count, [core]):
                for address, at in places.items():
                    spent[functions[address]] += runs[address] * sum(at) / len(at)
            yield {"core": core, "alg": alg} | {part: round(sum(n for name, n in spent.items() if name.startswith(begin)))
                                                for part, begin in PARTS.items()}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", type=pathlib.Path, default=emulate.BUILD, help="directory to build in")
    args = p.parse_args()
    model.need()
    found = list(measure(emulate.counting(args.build), model.Model(args.build)))
    recorded.write(THIRDS, ["Modelled cycles of AES and of products of matrices in SNOVA's verification: made by "
                            "bench/thirds.py."], ["core", "alg", *PARTS], found)


if __name__ == "__main__":
    main()
