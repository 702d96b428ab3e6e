#!/usr/bin/env python3
"""Writes HAWK's constants: src/hawk/hawk_gauss_tables.h, hawk_residue_tables.h and hawk_roots_tables.h.

    tools/hawk_tables.py [DIRECTORY]            write them, into src/hawk if no directory is named
    tools/hawk_tables.py --check [DIRECTORY]    exit 1 if one of them is not what would be written
"""
import decimal

import generated
from generated import array, balanced, header, least_root, quotient, signed32, unit_roots, wrapped, zetas

LOGN = 10
PRIMES = (2147473409, 2147389441)  # of the specification
DEVIATIONS = {256: "1.010", 512: "1.278", 1024: "1.299"}  # sigma_sign
LOW_BITS, ALL_BITS = 63, 78
HIGH, ALL = 5, 13  # entries with high bits, and all; the table of 256 has fewer and is filled up by zeros


def tails(sigma, parity):
    """2^78 times the probability of more than 2k + parity in size, k = 0, 1, ..., of x in 2Z + parity with density in
    proportion to exp(-x^2 / (8 sigma^2)), rounded down."""
    decimal.getcontext().prec = 60
    factor = 8 * decimal.Decimal(sigma) ** 2
    weights = [(decimal.Decimal(-x * x) / factor).exp() for x in range(parity, 201, 2)]
    total = 2 * sum(weights) - (weights[0] if parity == 0 else 0)
    return [int(2 * sum(weights[k + 1:]) / total * 2**ALL_BITS) for k in range(ALL)]


def gauss():
    lines = ["const neosig_hawk_gauss neosig_hawk_gauss_tables[3] = {"]
    for n, sigma in DEVIATIONS.items():
        pairs = list(zip(tails(sigma, 0), tails(sigma, 1)))
        assert all(v >> LOW_BITS == 0 for pair in pairs[HIGH:] for v in pair)
        lines += [f"    {{ /* hawk{n} */", "        .high ="]
        high = ", ".join(f"{{{a >> LOW_BITS}, {b >> LOW_BITS}}}" for a, b in pairs[:HIGH])
        lines += [f"            {{{high}}},", "        .low =", "            {"]
        lines += [f"                {{{a % 2**LOW_BITS}, {b % 2**LOW_BITS}}}," for a, b in pairs]
        lines += ["            },", "    },"]
    return [*lines, "};", ""]


def residues():
    lines = ["/* zeta[k] = root^brv(k), brv reversing 10 bits, and round(zeta[k] 2^31 / p). */",
             "const neosig_hawk_prime neosig_hawk_primes[2] = {"]
    for p in PRIMES:
        inverse = signed32(pow(p, -1, 2**32))
        zeta = zetas(p, least_root(p, LOGN + 1), LOGN)
        pair = lambda b: f"{{{balanced(b, p)}, {quotient(balanced(b, p), p)}}}"
        lines += ["    {", f"        .p = {p},", f"        .p_inverse = {inverse},",
                  f"        .r2 = {pair(2**64)},",
                  "        .zeta =", "            {", *wrapped(zeta, "                "), "            },",
                  "        .quotient =", "            {",
                  *wrapped([quotient(z, p) for z in zeta], "                "), "            },", "    },"]
    return [*lines, "};", ""]


def roots():
    rows = unit_roots(2**31, LOGN)
    return [
        "/* At h + j, j < h, for h = 1, 2, 4, ... 256: 2^31 exp(i pi brv(2h + j) / 1024), brv reversing 10 bits. */",
        *array("const int32_t neosig_hawk_roots[512][2]", [f"{{{re}, {im}}}" for re, im in rows]),
    ]


if __name__ == "__main__":
    generated.main(__doc__, "src/hawk", {
        "hawk_gauss_tables.h": header("hawk/hawk_gauss_tables.h", "The sampler's distributions.", gauss()),
        "hawk_residue_tables.h": header("hawk/hawk_residue_tables.h", "Transforms modulo two primes.", residues()),
        "hawk_roots_tables.h": header("hawk/hawk_roots_tables.h", "The transform of 32 bits.", roots()),
    })
