#!/usr/bin/env python3
"""Falcon's tables and constants, computed again from their definitions in the specification.

    definitions.py

Both src/falcon and reference/falcon.c must have the numbers. A signature hardly shows the last digit of a distribution:
known answers do not see it.
"""
import pathlib
import struct
import sys
from decimal import Decimal

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rows"))
from computed import binary64, check, nearest, numbers  # noqa: E402

Q = 12289
SIGMA0 = Decimal("1.8205")
FAR = 300  # weights of numbers beyond this are below 10^-2000


def weights(sigma_squared):
    return [(-Decimal(j * j) / (2 * sigma_squared)).exp() for j in range(FAR)]


def limbs(numbers):
    return [part for v in numbers for part in (v >> 48, v >> 24 & 0xffffff, v & 0xffffff)]


def half_gaussian(bits, floors):
    """Thresholds of table 3.1 (RCDT): of each i, the weight of the numbers above it, in 2^-bits. With floors, each
    weight is rounded down before they are added up."""
    w = weights(SIGMA0 ** 2)
    scaled = [x / sum(w) * 2 ** bits for x in w]
    return limbs([sum(map(int, scaled[i:])) if floors else nearest(sum(scaled[i:])) for i in range(1, 19)])


def deviation_squared(n):
    """Of f and g (section 3.8.2): 1.17^2 q / 2n."""
    return Decimal("1.17") ** 2 * Q / (2 * n)


def keys_round3():
    w = weights(deviation_squared(1024))
    above = sum(w[1:])
    return [nearest(w[0] / (w[0] + 2 * above) * 2 ** 63), *(nearest(sum(w[k:]) / above * 2 ** 63) for k in range(2, 28))]


def keys_fndsa(n, entries):
    w = weights(deviation_squared(n))
    return [nearest(2 * sum(w[k:]) / (w[0] + 2 * sum(w[1:])) * 2 ** 15) for k in range(1, entries + 1)]


def pi():
    """Machin's formula."""
    def arctan(x):
        total, term, k = Decimal(0), 1 / Decimal(x), 0
        while abs(term) > Decimal(10) ** -78:
            total += term / (2 * k + 1)
            term, k = -term / (x * x), k + 1
        return total
    return 16 * arctan(5) - 4 * arctan(239)


def sigma_min(n):
    """Section 2.6: 1/pi sqrt(log(4n (1 + 1/epsilon)) / 2), epsilon = 1 / sqrt(2^64 lambda)."""
    inverse_epsilon = (2 ** 64 * Decimal(128 if n == 512 else 256)).sqrt()
    return ((4 * n * (1 + inverse_epsilon)).ln() / 2).sqrt() / pi()


def sigma(n):
    return Decimal("1.17") * Decimal(Q).sqrt() * sigma_min(n)


def bound(n):
    """Section 3.5.1: floor((1.1 sigma sqrt(2n))^2)."""
    return int((Decimal("1.1") * sigma(n)) ** 2 * 2 * n)


def norm_bound():
    """|X|^2 of a basis: below 1.17^2 q."""
    return Decimal("1.17") ** 2 * Q


def sum_bound(n, fndsa, off):
    """The bound of a sum of 1 / (|f|^2 + |g|^2), n 1.17^2 / (2 q), with a margin of 2^-10."""
    value = n * Decimal("1.17") ** 2 / (2 * Q) * (Decimal("0.999") ** 2 if fndsa else 1)
    return binary64(value * (1 + off * Decimal(2) ** -10))


def leaf_ends(n):
    """The first leaf for which leaf^2 / 2, rounded, is not below 1 / (2 sigma0^2), and the last one whose product with
    sigma_min is below 1, as binary64 has them."""
    number = lambda bits: struct.unpack("<d", struct.pack("<Q", bits))[0]  # noqa: E731
    least, most, s = binary64(1 / SIGMA0) - 8, binary64(1 / sigma_min(n)) + 8, number(binary64(sigma_min(n)))
    factor = number(binary64(1 / (2 * SIGMA0 ** 2)))
    while number(least) * number(least) / 2 < factor:
        least += 1
    while number(most) * s >= 1:
        most -= 1
    return least, most


def main():
    src, reference = "src/falcon/falcon_", "reference/falcon.c"
    ends = {n: leaf_ends(n) for n in (512, 1024)}
    expected = [
        (src + "base_sampler.h", r"define FALCON_EACH_THRESHOLD_ROUND3\(x\)", half_gaussian(72, True)),
        (src + "base_sampler.h", r"define FALCON_EACH_THRESHOLD_FNDSA\(x\)", half_gaussian(79, False)),
        (src + "base_sampler.h", r"falcon_base_factor =", [binary64(1 / (2 * SIGMA0 ** 2))]),
        (src + "gauss_tables.h", r"falcon_round3_table\[27\] =", keys_round3()),
        (src + "gauss_tables.h", r"falcon_fndsa_table_512\[\w+\] =", keys_fndsa(512, 17)),
        (src + "gauss_tables.h", r"falcon_fndsa_table_1024\[\w+\] =", keys_fndsa(1024, 12)),
        (src + "params.c", r"\.bound = \(logn_\) ==", [9, bound(512), bound(1024)]),
        (src + "sampler.c", r"s->sigma_min =", [9, binary64(sigma_min(512)), binary64(sigma_min(1024))]),
        # Data of a paper, which no rule gives: src and reference have it from different places.
        (src + "sampler.c", r"coefficients\[13\] =", numbers(reference, r"coefficients\[13\] =")),
        (src + "sampler.c", r"neosig_real log_2 =", [binary64(Decimal(2).ln())]),
        (src + "sampler.c", r"neosig_real inverse_log_2 =", [binary64(1 / Decimal(2).ln())]),
        # Round 3's reference code has one ulp more than the nearest number, and FN-DSA is one below it here.
        (src + "tree.c", r"const uint64_t bits =", [9, binary64(1 / sigma(512)) + 1, binary64(1 / sigma(1024)) + 1]),
        (src + "tree.c", r"const uint64_t least =", [ends[512][0]]),
        (src + "tree.c", r"const uint64_t most =", [9, ends[512][1], ends[1024][1]]),
        (src + "short.c", r"neosig_real_less\(norm,", [binary64(norm_bound())]),
        # The margins only say how near to the bound the exact test takes over.
        (src + "short.c", r"\[NEOSIG_FALCON_ROUND3\] = (?=\{UINT)", [sum_bound(512, 0, -1), sum_bound(512, 0, 1)], 1),
        (src + "short.c", r"\[NEOSIG_FALCON_FNDSA\] = (?=\{UINT)", [sum_bound(512, 1, -1), sum_bound(512, 1, 1)], 1),
        (src + "short.c", r"neosig_fixed_sub\(norm,", [nearest(2 ** 32 * Decimal("0.999") ** 2 * norm_bound())]),
        (reference, r"round3\[18\]\[3\] =", half_gaussian(72, True)),
        (reference, r"fndsa\[18\]\[3\] =", half_gaussian(79, False)),
        (reference, r"thresholds\[27\] =", keys_round3()),
        (reference, r"thresholds\[2\]\[17\] =", keys_fndsa(512, 17) + keys_fndsa(1024, 12)),
    ]
    return check(expected)


if __name__ == "__main__":
    sys.exit(main())
