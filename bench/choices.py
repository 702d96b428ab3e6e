#!/usr/bin/env python3
"""Loops of kernels that were chosen by models alone, and what else was to be had: writes bench/results/choices.csv.

Each loop stands for 64 bytes. A price is what one more run of it takes, in cycles of the corrected models.
"""

import emulate
import model
import recorded
import rewrites
from recorded import CHOICES

COLUMNS = ["choice", "way", *model.CORES]
RUNS = 50, 150

PRODUCT = ["ld1\t{ v0.16b, v1.16b, v2.16b, v3.16b }, [x1], #64", "ldp\tq4, q5, [x0]", "ldp\tq6, q7, [x0, #32]"]
PRODUCT += [line for i in range(4) for line in (
    f"and\tv{20 + i}.16b, v{i}.16b, v30.16b", f"ushr\tv{i}.16b, v{i}.16b, #4",
    f"tbl\tv{20 + i}.16b, {{ v28.16b }}, v{20 + i}.16b", f"tbl\tv{i}.16b, {{ v29.16b }}, v{i}.16b",
    f"eor\tv{4 + i}.16b, v{4 + i}.16b, v{20 + i}.16b", f"eor\tv{4 + i}.16b, v{4 + i}.16b, v{i}.16b")]
PAIRS = ["stp\tq4, q5, [x0]", "stp\tq6, q7, [x0, #32]", "add\tx0, x0, #64"]
FOUR = ["st1\t{ v4.16b, v5.16b, v6.16b, v7.16b }, [x0], #64"]
VECTORS = ["ldp\tq0, q1, [x1]", "ldp\tq2, q3, [x1, #32]", "stp\tq0, q1, [x0]", "stp\tq2, q3, [x0, #32]"]
GENERAL = [f"{op}\tx{4 + 2 * i}, x{5 + 2 * i}, [{base}, #{16 * i}]" for op, base in (("ldp", "x1"), ("stp", "x0"))
           for i in range(4)]
LOOPS = {("sums of products by a scalar", "stored in pairs, as it is"): PRODUCT + PAIRS,
         ("sums of products by a scalar", "stored by ST1 of four"): PRODUCT + FOUR,
         ("sums of products by a scalar", "as it is, if TBL took what USHR takes"):
             [line.replace("tbl\t", "ushr\t").replace("{ v28.16b }, ", "").replace("{ v29.16b }, ", "") + ", #4" * (
                 line.startswith("tbl")) for line in PRODUCT] + PAIRS,
         ("copy", "by vector registers, as it is"): VECTORS, ("copy", "by general registers"): GENERAL}


def prices(directory=emulate.BUILD):
    """The rows of the file."""
    simulator, rows = model.Model(directory), []
    for (choice, way), loop in LOOPS.items():
        row = {"choice": choice, "way": way}
        for core in model.CORES:
            streams = [[line for line, _ in rewrites.rewritten(core, loop * runs)] for runs in RUNS]
            few, many = (times[-1] for times in simulator.simulate(core, streams))
            row[core] = f"{(many - few) / (RUNS[1] - RUNS[0]):.2f}"
        rows.append(row)
    return rows


def main():
    model.need()
    recorded.write(CHOICES, ["Modelled cycles of loops, for 64 bytes: made by bench/choices.py."], COLUMNS, prices())


if __name__ == "__main__":
    main()
