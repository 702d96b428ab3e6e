#!/usr/bin/env python3
"""Prints, by set and depth of the NTRU equation's solver, how many bits the longest coefficient of f and g has. There
are the mean, the deviation, and the mean plus six deviations, rounded up. The last is `bits` in the sets' parameters.

    tools/ntru_lengths.py [DRAWS]    of so many draws of f and g, 1000 if not told
"""
import math
import random
import statistics
import sys

DEPTHS = 5


def bits_of_binomials(width):
    """Of the scheme with q = 1: sums of so many bits, less their mean."""
    return lambda rng: bin(rng.getrandbits(width)).count("1") - width // 2


def rounded_gauss(n):
    """Falcon: 1.17 sqrt(q / (2n)) is the deviation of its f and g."""
    deviation = 1.17 * math.sqrt(12289 / (2 * n))
    return lambda rng: round(rng.gauss(0, deviation))


SETS = {
    **{f"q = 1, n = {n}": (n, bits_of_binomials(n // 64)) for n in (256, 512, 1024)},
    "fn-dsa-512-pre": (512, rounded_gauss(512)),
    "fn-dsa-1024-pre": (1024, rounded_gauss(1024)),
}


def product(a, b):
    """Modulo X^n + 1, as one product of integers that have the coefficients side by side."""
    n = len(a)
    width = (max(map(abs, a)).bit_length() + max(map(abs, b)).bit_length() + n.bit_length() + 8) // 8
    half = 1 << (8 * width - 1)
    halves = lambda count: int.from_bytes(half.to_bytes(width, "little") * count, "little")
    joined = lambda f: int.from_bytes(b"".join((x + half).to_bytes(width, "little") for x in f), "little") - halves(n)
    both = (joined(a) * joined(b) + halves(2 * n)).to_bytes(2 * n * width, "little")
    c = [int.from_bytes(both[i:i + width], "little") - half for i in range(0, len(both), width)]
    return [c[i] - c[n + i] for i in range(n)]


def norm(f):
    return product(f, [-x if i % 2 else x for i, x in enumerate(f)])[::2]


def lengths(f, g):
    found = []
    for _ in range(DEPTHS):
        found.append(max(map(abs, f + g)).bit_length())
        f, g = norm(f), norm(g)
    return found


if __name__ == "__main__":
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name, (n, draw) in SETS.items():
        rng = random.Random(n)
        print(name)
        pairs = (([draw(rng) for _ in range(n)], [draw(rng) for _ in range(n)]) for _ in range(draws))
        for depth, found in enumerate(zip(*(lengths(f, g) for f, g in pairs))):
            mean, deviation = statistics.mean(found), statistics.pstdev(found)
            print(f"  depth {depth}  mean {mean:7.2f}  deviation {deviation:5.2f}  most {max(found):3}"
                  f"  bits {math.ceil(mean + 6 * deviation):3}")
