"""prices.py BUILD_DIRECTORY

bench/model.py: what bench/rewrites.py makes of a trace, which windows are simulated, and what an operation costs.

With LLVM, each rewrite must show in llvm-mca's cycles what hardware does. Each rewrite, and each rule by which windows
are chosen and prices are summed, is broken once on purpose, which must be found."""
import collections
import csv
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import choices
import documents
import emulate
import model
import recorded
import rewrites

MUL, ADD, LOAD, B_NE = (f"{word:08x}" for word in (0x9b017c00, 0x91000462, 0xf9400001, 0x54ffffa1))
TEXTS = {MUL: "mul\tx0, x0, x1", ADD: "add\tx2, x3, #1", LOAD: "ldr\tx1, [x0]", B_NE: "b.ne\t#0"}
ROUNDS, WIDE = ([line for number in range(10) for i in range(blocks) for line in
                 [f"aese\tv{i}.16b, v{16 + number}.16b"] + [f"aesmc\tv{i}.16b, v{i}.16b"] * (number < 9)]
                for blocks in (8, 16))
ON_ORYON = ["ldr\tx0, [x1, #8]", "ldr\tw0, [x1]", "ldrb\tw0, [x1, #1]", "ldrsw\tx0, [x1, w2, sxtw #2]",
            "ldrb\tw0, [x1, x2]", "strb\tw0, [x1]",
            "strh\tw0, [x1]", "strb\tw0, [x1, x2]", "str\ts0, [x1, #4]", "smlsl\tv0.2d, v1.2s, v2.2s",
            "sshl\tv0.4s, v1.4s, v2.4s",
            "sqdmlal\tv0.2d, v1.2s, v2.2s", "sqdmull\tv0.2d, v1.2s, v2.2s", "cmtst\tv0.4s, v1.4s, v2.4s",
            "shll\tv0.8h, v1.8b, #8",
            "ushr\td0, d1, #3", "mov\td0, v1.d[1]", "scvtf\tv0.2d, v1.2d", "ucvtf\td0, d1",
            "fadd\td0, d1, d2", "fmul\ts0, s1, s2", "shl\td0, d1, #3", "movi\td0, #0000000000000000",
            "fneg\tv0.2d, v1.2d",
            "stp\tq0, q1, [x2], #32"]


def lines(core, texts):
    return [line for line, _ in rewrites.rewritten(core, texts)]


