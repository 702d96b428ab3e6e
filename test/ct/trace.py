#!/usr/bin/env python3
"""Compare the traces of AArch64 programs on different secrets, under qemu-aarch64.

    trace.py [--secrets 6] [--sets a,b] [--operations ...] [--backends neon,portable] PROGRAM HOOK_PROGRAM
    trace.py --kernels KERNELS HOOK_KERNELS
    trace.py --steps STEPS --sets aes-128,sha2 --indices 0,1,9,10 KERNELS HOOK_KERNELS
    trace.py --self-test PLANTED HOOK_PLANTED

PROGRAM (see harness.h) runs an operation on several secrets with the same public inputs. Every executed code address
and every load and store address must be the same for all of them. HOOK_PROGRAM is the same program with the hook build
of the library. It tells which secrets lead to the same decisions that are public by design (attempts, rejections). Only
such secrets are compared with each other. Of what signs, decisions.txt has secrets without and with a repeated attempt;
otherwise the first secrets are tried, and the two commonest classes compared. Where two traces differ, the function and
the first differing address are named.

The functions that vartime.py lists are passed over, with all that they call, and the decisions that only these follow
need not be equal. With --kernels nothing is: kernels.c runs such functions on equal decisions.

With --steps the kernels run on this x86-64 CPU, an instruction at a time (steps.c), for what valgrind's CPU lacks: each
function that is compiled for such instructions must run, unless it follows public values only. Functions for
instructions that this CPU lacks are left out.

PROGRAM.map, the linker's map, tells which object a function is of.
"""
import argparse
import bisect
import collections
import concurrent.futures
import hashlib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import decisions
import figures
import sources
import steps
import vartime

HERE = pathlib.Path(__file__).resolve().parent
CHUNK = 65536  # as in plugin.c
CPU = "max,sve=off"  # the C library copies by SVE where there is SVE, and qemu shows a plugin no address of such a copy

def fail(message):
    sys.exit(f"trace.py: {message}")


def build_plugin(directory):
    source = HERE / "plugin.c"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    plugin = pathlib.Path(directory) / f"ct-plugin-{digest}.so"
    if not plugin.exists():
        partial = plugin.with_suffix(f".{os.getpid()}")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", partial, source], check=True)
        partial.rename(plugin)
    return plugin


class Symbols:
    """Functions by address, from the program's symbol table, and their objects, from the linker's map."""

    def __init__(self, program):
        self.program = program
        nm = next((n for n in ("aarch64-linux-gnu-nm", "llvm-nm", "llvm-nm-19", "nm") if shutil.which(n)), None)
        if not nm:
            fail("nm (binutils) is not installed")
        lines = subprocess.run([nm, "-n", "-S", program], capture_output=True, text=True, check=True).stdout
        found = re.findall(r"^([0-9a-f]+) (?:([0-9a-f]+) )?[tTwW] ([^$\s]\S*)$", lines, re.M)
        self.starts = [int(a, 16) for a, *_ in found]
        self.sizes = [int(size or "0", 16) for _, size, _ in found]
        self.names = [n for *_, n in found]
        text = pathlib.Path(f"{program}.map").read_text()
        self.sections = sorted((int(a, 16), int(a, 16) + int(n, 16), o) for a, n, o in
                               re.findall(r"^ \.text\S*\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S+)$", text, re.M))
        if not found or not self.sections:
            fail(f"{program} has no symbols, or its linker map no sections")

    def object(self, address):
        """The object that the code at an address is of."""
        i = bisect.bisect_right(self.sections, (address, sys.maxsize, "")) - 1
        start, end, name = self.sections[i]
        return name.rsplit("(", 1)[-1].rstrip(")") if i >= 0 and start <= address < end else ""

    def functions(self, tree):
        """(folder/file:function, first address, address after the last) of what comes from the sources of a tree."""
        return [(function, start, start + size) for start, size, name in zip(self.starts, self.sizes, self.names)
                if (function := tree.function(self.object(start), name))]

    def name(self, address):
        i = bisect.bisect_right(self.starts, address) - 1
        return f"{self.names[i]}+0x{address - self.starts[i]:x}" if i >= 0 else "?"

    def symbol(self, address):
        i = bisect.bisect_right(self.starts, address) - 1
        return self.names[i] if i >= 0 else "?"

    def line(self, address):
        tools = "aarch64-linux-gnu-addr2line", "llvm-addr2line-19", "addr2line"
        tool = next((t for t in tools if shutil.which(t)), None)
        if not tool:
            return ""
        text = subprocess.run([tool, "-e", self.program, hex(address)], capture_output=True, text=True).stdout.strip()
        return "" if text.startswith("?") else f" ({pathlib.Path(text.split(' ')[0]).name})"


