"""stale.py documents | counts BUILD_DIRECTORY PROGRAM MANY

documents: the tables of the documents are what bench/tables.py makes of bench/results, whose files are of one run.
counts: a few cells, counted again with PROGRAM, a static neosig-bench, and with MANY, a static neosig-many, are those of
bench/results, some of what bench/keccak.py recorded too, and the kernels those of docs/speed.md. 77 where compiler, C library or qemu are not those
of the results, or not there.
Each check must also find faults planted on purpose: a cell of the results that is one off, a wrong figure of a
document, a count below its bound. The count is of an operation or of a term of its bound."""
import collections
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import bound
import documents
import emulate
import keccak
import kinds
import model
import recorded
import tables
import trees


def changed(rows, key, by=1):
    """The rows, with more instructions in one of them."""
    return [r | {"instructions": r["instructions"] + by} if tuple(r[name] for name in recorded.KEY) == key else r
            for r in rows]


def breaks_bound(rows, about, old, *key):
    """Whether documents are refused where an operation has too few instructions to be true."""
    measured = next(r["instructions"] for r in rows if tuple(r[name] for name in recorded.KEY) == key)
    try:
        documents.texts(changed(rows, key, -measured // 2), about, old)
    except AssertionError:
        return True
    return False


def check_terms(rows, terms):
    """No term of a bound is above what was counted beside it. Found are: a term beside which nothing was executed, or
    nothing was counted; a set that was not counted; a price that is too high; a term that nobody counts."""
    wrong, good = bound.below(rows, terms), dict(bound.AES_BLOCK)
    for term in bound.TERMS:
        for planted, says in (("0", f"0 instructions for {term},"), ("", f"nothing is measured beside {term}")):
            if not any(says in line for line in bound.below(rows, [r | {term: planted} for r in terms])):
                wrong.append(f"not found: {says}")
    first = " ".join(terms[0][name] for name in recorded.KEY)
    if not any(line.startswith(f"{first}: nothing is measured") for line in bound.below(rows, terms[1:])):
        wrong.append(f"not found: {first} is not counted")
    for planted, says in (({"AES: stores": 1}, " for AES: stores,"), ({"AES: keys": 1}, "measured beside AES: keys")):
        bound.AES_BLOCK.update(planted)
        if not any(says in line for line in bound.below(rows, terms)):
            wrong.append(f"not found: {planted}")
        bound.AES_BLOCK.clear()
        bound.AES_BLOCK.update(good)
    return wrong


# Words that an assembler wrote: kinds, and the instructions that are most like them.
WORDS = {"TBL": (0x4E020020, 0x4E026020), "PMUL": (0x6E229C20,), "AND": (0x4E221C20,), "USHR": (0x6F0C0420, 0x2F0C0420),
         "EOR": (0x6E221C20, 0xCE020C20), "AESE": (0x4E284820,), "AESMC": (0x4E286800,),
         "load": (0xF9400020, 0x3CC10420, 0xAD400440, 0x39C00020, 0xB9800020, 0x4C402000, 0x4D40C000, 0x58000220),
         "store": (0x3CA26820, 0xA9BF0440, 0x39000020, 0x4C817000, 0xB81FD020),
         "vector": (0x4E021020, 0x0E22E020, 0x4E621C20, 0x4E285820, 0x4E228420, 0x4F00E400, 0xCE220C20),
         "other": (0x8B020020, 0xCA020020, 0x12000C20, 0x14000000)}


SHA512H, OTHERS = 0xCE628020, (0xCE628420, 0xCEC08020, 0x5E024020)  # and of SHA-512, SHA-256 what is most like it


def check_kinds():
    wrong = [f"{word:#x} is of the kind {kinds.kind(word)}, not {kind}" for kind, words in WORDS.items()
             for word in words if kinds.kind(word) != kind]
    return wrong + [f"{word:#x} is taken for {'another' if word == SHA512H else 'SHA512H'}"
                    for word in (SHA512H, *OTHERS) if kinds.is_sha512(hex(word)) != (word == SHA512H)]


def check_documents(rows, about):
    old = documents.on_disk()
    new = documents.texts(rows, about, old)
    wrong = documents.differing(new, old)
    for path, text in old.items():
        for part in re.finditer(r"<!-- (.*): written by bench/tables\.py -->(.*?)<!-- end of \1 -->", text, re.S):
            at = part.start(2) + re.search(r"\d(?=[^|\n]* \|\n)", part[2]).start()  # in the last cell of a row
            if not documents.differing(new, old | {path: f"{text[:at]}x{text[at + 1:]}"}):
                wrong.append(f"a changed figure in {path.name}, {part[1]}, was not found")
    if not documents.stale(changed(rows, tables.CELLS[0]), about, old):
        wrong.append("documents that differ from a changed result were not found")
    spread, functions = recorded.read_beside(recorded.SPREAD), recorded.read_beside(recorded.FUNCTIONS)
    terms = recorded.read_beside(recorded.TERMS)
    wrong += tables.of_other_runs(rows, spread, functions, terms) + check_terms(rows, terms) + check_kinds()
    for planted in ((rows, [spread[0] | {"d5": "1"}], [], []), (rows, [], functions[1:], []), ([], spread[:1], [], []),
                    (rows, [], [], [terms[0] | {"rest": "1"}])):
        if len(tables.of_other_runs(*planted)) != 1:
            wrong.append("a file of another run was not found")
    for key in (("snova-60-10-16-4-ssk", "verify", "neon-sha3"), ("rainbow-V-classic", "verify", "neon-aes"),
                ("rainbow-III-compressed", "sign-prepared", "neon-sha3"), (next(iter(trees.SETS)), "sign", "neon-aes")):
        if not breaks_bound(rows, about, old, *key):
            wrong.append(f"a count below its bound was not found: {' '.join(key)}")
    return wrong


def kernels_differ(text, machine):
    """Whether docs/speed.md has other kernels than are counted."""
    stream = 32768
    counts = [machine.kernel(name, "neon-aes") / stream for name in ("aes-128-ctr-32k", "sha-256-32k", "sha-512-32k")]
    states = []
    for name, implementation in (("keccak-f1600", "neon-sha3"), ("keccak-f1600", "neon-aes"),
                                 ("keccak-f1600-x4", "neon-sha3"), ("keccak-f1600-x4", "neon-aes"),
                                 ("keccak-f1600-x4", emulate.NEON_AES_SHA3)):
        backend, emulator = machine.of(implementation)
        states.append(emulator.kernel(name, backend))
    a, b, c, d, e, f, g, h = *(f"{n:.2f}" for n in counts), *(f"{n:,.0f}" for n in states)
    says = (f"AES-CTR takes {a} instructions a byte, SHA-256 {b}, SHA-512 {c}, all by the CPU's instructions. "
            f"A call of Keccak-f[1600] for one state takes {d} by SHA-3 instructions and {e} without; 21 of these are "
            f"the call itself. For four states, of which ML-DSA has most use, it takes {f} and {g}, "
            f"and {h} by some of them.")
    return says not in " ".join(text.split())


def check_kernels(machine):
    text = documents.SPEED.read_text()
    if kernels_differ(text, machine):
        return ["the kernels in speed.md are not those that are counted"]
    planted = text.replace("AES-CTR takes 1", "AES-CTR takes 2")
    return [] if kernels_differ(planted, machine) else ["a changed kernel in speed.md was not found"]


def check_counts(rows, about, machine):
    counted = tables.recount(about, machine)
    if len(counted) != len(tables.CELLS):
        return [f"{len(counted)} of {len(tables.CELLS)} cells were counted"]
    wrong = tables.differences(counted, rows)
    return wrong + [f"a changed result was not found: {' '.join(key)}" for key in tables.CELLS
                    if len(tables.differences(counted, changed(rows, key))) != len(wrong) + 1]


def check_keccak(machine):
    kernels, calls = recorded.read_beside(keccak.KERNELS), recorded.read_beside(keccak.PERMUTATIONS)
    wrong = keccak.differences(machine, kernels, calls)
    more = [r | {keccak.OF["neon-aes"][0]: "1000"} for r in calls]
    if len(keccak.differences(machine, [r | {"instructions": "1"} for r in kernels], more)) != len(wrong) + len(
            kernels) + len(keccak.QUICK):
        wrong.append("changed costs of Keccak, or changed calls, were not found")
    return wrong


def check_many(machine):
    """machine: of neosig-many."""
    rows = keccak.recorded_many()
    wrong = keccak.differences_of_many(machine, rows)
    planted = {key: row | {"instructions": "1"} for key, row in rows.items()}
    return wrong + (["changed counts of many signatures were not found"]
                    if len(keccak.differences_of_many(machine, planted)) != len(keccak.QUICK_MANY) else [])


def windows_differ(count):
    """Whether the windows of something short do not hold each instruction as often as it was counted."""
    counted, held = collections.Counter(), collections.Counter()
    for (address, words), (_, runs) in count.blocks.items():
        for i, word in enumerate(words.split(",")):
            counted[int(address, 16) + 4 * i, word] += runs
    for window in count.windows:
        held.update(model.unfolded(window))
    return counted != held


def check_sample(machine):
    """What is sampled of what ran: all of something short; of something long, few enough windows, evenly apart."""
    short = machine.operation("rainbow-I-classic", "verify", "neon-aes", 1, True)
    if windows_differ(short):
        return ["the windows of what ran are not what was counted"]
    *rest, last = short.windows
    short.windows = rest + [(last[0], last[1] + 1, last[2])]
    wrong = [] if windows_differ(short) else ["a window that begins too late was not found"]
    starts = [w[0] for w in machine.operation("ml-dsa-44", "sign", "neon-aes", 40, True).windows]
    apart = {b - a for a, b in zip(starts, starts[1:])}
    most = emulate.SAMPLE["windows"]
    if len(apart) != 1 or apart.pop() % emulate.WIDTH or not most / 2 <= len(starts) <= most or starts[0] != 0:
        wrong.append(f"{len(starts)} windows begin at {starts[:3]} and so on")
    return wrong


def main():
    rows, about = recorded.read_results()
    if sys.argv[1] == "documents":
        wrong = check_documents(rows, about)
    else:
        reason = tables.cannot_recount(about)
        if reason:
            print(f"not recounted: {reason}")
            return tables.SKIPPED
        directory, program, many = map(pathlib.Path, sys.argv[2:])
        machine = emulate.counting(directory, program)
        wrong = check_counts(rows, about, machine) + check_kernels(machine) + check_keccak(machine)
        wrong += check_many(emulate.Emulator(many, machine.plugin)) + check_sample(machine)
    for line in wrong:
        print(line)
    if wrong:
        print("where the results are old: run bench/tables.py")
    return 1 if wrong else 0


sys.exit(main())
