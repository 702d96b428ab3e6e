#!/usr/bin/env python3
"""HAWK's bounds, computed again from the deviations of its specification. tools/hawk_tables.py makes the distributions.

    definitions.py

The reference takes these numbers from the rows of src/hawk, too, and no known answer comes so near to a bound that its
last digit shows.
"""
import math
import pathlib
import sys
from decimal import Decimal

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rows"))
from computed import check  # noqa: E402

FILE = "src/hawk/hawk_params.c"
SETS = {  # n, sigma_sec, sigma_verify, 1 / beta_0
    "hawk256": (256, "1.042", "1.042", 250),
    "hawk512": (512, "1.425", "1.425", 1000),
    "hawk1024": (1024, "1.974", "1.571", 3000),
}


def main():
    expected = []
    for name, (n, secret, verify, inverse_beta) in SETS.items():
        row = {
            "least_norm": math.ceil(2 * n * Decimal(secret) ** 2),
            "most_inverse": 2 ** 32 // inverse_beta,
            "most_norm": math.floor(8 * n * Decimal(verify) ** 2),
        }
        expected += [(FILE, rf'(?s)"{name}".*?\.{field} =', [number]) for field, number in row.items()]
    return check(expected)


if __name__ == "__main__":
    sys.exit(main())