class Checker:
    def __init__(self, options, program, hook, tree, listed, ignored, table=False, secret=vartime.WITH_SECRETS):
        self.options, self.program, self.hook = options, os.path.abspath(program), os.path.abspath(hook)
        self.tmp = tempfile.TemporaryDirectory()
        self.plugin = None if options.steps else build_plugin(self.tmp.name)
        self.symbols = Symbols(program)
        self.class_cache = {}
        self.table = decisions.load() if table else {}
        self.ignored = ignored
        functions = self.symbols.functions(tree)
        if not functions:
            fail(f"{program}: no function of it is known by its source file")
        self.passed_over = sorted({f for f, *_ in functions if f in listed})
        self.unlisted = sorted({f for f, *_ in functions if "_vartime" in f and f not in listed})
        self.ranges = os.path.join(self.tmp.name, "passed-over")
        pathlib.Path(self.ranges).write_text("".join(f"{a:x} {b:x} {int(f in secret)}\n"
                                                     for f, a, b in functions if f in listed))
        self.present = {f for f, *_ in functions}
        self.tree, self.covered = tree, {"ran": set(), "skipped": set()}  # addresses of blocks

    def environment(self, backend):
        env = decisions.environment(self.ignored)
        env.pop("NEOSIG_BACKEND", None)
        if backend:
            env["NEOSIG_BACKEND"] = backend
        return env

    def operands(self):
        """The file for steps.c, from the program's disassembly."""
        path = os.path.join(self.tmp.name, "operands")
        if not os.path.exists(path):
            text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", self.program], capture_output=True, text=True,
                                  check=True).stdout
            pathlib.Path(path).write_text("".join(steps.operands(text)))
        return path

    def run(self, program, args, backend, plugin_args=None):
        out = tempfile.NamedTemporaryFile(dir=self.tmp.name, delete=False).name
        argv = [self.options.qemu, "-cpu", CPU] if self.options.qemu and not self.options.steps else []
        if plugin_args is not None and self.options.steps:
            chunk = next((a.split("=")[1] for a in plugin_args), "-1")
            argv = [self.options.steps, out, chunk, self.operands()]
        elif plugin_args is not None:
            argv += ["-plugin", ",".join([f"file={self.plugin}", f"out={out}", f"pass={self.ranges}", *plugin_args])]
        done = subprocess.run([*argv, program, *map(str, args)], capture_output=True, text=True,
                              env=self.environment(backend))
        if done.returncode:
            fail(f"{program} {' '.join(map(str, args[:3]))} ended with {done.returncode}: {done.stderr[-400:]}")
        text = pathlib.Path(out).read_text() if plugin_args is not None else done.stdout
        os.unlink(out)
        return text

    def classes(self, name, operation):
        """Groups of comparable secrets: those of the table, first without a rejection; else those found, the commonest
        first. They do not depend on the backend."""
        key = name, operation
        if key not in self.class_cache:
            self.class_cache[key] = self.listed(name, operation) or self.found(name, operation)
        return self.class_cache[key]

    def listed(self, name, operation):
        """The test `decisions` looks whether these lead to what the table says."""
        groups = []
        for rejections, wanted in enumerate((self.options.secrets, self.options.repeated)):
            if indices := decisions.row(self.table, name, operation, rejections, wanted):
                if len(indices) != wanted:
                    fail(f"decisions.txt has not {wanted} secrets of {name} that lead {operation} to {rejections} "
                         "rejections")
                groups.append(indices)
            elif self.table and rejections == 0:
                fail(f"decisions.txt has no row for {name} {operation}: python3 test/ct/decisions.py --search "
                     f"test-ct-hook {name}")
        return groups

    def found(self, name, operation):
        if self.options.indices:
            indices = [int(index) for index in self.options.indices.split(",")]
            decided = {tuple(d) for _, *d in decisions.parse(self.run(self.hook, [name, operation, *indices], None))}
            if len(decided) != 1:
                fail(f"{name}: not all of the secrets {self.options.indices} lead to the same decisions")
            return [indices]
        wanted = self.options.secrets
        groups, index = collections.defaultdict(list), 0
        while index < self.options.search and max(map(len, groups.values()), default=0) < wanted:
            text = self.run(self.hook, [name, operation, *range(index, index + wanted)], None)
            for i, *decided in decisions.parse(text):
                groups[tuple(decided)].append(i)
            index += wanted
        ordered = sorted(groups.values(), key=len, reverse=True)
        return [indices[:wanted] for indices in ordered[:2] if len(indices) > 1]

    def traces(self, name, operation, indices, backend, *plugin_args):
        text = self.run(self.program, [name, operation, *indices], backend, list(plugin_args))
        regions, current = [], []
        for line in text.splitlines():
            if line.startswith(("ran ", "skipped ")):
                kind, address = line.split()
                self.covered[kind].add(int(address, 16))
            elif line.startswith("region "):
                _, events, instructions, digest = line.split()
                regions.append((int(events), int(instructions), digest, current))
                current = []
            else:
                current.append(line)
        if len(regions) != len(indices):
            fail(f"{name} {operation}: {len(regions)} marked regions for {len(indices)} secrets")
        if any(events == 0 for events, *_ in regions):
            fail(f"{name} {operation}: an empty region: nothing was traced")
        return regions

    def functions_covered(self, kind):
        """Those whose blocks were in a trace ("ran"), or ran while a function that may hold secrets was passed over."""
        names = {self.tree.function(self.symbols.object(a), self.symbols.symbol(a)) for a in self.covered[kind]}
        return names - {None}

    def locate(self, name, operation, a, b, at_a, at_b, backend):
        """Run the two secrets again and record the chunk of events where their hashes part."""
        chunk = next((i for i, (x, y) in enumerate(zip(at_a, at_b)) if x != y), min(len(at_a), len(at_b)))
        first, second = (
            [l for l in lines if not l.startswith("at ")]
            for *_, lines in self.traces(name, operation, [a, b], backend, f"chunk={chunk}")
        )
        n = next((i for i, (x, y) in enumerate(zip(first, second)) if x != y), min(len(first), len(second)))

        def describe(events):
            if n >= len(events):
                return "end of the operation"
            kind, pc, *rest = events[n].split()
            pc = int(pc, 16)
            where = f"{self.symbols.name(pc)}{self.symbols.line(pc)}"
            return f"runs {where}" if kind == "block" else f"{kind} of {rest[0]} at 0x{rest[1]} by {where}"

        before = [int(l.split()[1], 16) for l in first[:n] if l.startswith("block")]
        source = f" after the block at {self.symbols.name(before[-1])}{self.symbols.line(before[-1])}" if before else ""
        return (f"event {chunk * CHUNK + n}{source}:\n      secret {a}: {describe(first)}\n"
                f"      secret {b}: {describe(second)}")

    def check(self, name, operation, backend):
        """One set, operation and backend, in one run of the program: (rows to print, differences)."""
        groups = self.classes(name, operation)
        if not groups:
            return [], [f"{name} {operation}: no two secrets of {self.options.search} lead to the same public "
                        "decisions"]
        compared, instructions, events, differences = [], 0, 0, []
        traced = iter(self.traces(name, operation, [index for indices in groups for index in indices], backend))
        for indices in groups:
            regions = list(itertools.islice(traced, len(indices)))
            compared.append(len(indices))
            instructions, events = max(instructions, regions[0][1]), max(events, regions[0][0])
            for index, region in zip(indices[1:], regions[1:]):
                if region[:3] != regions[0][:3]:
                    place = self.locate(name, operation, indices[0], index, regions[0][3], region[3], backend)
                    differences.append(f"{name} {operation} {backend or ''}: secrets {indices[0]} and {index} "
                                       f"differ at {place}")
                    break
        return [(name, operation, backend or "-", "+".join(map(str, compared)), instructions, events)], differences


