#!/usr/bin/env python3
"""Writes src/gf/polynomial_tables.h: constants of GF(16) = GF(2)[x]/(x^4 + x + 1), of
GF(256) = GF(2)[x]/(x^8 + x^4 + x^3 + x + 1), and of the change from the latter's basis to the tower's.

    tools/polynomial_tables.py [DIRECTORY]            write it, into src/gf if no directory is named
    tools/polynomial_tables.py --check [DIRECTORY]    exit 1 if it is not what would be written

The tower's GF(256) (src/gf/tower.h) is the same field: an element is taken to the tower by putting a root of
x^8 + x^4 + x^3 + x + 1 for x. There are eight roots; the smallest is taken.
"""
import functools
import operator

import generated
from generated import array, header

MODULI = {4: 0b10011, 8: 0b100011011}


def multiply(bits, a, b):
    product = 0
    for i in reversed(range(bits)):
        product <<= 1
        product ^= product >> bits and MODULI[bits]
        product ^= (b >> i & 1) * a
    return product


def tower(half, a, b):
    """The product in the field of 2 half bits: w^2 = w + 1, w + x, w + xy."""
    if half == 0:
        return a & b
    mask = (1 << half) - 1
    high = tower(half // 2, a >> half, b >> half)
    low = tower(half // 2, a & mask, b & mask) ^ tower(half // 2, 1 << (half - 1), high)
    middle = tower(half // 2, a >> half, b & mask) ^ tower(half // 2, a & mask, b >> half) ^ high
    return middle << half | low


def powers_of(product, root, count):
    return [functools.reduce(product, [root] * k, 1) for k in range(count)]


def linear(images):
    """Of every byte its image, given those of the bits."""
    return [functools.reduce(operator.xor, (image for i, image in enumerate(images) if a >> i & 1), 0)
            for a in range(256)]


def is_root(a):
    powers = powers_of(functools.partial(tower, 4), a, 9)
    return powers[8] ^ powers[4] ^ powers[3] ^ powers[1] ^ powers[0] == 0


ROOT = min(filter(is_root, range(256)))
TO_TOWER = linear(powers_of(functools.partial(tower, 4), ROOT, 8))
FROM_TOWER = [TO_TOWER.index(a) for a in range(256)]
assert all(TO_TOWER[multiply(8, a, b)] == tower(4, TO_TOWER[a], TO_TOWER[b]) for a in range(256) for b in range(256))


def nibbles(table):
    return [table[:16], table[::16]]


def map_rows(name, table):
    return array(f"static const uint8_t neosig_polynomial_{name}[32]", *nibbles(table))


POWERS = powers_of(functools.partial(multiply, 4), 2, 15)
LOGARITHMS = [192, *(POWERS.index(a) for a in range(1, 16))]
NAME = "polynomial_tables.h"
FILES = {NAME: header(f"gf/{NAME}", "The fields in the basis of the powers of x.", [
    "/* GF(16): powers of x, and logarithms, 192 for zero. */",
    *array("static const uint8_t neosig_polynomial_powers[32]", (POWERS * 3)[:32]),
    *array("static const uint8_t neosig_polynomial_logarithms[16]", LOGARITHMS),
    "/* GF(256): the products of x^i and 0, 1, ..., 15, then of x^i and 0, 16, ..., 240, for each i. */",
    *array("static const uint8_t neosig_polynomial_multiples[256]",
           *[[multiply(8, 1 << i, a) for a in nibbles] for i in range(8)
             for nibbles in (range(16), range(0, 256, 16))]),
    "/* GF(256): x^8 times 0, 1, ..., 15, then times 0, 16, ..., 240. */",
    *map_rows("reduce", [multiply(8, multiply(8, 128, 2), a) for a in range(256)]),
    "/* GF(256): to the tower's basis and back; of the low nibble, then of the high one. */",
    *map_rows("to_tower", TO_TOWER),
    *map_rows("from_tower", FROM_TOWER),
])}
generated.main(__doc__, "src/gf", FILES)
