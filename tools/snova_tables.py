#!/usr/bin/env python3
"""Writes the constants of SNOVA's round-3 sets: src/snova/snova_round3_tables.h.

    tools/snova_tables.py [DIRECTORY]            write it, into src/snova if no directory is named
    tools/snova_tables.py --check [DIRECTORY]    exit 1 if it is not what would be written

A, B and the coefficients of Q1 and Q2 of a set are the first nibbles of SHAKE256("SNOVA_ABQ"), for all sets the same
stream: all A (equation, alpha, r x r entries), all B (r x l), all q1 (l), all q2. Where r = l, the specification makes
singular ones of A and B invertible by adding S, 2 S, 3 S, ...: the sums that it adds are listed for the two such sets.
"""
import hashlib
import pathlib
import sys

NAME = "snova_round3_tables.h"
SETS = [(3, 4, 8), (4, 4, 6), (5, 4, 4), (4, 4, 8), (5, 4, 6), (6, 4, 5), (4, 5, 8), (5, 5, 6), (6, 5, 5)]  # o, l, r


def alphas(l, r):
    return l * r + 2 * r


def multiply(a, b):
    product = 0
    for i in range(4):
        product ^= (a << i) * (b >> i & 1)
    for i in (6, 5, 4):
        product ^= (0x13 << (i - 4)) * (product >> i & 1)  # x^4 + x + 1
    return product


def determinant(m):
    """By elimination."""
    m, product = [row[:] for row in m], 1
    for c in range(len(m)):
        pivot = next((r for r in range(c, len(m)) if m[r][c]), None)
        if pivot is None:
            return 0
        m[c], m[pivot] = m[pivot], m[c]
        product = multiply(product, m[c][c])
        inverse = next(x for x in range(16) if multiply(x, m[c][c]) == 1)
        for r in range(c + 1, len(m)):
            factor = multiply(m[r][c], inverse)
            m[r] = [x ^ multiply(factor, y) for x, y in zip(m[r], m[c])]
    return product


def matrix_s(l):
    s = [[8 - i - j for j in range(l)] for i in range(l)]
    if l == 5:
        s[4][4] = 9
    return s


def changes(stream, o, l):
    """(1 for B, equation, alpha, factor): factor times S is added to that matrix."""
    s, found = matrix_s(l), []
    for number in range(2 * o * alphas(l, l)):
        first = number * l * l
        nibbles = [stream[i // 2] >> i % 2 * 4 & 15 for i in range(first, first + l * l)]
        m, factor, step = [nibbles[i:i + l] for i in range(0, l * l, l)], 0, 0
        while determinant(m) == 0:
            step += 1
            assert step < 16
            factor ^= step
            m = [[x ^ multiply(step, y) for x, y in zip(*rows)] for rows in zip(m, s)]
        if step:
            matrix, alpha = divmod(number, alphas(l, l))
            found.append((*divmod(matrix, o), alpha, factor))
    return found


def text():
    elements = max(o * alphas(l, r) * (r * r + r * l + 2 * l) for o, l, r in SETS)
    stream = hashlib.shake_256(b"SNOVA_ABQ").digest((elements + 1) // 2)
    lines = [
        "/* The constants of SNOVA's round-3 sets. Written by tools/snova_tables.py. */",
        "#ifndef NEOSIG_SNOVA_SNOVA_ROUND3_TABLES_H", "#define NEOSIG_SNOVA_SNOVA_ROUND3_TABLES_H", "",
        "#include <stdint.h>", "", "/* clang-format off */",
        '/* SHAKE256("SNOVA_ABQ"), as much as the largest set takes. */',
        f"static const uint8_t neosig_snova_abq_stream[{len(stream)}] = {{",
        *("    " + "".join(f"{x}," for x in stream[i:i + 28]) for i in range(0, len(stream), 28)),
        "};", "",
        "/* Of the sets with l = r = 4 and 5: factor S is added to A or B of equation i and alpha. The last has factor 0. */",
        "typedef struct neosig_snova_change {", "    uint8_t b, i, alpha, factor;", "} neosig_snova_change;",
    ]
    for o, l, r in SETS:
        if l == r:
            rows = ["{" + ", ".join(map(str, row)) + "}," for row in changes(stream, o, l) + [(0, 0, 0, 0)]]
            lines += ["", f"static const neosig_snova_change neosig_snova_changes_{l}[] = {{",
                      *("    " + " ".join(rows[i:i + 8]) for i in range(0, len(rows), 8)), "};"]
    return "\n".join([*lines, "/* clang-format on */", "", "#endif"]) + "\n"


def main():
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    arguments = arguments[check:]
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parent.parent
    file = (pathlib.Path(arguments[0]) if arguments else root / "src/snova") / NAME
    if not check:
        file.write_text(text())
    elif not file.exists() or file.read_text() != text():
        sys.exit(f"not what tools/snova_tables.py writes: {NAME}")
    else:
        print("the constants of SNOVA's round 3 are current")


main()
