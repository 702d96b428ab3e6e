#!/usr/bin/env python3
"""No compiler fuses products and sums of Falcon's floating point, whatever it is told.

    contraction.py SOURCE_DIRECTORY COMPILER

compiles the files that compute with reals for a CPU with fused instructions, with -ffp-contract=off and =fast, and
compares the number of fused instructions of each function: those that are there on purpose (the corrections of
reciprocals and roots in NEON) are in both, and on x86-64 there are none. Without the barrier that real.h puts after
products the check must fail; and -ffast-math must be refused.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
files = sorted(file for folder in ("fft", "falcon") for file in (root / "src" / folder).glob("*.c")
               if re.search(r"real|fft", file.read_text()))
target = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True, check=True).stdout.strip()
arm = target.startswith("aarch64")
if not (arm or target.startswith("x86_64")):
    print(f"no hardware floating point is used on {target}")
    sys.exit(77)
fused = re.compile(r"\b(fn?m(add|sub|la|ls)|vfn?m\w+)\b")


def build(directory, file, *flags):
    command = [compiler, "-O3", "-std=gnu11", *([] if arm else ["-mavx2", "-mfma"]), *flags, f"-I{root}/include",
               f"-I{root}/src", "-c", str(file), "-o", f"{directory}/object.o"]
    return subprocess.run(command, capture_output=True, text=True)


def counts(directory, file, *flags):
    """{function: fused instructions}."""
    done = build(directory, file, *flags)
    if done.returncode:
        sys.exit(f"{file}: {done.stderr}")
    tool = f"{target}-objdump" if arm and pathlib.Path(f"/usr/bin/{target}-objdump").exists() else \
        "aarch64-linux-gnu-objdump" if arm else "objdump"
    text = subprocess.run([tool, "-d", "--no-show-raw-insn", f"{directory}/object.o"], capture_output=True, text=True,
                          check=True).stdout
    found, function = collections.Counter(), None
    for line in text.splitlines():
        if match := re.match(r"[0-9a-f]+ <(.*)>:", line):
            function = match[1].split(".")[0]
        elif function and fused.search(line.partition("\t")[2].split("\t")[0]):
            found[function] += 1
    return found


bad, planted, total = [], 0, 0
with tempfile.TemporaryDirectory() as directory:
    for file in files:
        off, fast = (counts(directory, file, f"-ffp-contract={word}") for word in ("off", "fast"))
        bad += [f"{file.name}: {function}: {fast[function]} fused instructions, {off[function]} without contraction"
                for function in off | fast if fast[function] != off[function]]
        if not arm and off:
            bad.append(f"{file.name}: fused instructions on x86-64")
        total += sum(off.values())
        without = counts(directory, file, "-ffp-contract=fast", "-DNEOSIG_REAL_ROUNDED(a)=((void)(a))")
        planted += without != off
    refused = build(directory, root / "src/fft/fft_portable.c", "-ffast-math").returncode != 0
for line in bad:
    print(line)
if not planted:
    print("without the barrier nothing was fused: this check finds nothing")
if not refused:
    print("-ffast-math was not refused")
print(f"{target}: {len(files)} files, {total} fused instructions on purpose; without the barrier {planted} files have more")
sys.exit(1 if bad or not planted or not refused else 0)
