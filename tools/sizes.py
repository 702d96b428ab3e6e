#!/usr/bin/env python3
"""sizes.py C_COMPILER SIZE [CMAKE_ARGUMENT...]: how many bytes a program has of neosig, for docs/memory.md.

Builds the library with each scheme alone and with all, for verification only and whole, at -O3 and -Os; links a program
that uses it for that, without the C library; prints the table in Markdown, text and constants together."""
import os
import re
import subprocess
import sys
import tempfile

CC, SIZE, *ARGUMENTS = sys.argv[1:]
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


def measure(folder, schemes, verify_only, flags):
    """Bytes of text and constants; relocations make some of the constants .data.rel.ro."""
    build, program = os.path.join(folder, flags + verify_only), os.path.join(folder, "program")
    run("cmake", "-S", SOURCE, "-B", build, f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_C_FLAGS={flags} -ffunction-sections",
        "-DNEOSIG_SHARED=OFF", "-DNEOSIG_BUILD_PROGRAMS=OFF", "-DNEOSIG_BUILD_TESTS=OFF", "-DNEOSIG_INSTALL=OFF",
        f"-DNEOSIG_VERIFY_ONLY={verify_only}", f"-DNEOSIG_SCHEMES={schemes}", *ARGUMENTS)
    run("cmake", "--build", build, f"-j{os.cpu_count()}")
    with open(program + ".c", "w") as file:
        file.write(PROGRAM.format(body=VERIFY if verify_only == "ON" else SIGN))
    run(CC, flags, f"-I{SOURCE}/include", program + ".c", os.path.join(build, "libneosig.a"), "-nostdlib", "-static",
        "-Wl,--gc-sections,-e,start,--unresolved-symbols=ignore-all", "-o", program)
    sections = re.findall(r"^(\.text|\.rodata|\.data\.rel\.ro)\S*\s+(\d+)", run(SIZE, "-A", program), re.M)
    return sum(int(size) for _, size in sections)


def main():
    names = ["snova", "rainbow", "mldsa", "haetae", "falcon", "hawk"]
    with tempfile.TemporaryDirectory() as folder:
        print("## Code\n\nText and constants that a static program has of neosig, without the C library, all backends "
              "in it:\nbuilt with `-DNEOSIG_SCHEMES=...`, and for verification with `-DNEOSIG_VERIFY_ONLY=ON`, all in "
              "bytes.\n")
        print("| schemes | verify, `-O3` | verify, `-Os` | all, `-O3` | all, `-Os` |\n|---|--:|--:|--:|--:|")
        for name in [*names, "all"]:
            schemes = name if name != "all" else ";".join(names)
            sizes = [measure(folder, schemes, only, flags) for only in ("ON", "OFF") for flags in ("-O3", "-Os")]
            print(f"| {name} | " + " | ".join(str(size) for size in sizes) + " |", flush=True)


main()
