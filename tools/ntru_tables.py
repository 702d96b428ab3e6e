#!/usr/bin/env python3
"""Writes the constants of the NTRU equation's solver: src/ntru/ntru_residue_tables.h and ntru_fixed_tables.h.

    tools/ntru_tables.py [DIRECTORY]            write them, into src/ntru if no directory is named
    tools/ntru_tables.py --check [DIRECTORY]    exit 1 if one of them is not what would be written
"""
import itertools
import math

import generated
from generated import array, balanced, header, least_root, quotient, signed32, unit_roots, wrapped, zetas

LOGN = 10  # the largest degree is 2^LOGN
PRIMES = 5


def is_prime(p):
    """Miller and Rabin's test by the first four primes decides below 3.2 10^9."""
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(pow(a, odd, p) == 1 or any(pow(a, odd << i, p) == p - 1 for i in range(twos)) for a in (2, 3, 5, 7))


def largest_primes(count):
    """The largest primes below 2^28 with roots of order 2^(LOGN + 1)."""
    order = 2 ** (LOGN + 1)
    return list(itertools.islice((p for p in range(2**28 - order + 1, 2**27, -order) if is_prime(p)), count))


def prime_row(p, before):
    scales = [2**32 * pow(2**logn, -1, p) % p for logn in range(LOGN + 1)]
    zeta = zetas(p, least_root(p, LOGN + 1), LOGN)
    pair = lambda b: f"{{{balanced(b, p)}, {quotient(balanced(b, p), p)}}}"
    lines = [
        "    {",
        f"        .p = {p},",
        f"        .p_inverse = {signed32(pow(p, -1, 2**32))},",
        f"        .r = {pair(2**32)},",
        f"        .digit = {pair(2**28)},",
        f"        .inverse = {{{', '.join(pair(pow(b, -1, p)) for b in before) or '{0, 0}'}}},",
        f"        .before = {{{', '.join(str(math.prod(before) >> 28 * i & 2**28 - 1) for i in range(PRIMES - 1))}}},",
        "        .scale = {",
        *(f"            {{{pair(s)}, {pair(s * zeta[1])}}}," for s in scales),
        "        },",
    ]
    lines += ["        .zeta =", "            {"]
    lines += wrapped(zeta, "                ")
    lines += ["            },", "        .quotient =", "            {"]
    lines += wrapped([quotient(z, p) for z in zeta], "                ")
    return lines + ["            },", "    },"]


def residues():
    primes = largest_primes(PRIMES)
    # The bounds of ntru_plain_body.h and ntru_internal.h.
    assert all(2**28 - 2**17 < p < 2**28 for p in primes)
    lines = [
        "/* By prime: p, p^-1 modulo 2^32; pairs b, round(b 2^31 / p) for b = 2^32, 2^28 and the inverses of the primes",
        " * before, whose product's digits follow. For every logn b = 2^32 / 2^logn, and that times zeta[1]; zeta[k] =",
        " * root^brv(k), brv reversing 10 bits, and their quotients. */",
        "const neosig_ntru_prime neosig_ntru_primes[NEOSIG_NTRU_PRIMES] = {",
    ]
    for i, p in enumerate(primes):
        lines += prime_row(p, primes[:i])
    return [*lines, "};", ""]


def fixed():
    rows = unit_roots(2**32, LOGN)
    return [
        "/* At h + j, j < h, for h = 1, 2, 4, ... 256: 2^32 exp(i pi brv(2h + j) / 1024), brv reversing 10 bits. */",
        *array("static const int64_t ntru_fixed_roots[512][2]", [f"{{{re}, {im}}}" for re, im in rows]),
    ]


if __name__ == "__main__":
    generated.main(__doc__, "src/ntru", {
        "ntru_residue_tables.h": header("ntru/ntru_residue_tables.h", "Transforms modulo primes.", residues()),
        "ntru_fixed_tables.h": header("ntru/ntru_fixed_tables.h", "The fixed-point transform.", fixed()),
    })
