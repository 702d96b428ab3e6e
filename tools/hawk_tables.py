#!/usr/bin/env python3
"""Writes HAWK's constants: src/hawk/hawk_gauss_tables.h, hawk_residue_tables.h and hawk_roots_tables.h.

    tools/hawk_tables.py [DIRECTORY]            write them, into src/hawk if no directory is named
    tools/hawk_tables.py --check [DIRECTORY]    exit 1 if one of them is not what would be written
"""
import decimal
import math

import generated
from generated import array

LOGN = 10
PRIMES = (2147473409, 2147389441)  # of the specification
DEVIATIONS = {256: "1.010", 512: "1.278", 1024: "1.299"}  # sigma_sign
LOW_BITS, ALL_BITS = 63, 78
HIGH, ALL = 5, 13  # entries with high bits, and all; the table of 256 has fewer and is filled up by zeros


def reverse(k, bits=LOGN):
    return int(f"{k:0{bits}b}"[::-1], 2)


def balanced(a, p):
    a %= p
    return a - p if 2 * a > p else a


def quotient(b, p):
    """round(b 2^31 / p), for the products of mod32.h."""
    return (2 * b * 2**31 + p) // (2 * p)


def tails(sigma, parity):
    """2^78 times the probability of more than 2k + parity in size, k = 0, 1, ..., of x in 2Z + parity with density in
    proportion to exp(-x^2 / (8 sigma^2)), rounded down."""
    decimal.getcontext().prec = 60
    factor = 8 * decimal.Decimal(sigma) ** 2
    weight = lambda x: (decimal.Decimal(-x * x) / factor).exp()
    total = sum(weight(x) for x in range(-200 + parity, 201, 2))
    found = []
    for k in range(ALL):
        tail = sum(weight(x) for x in range(2 * k + parity + 2, 201, 2)) * 2 / total
        found.append(int(tail * 2**ALL_BITS))
    return found


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


def root(p):
    """The least number of order 2^(LOGN + 1)."""
    return next(r for r in range(2, p) if pow(r, 2**LOGN, p) == p - 1)


def residues():
    lines = ["/* zeta[k] = root^brv(k), brv reversing 10 bits, and round(zeta[k] 2^31 / p). */",
             "const neosig_hawk_prime neosig_hawk_primes[2] = {"]
    for p in PRIMES:
        inverse = (pow(p, -1, 2**32) + 2**31) % 2**32 - 2**31
        r = root(p)
        zetas = [balanced(pow(r, reverse(k), p), p) for k in range(2**LOGN)]
        pair = lambda b: f"{{{balanced(b, p)}, {quotient(balanced(b, p), p)}}}"
        lines += ["    {", f"        .p = {p},", f"        .p_inverse = {inverse},",
                  f"        .r2 = {pair(2**64)},",
                  "        .zeta =", "            {", *generated.wrapped(zetas, "                "), "            },",
                  "        .quotient =", "            {",
                  *generated.wrapped([quotient(z, p) for z in zetas], "                "), "            },", "    },"]
    return [*lines, "};", ""]


def roots():
    rows = [(0, 0)]
    for k in range(1, 2 ** (LOGN - 1)):
        h = 2 ** (k.bit_length() - 1)
        angle = math.pi * reverse(k + h) / 2**LOGN
        rows.append((round(2**31 * math.cos(angle)), round(2**31 * math.sin(angle))))
    return [
        "/* At h + j, j < h, for h = 1, 2, 4, ... 256: 2^31 exp(i pi brv(2h + j) / 1024), brv reversing 10 bits. */",
        *array("const int32_t neosig_hawk_roots[512][2]", [f"{{{re}, {im}}}" for re, im in rows]),
    ]


def header(name, comment, lines):
    guard = f"NEOSIG_HAWK_{name.upper()}_H"
    return "\n".join([f"/* {comment} Written by tools/hawk_tables.py. */", f"#ifndef {guard}", f"#define {guard}", "",
                      "#include <stdint.h>", "", "/* clang-format off */", *lines, "#endif", ""])


if __name__ == "__main__":
    generated.main(__doc__, "src/hawk", {
        "hawk_gauss_tables.h": header("hawk_gauss_tables", "The sampler's distributions.", gauss()),
        "hawk_residue_tables.h": header("hawk_residue_tables", "Transforms modulo two primes.", residues()),
        "hawk_roots_tables.h": header("hawk_roots_tables", "The transform of 32 bits.", roots()),
    })
