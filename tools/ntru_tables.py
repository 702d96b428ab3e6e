#!/usr/bin/env python3
"""Writes the constants of the NTRU equation's solver: src/ntru/ntru_residue_tables.h and ntru_fixed_tables.h.

    tools/ntru_tables.py [DIRECTORY]            write them, into src/ntru if no directory is named
    tools/ntru_tables.py --check [DIRECTORY]    exit 1 if one of them is not what would be written
"""
import math

import generated
from generated import array

LOGN = 10  # the largest degree is 2^LOGN
PRIMES = 4


def is_prime(p):
    """Miller and Rabin's test by the first four primes decides below 3.2 10^9."""
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(pow(a, odd, p) == 1 or any(pow(a, odd << i, p) == p - 1 for i in range(twos)) for a in (2, 3, 5, 7))


def largest_primes(count):
    """The largest primes below 2^28 with roots of order 2^(LOGN + 1)."""
    order = 2 ** (LOGN + 1)
    return [p for p in range(2**28 - order + 1, 2**27, -order) if is_prime(p)][:count]


def root(p):
    """The least number of order 2^(LOGN + 1)."""
    return next(r for r in range(2, p) if pow(r, 2**LOGN, p) == p - 1)


def balanced(a, p):
    a %= p
    return a - p if 2 * a > p else a


def quotient(b, p):
    """round(b 2^31 / p), for the products of mod32.h."""
    return (2 * b * 2**31 + p) // (2 * p)


def reverse(k, bits=LOGN):
    return int(f"{k:0{bits}b}"[::-1], 2)


def prime_row(p, before):
    inverse = pow(p, -1, 2**32)
    scales = [2**32 * pow(2**logn, -1, p) % p for logn in range(LOGN + 1)]
    r = root(p)
    zeta1 = pow(r, 2 ** (LOGN - 1), p)
    pair = lambda b: f"{{{balanced(b, p)}, {quotient(balanced(b, p), p)}}}"
    lines = [
        "    {",
        f"        .p = {p},",
        f"        .p_inverse = {(inverse + 2**31) % 2**32 - 2**31},",
        f"        .r = {pair(2**32)},",
        f"        .digit = {pair(2**28)},",
        f"        .inverse = {{{', '.join(pair(pow(b, -1, p)) for b in before) or '{0, 0}'}}},",
        f"        .before = {{{', '.join(str(math.prod(before) >> 28 * i & 2**28 - 1) for i in range(PRIMES - 1))}}},",
        "        .scale = {",
        *(f"            {{{pair(s)}, {pair(s * zeta1)}}}," for s in scales),
        "        },",
    ]
    zetas = [balanced(pow(r, reverse(k), p), p) for k in range(2**LOGN)]
    lines += ["        .zeta =", "            {"]
    lines += generated.wrapped(zetas, "                ")
    lines += ["            },", "        .quotient =", "            {"]
    lines += generated.wrapped([quotient(z, p) for z in zetas], "                ")
    return lines + ["            },", "    },"]


def residues():
    primes = largest_primes(PRIMES)
    # The bounds of ntru_plain.h and ntru_internal.h.
    assert all(2**28 - 2**17 < p < 2**28 for p in primes)
    lines = [
        "/* By prime: p, p^-1 modulo 2^32; pairs b, round(b 2^31 / p) for b = 2^32, 2^28 and the inverses of the primes",
        " * before, whose product's digits follow; for every logn b = 2^32 / 2^logn, and that times zeta[1]; zeta[k] =",
        " * root^brv(k), brv reversing 10 bits, and their quotients. */",
        "const neosig_ntru_prime neosig_ntru_primes[NEOSIG_NTRU_PRIMES] = {",
    ]
    for i, p in enumerate(primes):
        lines += prime_row(p, primes[:i])
    return [*lines, "};", ""]


def fixed():
    """exp(i pi brv(2h + j) / 1024) for j < h at h + j, h = 1, 2, 4, ... 256."""
    rows = [(0, 0)]
    for k in range(1, 2 ** (LOGN - 1)):
        h = 2 ** (k.bit_length() - 1)
        angle = math.pi * reverse(k + h) / 2**LOGN
        rows.append((round(2**32 * math.cos(angle)), round(2**32 * math.sin(angle))))
    return [
        "/* At h + j, j < h, for h = 1, 2, 4, ... 256: 2^32 exp(i pi brv(2h + j) / 1024), brv reversing 10 bits. */",
        *array("static const int64_t ntru_fixed_roots[512][2]", [f"{{{re}, {im}}}" for re, im in rows]),
    ]


def header(name, comment, lines):
    guard = f"NEOSIG_NTRU_{name.upper()}_H"
    return "\n".join([f"/* {comment} Written by tools/ntru_tables.py. */", f"#ifndef {guard}", f"#define {guard}", "",
                      "#include <stdint.h>", "", "/* clang-format off */", *lines, "#endif", ""])


if __name__ == "__main__":
    generated.main(__doc__, "src/ntru", {
        "ntru_residue_tables.h": header("ntru_residue_tables", "Transforms modulo primes.", residues()),
        "ntru_fixed_tables.h": header("ntru_fixed_tables", "The fixed-point transform.", fixed()),
    })
