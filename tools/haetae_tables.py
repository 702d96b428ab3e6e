#!/usr/bin/env python3
"""Writes the tables of HAETAE: src/haetae/haetae_poly_tables.h and haetae_poly_neon_tables.h.

    tools/haetae_tables.py [DIRECTORY]            write them, into src/haetae if no directory is named
    tools/haetae_tables.py --check [DIRECTORY]    exit 1 if one of them is not what would be written
"""
import math

import generated
from generated import array, header, reverse

# HAETAE 1.1.2, algorithm 15: how many of 2^16 numbers give a Gaussian's integer part of at most 0, 1, ...
GAUSSIAN = [
    3266, 6520, 9748, 12938, 16079, 19159, 22168, 25096, 27934, 30674, 33309, 35833, 38241, 40531, 42698, 44742,
    46663, 48460, 50135, 51690, 53128, 54454, 55670, 56781, 57794, 58712, 59541, 60287, 60956, 61554, 62085, 62556,
    62972, 63337, 63657, 63936, 64178, 64388, 64569, 64724, 64857, 64970, 65066, 65148, 65216, 65273, 65321, 65361,
    65394, 65422, 65444, 65463, 65478, 65490, 65500, 65508, 65514, 65519, 65523, 65527, 65529, 65531, 65533, 65534,
]


def unit(i):
    """2^16 exp(-i pi / 256), rounded."""
    return round(65536 * math.cos(math.pi * i / 256)), -round(65536 * math.sin(math.pi * i / 256))


def roots():
    """Of block b of layer r at 2^(r-1) + b: the block's number reversed, times the layer's step."""
    return [(0, 0), *(unit(reverse(b, r - 1) << (9 - r)) for r in range(1, 9) for b in range(2 ** (r - 1)))]


def up(number):
    """Times 2^15, and 2^31 cut to what 32 bits hold."""
    number = min(number << 15, 2**31 - 1)
    return "INT32_MIN" if number == -2**31 else number


UNITS, ROOTS = [unit(i) for i in range(256)], roots()
generated.main(__doc__, "src/haetae", {
    "haetae_poly_tables.h": header("haetae/haetae_poly_tables.h", "Tables of HAETAE's kernels.", [
        "/* unit[i] = 2^16 exp(-i pi / 256) rounded; root[k], the root of block b in layer r at k = 2^(r-1) + b; the",
        " * cumulative table of the Gaussian (algorithm 15). */",
        *array("static const int32_t haetae_unit_re[256]", [re for re, _ in UNITS]),
        *array("static const int32_t haetae_unit_im[256]", [im for _, im in UNITS]),
        *array("static const int32_t haetae_root_re[256]", [re for re, _ in ROOTS]),
        *array("static const int32_t haetae_root_im[256]", [im for _, im in ROOTS]),
        *array("static const uint16_t haetae_gaussian[64]", GAUSSIAN),
    ]),
    "haetae_poly_neon_tables.h": header("haetae/haetae_poly_neon_tables.h", "Tables of HAETAE's NEON kernels.", [
        "/* The roots times 2^15, 2^31 cut to 2^31 - 1; the bytes of the Gaussian's table. */",
        *array("static const int32_t haetae_root_re_31[256]", [up(re) for re, _ in ROOTS]),
        *array("static const int32_t haetae_root_im_31[256]", [up(im) for _, im in ROOTS]),
        *array("static const uint8_t haetae_gaussian_low[64]", [x & 255 for x in GAUSSIAN]),
        *array("static const uint8_t haetae_gaussian_high[64]", [x >> 8 for x in GAUSSIAN]),
    ]),
})
