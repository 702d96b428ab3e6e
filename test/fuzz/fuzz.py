#!/usr/bin/env python3
"""Run the libFuzzer programs of a build (NEOSIG_FUZZ) and report executions and coverage.

    fuzz.py BUILD_DIRECTORY [--seconds 10] [--corpus DIRECTORY] [--targets parse,kat]

--seconds is for each target (default: the environment's FUZZ_SECONDS, or 10); a CPU has one target at a time. The
corpus starts from made-up inputs and grows in --corpus (default BUILD_DIRECTORY/corpus), which a long run keeps and
later runs build on.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

# Files that are not of the library. A compiler cache may name others build/test/../../src/...
OTHERS = "-ignore-filename-regex=/(test|reference)/[^.]"


def tool(name, build):
    """LLVM's tool of the version that compiled the programs; profiles of one version mean nothing to another."""
    cache = (build / "CMakeCache.txt").read_text()
    compiler = re.search(r"^CMAKE_C_COMPILER:\w+=(.*)$", cache, re.M).group(1)
    text = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
    version = re.search(r"version (\d+)", text).group(1)
    return next((t for t in (f"{name}-{version}", name) if shutil.which(t)), None)


def seeds(directory, target):
    """A few inputs of each shape, so that the first seconds are not lost on finding one."""
    directory.mkdir(parents=True, exist_ok=True)
    rng = random.Random(target)
    texts = [b"", b"\0-----BEGIN PUBLIC KEY-----\nMAA=\n-----END PUBLIC KEY-----\n",
             b"\0-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n", b"\2\x30\x03\x06\x01\x2a",
             b"\3\x30\x0b\x02\x01\x00\x30\x03\x06\x01\x2a\x04\x01\x00",
             b"\0-----BEGIN NEOSIG SIGNATURE-----\nAlgorithm: ml-dsa-44\nKey: " + b"0a" * 32 + b"\nContext: 00\n"
             b"Prehash: sha2-256\nComment: x\n\nAAAA\n-----END NEOSIG SIGNATURE-----\n",
             b"count = 0\nseed = 00\nmlen = 33\nsmlen = 1\npk_sha256 = ab\n",
             b"case 1\nalgorithm ml-dsa-44\ninterface pure\nprehash sha2-256\nsk 00ff\nmessage 01\nvalid 1\n\n"
             b"case 2\n\n", b'\0{"a": [{"a": -1.5e3, "b": "\\u00e9"}, null, []]}', b"\1\x0f\x07\x01",
             b"\0\0\0\0\0\0alice valid-after=2026-01-01 valid-before=2027-01-01T12:00:00Z MAA=\n# remark\n"]
    if target in ("key", "kat", "acvp", "armor", "json", "signers"):
        for i, text in enumerate(texts):
            (directory / f"seed-text-{i}").write_bytes(text)
    for i in range(24):
        more = rng.randbytes(rng.choice((0, 4, 16, 64, 300)))
        (directory / f"seed-{i}").write_bytes(bytes([i, i // 8, i % 8]) + more)


def fuzz(target, program, directory, options):
    """One target: whether no input failed, and its coverage, None if there is none."""
    seeds(directory, target)
    profile = options.build / f"fuzz-{target}.profraw"
    begun = time.time()
    done = subprocess.run(
        [program, f"-max_total_time={options.seconds}", "-max_len=2048", "-timeout=600", "-rss_limit_mb=4096",
         "-print_final_stats=1", f"-artifact_prefix={options.build}/crash-{target}-", directory],
        capture_output=True, text=True, env=dict(os.environ, LLVM_PROFILE_FILE=str(profile)))
    runs = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
    edges = re.findall(r"cov: (\d+)", done.stderr)
    good = done.returncode == 0
    print(f"{target:<14} {int(runs.group(1)) if runs else 0:>10,} executions, "
          f"{edges[-1] if edges else 0:>6} edges, "
          f"{len(list(directory.iterdir()))} inputs in the corpus, {time.time() - begun:.0f} s: "
          + ("ok" if good else f"FAILED\n{done.stderr[-4000:]}"), flush=True)
    return good, profile if good and profile.exists() else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=int(os.environ.get("FUZZ_SECONDS", "10")))
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--targets", help="comma separated; default all")
    options = parser.parse_args()
    programs = {p.name[5:]: p for p in sorted(options.build.rglob("fuzz-*")) if p.is_file() and os.access(p, os.X_OK)}
    targets = options.targets.split(",") if options.targets else list(programs)
    if not targets or set(targets) - set(programs):
        sys.exit(f"fuzz.py: no such programs under {options.build}: build with clang and NEOSIG_FUZZ=ON first")
    corpus = options.corpus or options.build / "corpus"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda t: fuzz(t, programs[t], corpus / t, options), targets))
    profiles = [profile for _, profile in done if profile]
    profdata, cov = tool("llvm-profdata", options.build), tool("llvm-cov", options.build)
    if profiles and profdata and cov:
        merged = options.build / "fuzz.profdata"
        subprocess.run([profdata, "merge", "-sparse", "-o", merged, *profiles], check=True)
        objects = [x for t in targets for x in ("-object", programs[t])][1:]
        report = subprocess.run([cov, "report", *objects, f"-instr-profile={merged}",
                                 OTHERS], capture_output=True, text=True).stdout
        print("\ncoverage of lines, all targets together:")
        for line in report.splitlines():
            cells = line.split()
            if len(cells) >= 10 and (cells[0].endswith(".c") or cells[0] == "TOTAL"):
                print(f"  {cells[0]:<32} {cells[9]:>8} of {cells[7]:>6}")
        if not re.search(r"^\S+\.c\s", report, re.M):
            sys.exit("fuzz.py: llvm-cov reports no file of the library")
    return not all(good for good, _ in done)


if __name__ == "__main__":
    sys.exit(main())
