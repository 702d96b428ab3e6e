"""Modelled cycles of executed blocks, by llvm-mca's model of a core: those of bench/results.

A block's price is what one more run of it takes when it runs over and over. llvm-mca simulates two numbers of runs. The
difference of cycles, over the difference of the numbers, has no share of starting and draining the pipeline. An
operation costs the sum over its blocks of price times runs. qemu's blocks also end where a page of memory does, and
after as many instructions as it translates at once. Blocks that are only cut there are joined, so that the price does
not depend on where the code lies. A call is priced as a plain branch, since llvm-mca charges every call 100 cycles. So
caches and branch prediction are perfect, blocks do not overlap, and what LLVM does not know of a core is not there.
This is a model and no measurement: good for the ratio of two programs of one kind.
"""
import collections
import json
import re
import shutil
import subprocess

# Cores, and whether they have SHA-3 instructions. LLVM takes an A57 for the cortex-a72, and Cyclone, an older core, for
# the apple-m1.
CORES = {"neoverse-n1": False, "neoverse-v1": True, "cortex-a72": False, "apple-m1": True}
OLDEST = 19  # the first that can pass over what it has no price for; 14 takes an A57 for the Neoverse cores too
FEATURES = "+aes,+sha2,+sha3,+dotprod,+dit"
RUNS = {64: (32, 96), 1024: (8, 24), 1 << 16: (2, 6)}  # of blocks of at most so many instructions
BATCH = 500  # blocks a run of llvm-mca, which keeps all of them in memory
SEPARATOR = 0xd43579a0  # brk #0xabcd, which no compiler makes


def tool(name):
    """(path, version) of llvm-mc or llvm-mca, or None."""
    for candidate in [name, *(f"{name}-{version}" for version in range(OLDEST, 40))]:
        path = shutil.which(candidate)
        if path:
            text = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            found = re.search(r"version (\d+)[.\d]*", text)
            if found and int(found[1]) >= OLDEST:
                return path, found[0].split()[1]
    return None


def version():
    """LLVM's, None where its tools are not there or too old."""
    found = tool("llvm-mca")
    return found[1] if found and tool("llvm-mc") else None


NEEDED = f"llvm-mc and llvm-mca {OLDEST} or later are not installed: apt-get install llvm-{OLDEST}"


def branches(word):
    """Whether the instruction is one after which another may run than the next."""
    return (word >> 26 & 0x1f == 0b00101          # B, BL
            or word >> 25 & 0x3e == 0b011010      # CBZ, CBNZ, TBZ, TBNZ
            or word >> 25 in (0b0101010, 0b1101011))  # B.cond; BR, BLR, RET


def joined(blocks):
    """{words: runs} of a Count's blocks, each up to its branch.

    A block that does not end in one goes on in the block behind it as often as it runs. Where a branch leads there too,
    what is left of that block's runs stands for itself.
    """
    at = {}  # address: [words, runs] of the blocks there, the last ones first joined
    prices = collections.Counter()

    def rest(address, runs):
        """Takes that many runs of what begins there: [(words, runs)], and how many of them there were not."""
        taken = []
        for block in at.get(address, []):
            part = min(runs, block[1])
            if part > 0:
                taken.append((block[0], part))
                block[1] -= part
                runs -= part
        return taken, runs

    for (address, words), (_, runs) in sorted(blocks.items(), key=lambda item: -int(item[0][0], 16)):
        address, here = int(address, 16), at.setdefault(int(address, 16), [])
        if runs <= 0 or branches(int(words[-8:], 16)):
            here.append([words, runs])
            continue
        more, alone = rest(address + 4 * (words.count(",") + 1), runs)
        here += [[f"{words},{behind}", part] for behind, part in more]
        if alone:
            here.append([words, alone])
    for there in at.values():
        for words, runs in there:
            prices[words] += runs
    return {words: runs for words, runs in prices.items() if runs}


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
            text = line
    if len(texts) != len(words):
        raise RuntimeError(f"llvm-mc disassembled {len(texts)} of {len(words)} instructions")
    # Where a branch or an address leads makes no difference, and fewer blocks are different without it.
    plain = (text and re.sub(r"^bl(r?)\t", r"b\1\t", text) for text in texts)
    return {word: text and re.sub(r"^((?:b|b\.\w+|cbn?z|tbn?z|adrp?)\t.*?)#-?\d+$", r"\1#0", text)
            for word, text in zip(words, plain)}


class Model:
    def __init__(self):
        self.texts, self.prices = {}, {}  # by word; by (core, text of a block)

    def text(self, words):
        return "\n".join(self.texts[word] for word in words.split(",") if self.texts[word])

    def price(self, core, texts, runs):
        """Cycles of one more run of each block."""
        source = []
        for i, text in enumerate(texts):
            source += [f"# LLVM-MCA-BEGIN r{i}", text, f"# LLVM-MCA-END r{i}"]
        totals = []
        for number in runs:
            done = subprocess.run([tool("llvm-mca")[0], "-mtriple=aarch64", f"-mcpu={core}", f"-mattr={FEATURES}",
                                   f"-iterations={number}", "-json", "-instruction-info=0", "-resource-pressure=0",
                                   "-skip-unsupported-instructions=any"],
                                  input="\n".join(source) + "\n", capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f"llvm-mca for {core}: {done.stderr[-2000:]}")
            totals.append({region["Name"].strip(): region["SummaryView"]["TotalCycles"]
                           for region in json.loads(done.stdout)["CodeRegions"] if "SummaryView" in region})
        few, many = totals
        for i, text in enumerate(texts):
            name = f"r{i}"  # a block of nothing but unpriced instructions has no region
            self.prices[core, text] = (many[name] - few[name]) / (runs[1] - runs[0]) if name in many else 0

    def learn(self, core, blocks):
        """Prices those of the blocks, given by their words, whose price is not known."""
        unknown = sorted({word for words in blocks for word in words.split(",")} - self.texts.keys())
        if unknown:
            self.texts |= disassemble(unknown)
        new = sorted({self.text(words) for words in blocks} - {text for c, text in self.prices if c == core})
        shorter = 0
        for longest, runs in RUNS.items():
            these = [text for text in new if shorter < text.count("\n") + 1 <= longest]
            for i in range(0, len(these), BATCH):
                self.price(core, these[i:i + BATCH], runs)
            shorter = longest

    def cycles(self, core, blocks, repetitions):
        """Modelled cycles of one of the repetitions that ran these blocks, {words: runs}."""
        self.learn(core, blocks)
        return round(sum(self.prices[core, self.text(words)] * runs for words, runs in blocks.items()) / repetitions)
