#!/usr/bin/env python3
"""No compiler fuses products and sums of Falcon's floating point, whatever it is told.

    contraction.py SOURCE_DIRECTORY COMPILER

compiles the folders that compute with reals for a CPU with fused instructions, with -ffp-contract=fast and =off. It
compares the number of fused instructions of each function. Those that are there on purpose (the corrections of
reciprocals and roots in NEON) are in both, and on x86-64 there are none. Functions all products of which are exact may
be fused, which changes no sum (EXACT). Without the barrier that real.h puts after products the check must fail, in a
file of each folder; and -ffast-math must be refused.
"""
import collections
import pathlib
import re
import subprocess
import sys

EXACT = {"neosig_ntru_neon_approximate": "words of 31 bits times powers of two"}
PLANTED = ("fft_portable.c", "falcon_block_portable.c", "falcon_kernels_portable.c", "ntru_portable.c")
root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
files = sorted(file for folder in ("fft", "falcon", "ntru") for file in (root / "src" / folder).glob("*.c"))
target = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True, check=True).stdout.strip()
arm = target.startswith("aarch64")
if not (arm or target.startswith("x86_64")):
    print(f"no hardware floating point is used on {target}")
    sys.exit(77)
fused = re.compile(r"\s+(fn?m(add|sub|la|ls)|vfn?m\w+)\s")


def compile_(file, *flags):
    command = [compiler, "-O3", "-std=gnu11", *([] if arm else ["-mavx2", "-mfma"]), *flags, f"-I{root}/include",
               f"-I{root}/src", "-S", "-o", "-", str(file)]
    return subprocess.run(command, capture_output=True, text=True)


def counts(file, *flags):
    """{function: fused instructions}."""
    done = compile_(file, *flags)
    if done.returncode:
        sys.exit(f"{file}: {done.stderr}")
    found, function = collections.Counter(), None
    for line in done.stdout.splitlines():
        if match := re.match(r"([A-Za-z_]\w*)[\w.]*:", line):
            function = match[1]
        elif function and fused.match(line):
            found[function] += 1
    return found


bad, planted, total = [], 0, 0
for file in files:
    fast = counts(file, "-ffp-contract=fast")
    off = counts(file, "-ffp-contract=off") if fast else {}
    bad += [f"{file.name}: {function}: {fast[function]} fused instructions, {off[function]} without contraction"
            for function in fast if fast[function] != off[function] and function not in EXACT]
    if not arm and fast:
        bad.append(f"{file.name}: fused instructions on x86-64")
    total += sum(off.values())
    if file.name in PLANTED:
        planted += counts(file, "-ffp-contract=fast", "-DNEOSIG_REAL_ROUNDED(a)=((void)(a))") != fast
refused = compile_(root / "src/fft/fft_portable.c", "-ffast-math").returncode != 0
for line in bad:
    print(line)
if planted != len(PLANTED):
    print(f"without the barrier only {planted} of {', '.join(PLANTED)} are fused: this check misses some")
if not refused:
    print("-ffast-math was not refused")
print(f"{target}: {len(files)} files, {total} fused instructions on purpose; without the barrier {planted} have more")
sys.exit(1 if bad or planted != len(PLANTED) or not refused else 0)
