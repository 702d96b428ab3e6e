"""What steps.c needs to know of a program for x86-64: where its instructions have operands in memory. And which
functions of the library are of instructions that valgrind's CPU lacks."""
import pathlib
import re

# struct user_regs_struct
REGISTERS = {f"%{name}": place for place, name in enumerate(
    "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi . . . . rsp".split())}
LINE = re.compile(r"^\s*([0-9a-f]+):\t((?:(?:rep\w*|lock|bnd|notrack|data16) )*)(\S+)[ \t]*([^#<\n]*)", re.M)
OPERAND = re.compile(r"(-?0x[0-9a-f]+)?\((%\w+)?(?:,(%\w+)(?:,(\d))?)?\)")
MARKS = {"0x6e62(%rax)": "begin", "0x6e65(%rax)": "end"}
STACK = re.compile(r"push|pop|call|ret")
# Targets of core/target.h that valgrind 3.19 does not run.
TARGETS = {"vaes": "VAES", "sha_ni": "SHANI", "gfni": "GFNI", "avx512vl": "AVX512VL"}  # by the CPU's flag


def operands(disassembly):
    """Lines for steps.c."""
    for pc, _, name, arguments in LINE.findall(disassembly):
        arguments = arguments.strip()
        if name == "nopl" and arguments in MARKS:
            yield f"{MARKS[arguments]} {pc}\n"
        if name.startswith(("nop", "lea")) and name != "leave":
            continue
        if STACK.match(name):
            yield f"{pc} {REGISTERS['%rsp']} -1 1 0\n"
        if name == "leave":
            yield f"{pc} {REGISTERS['%rbp']} -1 1 0\n"
        for displacement, base, index, scale in OPERAND.findall(arguments):
            if base == "%rip": # always the same
                continue
            if (base and base not in REGISTERS) or (index and index not in REGISTERS):
                yield f"{pc} unknown\n"
                continue
            yield (f"{pc} {REGISTERS.get(base, -1)} {REGISTERS.get(index, -1)} {scale or 1} "
                   f"{int(displacement or '0', 16)}\n")


def flags_of(cpuinfo):
    """Which of these instructions a CPU has, from what Linux says of it."""
    flags = re.findall(r"^flags\s*:(.*)", cpuinfo, re.M)
    return [flag for flag in TARGETS if flags and flag in flags[0].split()]


def flags():
    return flags_of(pathlib.Path("/proc/cpuinfo").read_text())


def needs(text, flags=TARGETS):
    """Whether a source is compiled for one of these instructions."""
    return re.search(rf"^NEOSIG_TARGET_({'|'.join(TARGETS[flag] for flag in flags)})$", text, re.M) is not None


def beyond_valgrind(tree, flags):
    """folder/file:function of each that a CPU with these flags runs."""
    return {f"{tree.keys[name]}:{function}" for name in tree.paths if needs(tree.text(name), flags)
            for function in tree.definitions(name)}
