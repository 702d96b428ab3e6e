#!/usr/bin/env python3
"""Writes the constants of the transforms: src/ntt/ntt_<q>_<backend>_tables.h in 32-bit lanes, ntt_<q>_<n>_tables.h in
16-bit ones.

    tools/ntt_tables.py [DIRECTORY]            write them, into src/ntt if no directory is named
    tools/ntt_tables.py --check [DIRECTORY]    exit 1 if one of them is not what would be written

A row of MODULI is q and a root of order 512, of SHORT q, n and a root of order 2n. zeta[k] is root^brv(k) where brv
reverses 8 bits, or the bits below n. The layer that joins coefficients i and i + half takes zeta[128 / half + b] for
its block b of 2 half coefficients (FIPS 204, algorithm 41), the inverse zeta[256 / half - 1 - b] (algorithm 42).
"""
import generated
from generated import array, balanced, header, quotient, signed32, wrapped, zetas

MODULI = [(8380417, 1753), (64513, 426)]  # FIPS 204; HAETAE
SHORT = [(12289, 256, 3), (12289, 512, 49), (12289, 1024, 7)]  # HAETAE's products by the challenge; Falcon


def forward(half, block):
    return 128 // half + block


def backward(half, block):
    return 256 // half - 1 - block


class Modulus:
    def __init__(self, q, root):
        assert q % 2 == 1 and q < 2**23 and pow(root, 256, q) == q - 1
        self.q, self.inverse = q, signed32(pow(q, -1, 2**32))
        self.zeta = zetas(q, root, 8)
        self.scale = balanced(2**32 * pow(256, -1, q), q)
        self.scale_zeta = balanced(self.scale * self.zeta[1], q)

    def quotients(self, values):
        return [quotient(b, self.q) for b in values]

    def montgomery(self, b):
        """b 2^32 mod q, and that times q^-1 modulo 2^32, for the products of mod32_avx2.h."""
        b = balanced(b * 2**32, self.q)
        return b, signed32(b * self.inverse)


def portable(m):
    def pairs(values):
        return [f"{{{b}, {quotient}}}" for b, quotient in zip(values, m.quotients(values))]

    return [
        "/* Constants b and their quotients round(b 2^31 / q): 2^32 / 256 mod q, and that times zeta[1]; zeta[k]. */",
        *array(f"static const int32_t ntt_{m.q}_scale[2][2]", pairs([m.scale, m.scale_zeta])),
        *array(f"static const int32_t ntt_{m.q}_zeta[256][2]", pairs(m.zeta)),
    ]


def neon(m):
    def four(number, half, first, step=1):
        """Four constants of a layer and their quotients: two vectors."""
        values = [m.zeta[number(half, first + step * i)] for i in range(4)]
        return values + m.quotients(values)

    def table(number, inner_first):
        rows = []
        for g in range(0, 16, 4):
            rows += [four(number, 8, g), four(number, 4, 2 * g), four(number, 4, 2 * g + 4)]
            for h in range(g, g + 4):
                one, two = [four(number, 1, 8 * h, 2), four(number, 1, 8 * h + 1, 2)], [four(number, 2, 4 * h)]
                rows += one + two if inner_first else two + one
        return rows

    scales = [m.scale, m.scale_zeta]
    return [
        "/* zeta[0] to zeta[15], for the layers of 128 to 16, and their quotients round(b 2^31 / q). */",
        *array(f"static const int32_t ntt_{m.q}_first[32]", m.zeta[:16], m.quotients(m.zeta[:16])),
        "/* 2^32 / 256 mod q, the same times zeta[1], and their quotients. */",
        *array(f"static const int32_t ntt_{m.q}_scale[4]", scales + m.quotients(scales)),
        "/* The layers within 16 coefficients: vectors of four constants, each followed by that of their quotients,",
        " * in the order of use. For four groups of 16: one constant a group for the layer of 8, two for that of 4.",
        " * Then for each group four for the layer of 2, and the even and the odd ones of eight for that of 1. */",
        *array(f"static const int32_t ntt_{m.q}_forward[480]", *table(forward, False)),
        "/* The same for the inverse, the eight before the four. */",
        *array(f"static const int32_t ntt_{m.q}_backward[480]", *table(backward, True)),
    ]