def check_rewrites(expect):
    fused = lines("cortex-a72", ["aese\tv0.16b, v1.16b", "aesmc\tv0.16b, v0.16b", "aesd\tv2.16b, v1.16b",
                                 "aesimc\tv2.16b, v2.16b"])
    expect(fused == ["aese\tv0.16b, v1.16b", "aesd\tv2.16b, v1.16b"], f"AESE and AESMC became {fused}")
    for apart in (["aese\tv0.16b, v1.16b", "aesmc\tv2.16b, v0.16b"], ["aese\tv0.16b, v1.16b", "aesmc\tv2.16b, v2.16b"],
                  ["aese\tv0.16b, v1.16b", "nop", "aesmc\tv0.16b, v0.16b"],
                  ["aese\tv0.16b, v1.16b", "aesmc\tv0.16b, v0.16b", "aesmc\tv0.16b, v0.16b"][1:]):
        expect(lines("neoverse-n1", apart) == apart, f"{apart} was changed")
    for core in model.CORES:
        product = lines(core, ["mls\tv1.4s, v2.4s, v3.s[1]", "sqrdmulh\tv1.8h, v2.8h, v3.h[7]"])
        whole = ["mls\tv1.4s, v2.4s, v3.4s", "sqrdmulh\tv1.8h, v2.8h, v3.8h"]
        expect((product == whole) == (core in ("neoverse-n1", "neoverse-v1")), f"by element on {core}: {product}")
    for text, split in (("str\tq0, [x1], #16", ["str\tq0, [x1]", "add\tx1, x1, #16"]),
                        ("stp\tx29, x30, [sp, #-16]!", ["sub\tsp, sp, #16", "stp\tx29, x30, [sp]"]),
                        ("st1\t{ v0.16b, v1.16b }, [x0], x2", ["st1\t{ v0.16b, v1.16b }, [x0]", "add\tx0, x0, x2"]),
                        ("str\tq0, [x1, #16]", ["str\tq0, [x1, #16]"]),
                        ("ldr\tx0, [x1], #8", ["ldr\tx0, [x1]", "add\tx1, x1, #8"]),
                        ("ldp\tq0, q1, [x1, #32]!", ["add\tx1, x1, #32", "ldp\tq0, q1, [x1]"])):
        expect(lines("neoverse-n1", [text]) == split, f"{text} became {lines('neoverse-n1', [text])}")
    for text, own in (("eor\tx0, x1, x2", ["extr\tx0, x1, x2, #1"]), ("mov\tx0, x1", ["ror\tx0, x1, #1"]),
                      ("bic\tw0, w1, w2, ror #5", ["ror\tw18, w2, #1", "extr\tw0, w1, w18, #1"]),
                      ("subs\tx0, x1, x2", ["subs\tx0, x1, #1"]), ("ands\tx0, x1, x2", ["ands\tx0, x1, #1"]),
                      ("cmp\tw1, w2, uxtb", ["cmp\tw1, #1"]), ("cmp\txzr, x2", ["cmp\tx2, #1"]),
                      ("tst\tx1, x2", ["tst\tx1, #1"]),
                      ("add\tsp, sp, x2", ["add\tsp, sp, x2"]), ("add\tx0, x1, #3", ["add\tx0, x1, #3"])):
        expect(lines("oryon-1", [text]) == own, f"{text} became {lines('oryon-1', [text])}")
        expect(lines("neoverse-v1", [text]) == [text], f"{text} was changed on another core")
    numbered = rewrites.rewritten("cortex-a72", ["nop", "str\tx0, [x1], #8", None, "aese\tv0.16b, v1.16b",
                                                 "aesmc\tv0.16b, v0.16b", "ret"])
    expect([number for _, number in numbered] == [0, 1, 1, 3, 5], f"lines stand for other instructions: {numbered}")


def check_cores(expect):
    """What llvm-mca says of the rewritten lines."""
    prices = model.Model(sys.argv[1])

    def cycles(core, texts, times=1):
        return prices.simulate(core, [lines(core, texts * times)])[0][-1]

    for core, width in (("neoverse-n1", 4), ("neoverse-v1", 8), ("neoverse-v2", 8), ("cortex-a72", 3), ("oryon-1", 8)):
        mixed = ["ldr\tx{0}, [x20]", "add\tx1{0}, x20, #1", "eor\tv{0}.16b, v20.16b, v21.16b",
                 "b\t#0", "add\tx1{0}, x21, #1",
                 "orr\tv1{0}.16b, v20.16b, v21.16b", "ldr\tx1{0}, [x21]", "add\tx{0}, x22, #1"]
        many = [line.format(i) for i in range(8) for line in mixed]
        expect(cycles(core, many, 20) >= 64 * 20 / width, f"{core} decodes more than {width} a cycle")
    one_pipe, four_pipes = cycles("neoverse-n1", ROUNDS), cycles("oryon-1", ROUNDS)
    expect(80 <= one_pipe <= 90 and 20 <= four_pipes <= 40, f"AES takes {one_pipe} and {four_pipes} cycles")
    for core, least in (("neoverse-n1", 190), ("neoverse-v1", 45)):
        product = [f"mla\tv{i}.4s, v20.4s, v21.s[0]" for i in range(10)]
        expect(cycles(core, product, 10) >= least, f"products by element on {core}: {cycles(core, product, 10)} cycles")
    late = ["mul\tx5, x5, x6", "mul\tx5, x5, x6", "str\tx5, [x1], #8", "ldr\tx7, [x1]", "mul\tx8, x7, x7"]
    for core in ("neoverse-n1", "cortex-a72"):
        prompt = [late[0], late[1], "str\tx5, [x1]", "add\tx1, x1, #8", *late[3:]]
        expect(cycles(core, late, 20) == cycles(core, prompt, 20), f"{core}: an address waits for what is stored there")
    for core in model.CORES:
        chain = ["ldr\tq0, [x1], #16", "ldp\tx2, x3, [x4, #16]!", "ld1\t{ v1.16b, v2.16b }, [x5], x6"]
        expect(cycles(core, chain, 40) <= 40 * 4 + 20, f"{core}: an address waits for what is loaded")


