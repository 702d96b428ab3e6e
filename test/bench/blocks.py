"""The model's price of a program does not depend on where qemu cuts its blocks. A block that is cut in two, in three or
where a branch leads costs what the whole block costs. What a branch ends is not joined. What docs/tables/snova.md says
that AES costs is what the model says."""
import pathlib
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import repeated as model
import recorded
import tables

MUL, ADD, B_NE, CBZ, TBNZ, RET, BL, SVC = (
    f"{word:08x}" for word in (0x9b017c00, 0x91000462, 0x54ffffa1, 0xb4000040, 0x37000040, 0xd65f03c0, 0x94000001,
                               0xd4000001))
# A chain of products, and sums that a core adds beside it: cut in two they are priced one after the other.
LOOP = [MUL, ADD, MUL, ADD, ADD, B_NE]


def aes_rounds():
    """Of eight blocks side by side: AESE v<i>, v<16 + round>, and but for the last round AESMC v<i>, v<i>."""
    words = []
    for number in range(10):
        for i in range(8):
            words.append(0x4e284800 | (16 + number) << 5 | i)
            words += [0x4e286800 | i << 5 | i] if number < 9 else []
    return ",".join(f"{word:08x}" for word in words)


def blocks(*rows):
    """(address, words, runs) rows as a Count has them."""
    return {(f"{address:x}", ",".join(words)): ("f", runs) for address, words, runs in rows}


def cut(start, words, runs, places):
    """The block as it is where it ends at each of the places, too."""
    ends = [0, *sorted(places), len(words)]
    return [(start + 4 * a, words[a:b], runs) for a, b in zip(ends, ends[1:])]


def main():
    wrong = []

    def expect(good, what):
        if not good:
            wrong.append(what)

    whole = model.joined(blocks((0x1000, LOOP, 7)))
    expect(whole == {",".join(LOOP): 7}, f"a whole block became {whole}")
    for places in ([3], [1], [5], [2, 4], [1, 2, 3, 4, 5]):
        pieces = blocks(*cut(0x1000, LOOP, 7, places))
        expect(model.joined(pieces) == whole, f"cut at {places}: {model.joined(pieces)}")
    # A branch into the middle, at the cut and before it, from two sides.
    inside = model.joined(blocks((0x1000, LOOP, 7), (0x100c, LOOP[3:], 2), (0x1008, LOOP[2:], 1)))
    expect(sum(inside.values()) == 10 and len(inside) == 3, f"entered in the middle: {inside}")
    for place in (3, 4):
        rows = cut(0x1000, LOOP, 7, [place])[:1] + [(0x1008, LOOP[2:place], 1)]
        if place == 4:
            rows.append((0x100c, LOOP[3:4], 2))
        rows.append((0x1000 + 4 * place, LOOP[place:], 10))
        again = model.joined(blocks(*rows))
        expect(again == inside, f"cut at {place}, entered in the middle: {again}")
    # What a branch ends stays, and what is elsewhere.
    for last in (B_NE, CBZ, TBNZ, RET, BL):
        rows = [(0x1000, [ADD, last], 5), (0x1008, LOOP, 5)]
        expect(len(model.joined(blocks(*rows))) == 2, f"joined over a branch, {last}")
    expect(len(model.joined(blocks((0x1000, [ADD, SVC], 5), (0x1008, LOOP, 5)))) == 1, "cut at a system call")
    expect(len(model.joined(blocks((0x1000, [ADD, MUL], 5), (0x100c, LOOP, 5)))) == 2, "joined over a gap")
    # All instructions are there.
    rng = random.Random(1)
    words = [rng.choice([MUL, ADD]) for _ in range(3000)] + [RET]
    pieces = blocks(*cut(0x1000, words, 3, rng.sample(range(1, 3000), 40)))
    long = model.joined(pieces)
    expect(long == {",".join(words): 3}, "a long block is not what its pieces are")

    if model.version():
        def cycles(joined):
            return model.Model().cycles("neoverse-n1", joined, 1)

        def cycles_on(core):
            return round(model.Model().cycles(core, {aes_rounds(): 1000}, 1) / 1000)
        in_two = model.joined(blocks(*cut(0x1000, LOOP, 7, [3])))
        expect(cycles(whole) == cycles(in_two), "another price when cut in two")
        expect(cycles(long) > 0, "a long block has no price")
        if model.version() == recorded.read_results()[1][tables.LLVM]:
            costs = [cycles_on(core) for core in ("neoverse-n1", "cortex-a72", "apple-m1", "neoverse-v1")]
            says = (f"take {costs[0]} modelled cycles for 128 bytes on neoverse-n1, cortex-a72 and apple-m1, "
                    f"{costs[3]} on neoverse-v1.")
            text = (tables.documents.TABLES / "snova.md").read_text()
            expect(len(set(costs[:3])) == 1 and says in " ".join(text.split()),
                   f"docs/tables/snova.md does not say what AES's rounds cost: {says}")
        apart = {",".join(piece): 7 for _, piece, _ in cut(0x1000, LOOP, 7, [3])}
        expect(cycles(apart) != cycles(whole), "two blocks that are not joined cost what one costs: nothing is shown")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
