#!/usr/bin/env python3
"""Put faults into the library, one at a time, in a copy of the sources; a named check must catch each.

    mutants.py [--build DIRECTORY] [--verbose] [NAME ...]    those named, or all; a name with a * or ? is a pattern
    mutants.py --list                                        the table; exit 1 if a text to change is not there once
    mutants.py [--build DIRECTORY] --self-test

table.py has the mutants and the checks. A check counts as having caught a mutant only if it failed with its own
message, and passed before on sources without a fault. What needs more than this machine's CPU has is skipped. A mutant
that does not compile, a crash, and text that is not found exactly once are failures of this script. A mutant marked as
not caught is tried on the checks of all mutants of its file. If one of them catches the mutant after all, that is a
failure of this script, too.

The copy and its builds stay in DIRECTORY, so that a second run compiles little.
"""
import argparse
import dataclasses
import fnmatch
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

import table

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test/ct"))
import steps  # noqa: E402

DOCUMENT = ROOT / "docs/security.md"  # says which mutants are not caught, and why
JOBS = str(os.cpu_count() or 2)
CRASH = re.compile(r"SEGFAULT|Segmentation fault|core dumped|Exception: |ended with -|Traceback|No tests were found")
ASSERTED = re.compile(r"^FAIL: .*\n(?:.*\n)?-+\nTraceback", re.M)  # a test of Python's unittest that fails, and no crash
ON_ARM = platform.machine() in ("aarch64", "arm64")


