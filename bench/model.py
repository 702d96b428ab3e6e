#!/usr/bin/env python3
"""Modelled cycles of executed code, by llvm-mca's model of a core.

llvm-mca's simulator runs windows of what ran, instruction after instruction as they ran. An instruction's price is what
it adds to the time at which the core is done with all instructions before it: the mean over its places in the windows.
An operation costs the sum over its instructions of price times runs, and the runs are counted exactly. So the windows
decide prices only. Where all that ran is short, it is simulated as a whole.

LLVM's models are corrected first (rewrites.py). A call is priced as a plain branch, since llvm-mca charges every
call 100 cycles. Caches and branch prediction are perfect. This is a model and no measurement.
"""
import argparse
import collections
import functools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import emulate
import rewrites

# Cores, and whether they have the instructions of SHA-3 and SHA-512. LLVM takes an A57 for the cortex-a72. Its apple-m1
# is Cyclone, an older and slower core; Qualcomm's oryon-1 has the shape of Apple's M1 and stands for it.
CORES = {"neoverse-n1": False, "neoverse-v1": True, "neoverse-v2": True, "cortex-a72": False, "oryon-1": True}
# Instructions that a core decodes in a cycle, of V1 and V2 out of their cache of decoded ones. LLVM's models only limit
# how many operations are dispatched: eight in N1's.
DECODERS = {"neoverse-n1": 4, "neoverse-v1": 8, "neoverse-v2": 8, "cortex-a72": 3, "oryon-1": 8}
LLVM = 19  # the first that knows oryon-1; older ones take an A57 for the Neoverse cores too, later ones cost otherwise
FEATURES = "+aes,+sha2,+sha3,+dotprod,+dit"
LEAD = 256  # instructions of a window that only fill the core
ALL = 1 << 15  # what ran is simulated as a whole up to so many instructions
# So many windows, spread over what ran, are simulated anyway. Prices are then within 2.7 % of those by all windows
# (published/calibration.csv). With only what is new, the signing of snova-61-33-16-2-ssk was up to 13 % below.
EVENLY = 64
FRESH = 0.005  # a further window is simulated if what no other one has is this share of all that ran
SEPARATOR = 0xd43579a0  # brk #0xabcd, which no compiler makes


def able(implementation, cores=CORES):
    """Those of the cores that can run it."""
    return [core for core in cores if CORES[core] or "sha3" not in implementation]


@functools.cache
def missing():
    """What must be installed to price, or None."""
    config = f"llvm-config-{LLVM}"
    absent = [tool for tool in (f"llvm-mc-{LLVM}", config, "c++") if not shutil.which(tool)]
    if config not in absent:
        header = pathlib.Path(ask(config, "--includedir"), "llvm/MCA/Pipeline.h")
        absent += [] if header.exists() else [str(header)]
    return f"{', '.join(absent)} not installed: apt-get install llvm-{LLVM} llvm-{LLVM}-dev g++" if absent else None


def need():
    if missing():
        emulate.fail(missing())


