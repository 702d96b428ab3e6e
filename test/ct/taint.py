#!/usr/bin/env python3
"""Run programs of the taint build (NEOSIG_TAINT) under valgrind: a branch or an address that depends on a secret,
which is undefined memory there, is an error.

    taint.py [--sets quick|short|a,b] [--backends portable,avx2] PROGRAM
    taint.py --self-test PLANTED

There is no suppression file: where a value that came from a secret becomes public, the code says so
(neosig_declassify).
"""
import argparse
import concurrent.futures
import os
import platform
import re
import shutil
import subprocess
import sys
import time

import decisions
import figures


def work_of(table, name):
    """(operation, secret) of each run of a set. The secrets of decisions.txt lead to a repeated attempt."""
    rows = [(o, table[name, o, 1][0]) for o in decisions.SIGNING if (name, o, 1) in table]
    return [("all" if operation == "sign" else operation, index) for operation, index in rows] or [("all", 1)]


def run(options, name, backend, operation, index, *more):
    env = dict(os.environ)
    if backend:
        env["NEOSIG_BACKEND"] = backend
    argv = [options.valgrind, "-q", "--error-exitcode=99", "--num-callers=12", *more, options.program, name, operation,
            str(index)]
    done = subprocess.run(argv, capture_output=True, text=True, env=env)
    return done.returncode, re.sub(r"^==\d+== ?", "", done.stderr, flags=re.M).strip()


def self_test(options):
    expected = {"clean": False, "vartime-public": False, "attempts": False, "leak-table": True, "leak-branch": True,
                "leak-exit": True, "leak-unnamed": True, "leak-unlisted": True, "leak-namesake": True,
                "leak-copy": True,
                "kernel-clean": False, "kernel-leak": True}
    bad = 0
    for name, leaks in expected.items():
        code, text = run(options, name, None, "all", 1)
        good = code == (99 if leaks else 0) and leaks == ("uninitialised" in text)
        bad += not good
        print(f"{'ok  ' if good else 'FAIL'} {name}: {'leaks' if code == 99 else f'ended with {code}'}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--sets", default="all", help="comma separated; all; quick: the lowest level of each scheme; short: those that take no minutes")
    parser.add_argument("--backends", default="avx2,portable")
    parser.add_argument("--valgrind", default=shutil.which("valgrind") or "")
    parser.add_argument("--jobs", type=int, default=1)
    figures.add_options(parser)
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    if not options.valgrind:
        sys.exit("taint.py: valgrind is not installed")
    if options.self_test:
        return self_test(options) != 0

    names = options.sets
    if names in ("all", "quick", "short"):
        names = subprocess.run([options.program, "list", names, "0"], capture_output=True, text=True, check=True).stdout
    names = names.replace(",", " ").split()
    started, bad = time.time(), 0

    def one(work):
        name, backend, operation, index = work
        begun = time.time()
        code, text = run(options, *work)
        if code == 99:
            _, text = run(options, *work, "--track-origins=yes")
        return f"{name:<28} {backend:<10} {operation:<18} {index:>5}", code, text, time.time() - begun

    command = [options.program, "list", "backends", "0"]
    usable = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    backends = [b for b in options.backends.split(",") if b in usable.split()]
    if left := set(options.backends.split(",")) - set(backends):
        print(f"not on this CPU: {', '.join(sorted(left))}")
    table = decisions.load()
    work = [(name, backend, *rest) for name in names for backend in backends for rest in work_of(table, name)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for what, code, text, seconds in pool.map(one, work):
            bad += code != 0
            verdict = {0: "clean", 99: "LEAK"}.get(code, f"FAILED ({code})")
            print(f"{what} {verdict} ({seconds:.1f} s)", flush=True)
            if code:
                print("\n".join("    " + line for line in text.splitlines()[:40]), flush=True)
    print(f"{len(names)} sets, {len(work)} combinations, {bad} not clean, {time.time() - started:.0f} s")
    if work and not bad:
        kernels = not any((name, "sign", 0) in table for name in names)
        what = "kernels" if kernels else f"operations, {options.sets}"
        figures.write(options, f"taint, {platform.machine().replace('_', '-')}: {what}",
                      f"{len(names)} {'kernels' if kernels else 'sets'}, backends {' and '.join(backends)}, "
                      f"{len(work)} runs",
                      "no error", f"valgrind {figures.version(options.valgrind)}")
    return bad != 0 or not work


if __name__ == "__main__":
    sys.exit(main())
