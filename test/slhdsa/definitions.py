#!/usr/bin/env python3
"""SLH-DSA's dimensions and sizes, computed again from FIPS 205, and the security that they give.

    definitions.py

The reference takes the dimensions from the rows of src/slhdsa, too.
"""
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rows"))
from computed import ROOT, check  # noqa: E402

ROWS = "src/slhdsa/slhdsa_params.c"
LG_W = 4
SETS = {  # table 2: n, h, d, h', a, k, m, category, bytes of a public key and of a signature
    "128s": (16, 63, 7, 9, 12, 14, 30, 1, 32, 7856),
    "128f": (16, 66, 22, 3, 6, 33, 34, 1, 32, 17088),
    "192s": (24, 63, 7, 9, 14, 17, 39, 3, 48, 16224),
    "192f": (24, 66, 22, 3, 8, 33, 42, 3, 48, 35664),
    "256s": (32, 64, 8, 8, 14, 22, 47, 5, 64, 29792),
    "256f": (32, 68, 17, 4, 9, 35, 49, 5, 64, 49856),
}


def lengths(n):
    """len1 (5.1) and len2 (algorithm 1)."""
    len1, w = -(-8 * n // LG_W), 2 ** LG_W
    most, len2, capacity = len1 * (w - 1), 1, w
    while capacity <= most:
        len2, capacity = len2 + 1, capacity * w
    assert len2 == math.floor(math.log2(most) / LG_W) + 1  # 5.3
    return len1, len2


def macro(name, **values):
    """What a macro of the rows is with these arguments, by name."""
    body = re.search(rf"#define {name}\([^)]*\) (.*)", (ROOT / ROWS).read_text())[1]
    return eval(body.replace("(size_t)", "").replace("/", "//"), values)


def security(h, a, k):
    """Bits, by FORS after 2^64 signatures: of a number of signatures with one FORS key, for each tree one opens the
    leaf that a forgery needs. The number is nearly Poisson's."""
    mean, forged = 2.0 ** (64 - h), 0.0
    for number in range(1, 200):
        chance = -mean + number * math.log(mean) - math.lgamma(number + 1)
        forged += math.exp(chance) * (1 - (1 - 2.0 ** -a) ** number) ** k
    return -math.log2(forged)


def main():
    expected = []
    for name, (n, h, d, tree, a, k, m, category, pk_bytes, sig_bytes) in SETS.items():
        len1, len2 = lengths(n)
        row = {"n": n, "h": h, "d": d, "tree_height": tree, "a": a, "k": k}
        assert h == d * tree and pk_bytes == 2 * n, name
        assert m == -(-k * a // 8) + -(-(h - tree) // 8) + -(-tree // 8) == macro("M", **row), name
        assert sig_bytes == n * (1 + k * (1 + a) + h + d * (len1 + len2)) == macro("SIG", **row), name
        assert security(h, a, k) > 8 * n - 0.2, name
        expected.append((ROWS, rf'NAME "-{name}", ', [category, n, h, d, a, k]))
        expected.append(("src/slhdsa/slhdsa_scheme.c", r"\blen = ", [len1 // n, len2]))
    expected.append(("src/slhdsa/slhdsa.h", "NEOSIG_SLHDSA_MAX_LEN ", [sum(lengths(32))]))
    return check(expected)


if __name__ == "__main__":
    sys.exit(main())
