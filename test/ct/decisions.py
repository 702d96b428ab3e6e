#!/usr/bin/env python3
"""Which secrets of driver.c lead to which decisions: decisions.txt, for trace.py and taint.py.

    decisions.py --search HOOK_PROGRAM [SET ...]    writes the table, from nothing; or the rows of some sets
    decisions.py --check HOOK_PROGRAM [SET]         each of its secrets leads to what it says, and no row is missing

A run of the hook build (harness.h) tells the sequence of decisions that a secret leads to, which depends neither on the
machine nor on the backend. The table has secrets for each set, with and without randomness. Some lead to one sequence
of decisions in which nothing is rejected. Others lead to the commonest sequence in which one attempt is rejected; sets
that reject too rarely have none of these. Every operation that signs leads to the same decisions. So has key generation
rows where most seeds have attempts rejected. In the row of an operation that rejects nothing stands "all": all secrets
lead to the same decisions, or a secret would be among these. An operation without a row of its own has another one's
(`row`), whose secrets lead this operation to one sequence of decisions with as many rejections, too.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import schemes  # noqa: E402

TABLE = pathlib.Path(__file__).resolve().with_suffix(".txt")
SIGNING = ("sign", "deterministic-sign")
MODES = tuple(f"{mode}-sign" for mode in ("internal", "context", "prehash", "digest", "mu", "checked", "parts"))
OTHERS = ("keypair", "check-keypair", "public-key", "prepare-sign", "key-write", "key-read")
ALL = "all"
KEYPAIR_REJECTS, SIGNS_AT_ONCE = schemes.named("TEST_KEY_PAIRS_REJECT"), schemes.named("TEST_SIGNS_AT_ONCE")
WANTED, WANTED_FIRST = (16, 4), (64, 16)  # secrets with 0 and with 1 rejection: of each set; of the first of a scheme
OF_ALL, OF_ALL_FIRST = 8, 32  # so many are looked at where all secrets lead to the same decisions
OF_ANOTHER = 2  # and in an operation that has another one's row
BATCH, LIMIT = 64, 100_000

# Declassified values that need not be equal in two secrets for their traces to be compared, by reason: nothing outside
# of the functions passed over follows them. (Were it not so, differences would be reported that are none.)
NOT_COMPARED = [
    "which candidates are rejected says nothing of the others",
    "which candidates are rejected says nothing of the samples",
    "which bytes decide on a candidate says nothing of it",
    "a counter without its key",
    "a size in the signature",
]


def environment(ignored=NOT_COMPARED):
    return {**os.environ, "NEOSIG_CT_IGNORE": "|".join(ignored)}


def parse(text):
    """[(secret, rejections, digest)] of what a hook program prints."""
    return [(int(i), int(n), digest) for i, n, digest in re.findall(r"^class (\d+) (\d+) (\w+)$", text, re.M)]


def load():
    """{(set, operation, rejections): secrets}"""
    rows = {}
    for line in TABLE.read_text().splitlines():
        if m := re.match(r"(\S+) (\S+) (\d+): (.*)", line):
            if m[4] == ALL:
                rows[m[1], m[2], int(m[3])] = ALL
                continue
            ranges = [[int(end) for end in part.split("-")] for part in m[4].split()]
            rows[m[1], m[2], int(m[3])] = [i for r in ranges for i in range(r[0], r[-1] + 1)]
    return rows


def kind_of(operation):
    """The operation whose row it has: that of low-sign, stream-sign and sign-prepared is sign's."""
    kind = re.sub("^low-|stream-|nist-|-from-seed$|-prepared$|(?<=-write)-.*|(?<=-read)-.*", "", operation)
    return {"prepare-seed": "keypair", "key-make": "keypair"}.get(kind, kind)


def row(table, name, operation, rejections, wanted):
    """The secrets for an operation of a set, as many as are wanted; none if the table has none."""
    found = table.get((name, kind_of(operation), rejections), [])
    return list(range(wanted)) if found == ALL else found[:wanted]


def written(indices):
    """12 13 14 20 as 12-14 20"""
    if indices == ALL:
        return ALL
    parts = []
    for i in indices:
        if parts and parts[-1][1] == i - 1:
            parts[-1][1] = i
        else:
            parts.append([i, i])
    return " ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in parts)


def run(program, *args):
    done = subprocess.run([program, *map(str, args)], capture_output=True, text=True, check=True, env=environment())
    return done.stdout


def operations(program):
    """(set, operation) of all."""
    return [tuple(line.split()) for line in run(program, "list", "operations", 0).splitlines()]


def wanted(program):
    """(set, operation, how many secrets with 0 and with 1 rejection, or ALL) of each row."""
    first = run(program, "list", "first", 0).split()
    for name, operation in operations(program):
        rejects = operation in SIGNING or (operation == "keypair" and name.startswith(KEYPAIR_REJECTS))
        if operation in OTHERS and not rejects:
            yield name, operation, ALL
        if operation in MODES:
            yield name, operation, (WANTED_FIRST if name in first else WANTED)[:1]
        if rejects:
            counts = WANTED_FIRST if name in first else WANTED
            yield name, operation, counts[:1] if operation != "keypair" and name.startswith(SIGNS_AT_ONCE) else counts


