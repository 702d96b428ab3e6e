#!/usr/bin/env python3
"""Writes the constants of SNOVA's round-3 sets, src/snova/snova_round3_tables.h, and those of products by values at
points, src/snova/snova_points_tables.h.

    tools/snova_tables.py [DIRECTORY]            write them, into src/snova if no directory is named
    tools/snova_tables.py --check [DIRECTORY]    exit 1 if one is not what would be written

A, B and the coefficients of Q1 and Q2 of a set are the first nibbles of SHAKE256("SNOVA_ABQ"), for all sets the same
stream: all A (equation, alpha, r x r entries), all B (r x l), all q1 (l), all q2. Where r = l, the specification makes
singular ones of A and B invertible by adding S, 2 S, 3 S, ... All of them are then l x l matrices, A before B, and so
number n of the stream is the same matrix in every set of that l: what is added depends on l and n alone. The tables
hold what the sets of any dimensions take that neosig_snova_row_fault admits.
"""
import hashlib

import generated
from generated import header

LANES = 256  # NEOSIG_SNOVA_MAX_MAP_LANES: the most equations times alphas
SIDES = (3, 4, 5)  # l
MOST_R = 8


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


def changes(stream, l):
    """(n, factor): factor times S is added to matrix number n of the stream, of A and B as the most lanes have them."""
    s, found = matrix_s(l), []
    for number in range(2 * LANES):
        first = number * l * l
        nibbles = [stream[i // 2] >> i % 2 * 4 & 15 for i in range(first, first + l * l)]
        m, factor, step = [nibbles[i:i + l] for i in range(0, l * l, l)], 0, 0
        while determinant(m) == 0:
            step += 1
            assert step < 16
            factor ^= step
            m = [[x ^ multiply(step, y) for x, y in zip(*rows)] for rows in zip(m, s)]
        if step:
            found.append((number, factor))
    return found


def inverse(m):
    """Of a matrix, by elimination."""
    n = len(m)
    m = [row + [int(i == j) for j in range(n)] for i, row in enumerate(m)]
    for c in range(n):
        pivot = next(r for r in range(c, n) if m[r][c])
        m[c], m[pivot] = m[pivot], m[c]
        scale = next(x for x in range(16) if multiply(x, m[c][c]) == 1)
        m[c] = [multiply(scale, x) for x in m[c]]
        for r in range(n):
            if r != c:
                factor = m[r][c]
                m[r] = [x ^ multiply(factor, y) for x, y in zip(m[r], m[c])]
    return [row[n:] for row in m]


def product(a, b):
    c = [[0] * len(b[0]) for _ in a]
    for i, row in enumerate(a):
        for k, x in enumerate(row):
            c[i] = [y ^ multiply(x, z) for y, z in zip(c[i], b[k])]
    return c


def transposed(m):
    return [list(row) for row in zip(*m)]


def points(l):
    """Psi, Phi and the powers of the points, as src/snova/snova_points.c defines them."""
    s, count = matrix_s(l), 2 * l - 1
    powers_of_s = [[[int(i == j) for j in range(l)] for i in range(l)]]
    for _ in range(count):
        powers_of_s.append(product(powers_of_s[-1], s))
    # e_0^T S^k v is 1 for k = 0 and 0 for k < l: a unit vector's coordinate is the value at 0.
    v = [[row[0]] for row in inverse([powers_of_s[k][0] for k in range(l)])]
    multiples = [[x for x, in product(powers_of_s[n], v)] for n in range(count)]  # (S^n v)^T
    powers = [[1] for _ in range(count)]
    for point in range(count):
        for _ in range(1, count):
            powers[point].append(multiply(powers[point][-1], point))
    psi = product([row[:l] for row in powers], inverse(transposed(multiples[:l])))
    assert psi[0] == [1] + [0] * (l - 1)
    return psi, product(inverse(transposed(powers)), multiples), [row[:l] for row in powers]


def pairs(matrix):
    """The pair bytes of a matrix's rows, for the columns one after another."""
    half = (len(matrix) + 1) // 2
    rows = matrix + [[0] * len(matrix[0])] * (2 * half - len(matrix))
    return [rows[p][c] | rows[p + half][c] << 4 for c in range(len(matrix[0])) for p in range(half)]


def points_text():
    lines = [
        "/* For l = 3, 4, 5, the pairs of five matrices, column after column, as a factor has their tables. These are",
        " * Psi without its first row, Phi, the powers of the points, and the transposes of the powers and of Phi.",
        " * Zeros follow, to whole groups. */",
    ]
    for l in SIDES:
        psi, phi, powers = points(l)
        data = pairs(psi[1:]) + pairs(phi) + pairs(powers) + pairs(transposed(powers)) + pairs(transposed(phi))
        room = (len(data) + 15) // 16 * 16
        lines += [f"#define NEOSIG_SNOVA_POINTS_{l} {len(data)}",
                  f"static const uint8_t neosig_snova_points_{l}[{room}] = {{",
                  *("    " + "".join(f"{x}," for x in data[i:i + 28]) for i in range(0, len(data), 28)), "};"]
    return header("snova/snova_points_tables.h", "Constants of products by values at points.", [*lines, ""])


def stream_elements(l, r):
    """What the most equations take."""
    lanes = LANES // alphas(l, r) * alphas(l, r)
    return lanes * (r * r + r * l + 2 * l)


def round3_text():
    elements = max(stream_elements(l, r) for l in SIDES for r in range(l, MOST_R + 1))
    stream = hashlib.shake_256(b"SNOVA_ABQ").digest((elements + 1) // 2)
    lines = [
        '/* SHAKE256("SNOVA_ABQ"), as much as any set takes. */',
        f"static const uint8_t neosig_snova_abq_stream[{len(stream)}] = {{",
        *("    " + "".join(f"{x}," for x in stream[i:i + 28]) for i in range(0, len(stream), 28)),
        "};", "",
        "/* For r = l: factor times S is added to matrix number n. Matrices are numbered through all A, then all B. The",
        " * last entry ends the list: there are at most 512 matrices. */",
        "typedef struct neosig_snova_change {", "    uint16_t n;", "    uint8_t factor;", "} neosig_snova_change;",
    ]
    for l in SIDES:
        rows = [f"{{{n}, {factor}}}," for n, factor in changes(stream, l) + [(2 * LANES, 0)]]
        lines += ["", f"static const neosig_snova_change neosig_snova_changes_{l}[] = {{",
                  *("    " + " ".join(rows[i:i + 10]) for i in range(0, len(rows), 10)), "};"]
    return header("snova/snova_round3_tables.h", "The constants of SNOVA's round-3 sets.", [*lines, ""])


generated.main(__doc__, "src/snova",
               {"snova_round3_tables.h": round3_text(), "snova_points_tables.h": points_text()})
