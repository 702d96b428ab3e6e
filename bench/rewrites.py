"""What bench/model.py changes in a trace before llvm-mca sees it, because llvm-mca's model of a core has it wrong.

Each function says what hardware does. docs/tables/models.md has the hardware cycles that the model is calibrated by.
"""
import functools
import re

BY_ELEMENT = re.compile(r"(mul|mla|mls|sqdmulh|sqrdmulh)\t(v\d+\.(4s|8h|2s|4h)), (v\d+\.\w+), (v\d+)\.[sh]\[\d\]")
WRITTEN_AFTER = re.compile(r"((?:ld|st)\w+)\t(.*)\[(\w+)\], (#-?\d+|x\d+)")
WRITTEN_BEFORE = re.compile(r"((?:ld|st)\w+)\t(.*)\[(\w+), (#-?\d+)\]!")
AESE, AESMC = re.compile(r"aes[ed]\t(v\d+)\."), re.compile(r"aesi?mc\t(v\d+)\.16b, (v\d+)\.")

# LLVM 19 has no price for these on oryon-1, and would run them in no time at all. Each is priced as its neighbour: the
# same operation with an offset of another form, of another sign, or on vectors.
HOLES = [(re.compile(pattern), to) for pattern, to in (
    (r"ldr(|sw|sb|sh|b|h)(\t\w+), \[(\w+)(?:, #\d+)?\]", r"ldur\1\2, [\3]"),
    (r"ldur(\t)w(\w+.*)", r"ldur\1x\2"),
    (r"ldr(?:sw|sb|sh|b|h)\t[wx](\w+), \[(\w+), [wx](\w+).*\]", r"ldr\tx\1, [\2, x\3]"),
    (r"str([bh])(\t\w+), \[(\w+)(?:, #\d+)?\]", r"stur\1\2, [\3]"),
    (r"str([bh])\tw(\w+), \[(\w+), [wx](\w+).*\]", r"str\tx\2, [\3, x\4]"),
    (r"str(\t[bhs]\d+), \[(\w+)(?:, #\d+)?\]", r"stur\1, [\2]"),
    (r"([su])mlsl(.*)", r"\1mlal\2"),
    (r"[us]shl(\t.*)", r"srshl\1"),
    (r"sqdmlal(.*)", r"smlal\1"),
    (r"sqdmull(.*)", r"smull\1"),
    (r"cmtst(.*)", r"cmeq\1"),
    (r"shll(2?\tv\d+\.\w+, v\d+\.\w+), #\d+", r"ushll\1, #1"),
    (r"(?:[us]shr|shl)\td(\d+), d(\d+), (#\d+)", r"ushr\tv\1.2d, v\2.2d, \3"),
    (r"movi\td(\d+), .*", r"movi\tv\1.2d, #0000000000000000"),
    (r"fneg\tv(\d+)\.2d, v(\d+)\.2d", r"mvn\tv\1.16b, v\2.16b"),
    (r"mov\t[bhsd](\d+), v(\d+)\..*", r"dup\tv\1.4s, v\2.s[1]"),
    (r"(?:[su]cvtf|fcvt[mnzps][su])(\tv.*|\td\d+, d\d+)", r"frintx\1"),
    (r"f(add|sub|mul)\t[sd](\d+), [sd](\d+), [sd](\d+)", r"f\1\tv\2.2d, v\3.2d, v\4.2d"),
)]


# LLVM 19 prices whatever may have a shifted operand on oryon-1 as if that were shifted, and longer than M1 takes. On M1
# such an instruction is an operation of one cycle by any of six units, by three of them if it sets flags. A shift of
# its operand is one more operation. EXTR, and the form with a constant, have these prices.
ALU = [(re.compile(pattern), to) for pattern, to in (
    (r"(?:add|sub|and|orr|eor|bic|orn|eon)\t([xw]\d+), ([xw]\w+), ([xw])(\w+)", [r"extr\t\1, \2, \3\4, #1"]),
    (r"(?:add|sub|and|orr|eor|bic|orn|eon)\t([xw]\d+), ([xw]\w+), ([xw])(\w+), (?:lsl|lsr|asr|ror) #\d+",
     [r"ror\t\g<3>18, \3\4, #1", r"extr\t\1, \2, \g<3>18, #1"]),
    (r"(?:mov|neg|mvn)\t([xw]\d+), ([xw](?:\d+|zr))", [r"ror\t\1, \2, #1"]),
    (r"(?:adds|subs)\t([xw]\w+), ([xw]\d+), [xw]\w+.*", [r"subs\t\1, \2, #1"]),
    (r"(?:ands|bics)\t([xw]\w+), ([xw]\d+), [xw]\w+.*", [r"ands\t\1, \2, #1"]),
    (r"(?:cmp|cmn)\t(?:[xw]zr, )?([xw]\d+)(?:, [xw].*)?", [r"cmp\t\1, #1"]),
    (r"tst\t([xw]\d+), [xw]\w+.*", [r"tst\t\1, #1"]),
)]


def by_vector(text):
    """LLVM prices a product with one element like any vector operation on Neoverse N1 and V1: twice as fast as the
    product of whole vectors. On hardware both take the same time."""
    found = BY_ELEMENT.fullmatch(text)
    return found.expand(r"\1\t\2, \4, \5.\3") if found else text


def added(base, offset):
    return f"sub\t{base}, {base}, #{offset[2:]}" if offset.startswith("#-") else f"add\t{base}, {base}, {offset}"


def split(text):
    """llvm-mca gives the address that a store writes back when the data to store are there, on oryon-1 the address of a
    load when its data are, on cortex-a72 too for some. On hardware an adder makes it without waiting."""
    after, before = WRITTEN_AFTER.fullmatch(text), WRITTEN_BEFORE.fullmatch(text)
    if after:
        op, data, base, offset = after.groups()
        return [f"{op}\t{data}[{base}]", added(base, offset)]
    if before:
        op, data, base, offset = before.groups()
        return [added(base, offset), f"{op}\t{data}[{base}]"]
    return [text]


def arithmetic(text):
    for pattern, to in ALU:
        found = pattern.fullmatch(text)
        if found and "sp" not in text:
            return [found.expand(line) for line in to]
    return [text]


def filled(text):
    for pattern, to in HOLES:
        found = pattern.fullmatch(text)
        text = found.expand(to) if found else text
    return text


@functools.cache
def single(core, text):
    """The lines that stand for one instruction."""
    lines = split(text)
    if core in ("neoverse-n1", "neoverse-v1"):
        lines = [by_vector(line) for line in lines]
    if core == "oryon-1":
        lines = [part for line in lines for part in arithmetic(filled(line))]
    return lines


def rewritten(core, texts):
    """[(line, number of the instruction that it stands for)] of instructions that run one after the other.

    AESE and the AESMC of its result behind it are one operation on all cores, AESE's.
    """
    lines, result = [], None
    for number, text in enumerate(texts):
        mixed, result = result, None
        if text is None:
            continue
        columns, rounds = AESMC.match(text), AESE.match(text)
        if columns and columns[1] == columns[2] == mixed:
            continue
        result = rounds and rounds[1]
        lines += [(line, number) for line in single(core, text)]
    return lines