def search(program, names):
    lines, table = [], load() if names else {}
    for name, operation, counts in wanted(program):
        if counts == ALL:
            lines.append(f"{name} {operation} 0: {ALL}")
            continue
        if names and name not in names and (name, operation, 0) in table:
            lines += [f"{name} {operation} {r}: {written(table[name, operation, r])}" for r in range(len(counts))]
            continue
        classes = [collections.defaultdict(list) for _ in counts]
        best, start = [[] for _ in counts], 0
        while any(len(b) < n for b, n in zip(best, counts)):
            if start >= LIMIT:
                sys.exit(f"{name} {operation}: {list(map(len, best))} of {start} secrets lead to the same decisions")
            for i, rejections, digest in parse(run(program, name, operation, *range(start, start + BATCH))):
                if rejections < len(classes):
                    classes[rejections][digest].append(i)
            start += BATCH
            best = [max(c.values(), key=len, default=[]) for c in classes]
        lines += [f"{name} {operation} {r}: {written(b[:n])}" for r, (b, n) in enumerate(zip(best, counts))]
        print(f"{lines[-1]} ({start} secrets)", flush=True)
    head = "Written by decisions.py --search: set, operation, rejected attempts: secrets"
    TABLE.write_text("\n".join([head, *lines]) + "\n")


def faults(program, table, only=None):
    needed, first = list(wanted(program)), run(program, "list", "first", 0).split()
    there = {(name, operation) for name, operation, _ in needed}
    found = [f"{name} has no {operation}" for name, operation, _ in table if (name, operation) not in there]
    for name, operation in operations(program):
        if only not in (None, name) or kind_of(operation) == operation:
            continue
        groups = [row(table, name, operation, rejections, OF_ANOTHER) for rejections in (0, 1)]
        if not groups[0]:
            found.append(f"{name} {operation}: no row")
            continue
        decided = [c[1:] for c in parse(run(program, name, operation, *sum(groups, [])))]
        for rejections, indices in enumerate(groups):
            classes = {decided.pop(0) for _ in indices}
            if indices and (len(classes) != 1 or classes.pop()[0] != rejections):
                found.append(f"{name} {operation}: not all of {written(indices)}, which are {kind_of(operation)}'s, "
                             f"lead to {rejections} rejections alike")
    for name, operation, counts in needed:
        if only not in (None, name):
            continue
        if counts == ALL:
            if table.get((name, operation, 0)) != ALL:
                found.append(f"{name} {operation}: the row does not say that all secrets lead to the same decisions")
            indices = range(OF_ALL_FIRST if name in first else OF_ALL)
            classes = {c[1:] for c in parse(run(program, name, operation, *indices))}
            if len(classes) != 1 or classes.pop()[0] != 0:
                found.append(f"{name} {operation}: not all secrets lead to the same decisions")
            continue
        for rejections, n in enumerate(counts):
            indices = table.get((name, operation, rejections), [])
            if len(indices) < n:
                found.append(f"{name} {operation}: {len(indices)} secrets with {rejections} rejected attempts, not {n}")
                continue
            classes = {c[1:] for c in parse(run(program, name, operation, *indices))}
            if len(classes) != 1 or classes.pop()[0] != rejections:
                found.append(f"{name} {operation}: not all of {written(indices)} lead to {rejections} rejections alike")
    return found


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("--search", "--check"):
        sys.exit(__doc__)
    if not pathlib.Path(sys.argv[2]).exists():
        sys.exit(f"no program {sys.argv[2]}: cmake --build BUILD --target test-ct-hook")
    if sys.argv[1] == "--search":
        return search(sys.argv[2], sys.argv[3:])
    table = load()
    found = faults(sys.argv[2], table, *sys.argv[3:])
    if len(sys.argv) > 3:
        print("\n".join(found) if found else f"the rows of {sys.argv[3]} are as they say")
        return bool(found)
    # A row that is wrong, or not there, is seen.
    (name, operation, _), indices = next((k, v) for k, v in table.items() if k[2] == 1)
    other = table[name, operation, 0]
    for wrong in ({(name, operation, 1): other[:len(indices)]}, {(name, operation, 1): [*indices[1:], other[0]]},
                  {(name, operation, 1): indices[:1]}):
        if not faults(sys.argv[2], {**table, **wrong}, name):
            found.append(f"a wrong row of {name} is not seen")
    everything = next(key for key, indices in table.items() if indices == ALL)
    if not faults(sys.argv[2], {key: indices for key, indices in table.items() if key != everything}, everything[0]):
        found.append(f"a row of {everything[0]} that is not there is not seen")
    (name, operation) = next(o for o in operations(sys.argv[2]) if kind_of(o[1]) != o[1])
    row_of = name, kind_of(operation), 0
    if f"{name} {operation}: no row" not in faults(sys.argv[2], {k: v for k, v in table.items() if k != row_of}, name):
        found.append(f"that {name} {operation} has no row is not seen")
    print("\n".join(found) if found else f"{len(table)} rows, all as they say")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
