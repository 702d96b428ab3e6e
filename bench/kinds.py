"""Kinds of AArch64 instructions, by their encodings (Arm Architecture Reference Manual, C4.1)."""
import collections
import functools

# (bits that say what it is, their values): of vectors of 8 or 16 bytes; TBL with tables of one to four registers
KINDS = {"TBL": [(0xBFE09C00, 0x0E000000)], "PMUL": [(0xBFE0FC00, 0x2E209C00)], "AND": [(0xBFE0FC00, 0x0E201C00)],
         "USHR": [(0xBF80FC00, 0x2F000400)], "EOR": [(0xBFE0FC00, 0x2E201C00), (0xFFE08000, 0xCE000000)],
         "AESE": [(0xFFFFFC00, 0x4E284800)], "AESMC": [(0xFFFFFC00, 0x4E286800)]}
MEMORY, VECTOR = (0x0A000000, 0x08000000), (0x0E000000, 0x0E000000)
PAIRS, LITERALS, STRUCTURES = (0x3A000000, 0x28000000), (0x3B000000, 0x18000000), (0xBE000000, 0x0C000000)
SHA512H = 0xFFE0FC00, 0xCE608000
SHA3 = (0xFFE08000, 0xCE000000), (0xFFE08000, 0xCE200000), (0xFFE0FC00, 0xCE608C00), (0xFFE00000, 0xCE800000)
OTHERS = "load", "store", "vector", "other"


def fits(word, encoding):
    return word & encoding[0] == encoding[1]


@functools.cache
def kind(word):
    """Of KINDS, where EOR includes EOR3, or of OTHERS: other is what uses no memory and no vector."""
    for name, encodings in KINDS.items():
        if any(fits(word, encoding) for encoding in encodings):
            return name
    if not fits(word, MEMORY):
        return "vector" if fits(word, VECTOR) else "other"
    if fits(word, LITERALS):
        return "load"
    # Bit 22 is L of pairs and structures, and the low bit of opc of the rest, whose high bit alone says that a general
    # register is loaded and extended.
    extends = not (fits(word, PAIRS) or fits(word, STRUCTURES) or word >> 26 & 1) and word >> 23 & 1
    return "load" if word >> 22 & 1 or extends else "store"


@functools.cache
def of_block(words):
    """{kind: instructions} of a block of instruction words with commas."""
    return collections.Counter(kind(int(word, 16)) for word in words.split(","))


@functools.cache
def is_sha512(words):
    """Whether a block has SHA-512 instructions."""
    return any(fits(int(word, 16), SHA512H) for word in words.split(","))


@functools.cache
def is_sha3(words):
    """Whether a block has EOR3, BCAX, RAX1 or XAR."""
    return any(fits(int(word, 16), encoding) for word in words.split(",") for encoding in SHA3)
