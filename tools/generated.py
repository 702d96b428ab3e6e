"""What the programs that write tables of constants share."""
import math
import pathlib
import re
import sys

PROGRAM = pathlib.Path(sys.argv[0]).name


def wrapped(numbers, indent="    "):
    """Lines of an initializer, at most 120 characters long."""
    lines, line = [], ""
    for text in (f" {number}," for number in numbers):
        if len(indent) + len(line) + len(text) > 121:
            lines, line = [*lines, indent + line[1:]], ""
        line += text
    return [*lines, indent + line[1:]]


def array(declaration, *rows):
    return [f"{declaration} = {{", *(line for row in rows for line in wrapped(row)), "};", ""]


def header(path, comment, lines):
    """The text of src/<path>; its comment says the program too."""
    guard = "NEOSIG_" + re.sub(r"\W", "_", path).upper()
    return "\n".join([f"/* {comment} Written by tools/{PROGRAM}. */", f"#ifndef {guard}", f"#define {guard}", "",
                      "#include <stdint.h>", "", "/* clang-format off */", *lines, "#endif", ""])


def reverse(k, bits):
    """brv(k): the bits of k in reverse order."""
    return int(f"{k:0{bits}b}"[::-1], 2) if bits else 0


def balanced(a, q):
    """a mod q in -q/2 .. q/2."""
    a %= q
    return a - q if 2 * a > q else a


def quotient(b, q, bits=31):
    """round(b 2^bits / q), for products by a constant b (src/ntt/mod32.h)."""
    return (2 * b * 2**bits + q) // (2 * q)


def signed32(a):
    return (a + 2**31) % 2**32 - 2**31


def least_root(q, log_order):
    """The least number of order 2^log_order modulo the prime q."""
    powers = (pow(g, (q - 1) >> log_order, q) for g in range(2, q))
    root = next(r for r in powers if pow(r, 2 ** (log_order - 1), q) == q - 1)
    return min(pow(root, k, q) for k in range(1, 2**log_order, 2))


def zetas(q, root, bits):
    """root^brv(k) for k below 2^bits, balanced."""
    return [balanced(pow(root, reverse(k, bits), q), q) for k in range(2**bits)]


def unit_roots(scale, bits):
    """scale exp(i pi brv(2h + j) / 2^bits), rounded, for j < h at h + j, h = 1, 2, 4, ...; (0, 0) first."""
    angles = [math.pi * reverse(k + 2 ** (k.bit_length() - 1), bits) / 2**bits for k in range(1, 2 ** (bits - 1))]
    return [(0, 0), *((round(scale * math.cos(a)), round(scale * math.sin(a))) for a in angles)]


def main(doc, folder, files):
    """PROGRAM [--check] [DIRECTORY]: writes the files, a dict of names and texts, or says which are not current."""
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    arguments = arguments[check:]
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        sys.exit(doc)
    directory = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent / folder
    stale = []
    for name, text in files.items():
        file = directory / name
        if not check:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            stale.append(name)
    if stale:
        sys.exit(f"not what tools/{PROGRAM} writes: {', '.join(stale)}")
    if check:
        print("the tables are current")
