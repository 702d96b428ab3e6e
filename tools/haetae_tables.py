#!/usr/bin/env python3
"""Writes the tables of HAETAE: src/haetae/haetae_poly_tables.h, haetae_poly_neon_tables.h and haetae_gaussian_tables.h.

    tools/haetae_tables.py [DIRECTORY]            write them, into src/haetae if no directory is named
    tools/haetae_tables.py --check [DIRECTORY]    exit 1 if one of them is not what would be written
"""
import hashlib
import math

import generated
from generated import array, header, reverse

# The distribution of the half-Gaussian's integer part, 166 numbers of 83 bits: data of HAETAE 1.2.0's reference code.
# The code calls an entry floor(2^83 P(X <= j)) with deviation 16, and each is 1 to 11 above that. No rule gives them.
GAUSSIAN = [int(entry, 16) for entry in """
    063a50aa572bc88db1e28 0c7184f3820e69064b2ee 129f6d68dc44dd1418704 18bdf6587a04d9b97b1dd 1ec739b843ce0a65d0050
    24b5902b62cb869003e7d 2a83a0d44f194f8bf43c6 302c6faa0c7acb211b4db 35ab6a11387f7f524be80 3afc718526ca6f2ceb77f
    401be42a01a906b7dad17 4506a32e5337a1966b9a7 49ba16f00f7ac9735f58a 4e3430e6c48f40642ba60 52736b6192fa1afb5e4ec
    5676c7339dba8ffc2fcf5 5a3dc7746cbe1ac90c9eb 5dc86b83004341d78466f 61172781dcca572bb3d8a 642adb880376cc82a5384
    6704c9c68a5c477dfecb9 69a68be45ceb02a25fef3 6c1207d1a8ccd208dbaa1 6e496452c002b9085e7db 704efd7ef361c5551378d
    7225596b4ff49d9e5a8bb 73cf1d337c94ede732d83 754f028c75b8d3fe83c38 76a7ce05d7bd130fe20e0 77dc46170e60b76d85108
    78ef2b0e59892414901ff 79e32ff05cf70b911f3de 7abaf4501460fdfd508c9 7b78ff20b1303a2a54906 7c1fba7d3badbeb04b20c
    7cb1705ce666b741b666d 7d304826e689fded20430 7d9e45155d1354fcf6ff6 7dfd455469226a1d318f6 7e4f01c8d3820cfa9cabc
    7e950e68d83bbf700fc40 7ed0db1152d8944042803 7f03b4c1e741aabe53700 7f2ec72b94c56e0f9a967 7f531e7e5a80a79e4539c
    7f71a9641c5d11feb4d12 7f8b3b18b71598b73dde0 7fa08d9112fb5a7904d7e 7fb243a4f57cbefabc820 7fc0eb314025fd5022976
    7fccff2a2b228aab1981b 7fd6e996ce1e60378cd98 7fdf0570ec64b38e3ca90 7fe5a0657269615dcd7c6 7feafc7360038bdc85312
    7fef5167fa02a57a8ae1a 7ff2ce380fab2ea9b2bef 7ff59a36e6abd6509b5a2 7ff7d62bfcf1d6ba81c37 7ff99d4946e8bf96caa93
    7ffb0603e6262ea8cda2d 7ffc22d18c8b333ae9203 7ffd02ccdedb5a7718d61 7ffdb24333ecab8497c0a 7ffe3b2e06eb33bf2b7d9
    7ffea59a5f6c550dfe7e2 7ffef800548f3927f906e 7fff378cac146b573bc40 7fff685e6dadec4b6aff1 7fff8dba17dfa17def8ec
    7fffaa33f84d06ce20a93 7fffbfd2fe967c5186746 7fffd02d37ecd7e9b180f 7fffdc7efafa8bd33f0bb 7fffe5bda826341e791cc
    7fffeca6c1c6ce045599f 7ffff1cc02c0faa9a526e 7ffff59d002901a4a4e52 7ffff86ecbd139ce07540 7ffffa81f9f15ffb47f4c
    7ffffc075b17481687af0 7ffffd23ad13e68301c65 7ffffdf27955fae1c84cb 7ffffe884cdb07368c266 7ffffef46d4f897fc83f6
    7fffff4227e46663ec049 7fffff79d091c1b5aff07 7fffffa183c533c3890a6 7fffffbdb8a602066b0f2 7fffffd1af06df3db86b7
    7fffffdfc1a818587e2aa 7fffffe9a37a348ac2a93 7ffffff08d0797970dbfe 7ffffff55df73fd7a00bc 7ffffff8b5aa573bca5ce
    7ffffffb053c109f51681 7ffffffc9c9bd39a036ec 7ffffffdb40bd4ee1f846 7ffffffe72fa859b20a4a 7ffffffef4edda93d266d
    7fffffff4d07a9fb0d4e0 7fffffff88868ef31b1cc 7fffffffb08c16a3f5f0c 7fffffffcb5d30be5cabf 7fffffffdd43465d95fe6
    7fffffffe929a538ad2fa 7ffffffff10b1c2119732 7ffffffff63df8795a2c9 7ffffffff9a87a0a9f2af 7ffffffffbe4df6f0f4a9
    7ffffffffd5a10f204910 7ffffffffe4c6f1668b32 7ffffffffee939680bfaf 7fffffffff4e4216290db 7fffffffff8f1c044613e
    7fffffffffb892dc2b174 7fffffffffd2fb4188608 7fffffffffe3bc0a56eba 7fffffffffee523b218c6 7ffffffffff4fc31097e3
    7ffffffffff929d76dbeb 7ffffffffffbc5e7c0350 7ffffffffffd6586c6684 7ffffffffffe6716865f7 7fffffffffff0613c76e2
    7fffffffffff67d62ab64 7fffffffffffa3b6664c0 7fffffffffffc83e13d66 7fffffffffffde713ef71 7fffffffffffebe18936f
    7ffffffffffff3fbfc997 7ffffffffffff8d9fa29a 7ffffffffffffbc372590 7ffffffffffffd7fb7dfd 7ffffffffffffe87747f9
    7fffffffffffff2368b89 7fffffffffffff7f44d88 7fffffffffffffb52a49b 7fffffffffffffd4a9ffb 7fffffffffffffe700579
    7ffffffffffffff1a287f 7ffffffffffffff7c6f06 7ffffffffffffffb4fa99 7ffffffffffffffd56300 7ffffffffffffffe7e364
    7fffffffffffffff268d7 7fffffffffffffff85e8e 7fffffffffffffffbbb6f 7fffffffffffffffd9f49 7fffffffffffffffeae2c
    7ffffffffffffffff453d 7ffffffffffffffff9928 7ffffffffffffffffc797 7ffffffffffffffffe12f 7ffffffffffffffffef3c
    7fffffffffffffffff6eb 7fffffffffffffffffb1b 7fffffffffffffffffd60 7fffffffffffffffffe9a 7ffffffffffffffffff43
    7ffffffffffffffffff9e 7ffffffffffffffffffce 7ffffffffffffffffffe7 7fffffffffffffffffff4 7fffffffffffffffffffb
    7fffffffffffffffffffe
""".split()]
# Its SHA-256, of 11 bytes an entry, little-endian.
DIGEST = "c1bcca65e429333fea9c98de4bf8ce48a0ffcd7c956ddb44eec746982de96e81"


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