def ask(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def version():
    """LLVM's, None where it is not there."""
    return None if missing() else ask(f"llvm-config-{LLVM}", "--version")


def build_simulator(directory):
    """tools/simulate.cpp, unless it is built."""
    source, program = emulate.ROOT / "tools/simulate.cpp", pathlib.Path(directory).resolve() / "simulate"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        program.parent.mkdir(parents=True, exist_ok=True)
        flags, libraries = (ask(f"llvm-config-{LLVM}", *options).split()
                            for options in (["--cppflags"], ["--ldflags", "--libs"]))
        subprocess.run(["c++", "-O2", "-std=c++17", "-fno-rtti", *flags, source, "-o", program, *libraries], check=True)
    return program


def hexadecimal(word):
    return " ".join(f"0x{byte:02x}" for byte in word.to_bytes(4, "little"))


def disassemble(words):
    """The text of each word, None for one that LLVM does not know; calls and returns as branches."""
    source = "\n".join(f"{hexadecimal(int(word, 16))} {hexadecimal(SEPARATOR)}" for word in words)
    done = subprocess.run([f"llvm-mc-{LLVM}", "--disassemble", "--triple=aarch64", f"--mattr={FEATURES}"],
                          input=source, capture_output=True, text=True)
    lines = [line.strip() for line in done.stdout.splitlines() if not line.strip().startswith(".")]
    texts, text = [], None
    for line in lines:
        if line.startswith("brk\t#0xabcd"):
            texts.append(text)
            text = None
        elif line:
            text = line.split("//")[0].rstrip()
    if len(texts) != len(words):
        raise RuntimeError(f"llvm-mc disassembled {len(texts)} of {len(words)} instructions")
    # Where a branch or an address leads makes no difference.
    plain = (text and re.sub(r"^bl(r?)\t", r"b\1\t", text) for text in texts)
    return {word: text and re.sub(r"^((?:b|b\.\w+|cbn?z|tbn?z|adrp?)\t.*?)#-?\d+$", r"\1#0", text)
            for word, text in zip(words, plain)}


# ---- What is simulated ----

def unfolded(window):
    """[(address, word)] of a window, which is (where it begins, instructions before that, blocks)."""
    _, before, blocks = window
    listed = [(int(address, 16) + 4 * i, word) for address, words in blocks for i, word in enumerate(words.split(","))]
    return listed[before:before + emulate.WIDTH]


def spread(n):
    """0 to n - 1, at each stage spread evenly over all."""
    bits = max(n - 1, 0).bit_length()
    numbers = (int(f"{i:0{bits}b}"[::-1], 2) if bits else 0 for i in range(1 << bits))
    return [number for number in numbers if number < n]


def chosen(windows, runs, every=False):
    """[(how many instructions only fill the core, [(address, word)])] to simulate, for {address: runs}: every window,
    or EVENLY of them and those that have something new."""
    if len(windows) * emulate.WIDTH <= ALL and all(w[0] == i * emulate.WIDTH for i, w in enumerate(windows)):
        return [(0, [instruction for window in windows for instruction in unfolded(window)])]
    seen, taken = set(), []
    for i, number in enumerate(spread(len(windows))):
        window = unfolded(windows[number])
        fresh = {address for address, _ in window[LEAD:]} - seen
        if every or i < EVENLY or sum(runs.get(address, 0) for address in fresh) >= FRESH * sum(runs.values()):
            seen |= fresh
            taken.append((LEAD, window))
    return taken


class Model:
    def __init__(self, directory=emulate.BUILD, every=False):
        self.directory, self.every, self.texts = directory, every, {}  # texts by word
        self.unpriced = collections.defaultdict(set)  # by core: what its model does not know, which takes no time

    @functools.cached_property
    def simulator(self):
        return build_simulator(self.directory)

    def simulate(self, core, streams):
        """For each list of lines: when each retires, -1 for one that the core's model does not know."""
        done = subprocess.run([self.simulator, core, FEATURES, str(DECODERS[core])], capture_output=True, text=True,
                              input="".join("".join(f"{line}\n" for line in lines) + "#\n" for lines in streams))
        if done.returncode:
            raise RuntimeError(f"simulating {core}: {done.stderr[-2000:]}")
        answers = [list(map(int, line.split())) for line in done.stdout.splitlines()]
        for lines, answer in zip(streams, answers, strict=True):
            self.unpriced[core].update(line for line, time in zip(lines, answer, strict=True) if time < 0)
        return answers

    def done(self, core, traces):
        """For each list of words: when the core is done with each instruction and all before it."""
        streams = [rewrites.rewritten(core, [self.texts[word] for word in trace]) for trace in traces]
        answers = self.simulate(core, [[line for line, _ in stream] for stream in streams])
        for trace, stream, answer in zip(traces, streams, answers):
            times, now = [0] * len(trace), 0
            for (_, i), time in zip(stream, answer):
                times[i] = max(times[i], time)
            for i, time in enumerate(times):
                times[i] = now = max(now, time)
            yield times

    def priced(self, count, cores):
        """(core, {address: runs}, {address: function}, {address: times at its places}) of a Count with windows."""
        runs, functions = collections.Counter(), {}
        for (address, words), (function, n) in count.blocks.items():
            for i in range(emulate.length(words)):
                runs[int(address, 16) + 4 * i] += n
                functions[int(address, 16) + 4 * i] = function
        traces = chosen(count.windows, runs, self.every)
        new = sorted({word for _, trace in traces for _, word in trace} - self.texts.keys())
        if new:
            self.texts |= disassemble(new)
        for core in cores:
            places = {}
            for (lead, trace), times in zip(traces, self.done(core, [[w for _, w in trace] for _, trace in traces])):
                for i in range(lead, len(trace)):
                    places.setdefault(trace[i][0], []).append(times[i] - (times[i - 1] if i else 0))
            yield core, runs, functions, places

    def cycles(self, count, cores):
        """{core: modelled cycles} of one repetition of a Count with windows."""
        return {core: round(total(runs, functions, places) / count.repetitions)
                for core, runs, functions, places in self.priced(count, cores)}


def total(runs, functions, places):
    """Cycles of all runs. What is in no window costs the mean of its function's other instructions, or of all."""
    prices = {address: sum(times) / len(times) for address, times in places.items()}
    known = collections.defaultdict(lambda: [0, 0])
    for address in runs.keys() & prices.keys():
        for name in (functions[address], None):
            known[name][0] += runs[address] * prices[address]
            known[name][1] += runs[address]
    cycles = known[None][0]
    for address in runs.keys() - prices.keys():
        sums = known.get(functions[address], known[None])
        cycles += runs[address] * sums[0] / sums[1]
    return cycles


def main():
    p = argparse.ArgumentParser(description="Modelled cycles of a static AArch64 program's function, as JSON.")
    p.add_argument("--program", type=pathlib.Path, required=True, help="has symbols")
    p.add_argument("--args", default="", help="its arguments, in one string")
    p.add_argument("--function", required=True,
                   help="a repetition lasts from one entry of this function to the next")
    p.add_argument("--cores", default=",".join(CORES), help="default: %(default)s")
    p.add_argument("--every", action="store_true",
                   help="simulate every window of what ran, not only a part")
    args = p.parse_args()
    need()
    with tempfile.TemporaryDirectory() as directory:
        emulator = emulate.Emulator(args.program, emulate.build_plugin("count", directory))
        count = emulator.between(args.args.split(), args.function)
    prices = Model(every=args.every)
    cycles = prices.cycles(count, args.cores.split(","))
    json.dump({"repetitions": count.repetitions, "instructions": round(sum(count.instructions) / count.repetitions),
               **cycles, "unpriced": {core: sorted(prices.unpriced[core]) for core in cycles}}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