def self_test(options):
    """Every planted leak is found where it is, and nothing else is."""
    tree = sources.Sources(HERE / "planted")
    listed = ["leaks.c:count_vartime", "leaks.c:sample_vartime"]
    checker = Checker(options, options.program, options.hook, tree, listed, decisions.NOT_COMPARED,
                      secret=["leaks.c:sample_vartime"])
    bad = 0

    def expect(good, text):
        nonlocal bad
        bad += not good
        print(f"{'ok  ' if good else 'FAIL'} {text}")

    def check(checker, mode, expected):
        for name, function in expected.items():
            _, differences = checker.check(name, "-", None)
            expect(bool(differences) == bool(function) and all(re.search(rf" {function}[+.]", d) for d in differences),
                   f"{mode} {name}: {f'leaks in {function}' if function else 'equal traces'} expected")
            for difference in differences:
                print(f"     {difference}")

    check(checker, "operation", {
        "clean": None, "vartime-public": None, "attempts": None, "leak-table": "leak_table",
        "leak-branch": "leak_branch", "leak-exit": "leak_exit", "leak-unnamed": "count_ones",
        "leak-unlisted": "unlisted_vartime", "leak-namesake": "count_vartime", "leak-copy": r"__memcpy\w*",
        "kernel-clean": None,
        "kernel-leak": None})
    expect(checker.passed_over == listed, f"passed over: {', '.join(checker.passed_over)}")
    expect(checker.unlisted == ["leaks.c:unlisted_vartime", "namesake.c:count_vartime"],
           f"not listed: {', '.join(checker.unlisted)}")
    alone = checker.functions_covered("skipped") - checker.functions_covered("ran")
    expect(alone == {"leaks.c:clean_candidate", "leaks.c:leak_candidate"},
           f"run only where a function with secrets is passed over: {', '.join(sorted(alone))}")
    kernels = Checker(options, options.program, options.hook, tree, [], [])
    check(kernels, "kernel", {"kernel-clean": None, "kernel-leak": "leak_candidate"})
    expect(alone <= kernels.functions_covered("ran") and "leaks.c:leak_exit" not in kernels.functions_covered("ran"),
           "run by kernels: those, and not others")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("hook")
    parser.add_argument("--kernels", action="store_true", help="the programs are kernels.c's")
    parser.add_argument("--steps", default="", help="the program of steps.c: the kernels on this CPU")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--qemu", default=shutil.which("qemu-aarch64") or "")
    parser.add_argument("--secrets", type=int, default=6, help="secrets compared in each class")
    parser.add_argument("--indices", help="comma separated: these secrets of each kernel, and no others")
    parser.add_argument("--repeated", type=int, default=4, help="secrets compared that lead to a repeated attempt")
    parser.add_argument("--search", type=int, default=96, help="secrets tried to fill a class that is not listed")
    parser.add_argument("--sets", default="all",
                        help="comma separated; all; quick: the lowest level of each scheme; first")
    parser.add_argument("--except", dest="without", default="", help="comma separated: not these sets")
    parser.add_argument("--operations", help="comma separated; default all that a set has")
    parser.add_argument("--backends", default="neon-sha3,neon-aes,neon,portable")
    parser.add_argument("--jobs", type=int, default=1)
    figures.add_options(parser)
    options = parser.parse_args()
    options.kernels |= bool(options.steps)
    if not options.qemu and not options.steps:
        fail("qemu-aarch64 (qemu-user, 7.2 or later) is not installed")
    flags = steps.flags() if options.steps else []
    if options.steps and (lacks := [flag for flag in steps.TARGETS if flag not in flags]):
        print(f"{'left out' if flags else 'skipped'}: this CPU has no {' '.join(lacks)}")
        if not flags:
            return 77
    if options.self_test:
        return self_test(options) != 0
    checker = Checker(options, options.program, options.hook, sources.Sources(sources.SRC),
                      {} if options.kernels else vartime.FUNCTIONS, [] if options.kernels else decisions.NOT_COMPARED,
                      not options.kernels)
    if not options.kernels and checker.unlisted:
        fail(f"not in the list of vartime.py: {', '.join(checker.unlisted)}")

    names = options.sets.split(",")
    if options.sets in ("all", "quick", "short", "long", "first", "short-first"):
        names = checker.run(options.program, ["list", options.sets, "0"], None).split()
    names = [name for name in names if name not in options.without.split(",")]
    operations = collections.defaultdict(list)
    for line in checker.run(options.program, ["list", "operations", "0"], None).splitlines():
        name, operation = line.split()
        if options.operations is None or operation in options.operations.split(","):
            operations[name].append(operation)
    started, rows, differences = time.time(), [], []

    if options.kernels and options.sets == "all" and (missing := set(vartime.KERNELS) - set(names)):
        fail(f"vartime.py names kernels that there are not: {', '.join(sorted(missing))}")

    def one_set(name):
        return [checker.check(name, operation, backend)
                for operation in operations[name] for backend in options.backends.split(",")]

    for function in checker.passed_over:
        print(f"passed over: {function}: {vartime.FUNCTIONS[function]}")
    print(f"{'set':<28} {'operation':<27} {'backend':<10} {'secrets':>7} {'instructions':>14} {'events':>14}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for results in pool.map(one_set, names):
            for found, different in results:
                rows += found
                differences += different
                for r in found:
                    verdict = "DIFFERENT" if different else "equal"
                    print(f"{r[0]:<28} {r[1]:<27} {r[2]:<10} {r[3]:>7} {r[4]:>14,} {r[5]:>14,} {verdict}", flush=True)
                for difference in different:
                    print(f"  LEAK {difference}", flush=True)
    uncovered = []
    if options.kernels and options.sets == "all":
        uncovered = [f"{f} is said to be traced as a kernel, and is not"
                     for f in vartime.not_run(checker.functions_covered("ran"), checker.present, options.backends.split(","))]
    elif options.steps:
        uncovered = [f"{f} is never run with secrets" for f in sorted(
            steps.beyond_valgrind(checker.tree, flags) & checker.present - checker.functions_covered("ran") - set(vartime.FUNCTIONS))]
    elif not options.kernels:
        alone = checker.functions_covered("skipped") - checker.functions_covered("ran")
        uncovered = [f"{f} runs only where it is passed over, and vartime.py does not say that a kernel runs it"
                     for f in sorted(alone - set(vartime.ALONE) - set(vartime.WITH_SECRETS))]
    for line in uncovered:
        print(f"  LEAK {line}")
    print(f"{len(names)} sets, {len(rows)} combinations, {len(differences)} with differences, "
          f"{time.time() - started:.0f} s")
    differences += uncovered
    if rows and not differences:
        what = "kernels" if options.kernels else f"operations, {options.sets}"
        what += f" but {options.without}" if options.without else ""
        secrets = collections.Counter(row[3] for row in rows)
        where = "x86-64, by steps" if options.steps else "AArch64"
        figures.write(options, f"traces, {where}: {what}", f"{len(names)} {'kernels' if options.kernels else 'sets'}, "
                      f"{len({row[2] for row in rows})} backends, {len(rows)} combinations, of secrets "
                      + ", ".join(f"{n} × {count}" for n, count in sorted(secrets.items())), "all equal",
                      f"qemu {figures.version(options.qemu)}")
    return bool(differences) or not rows


if __name__ == "__main__":
    sys.exit(main())
