#!/usr/bin/env python3
"""Memory on a Cortex-M3 without an operating system, for docs/memory.md: the head of the page.

    embedded.py                prints it
    embedded.py --check PAGE   exit 1 if a number there is more than 5 % from what is measured

Builds the library at -Os for verification only and whole, links programs that have one scheme, and runs embedded.c in
qemu's model of a board. Debian: gcc-arm-none-eabi, libnewlib-arm-none-eabi, qemu-system-arm. Exit 77: they are not here.
"""
import os
import re
import shutil
import sys
import tempfile

import sizes

DRIFT = 0.05
# The sets of the lowest level that are standards or candidates, and ML-DSA's next.
SETS = {"ml-dsa-44": "mldsa", "ml-dsa-65": "mldsa", "falcon-512": "falcon", "haetae2": "haetae", "snova-i-s": "snova"}
TARGET = sizes.Target("arm-none-eabi-gcc", "arm-none-eabi-size", ["-mcpu=cortex-m3"], [
    "-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_SYSTEM_PROCESSOR=arm", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
    "-DCMAKE_POSITION_INDEPENDENT_CODE=OFF"])
BOARD = ["qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none",
         "-semihosting-config", "enable=on,target=native", "-kernel"]
HEAD = """# Memory

## Without an operating system

Bytes on a Cortex-M3, measured by `make stack` in qemu's model of a board (GCC, `-Os`). ROM is the code and the
constants of neosig with one scheme and the portable kernels, without the C library. "Verify only" is a build with
`-DNEOSIG_VERIFY_ONLY=ON`. RAM is stack + workspace with `NEOSIG_LOW_MEMORY`; keys, message and signature come on top.

| set | ROM, verify only | RAM to verify | ROM, whole | RAM to make keys | RAM to sign |
|---|--:|--:|--:|--:|--:|
"""
END = """
The test `bare-metal` makes keys, signs and verifies with a set of each scheme on the same board. There neosig needs a
random generator of the program's own (`neosig_options.random`). A Cortex-M3's long multiplication takes variable time,
so a secret key is not protected against timing there.

"""


def measured():
    """{set: (ROM to verify, RAM to verify, ROM, RAM to make keys, RAM to sign)}, RAM as (stack, workspace)."""
    with tempfile.TemporaryDirectory() as folder:
        libraries = [sizes.build(TARGET, folder, only, "-Os") for only in ("ON", "OFF")]
        rom = {scheme: [sizes.measure(TARGET, folder, library, [scheme], only, "-Os")
                        for library, only in zip(libraries, ("ON", "OFF"))] for scheme in set(SETS.values())}
        program = os.path.join(folder, "embedded")
        names = ",".join(f'"{name}"' for name in SETS)
        sizes.run(TARGET.cc, "-Os", *TARGET.flags, f"-DSETS={names}", f"-I{sizes.SOURCE}", f"-I{sizes.SOURCE}/include",
                  f"{sizes.SOURCE}/tools/embedded.c", libraries[1], "--specs=rdimon.specs",
                  "-Wl,--gc-sections,--section-start=.vectors=0,-u,vectors", "-o", program)
        lines = [line.split() for line in sizes.run(*BOARD, program).splitlines()]
    rows = {}
    for name, *numbers in lines:
        keypair, sign, verify = zip(map(int, numbers[::2]), map(int, numbers[1::2]))
        verifier, whole = rom[SETS[name]]
        rows[name] = [verifier, verify, whole, keypair, sign]
    assert list(rows) == list(SETS), lines
    return rows


def row(name, cells):
    texts = [f"{cell:,}" if isinstance(cell, int) else " + ".join(f"{n:,}" for n in cell) for cell in cells]
    return f"| `{name}` | {' | '.join(texts)} |\n"


def apart(page, rows):
    """What of the page is not as measured, a line each. Workspaces are the same with every compiler."""
    for name, cells in rows.items():
        written = re.findall(rf"^\| `{name}` \| (.*) \|$", page, re.M)
        if len(written) != 1:
            yield f"{name} has {len(written)} rows"
            continue
        for text, cell in zip(written[0].split(" | "), cells, strict=True):
            there = [int(n.replace(",", "")) for n in text.split(" + ")]
            here = [cell] if isinstance(cell, int) else list(cell)
            if there[1:] != here[1:] or abs(there[0] - here[0]) > DRIFT * here[0]:
                yield f"{name}: {text} on the page, {here} measured"


def main():
    if not all(map(shutil.which, (TARGET.cc, TARGET.size, BOARD[0]))):
        print("skipped: no arm-none-eabi-gcc or no qemu-system-arm")
        return 77
    rows = measured()
    if len(sys.argv) == 1:
        print(HEAD + "".join(row(name, cells) for name, cells in rows.items()) + END, end="")
        return 0
    with open(sys.argv[2], encoding="utf-8") as file:
        page = file.read()
    wrong = [f"{sys.argv[2]} does not have this text: {text}" for text in (HEAD, END) if text not in page]
    wrong += apart(page, rows)
    first = next(iter(rows))
    planted = {**rows, first: [rows[first][0] * 2, *rows[first][1:]]}
    if len(list(apart(page, planted))) != len(list(apart(page, rows))) + 1:
        wrong.append("a planted size was not found")
    print("\n".join(wrong) or f"{len(rows)} rows are as measured")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
