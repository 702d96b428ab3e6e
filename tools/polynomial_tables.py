#!/usr/bin/env python3
"""Writes src/gf/polynomial_tables.h: constants of GF(16) = GF(2)[x]/(x^4 + x + 1), of
GF(256) = GF(2)[x]/(x^8 + x^4 + x^3 + x + 1), and of the change from these bases to the tower's.

    tools/polynomial_tables.py [DIRECTORY]            write it, into src/gf if no directory is named
    tools/polynomial_tables.py --check [DIRECTORY]    exit 1 if it is not what would be written

The tower's fields (src/gf/tower.h) are the same: an element is taken to the tower by putting a root of the polynomial
for x. Of the roots the smallest is taken.
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


def to_tower(bits):
    """Of every byte its image, or for GF(16) those of its two nibbles."""
    product, size = functools.partial(tower, bits // 2), 1 << bits
    for root in range(size):
        powers = powers_of(product, root, bits + 1)
        if functools.reduce(operator.xor, (power for i, power in enumerate(powers) if MODULI[bits] >> i & 1)) == 0:
            break
    images = linear([power << shift for shift in range(0, 8, bits) for power in powers[:bits]])
    assert all(images[multiply(bits, a, b)] == product(images[a], images[b]) for a in range(size) for b in range(size))
    return images


def inverse(images):
    return [images.index(a) for a in range(256)]


TO_TOWER = {bits: to_tower(bits) for bits in MODULI}


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
    "/* To the tower's basis and back, in GF(256) and of both elements of GF(16) in a byte: of the low nibble, then of",
    " * the high one. */",
    *map_rows("to_tower", TO_TOWER[8]),
    *map_rows("from_tower", inverse(TO_TOWER[8])),
    *map_rows("16_to_tower", TO_TOWER[4]),
    *map_rows("16_from_tower", inverse(TO_TOWER[4])),
])}
generated.main(__doc__, "src/gf", FILES)