def avx2(m):
    def eight(number, half, first, step):
        """Eight constants of a layer: first their values, then these times q^-1."""
        pairs = [m.montgomery(m.zeta[number(half, first + step * i)]) for i in range(8)]
        return [z for z, _ in pairs] + [y for _, y in pairs]

    def tables(name, number, first_pairs):
        pairs = list(first_pairs)
        for half in (64, 32, 16, 8):
            pairs += [m.montgomery(m.zeta[number(half, block)]) for block in range(128 // half)]
        lines = [f"static const int32_t ntt_{m.q}_{name}_pairs[32][2] = {{"]
        lines += wrapped([f"{{{z}, {y}}}" for z, y in pairs], "    ")
        lines += ["};", "", f"static const _Alignas(32) int32_t ntt_{m.q}_{name}_eights[4][7][16] = {{"]
        for g in range(4):
            lines.append("    {")
            for half, blocks in ((4, 1), (2, 2), (1, 4)):
                for i in range(blocks):
                    row = wrapped(eight(number, half, 8 * blocks * g + i, blocks), " " * 9)
                    lines += ["        {" + row[0][9:], *row[1:-1], row[-1][:-1] + "},"]
            lines.append("    },")
        return [*lines, "};", ""]

    one, zeta = m.montgomery(m.zeta[0]), m.montgomery(m.zeta[1])
    return [
        "/* A constant b as z = b 2^32 mod q and z q^-1 mod 2^32. Pairs of these: zeta[0], the layers of 128 to 8.",
        " * Eight of the first, then eight of the second: the layers of 4, 2 and 1 in 64 coefficients transposed. */",
        *tables("forward", forward, [one, zeta]),
        "/* The same for the inverse, the first two pairs with its scale 2^32 / 256: alone, and times zeta[1]. */",
        *tables("backward", backward, [m.montgomery(m.scale), m.montgomery(m.scale_zeta)]),
    ]


def table(m, backend):
    """The file's name and text."""
    name = f"ntt_{m.q}_{backend.__name__}_tables.h"
    return name, header(f"ntt/{name}", f"The transform modulo {m.q}, backend {backend.__name__}.", [
        f"#define NTT_{m.q}_BITS {m.q.bit_length()}",
        f"#define NTT_{m.q}_INVERSE ({m.inverse}) /* modulo 2^32 */" if m.inverse < 0 else
        f"#define NTT_{m.q}_INVERSE {m.inverse} /* modulo 2^32 */",
        "", *backend(m),
    ])


class Short:
    """Transforms of n coefficients in 16-bit lanes, root having order 2n."""

    def __init__(self, q, n, root):
        assert q % 2 == 1 and q < 2**14 and pow(root, n, q) == q - 1
        self.q, self.n = q, n
        self.zeta = zetas(q, root, n.bit_length() - 1)
        self.scale = balanced(2**16 * pow(n, -1, q), q)
        self.scale_zeta = balanced(self.scale * self.zeta[1], q)
        self.down = balanced(pow(2, -32, q), q)

    def table(self):
        def quotients(values):
            return [quotient(b, self.q, 15) for b in values]

        name, scales = f"ntt_{self.q}_{self.n}_tables.h", [self.scale, self.scale_zeta, self.down]
        return name, header(f"ntt/{name}", f"The transform of {self.n} coefficients modulo {self.q}.", [
            "/* Constants b, and their quotients round(b 2^15 / q): 2^16 / n mod q, that times zeta[1], 2^-32 mod q;",
            " * zeta[k]. */",
            *array(f"static const int16_t ntt_{self.q}_{self.n}_scale[3][2]",
                   [f"{{{b}, {c}}}" for b, c in zip(scales, quotients(scales))]),
            *array(f"static const int16_t ntt_{self.q}_{self.n}_zeta[{self.n}]", self.zeta),
            *array(f"static const int16_t ntt_{self.q}_{self.n}_quotient[{self.n}]", quotients(self.zeta)),
        ])


FILES = [table(Modulus(*row), backend) for row in MODULI for backend in (portable, neon, avx2)]
FILES += [Short(*row).table() for row in SHORT]
generated.main(__doc__, "src/ntt", dict(FILES))