def check_holes(expect):
    prices = model.Model(sys.argv[1])
    prices.simulate("oryon-1", [lines("oryon-1", ON_ORYON)])
    expect(not prices.unpriced["oryon-1"], f"oryon-1 runs in no time: {prices.unpriced['oryon-1']}")


def check_recorded(expect):
    """The loops of bench/choices.py cost what is recorded, and the rounds of AES what docs/tables/snova.md says."""
    prices, costs = model.Model(sys.argv[1]), {}
    for core in model.CORES:
        few, many = (times[-1] for times in prices.simulate(core, [lines(core, WIDE * runs) for runs in (10, 30)]))
        costs[core] = (many - few) / 20 / 2
    says = (f"take {costs['neoverse-n1']:g} modelled cycles for 128 bytes on neoverse-n1 and cortex-a72, "
            f"{costs['oryon-1']:g} on oryon-1 and neoverse-v1.")
    expect(costs["neoverse-n1"] == costs["cortex-a72"] and costs["oryon-1"] == costs["neoverse-v1"] and
           says in " ".join((documents.TABLES / "snova.md").read_text().split()),
           f"docs/tables/snova.md does not say what AES's rounds cost: {costs}")
    text = [line for line in choices.CHOICES.read_text().splitlines() if line[0] != "#"]
    expect(list(csv.DictReader(text)) == choices.prices(sys.argv[1]), "bench/results/choices.csv: run bench/choices.py")


def windows_of(runs, distance):
    """The windows of blocks, (address, words) as they ran, as tools/count.c gives them."""
    found, position = [], 0
    ran = [(position := position + emulate.length(key[1]), key) for key in runs]
    for start in range(0, position, distance):
        inside = [(end, key) for end, key in ran if start < end < start + emulate.WIDTH + emulate.length(key[1])]
        found.append((start, start - inside[0][0] + emulate.length(inside[0][1][1]), [key for _, key in inside]))
    return found


def cut(address, words, places):
    """A block as it is where it ends at each of the places, too."""
    ends = [0, *places, len(words)]
    return [(f"{address + 4 * a:x}", ",".join(words[a:b])) for a, b in zip(ends, ends[1:])]


LOOP, TAIL = [MUL, ADD, LOAD, B_NE], [ADD] * 40


def ran(times, *places):
    return cut(0x1000, LOOP, places) * times + cut(0x2000, TAIL, places)


def count_of(runs, distance, repetitions=1):
    blocks = {key: ("loop" if key[0].startswith("1") else "tail", n) for key, n in collections.Counter(runs).items()}
    return emulate.Count(repetitions, [], [], blocks, windows_of(runs, distance))


class Clock(model.Model):
    """A core on which a product takes three cycles and all else one, once it has warmed up."""
    def __init__(self):
        super().__init__()
        self.texts = dict(TEXTS)

    def done(self, core, traces):
        for trace in traces:
            times, now = [], 0
            for i, word in enumerate(trace):
                now += 3 if word == MUL else 1
                now += len(trace) == emulate.WIDTH and i < 200
                times.append(now)
            yield times


