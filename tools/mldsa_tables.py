#!/usr/bin/env python3
"""Writes the tables of ML-DSA's NEON kernels: src/mldsa/mldsa_poly_neon_tables.h.

    tools/mldsa_tables.py [DIRECTORY]            write it, into src/mldsa if no directory is named
    tools/mldsa_tables.py --check [DIRECTORY]    exit 1 if it is not what would be written
"""
import generated


def text():
    ones = [[i for i in range(8) if m >> i & 1] for m in range(256)]
    rows = ["{" + ", ".join(map(str, row + [0] * (8 - len(row)))) + "}," for row in ones]
    counts = [f"{len(row)}," for row in ones]
    return generated.header("mldsa/mldsa_poly_neon_tables.h", "Compaction by a mask of eight bits.", [
        "/* compact[m] lists the positions of the ones of m, then zeros; bits_set[m] counts them. */",
        "static const uint8_t compact[256][8] = {",
        *("    " + " ".join(rows[i:i + 4]) for i in range(0, 256, 4)),
        "};", "", "static const uint8_t bits_set[256] = {",
        *("    " + " ".join(counts[i:i + 32]) for i in range(0, 256, 32)),
        "};", "",
    ])


generated.main(__doc__, "src/mldsa", {"mldsa_poly_neon_tables.h": text()})