def digits(number, bits, count):
    """The lowest first."""
    return [number >> bits * i & (1 << bits) - 1 for i in range(count)]


def tree():
    """GAUSSIAN in the order of a binary search: node 1 is compared first, and nodes 2n and 2n + 1 follow node n. Nodes at
    the end of a layer that no number comes to are left out."""
    ones, nodes = 2**83 - 1, [0] * 224  # no number is above ones
    entries = GAUSSIAN + [ones] * (256 - len(GAUSSIAN))
    for layer in range(8):
        row = entries[2**(7 - layer) - 1::2**(8 - layer)]
        row = row[:(len(GAUSSIAN) >> 8 - layer) + 1]
        nodes[2**layer:2**layer + len(row)] = row
    return nodes


if hashlib.sha256(b"".join(x.to_bytes(11, "little") for x in GAUSSIAN)).hexdigest() != DIGEST:
    raise SystemExit("GAUSSIAN is not the table of HAETAE 1.2.0")
UNITS, ROOTS, TREE = [unit(i) for i in range(256)], roots(), tree()
generated.main(__doc__, "src/haetae", {
    "haetae_poly_tables.h": header("haetae/haetae_poly_tables.h", "Tables of HAETAE's kernels.", [
        "/* unit[i] = 2^16 exp(-i pi / 256) rounded; root[k], the root of block b in layer r at k = 2^(r-1) + b. The",
        " * cumulative table of the Gaussian, data of HAETAE 1.2.0's reference code: 166 entries, each of three digits",
        " * of 31 bits, the lowest first. */",
        *array("static const int32_t haetae_unit_re[256]", [re for re, _ in UNITS]),
        *array("static const int32_t haetae_unit_im[256]", [im for _, im in UNITS]),
        *array("static const int32_t haetae_root_re[256]", [re for re, _ in ROOTS]),
        *array("static const int32_t haetae_root_im[256]", [im for _, im in ROOTS]),
        *array("static const uint32_t haetae_gaussian[3 * 166]", [d for x in GAUSSIAN for d in digits(x, 31, 3)]),
    ]),
    "haetae_poly_neon_tables.h": header("haetae/haetae_poly_neon_tables.h", "Tables of HAETAE's NEON kernels.", [
        "/* The roots times 2^15, 2^31 cut to 2^31 - 1. */",
        *array("static const int32_t haetae_root_re_31[256]", [up(re) for re, _ in ROOTS]),
        *array("static const int32_t haetae_root_im_31[256]", [up(im) for _, im in ROOTS]),
    ]),
    "haetae_gaussian_tables.h": header("haetae/haetae_gaussian_tables.h", "The Gaussian's table of HAETAE's vector kernels.", [
        "/* The table as a tree, first the lowest bytes of all nodes. Node 1 is its root, and nodes 2n and 2n + 1 are below",
        " * node n. */",
        "enum { HAETAE_NUMBER_BYTES = 11, HAETAE_NODES = 224 };",
        "",
        *array("static const uint8_t haetae_gaussian_tree[HAETAE_NUMBER_BYTES * HAETAE_NODES]",
               *([x >> 8 * i & 255 for x in TREE] for i in range(11))),
    ]),
})
