#!/usr/bin/env python3
"""Modelled cycles of executed code, by llvm-mca's model of a core.

llvm-mca simulates windows of what ran, instruction after instruction as they ran. An instruction's price is what it
adds to the time at which the core is done with all instructions before it: the mean over its places in the windows. An
operation costs the sum over its instructions of price times runs, and the runs are counted exactly. So the windows
decide prices only. Where all that ran is short, it is simulated as a whole.

llvm-mca's models are corrected first (rewrites.py). A call is priced as a plain branch, since llvm-mca charges every
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

# Cores, and whether they have SHA-3 instructions. LLVM takes an A57 for the cortex-a72. Its apple-m1 is Cyclone, an
# older and slower core; Qualcomm's oryon-1 has the shape of Apple's M1 and stands for it.
CORES = {"neoverse-n1": False, "neoverse-v1": True, "cortex-a72": False, "oryon-1": True}
OLDEST = 19  # the first that knows oryon-1; 14 takes an A57 for the Neoverse cores too
FEATURES = "+aes,+sha2,+sha3,+dotprod,+dit"
LEAD = 256  # instructions of a window that only fill the core
ALL = 1 << 15  # what ran is simulated as a whole up to so many instructions
FRESH = 0.005  # a window is simulated if what no other one has is this share of all that ran
BATCH = 40  # windows a run of llvm-mca
SEPARATOR = 0xd43579a0  # brk #0xabcd, which no compiler makes


@functools.cache
def tool(name):
    """(path, version) of llvm-mc or llvm-mca, or None."""
    for candidate in [*(f"{name}-{version}" for version in range(OLDEST, 40)), name]:
        path = shutil.which(candidate)
        if path:
            text = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            found = re.search(r"version (\d+)[.\d]*", text)
            if found and int(found[1]) >= OLDEST:
                return path, found[0].split()[1]
    return None


def missing():
    """What must be installed to price, or None."""
    absent = [name for name in ("llvm-mc", "llvm-mca") if not tool(name)]
    return absent and (f"{' and '.join(f'{name}-{OLDEST}' for name in absent)} (or later) not installed: "
                       f"apt-get install llvm-{OLDEST}") or None


def version():
    """LLVM's, None where its tools are not there or too old."""
    return None if missing() else tool("llvm-mca")[1]


def hexadecimal(word):
    return " ".join(f"0x{byte:02x}" for byte in word.to_bytes(4, "little"))


def disassemble(words):
    """The text of each word, None for one that LLVM does not know; calls and returns as branches."""
    source = "\n".join(f"{hexadecimal(int(word, 16))} {hexadecimal(SEPARATOR)}" for word in words)
    done = subprocess.run([tool("llvm-mc")[0], "--disassemble", "--triple=aarch64", f"--mattr={FEATURES}"],
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


def chosen(windows, runs):
    """[(how many instructions only fill the core, [(address, word)])] to simulate, for {address: runs}."""
    if len(windows) * emulate.WIDTH <= ALL and all(w[0] == i * emulate.WIDTH for i, w in enumerate(windows)):
        return [(0, [instruction for window in windows for instruction in unfolded(window)])]
    seen, taken = set(), []
    for i in spread(len(windows)):
        window = unfolded(windows[i])
        fresh = {address for address, _ in window[LEAD:]} - seen
        if sum(runs.get(address, 0) for address in fresh) >= FRESH * sum(runs.values()):
            seen |= fresh
            taken.append((LEAD, window))
    return taken


class Model:
    def __init__(self):
        self.texts, self.priced = {}, {}  # by word; by (core, line)

    def simulate(self, core, regions, *options):
        """llvm-mca's answer for each list of lines, None for one of which it knows nothing."""
        found = {}
        for first in range(0, len(regions), BATCH):
            source = []
            for i, lines in enumerate(regions[first:first + BATCH], first):
                source += [f"# LLVM-MCA-BEGIN r{i}", *lines, f"# LLVM-MCA-END r{i}"]
            done = subprocess.run([tool("llvm-mca")[0], "-mtriple=aarch64", f"-mcpu={core}", f"-mattr={FEATURES}",
                                   "-iterations=1", "-json", "-instruction-info=0", "-resource-pressure=0", *options],
                                  input="\n".join(source) + "\n", capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f"llvm-mca for {core}: {done.stderr[-2000:]}")
            found |= {region["Name"].strip(): region for region in json.loads(done.stdout)["CodeRegions"]
                      if "SummaryView" in region}
        return [found.get(f"r{i}") for i in range(len(regions))]

    def learn(self, core, lines):
        """Which of the lines llvm-mca has a price for."""
        new = sorted({line for line in lines if (core, line) not in self.priced})
        answers = self.simulate(core, [[line] for line in new], "-skip-unsupported-instructions=any")
        self.priced |= {(core, line): answer is not None for line, answer in zip(new, answers)}

    def done(self, core, traces):
        """For each list of words: when the core is done with each instruction and all before it."""
        regions = [rewrites.rewritten(core, [self.texts[word] for word in trace]) for trace in traces]
        self.learn(core, (line for region in regions for line, _ in region))
        regions = [[(line, i) for line, i in region if self.priced[core, line]] for region in regions]
        answers = self.simulate(core, [[line for line, _ in region] for region in regions], "-timeline",
                                "-timeline-max-iterations=1", "-timeline-max-cycles=0")
        for trace, region, answer in zip(traces, regions, answers):
            times = [0] * len(trace)
            for (_, i), line in zip(region, answer["TimelineView"]["TimelineInfo"] if answer else [], strict=True):
                times[i] = line["CycleRetired"]
            for i in range(1, len(times)):
                times[i] = max(times[i], times[i - 1])
            yield times

    def cycles(self, count, cores):
        """{core: modelled cycles} of one repetition of a Count with windows."""
        runs, functions = collections.Counter(), {}
        for (address, words), (function, n) in count.blocks.items():
            for i in range(emulate.length(words)):
                runs[int(address, 16) + 4 * i] += n
                functions[int(address, 16) + 4 * i] = function
        traces = chosen(count.windows, runs)
        new = sorted({word for _, trace in traces for _, word in trace} - self.texts.keys())
        if new:
            self.texts |= disassemble(new)
        found = {}
        for core in cores:
            places = {}
            for (lead, trace), times in zip(traces, self.done(core, [[w for _, w in trace] for _, trace in traces])):
                for i in range(lead, len(trace)):
                    places.setdefault(trace[i][0], []).append(times[i] - (times[i - 1] if i else 0))
            found[core] = round(total(runs, functions, places) / count.repetitions)
        return found

    def unpriced(self, core):
        """The instructions that the core's model does not know: they take no time."""
        return sorted(line for (c, line), known in self.priced.items() if c == core and not known)


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
    args = p.parse_args()
    if missing():
        emulate.fail(missing())
    with tempfile.TemporaryDirectory() as directory:
        emulator = emulate.Emulator(args.program, emulate.build_plugin("count", directory))
        count = emulator.between(args.args.split(), args.function)
    prices = Model()
    cycles = prices.cycles(count, args.cores.split(","))
    json.dump({"repetitions": count.repetitions, "instructions": round(sum(count.instructions) / count.repetitions),
               **cycles, "unpriced": {core: prices.unpriced(core) for core in cycles}}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
