#!/usr/bin/env python3
"""HAETAE's bounds and constants, computed again from tables 2 and 3 of its specification.

    definitions.py

The reference takes these numbers from the rows of src/haetae, too, and no known answer comes so near to a bound that
its last digit shows.
"""
import pathlib
import sys
from decimal import Decimal

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rows"))
from computed import check, nearest  # noqa: E402

N = 256
FILE = "src/haetae/haetae_params.c"
SETS = {  # k, l, B, B', B'', gamma
    "haetae2": (2, 4, "9846.02", "9838.98", "12777.52", "48.858"),
    "haetae3": (3, 6, "18314.98", "18307.70", "21906.65", "57.707"),
    "haetae5": (4, 7, "22343.66", "22334.95", "24441.49", "55.13"),
}


def limbs(x):
    """The nearest number with 76 fractional bits: its low 48 bits, and the rest."""
    v = nearest(x * 2 ** 76)
    return [v % 2 ** 48, v >> 48]


def main():
    expected = []
    for name, (k, l, *reals) in SETS.items():
        ball, response, signature, gamma = map(Decimal, reals)
        y = 1 / Decimal(N * (k + l) + 2).sqrt()
        row = {
            "b0_squared": [int(ball ** 2)],
            "b1_squared": [int(response ** 2)],
            "b2_squared": [int(signature ** 2)],
            "gamma_squared_n": [int(gamma ** 2 * N)],
            "scale": [int(2 ** 13 * ball + Decimal(N * (k + l)).sqrt() / 2)],
            "cube": limbs(y ** 3),
            "three_halves": limbs(y * 3 / 2),
        }
        expected += [(FILE, rf'(?s)"{name}".*?\.{field} =', numbers) for field, numbers in row.items()]
    return check(expected)


if __name__ == "__main__":
    sys.exit(main())