def run(argv, cwd, **more_environment):
    """(exit code, output)"""
    done = subprocess.run([str(a) for a in argv], cwd=cwd, env={**os.environ, **more_environment}, text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


class Copy:
    """The copy of the sources and its builds."""

    def __init__(self, directory):
        self.directory, self.tree = directory, directory / "tree"

    def update(self):
        """Make the copy what the sources are; files that did not change keep their time."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
        if listed.returncode:
            print(f"skipped: {ROOT} is no git checkout, which tells sources from the rest")
            sys.exit(77)
        files = {f for f in listed.stdout.split("\0") if (ROOT / f).is_file()}
        for file in files:
            there, text = self.tree / file, (ROOT / file).read_bytes()
            if not there.exists() or there.read_bytes() != text:
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes(text)
                there.chmod((ROOT / file).stat().st_mode)
        for there in self.tree.rglob("*"):
            if there.is_file() and there.relative_to(self.tree).as_posix() not in files:
                there.unlink()

    def configure(self, machine):
        """machine: native, cross or fuzz."""
        preset = {"native": "release", "cross": "aarch64", "fuzz": "clang"}[machine]
        more = ["-DNEOSIG_FUZZ=ON", "-DNEOSIG_SHARED=OFF", "-DNEOSIG_BUILD_PROGRAMS=OFF"] if machine == "fuzz" else []
        code, text = run(["cmake", "--preset", preset, "-B", self.directory / machine, "-DNEOSIG_WERROR=OFF",
                          f"-DNEOSIG_OPENSSL={'ON' if machine == 'native' else 'OFF'}", *more,
                          f"-DPython3_EXECUTABLE={sys.executable}"], self.tree)
        if code:
            sys.exit(f"mutants.py: cannot configure:\n{text}")

    def build(self, check):
        """What went wrong, or nothing."""
        if not check.targets:
            return ""
        code, text = run(["cmake", "--build", self.directory / check.machine, "-j", JOBS, "--target", *check.targets],
                         self.tree)
        return text if code else ""

    def check(self, check):
        argv = [str(a).format(tree=self.tree, build=self.directory / check.machine, python=sys.executable)
                for a in check.argv]
        return run(argv, self.tree, **check.environment)


def last_lines(text, count=15):
    return "".join(f"    {line}\n" for line in text.splitlines()[-count:])


def stale(tree, mutant):
    """What is wrong with the text to change, if anything."""
    count = (tree / mutant.file).read_text().count(mutant.before)
    return "" if count == 1 else f"STALE: the text to change is {count} times in {mutant.file}"


def lacks(check):
    """What this machine has not that a check needs."""
    if ON_ARM and check.x86_only:
        return ["x86-64"]
    return [flag for flag in check.needs if flag not in steps.flags()]


def checks_of(mutant):
    """That of the mutant; of one that is said not to be caught, those of its file's other mutants, too."""
    others = [m.check for m in table.MUTANTS if mutant.uncaught and m.file == mutant.file]
    return list(dict.fromkeys([mutant.check, *(check for check in others if not lacks(check))]))


def test(copy, mutant, verbose):
    """(whether all is as the table says, what happened) with the mutant's own check, or those of checks_of"""
    for check in checks_of(mutant):
        says = mutant.says if check == mutant.check else check.says
        good, verdict = test_with(copy, mutant, check, says, verbose)
        if not good:
            break
    return good, verdict


def test_with(copy, mutant, check, says, verbose):
    file = copy.tree / mutant.file
    before = file.read_text()
    if wrong := stale(copy.tree, mutant):
        return False, wrong
    try:
        file.write_text(before.replace(mutant.before, mutant.after.replace("@", mutant.before)))
        if text := copy.build(check):
            return False, f"DOES NOT COMPILE\n{last_lines(text)}"
        code, text = copy.check(check)
    finally:
        file.write_text(before)
    caught = code != 0 and re.search(says, text, re.S) is not None
    if verbose:
        print(last_lines(text, 60), end="")
    if code != 0 and (CRASH.search(ASSERTED.sub("", text)) or not caught):
        return False, f"FAILED IN ANOTHER WAY, expected {says!r}\n{last_lines(text)}"
    if mutant.uncaught:
        return not caught, f"CAUGHT by {check.name}: drop the mark" if caught else f"not caught: {mutant.uncaught}"
    return caught, "caught" if caught else f"NOT CAUGHT\n{last_lines(text)}"


def self_test(copy):
    """That this script tells a mutant caught from all else."""
    check, entropy = table.CHECKS, "src/core/entropy.c"
    failure = "    neosig_wipe(out, bytes);\n    return NEOSIG_ERR_RANDOM;"
    accepted = table.Mutant("", entropy, failure, "    return NEOSIG_OK;", check, "NEOSIG_ERR_RANDOM")
    tests = [
        (accepted, True, "caught"),
        (dataclasses.replace(accepted, uncaught="a reason"), False, "CAUGHT"),
        (dataclasses.replace(accepted, where="some other message"), False, "FAILED IN ANOTHER WAY"),
        (dataclasses.replace(accepted, after="    __builtin_trap();"), False, "FAILED IN ANOTHER WAY"),
        (dataclasses.replace(accepted, after="    return;;no C"), False, "DOES NOT COMPILE"),
        (dataclasses.replace(accepted, after="/* nothing */ @"), False, "NOT CAUGHT"),
        (dataclasses.replace(accepted, after="/* nothing */ @", uncaught="a reason"), True, "not caught"),
        (dataclasses.replace(accepted, check=table.DECLASSIFIED, where="", uncaught="a reason"), False, "CAUGHT by checks"),
        (dataclasses.replace(accepted, before="text that is not there"), False, "STALE: the text to change is 0 times"),
        (dataclasses.replace(accepted, before="return"), False, "STALE"),
    ]
    bad = 0
    for mutant, good, expected in tests:
        found, verdict = test(copy, mutant, False)
        right = found == good and verdict.startswith(expected)
        bad += not right
        print(f"{'ok  ' if right else 'FAIL'} {expected}: {verdict.splitlines()[0]}", flush=True)
    elsewhere = lacks(dataclasses.replace(check, needs=("no_such_flag",)))
    cpu = steps.flags_of("processor\t: 0\nflags\t\t: fpu vaes sha_ni avx512vlx\nflags\t\t: gfni\n")
    for right, what in ((elsewhere == ["no_such_flag"] and lacks(check) == [], "what a check needs and a CPU lacks"),
                        (cpu == ["vaes", "sha_ni"] and steps.flags_of("processor\t: 0\n") == [], "a CPU's flags")):
        bad += not right
        print(f"{'ok  ' if right else 'FAIL'} {what}", flush=True)
    return bad != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="print the table")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="print what the checks say")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-mutants")
    options = parser.parse_args()

    names = [m.name for m in table.MUTANTS]
    if len(set(names)) != len(names):
        sys.exit("mutants.py: two mutants of one name")
    section = DOCUMENT.read_text().split("\n### Mutants\n")[1].split("\n#")[0]
    if different := set(re.findall(r"^- `([\w-]+)`", section, re.M)) ^ {m.name for m in table.MUTANTS if m.uncaught}:
        sys.exit(f"mutants.py: not caught by {DOCUMENT.name} or by table.py only: {', '.join(sorted(different))}")
    for pattern in options.names:
        if not fnmatch.filter(names, pattern):
            sys.exit(f"mutants.py: no mutant is called {pattern}")
    chosen = [m for m in table.MUTANTS if not options.names or any(fnmatch.fnmatch(m.name, p) for p in options.names)]
    if options.list:
        for m in chosen:
            print(f"{m.name:<28} {m.check.name:<48} {m.kind}{': not caught' if m.uncaught else ''}")
        wrong = [f"{m.name}: {text}" for m in chosen if (text := stale(ROOT, m))]
        print(*wrong, sep="\n", end="\n" if wrong else "")
        return bool(wrong)
    skipped = [m for m in chosen if lacks(m.check)]
    chosen = [m for m in chosen if m not in skipped]

    started, bad = time.time(), 0
    copy = Copy(options.build.resolve())
    copy.update()
    if options.self_test:
        copy.configure("native")
        return self_test(copy)
    needed = list(dict.fromkeys(check for m in chosen for check in checks_of(m)))
    for machine in sorted({check.machine for check in needed if check.machine}):
        copy.configure(machine)

    print("without a fault:")
    for check in needed:
        begun = time.time()
        text = copy.build(check)
        code = 1
        if not text:
            code, text = copy.check(check)
            code = code or "***Skipped" in text  # as ctest says where a test cannot run
        print(f"  {check.name:<48} {'passes' if code == 0 else 'FAILS'} {time.time() - begun:6.0f} s", flush=True)
        if code:
            sys.exit(f"mutants.py: the check cannot tell a mutant from sources without one:\n{last_lines(text, 40)}")

    for kind in dict.fromkeys(m.kind for m in chosen):
        print(f"{kind}:")
        for m in (m for m in chosen if m.kind == kind):
            begun = time.time()
            good, verdict = test(copy, m, options.verbose)
            bad += not good
            print(f"  {m.name:<28} {m.check.name:<48} {time.time() - begun:4.0f} s  {verdict}", flush=True)
    for m in skipped:
        print(f"skipped: {m.name}, whose check needs {' '.join(lacks(m.check))}")
    uncaught = sum(bool(m.uncaught) for m in chosen)
    print(f"{len(chosen)} mutants, {uncaught} known not to be caught, {bad} not as the table says, "
          f"{time.time() - started:.0f} s")
    return bad != 0 or not chosen


if __name__ == "__main__":
    sys.exit(main())
