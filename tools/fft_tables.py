#!/usr/bin/env python3
"""Writes the roots of Falcon's transforms, src/fft/fft_tables.h.

    tools/fft_tables.py [DIRECTORY]            write them, into src/fft if no directory is named
    tools/fft_tables.py --check [DIRECTORY]    exit 1 if it is not what would be written

Root m / 2 + i, m a power of two and i < m / 2, is exp(i pi brv(m + i) / 1024), where brv reverses 10 bits: what the
layer of m blocks multiplies its block i by. Each part is the binary64 number nearest to the true one.
"""
import fractions
import struct

import generated
from generated import array, reverse

BITS = 200  # of the fixed-point numbers here


def pi():
    """Machin's formula."""
    def arctan_of_inverse(x):
        total, term, k = 0, (1 << BITS + 20) // x, 0
        while term:
            total += (-1) ** k * (term // (2 * k + 1))
            term, k = term // (x * x), k + 1
        return total
    return 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)) >> 20


def series(x, first):
    """The cosine (first = 0) or sine (first = 1) of x."""
    total, term, k = 0, 1 << BITS if first == 0 else x, first
    while term:
        total += (-1) ** (k // 2) * term
        term = (term * x >> BITS) * x // ((k + 1) * (k + 2)) >> BITS
        k += 2
    return total


def bits(x):
    """The pattern of the nearest binary64 number. None of these numbers lies near the middle between two."""
    number = float(fractions.Fraction(x, 1 << BITS))
    return f"UINT64_C(0x{struct.pack('>d', number).hex()})"


def roots():
    angle = pi() // 1024
    order = [(1, 0)] + [(m, i) for m in (2 << k for k in range(9)) for i in range(m // 2)]
    return [reverse(m + i, 10) * angle for m, i in order]


def text():
    angles = roots()
    cosines = ["UINT64_C(0x3ff0000000000000)", *(bits(series(a, 0)) for a in angles[1:])]
    sines = ["UINT64_C(0x0000000000000000)", *(bits(series(a, 1)) for a in angles[1:])]
    return generated.header("fft/fft_tables.h", "Roots of Falcon's transforms, as patterns of binary64 numbers.", [
        "/* Root m / 2 + i is exp(i pi brv(m + i) / 1024), brv reversing 10 bits; the first is not used. Real parts. */",
        *array("static const uint64_t fft_root_re[512]", cosines),
        "/* Imaginary parts. */",
        *array("static const uint64_t fft_root_im[512]", sines),
    ])


generated.main(__doc__, "src/fft", {"fft_tables.h": text()})
