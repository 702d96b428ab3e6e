"""What the programs test/<scheme>/definitions.py share: they compute a scheme's constants and tables again from the
definitions in its specification, and compare them with the numbers in C files."""
import decimal
import pathlib
import re
import struct

ROOT = pathlib.Path(__file__).resolve().parents[2]
decimal.getcontext().prec = 80
decimal.getcontext().rounding = decimal.ROUND_HALF_EVEN


def nearest(x):
    return int(x.to_integral_value())


def binary64(x):
    """The bits of the nearest binary64 number."""
    return struct.unpack("<Q", struct.pack("<d", float(x)))[0]


def numbers(file, after):
    """The integers in a file from the first place where `after` matches to the end of the statement or macro."""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / file).read_text(), flags=re.S)
    match = re.search(after, text)
    if match is None:
        return []
    rest = re.split(r";|\n#", text[match.end():], maxsplit=1)[0]
    return [int(x, 0) for x in re.findall(r"(?<!\w)(?:0x[0-9a-f]+|\d+)\b", rest, re.I)]


def check(expected):
    """expected: (file, where its numbers begin, the numbers, and how far from them a number may be, or nothing).
    Returns whether there are others, and prints these."""
    bad = 0
    for file, after, wanted, *tolerance in expected:
        found = numbers(file, after)[:len(wanted)]
        if len(found) != len(wanted) or any(abs(a - b) > sum(tolerance) for a, b in zip(wanted, found)):
            bad += 1
            print(f"{file}: {after}: by definition {wanted}, not {found}")
    print(f"{len(expected)} tables and constants, {bad} not as defined")
    return bad != 0
