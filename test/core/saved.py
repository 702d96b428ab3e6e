#!/usr/bin/env python3
"""Registers that belong to the caller, in the assembly of 64-bit Arm: x19 to x29 and the lower halves of v8 to v15
(Procedure Call Standard, 6.1). A function that writes one must store it on the stack and load it from there.

    saved.py --objdump OBJDUMP LIBRARY
    saved.py --self-test
"""
import re
import subprocess
import sys

VECTOR = r"[vqdsh](?P<vector>\d+)"
REGISTER = re.compile(rf"\b(?:{VECTOR}|[xw](?P<general>\d+))\b")
# Their first operand is none that they write.
WRITES_NONE = re.compile(r"(st\w*|cmp|cmn|tst|ccm[pn]|fcmp\w*|cbn?z|tbn?z|b|b\.\w+|bl|blr|br|ret|nop|prfm|hint|bti|dmb)$")


def of_caller(text):
    """The registers of the caller that a text names, each as ("v", 8) or ("x", 19)."""
    found = set()
    for match in REGISTER.finditer(text):
        if match["vector"] and 8 <= int(match["vector"]) <= 15:
            found.add(("v", int(match["vector"])))
        elif match["general"] and 19 <= int(match["general"]) <= 29:
            found.add(("x", int(match["general"])))
    for first, last in re.findall(r"\{v(\d+)\.\w+-v(\d+)\.\w+\}", text):
        found.update(("v", i) for i in range(int(first), int(last) + 1) if 8 <= i <= 15)
    return found


def written(operation, operands):
    base = re.search(r"\[(\w+)[^]]*\](?:!|,)", operands)
    moved = of_caller(base[1]) if base else set()
    if WRITES_NONE.match(operation):
        return moved
    if operation.startswith("ld"):
        return moved | of_caller(operands.partition("[")[0])
    return of_caller(operands.partition(",")[0])


def faults(listing):
    """(function, register) of what is written and not kept; and how many functions there are."""
    function, count, found = None, 0, []
    writes, stored, loaded = set(), set(), set()

    def close():
        found.extend((function, f"{kind}{number}") for kind, number in sorted(writes - (stored & loaded)))

    assembly = False
    for line in listing.splitlines():
        if member := re.match(r"(\S+):\s+file format", line):
            assembly = member[1].endswith((".S.o", ".S.obj"))
        elif named := re.match(r"[0-9a-f]+ <(.*)>:", line):
            close()
            writes, stored, loaded = set(), set(), set()
            function = named[1]
            count += assembly
        elif assembly and (code := re.match(r"\s+[0-9a-f]+:\s+([a-z][\w.]*)\s*([^/]*)", line)):
            operation, operands = code.groups()
            if "[sp" in operands and operation in ("stp", "str"):
                stored |= of_caller(operands[:operands.index("[")])
            elif "[sp" in operands and operation in ("ldp", "ldr"):
                loaded |= of_caller(operands[:operands.index("[")])
            else:
                writes |= written(operation, operands)
    close()
    return found, count


PLANTED = """planted.S.o:     file format elf64-littleaarch64
0000000000000000 <kept>:
   0:\tstp\td8, d9, [sp, #-16]!
   4:\tmovi\tv8.2d, #0x0
   8:\tstr\tq10, [x0]
   c:\tldp\td8, d9, [sp], #16
  10:\tret
0000000000000020 <planted_move>:
  20:\tmov\tv14.16b, v0.16b
  24:\tret
0000000000000030 <planted_load>:
  30:\tstp\td8, d9, [sp, #-16]!
  34:\tld1\t{v8.16b-v10.16b}, [x1], #48
  38:\tldp\td8, d9, [sp], #16
  3c:\tret
0000000000000040 <planted_never_restored>:
  40:\tstr\tx19, [sp, #-16]!
  44:\tadd\tx19, x0, #0x1
  48:\tret
0000000000000050 <planted_base>:
  50:\tst1\t{v0.16b}, [x20], #16
  54:\tret
"""


def main():
    if sys.argv[1:] == ["--self-test"]:
        wanted = [("planted_move", "v14"), ("planted_load", "v10"), ("planted_never_restored", "x19"),
                  ("planted_base", "x20")]
        found, count = faults(PLANTED)
        print(found)
        return found != wanted or count != 5
    _, objdump, library = sys.argv[1:]
    listing = subprocess.run([objdump, "-d", "--no-show-raw-insn", library], capture_output=True, text=True, check=True)
    found, count = faults(listing.stdout)
    for function, register in found:
        print(f"{function} writes {register}, which belongs to its caller")
    print(f"{count} functions of assembly")
    return bool(found) or count < 50


if __name__ == "__main__":
    sys.exit(main())