def check_windows(expect):
    few = count_of(ran(1000), emulate.WIDTH)
    runs = {0x1000 + 4 * i: 1000 for i in range(4)} | {0x2000 + 4 * i: 1 for i in range(40)}
    only, *others = model.chosen(few.windows, runs)
    expect(only[0] == 0 and len(only[1]) == 4040 and not others, "what ran was not simulated as a whole")
    expect(only[1][3:5] == [(0x100c, B_NE), (0x1000, MUL)], f"the whole begins {only[1][:5]}")
    expect(sorted(model.spread(5)) == list(range(5)) and model.spread(4) == [0, 2, 1, 3], "windows are not spread")
    many = count_of(ran(30000), emulate.WIDTH)
    runs[0x1000] = runs[0x1004] = runs[0x1008] = runs[0x100c] = 30000
    taken = model.chosen(many.windows, runs)
    expect(len(taken) == model.EVENLY and taken[0][0] == model.LEAD and len(taken[0][1]) == emulate.WIDTH,
           f"{len(taken)} windows of one loop")
    taken = model.chosen(many.windows, runs, True)
    expect(len(taken) == len(many.windows), f"{len(taken)} of {len(many.windows)} windows where all are wanted")
    for places in ((1,), (1, 2, 3)):
        again = count_of(ran(30000, *places), emulate.WIDTH)
        expect([model.unfolded(w) for w in again.windows] == [model.unfolded(w) for w in many.windows],
               f"blocks cut at {places} are other windows")


def check_sums(expect):
    for count, cost in ((count_of(ran(1000), emulate.WIDTH), 6040), (count_of(ran(1000, 1, 3), emulate.WIDTH), 6040),
                        (count_of(ran(20000), 10 * emulate.WIDTH, 10), 12006)):
        expect(Clock().cycles(count, ["any"]) == {"any": cost}, f"{cost} cycles are {Clock().cycles(count, ['any'])}")
    unseen = model.total({1: 10, 2: 10, 3: 30, 4: 5}, {1: "f", 2: "f", 3: "g", 4: "h"}, {1: [2, 4], 3: [1, 1]})
    expect(unseen == 30 + 30 + 30 + 5 * 60 / 40, f"what no window has costs {unseen} in all")


def faults(*checks):
    wrong = []
    for check in checks:
        check(lambda good, what: None if good else wrong.append(what))
    return wrong


def planted():
    """Broken rules that the check of them does not find."""
    never, lost = re.compile("(?!)"), model.chosen
    rules = [(check_rewrites, rewrites, name, never)
             for name in ("AESMC", "BY_ELEMENT", "WRITTEN_AFTER", "WRITTEN_BEFORE")]
    rules += [(check_windows, model, "ALL", 0), (check_sums, model, "LEAD", 0), (check_windows, model, "FRESH", 0),
              (check_windows, model, "EVENLY", 10 ** 9),
              (check_windows, model, "spread", lambda n: list(range(n))),
              (check_sums, model, "chosen", lambda windows, *rest: lost(windows[:-1], *rest)),
              (check_sums, model, "total", lambda runs, functions, places: sum(map(sum, places.values())))]
    rules += [(check_rewrites, rewrites, "ALU", rewrites.ALU[:i] + rewrites.ALU[i + 1:])
              for i in range(len(rewrites.ALU))]
    if model.version():
        rules += [(check_cores, rewrites, name, never) for name in ("AESMC", "BY_ELEMENT", "WRITTEN_AFTER")]
        rules += [(check_cores, model, "DECODERS", model.DECODERS | {core: 14})
                  for core in ("neoverse-n1", "oryon-1")]  # LLVM limits the others itself
        rules += [(check_recorded, model, "DECODERS", dict.fromkeys(model.CORES, 1)),
                  (check_recorded, rewrites, "AESMC", never)]
        rules += [(check_holes, rewrites, "HOLES", rewrites.HOLES[:i] + rewrites.HOLES[i + 1:])
                  for i in range(len(rewrites.HOLES))]
    for check, module, name, broken in rules:
        good = getattr(module, name)
        setattr(module, name, broken)
        rewrites.single.cache_clear()
        if not faults(check):
            yield f"{name} was broken as {broken}, which {check.__name__} did not find"
        setattr(module, name, good)
        rewrites.single.cache_clear()


def main():
    checks = [check_rewrites, check_windows, check_sums] + [check_cores, check_holes] * bool(model.version())
    if model.version() == recorded.read_results()[1]["LLVM"]:
        checks.append(check_recorded)
    wrong = faults(*checks)
    wrong = wrong or list(planted())
    print("\n".join(wrong) or f"prices are as they should be{'' if model.version() else ', without LLVM'}")
    return 1 if wrong else 0


sys.exit(main())
