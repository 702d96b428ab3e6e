#!/usr/bin/env python3
"""sizes.py C_COMPILER SIZE [CMAKE_ARGUMENT...]: the code of neosig in a program, for the end of docs/memory.md.

Builds the library for verification only and whole, at -O3 and -Os. Links programs that use it, of one scheme or all,
without the C library. Prints a table in Markdown. embedded.py does the same for a core without an operating system."""
import collections
import os
import re
import subprocess
import sys
import tempfile

import schemes

# What compiles: its flags beside those for the size, and arguments of cmake.
Target = collections.namedtuple("Target", "cc size flags arguments")
SECTIONS = "-ffunction-sections -fdata-sections"
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VERIFY = "return neosig_verify(alg, m, n, m, n, m, n, 0);"
SIGN = "return neosig_keypair(alg, m, m, 0) + neosig_sign(alg, m, &n, m, n, m, n, 0) + " + VERIFY[len("return "):]
PROGRAM = """#include <neosig/neosig.h>
int start(const char *name, uint8_t *m, size_t n);
int start(const char *name, uint8_t *m, size_t n)
{{
    const neosig_alg *alg = neosig_alg_find(name);
    {body}
}}
"""


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stdout}")
    return result.stdout


def build(target, folder, verify_only, flags):
    """The archive of all schemes."""
    library = os.path.join(folder, flags + verify_only)
    run("cmake", "-S", SOURCE, "-B", library, f"-DCMAKE_C_COMPILER={target.cc}",
        f"-DCMAKE_C_FLAGS={' '.join([flags, *target.flags, SECTIONS])}",
        "-DNEOSIG_SHARED=OFF", "-DNEOSIG_BUILD_PROGRAMS=OFF", "-DNEOSIG_BUILD_TESTS=OFF", "-DNEOSIG_INSTALL=OFF",
        f"-DNEOSIG_VERIFY_ONLY={verify_only}", *target.arguments)
    run("cmake", "--build", library, f"-j{os.cpu_count()}")
    return os.path.join(library, "libneosig.a")


def measure(target, folder, library, chosen, verify_only, flags):
    """Bytes of text and constants. Two files alone know the choice of schemes, and the linker takes from the archive
    what they refer to. Relocations make some of the constants .data.rel.ro."""
    program = os.path.join(folder, "program")
    with open(program + ".c", "w") as file:
        file.write(PROGRAM.format(body=VERIFY if verify_only == "ON" else SIGN))
    choice = ["-DNEOSIG_SCHEMES=" + "+".join("NEOSIG_" + name.upper() for name in chosen)]
    if verify_only == "ON":
        choice.append("-DNEOSIG_VERIFY_ONLY")
    run(target.cc, flags, *target.flags, *SECTIONS.split(), *choice, f"-I{SOURCE}/include", f"-I{SOURCE}/src",
        program + ".c", f"{SOURCE}/src/api/backend.c", f"{SOURCE}/src/api/schemes.c", library, "-nostdlib", "-static",
        "-Wl,--gc-sections,-e,start,--unresolved-symbols=ignore-all", "-o", program)
    sections = re.findall(r"^(\.text|\.rodata|\.data\.rel\.ro)\S*\s+(\d+)", run(target.size, "-A", program), re.M)
    return sum(int(size) for _, size in sections)


def main():
    cc, size, *arguments = sys.argv[1:]
    target = Target(cc, size, ["-fPIC"], arguments)
    names = schemes.NAMES
    columns = [(only, flags) for only in ("ON", "OFF") for flags in ("-O3", "-Os")]
    with tempfile.TemporaryDirectory() as folder:
        libraries = [build(target, folder, *column) for column in columns]
        print(f"""## Code

Bytes of code and constants of neosig in a static program on 64-bit Arm, with all backends and without the C library.
`-DNEOSIG_SCHEMES=...` chooses the schemes, and `-DNEOSIG_VERIFY_ONLY=ON` leaves out what makes keys and signs. The
linker drops what is not used (`{SECTIONS} -Wl,--gc-sections`).

| schemes | verify only, `-O3` | verify only, `-Os` | whole, `-O3` | whole, `-Os` |
|---|--:|--:|--:|--:|""")
        for chosen in [*([name] for name in names), names]:
            sizes = [measure(target, folder, library, chosen, *column) for library, column in zip(libraries, columns)]
            name = chosen[0] if len(chosen) == 1 else "all"
            print(f"| {name} | " + " | ".join(str(size) for size in sizes) + " |")


if __name__ == "__main__":
    main()
