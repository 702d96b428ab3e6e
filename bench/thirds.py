"""How near SNOVA's verification with l = 2 comes to a third of the recompiled code's modelled cycles, and what is in the
way: the table of docs/tables/snova.md."""
from cells import table, times

SHAPES = {"snova-28-17-16-2-ssk": (28, 17, 2), "snova-43-25-16-2-ssk": (43, 25, 2), "snova-61-33-16-2-ssk": (61, 33, 2)}
# Modelled cycles of the rounds of AES of eight blocks, which test/bench/prices.py compares with the model.
AES_ROUNDS = {"neoverse-n1": 80, "cortex-a72": 80, "oryon-1": 30, "neoverse-v1": 20}
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
    """(core, set, the recompiled code's cycles, ours, rounds, products), where a core's backend is what it chooses."""
    backends = {core: backend for _, core, backend, _ in cores}
    for core in AES_ROUNDS:
        for alg, shape in SHAPES.items():
            yield (core, alg, results.peer(alg, "verify", PEER)["cycles"][core],
                   results.of(alg, "verify", backends[core])[core], rounds(shape, core),
                   products(shape, core, backends[core] == "neon-sha3"))


def thirds(results, cores):
    cells = []
    for core, alg, theirs, ours, aes, look_up in rows(results, cores):
        v, o, _ = SHAPES[alg]
        cells.append([core, f"{v}-{o}", *(f"{n:,.0f}" for n in (theirs, theirs / 3, ours)), times(theirs / ours),
                      *(f"{n:,.0f}" for n in (aes, look_up, ours - aes - look_up, theirs / 3 - aes - look_up)),
                      times(theirs / (aes + look_up))])
    return table(["'core", "'set", "recompiled", "a third", "neosig", "ratio", "rounds", "products", "rest",
                  "rest for three", "ratio without rest"], cells)
