#!/usr/bin/env python3
"""Count the AArch64 instructions that neosig's operations take: exactly, on any host, under qemu-user.

Signing is counted message by message. There are mean and quartiles, and the mean number of attempts (for Rainbow: of
linear systems solved, two where nothing is repeated). A straight line through all messages gives what one more attempt
costs. "first"
is the mean of the repetitions that the reference is counted over too, and ratio the reference over that. Instructions
are not cycles: a core runs some of them several at a time.
"""
import argparse
import csv
import itertools
import json
import pathlib
import statistics
import sys

import bound
import emulate
import families
import model

IMPLEMENTATIONS = ["reference", "neon-aes", emulate.NEON_AES_SHA3, "neon-sha3"]
QUICK = ([f"snova-{shape}-{key}" for shape in ("24-5-16-4", "25-8-16-3", "28-17-16-2") for key in ("esk", "ssk")] +
         ["rainbow-I-classic", "ml-dsa-44"])
FORBIDDEN = 97  # the status by which tools/forbid.c ends a program
COLUMNS = ["alg", "operation", "implementation", "repetitions", "instructions", "low", "median", "high", "attempts",
           "per_attempt", "first"]
SPREAD = ["alg", "operation", "implementation", "least", *(f"d{i}" for i in range(1, 10)), "most"]
SHARES = ["alg", "operation", "implementation", "function", "instructions"]
SHARE = 0.02


def repetitions(alg, operation, implementation, messages=None):
    """Of an operation's count: messages, key pairs, or verifications; of most schemes one, the same every time."""
    row = families.FAMILIES[families.family(alg)]
    if operation.startswith("sign"):
        return row.plain if implementation == "reference" else messages or families.signed(alg)
    if implementation == "reference":
        return 1
    return row.key_pairs if operation == "keypair" else row.verified


def counts(emulator, keys, messages, progress, prices=None, cores=()):
    """{(alg, operation, implementation): Count} for those of the keys that there are, with modelled cycles of the cores
    that can run the implementation. The reference is not modelled, since no ratio to it is worth the time. Cores
    without SHA-512 instructions are priced by what a CPU without them executes."""
    work = {}
    older = emulate.Emulator(emulator.program, emulator.plugin, emulate.OLDER)

    def priced(alg, operation, name, n):
        count = emulator.operation(alg, operation, name, n, bool(cores))
        if count and cores:
            able = model.able(name, cores)
            lack = [core for core in able if not model.CORES[core]] if count.takes_sha512() else []
            count.cycles = prices.cycles(count, [core for core in able if core not in lack])
            if lack:
                count.cycles |= prices.cycles(older.operation(alg, operation, name, n, True), lack)
            count.windows = []
        return count

    for alg, operation, name in keys:
        n = repetitions(alg, operation, name, messages)
        if name != "reference":
            work[alg, operation, name] = lambda a=(alg, operation, name, n): priced(*a)
        elif not operation.endswith("prepared"):
            work[alg, operation, name] = lambda a=(alg, operation, n): emulator.reference(*a)
    return {key: count for key, count in emulate.parallel(work, progress).items() if count}


def per_attempt(count):
    """The slope of instructions over attempts."""
    if len(set(count.attempts)) < 2:
        return None
    return round(statistics.linear_regression(count.attempts, count.instructions).slope)


def row(key, count):
    """A Count as the results hold it."""
    alg, operation, name = key
    all_of_them = count.instructions
    result = dict(zip(COLUMNS, (alg, operation, name, count.repetitions, round(statistics.fmean(all_of_them)))))
    if len(all_of_them) > 1:
        quartiles = statistics.quantiles(all_of_them, method="inclusive")
        result |= {name: round(value) for name, value in zip(("low", "median", "high"), quartiles)}
    if count.attempts:
        result |= {"attempts": round(statistics.fmean(count.attempts), 4), "per_attempt": per_attempt(count)}
    if name != "reference":
        same = repetitions(alg, operation, "reference")
        result["first"] = round(statistics.fmean(all_of_them[:same])) if same <= len(all_of_them) else None
    return {column: result.get(column) for column in COLUMNS}


def spread(key, count):
    """How the repetitions of a Count differ: least, deciles, most."""
    n = sorted(count.instructions)
    deciles = [round(value) for value in statistics.quantiles(n, n=10, method="inclusive")]
    return dict(zip(SPREAD, (*key, n[0], *deciles, n[-1])))


def shares(key, count):
    """The functions that take most of a Count, at least SHARE of it each, and the rest of them."""
    functions = {name: n for name, n in count.functions().items() if n > 0}
    total = sum(functions.values())
    named = {name: n for name, n in functions.items() if n >= SHARE * total}
    rest = total - sum(named.values())
    return [dict(zip(SHARES, (*key, name, round(n)))) for name, n in [*named.items(), ("", rest)]]


def kernels(emulator, progress):
    listed = [tuple(line.split()) for line in emulator.text("kernels", "--list").splitlines()]
    costs = emulate.parallel({key: lambda key=key: emulator.difference(
        *(["kernels", *key, n] for n in (0, 4)), 4).instructions[0] for key in listed}, progress)
    return [{"kernel": kernel, "implementation": name, "instructions": round(costs[kernel, name]),
             "ratio": round(costs[kernel, "reference"] / costs[kernel, name], 2)} for kernel, name in listed]


def check_forbidden(program, directory, sets, backends):
    """Runs everything on a CPU without SHA-3 and dot product, and ends where an AES, SHA or PMULL instruction does."""
    emulator = emulate.Emulator(program, emulate.build_plugin("forbid", directory), "cortex-a53")
    bad = 0
    for backend in backends:
        for alg in sets:
            for operation in emulate.MARKS:
                done = emulator.run(["op", alg, operation, 1, "--backend", backend], emulator.plugin)
                if done.returncode:
                    print(f"{alg} {operation} {backend}: {done.stderr.strip()}")
                    bad += 1
    # The check must see what it looks for.
    control = emulator.run(["op", sets[0], "verify", 1, "--backend", "neon-aes"], emulator.plugin)
    if control.returncode != FORBIDDEN:
        print(f"the control, {sets[0]} with neon-aes, was not caught: status {control.returncode}")
        bad += 1
    print(f"{len(backends) * len(sets) * len(emulate.MARKS)} operations without AES, SHA, PMULL: {bad} bad")
    return 1 if bad else 0


def number(value):
    return "" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def print_table(rows, columns, markdown):
    cells = [columns] + [[r[c] if isinstance(r[c], str) else number(r[c]) for c in columns] for r in rows]
    text = {c: all(isinstance(r[c], str) for r in rows) for c in columns}
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    for line, texts in enumerate(cells):
        padded = [cell.ljust(w) if text[c] else cell.rjust(w) for cell, w, c in zip(texts, widths, columns)]
        print("| " + " | ".join(padded) + " |" if markdown else "  ".join(padded).rstrip())
        if markdown and line == 0:
            print("|" + "|".join("---" if text[c] else "--:" for c in columns) + "|")
    print()


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--sets", help="comma-separated names or beginnings of names; default: a few small ones")
    p.add_argument("--all", action="store_true", help="all sets")
    p.add_argument("--operations", default=",".join(emulate.MARKS))
    p.add_argument("--backends", default=",".join(IMPLEMENTATIONS),
                   help="comma-separated: reference, neon-sha3, neon-aes+sha3, neon-aes, neon, portable")
    p.add_argument("--messages", type=int, help="signatures to count; default: as bench/families.py says")
    p.add_argument("--model", metavar="CORE[,...]", help=f"also modelled cycles: {', '.join(model.CORES)}, or all")
    p.add_argument("--top", type=int, default=0, help="also the functions that take most")
    p.add_argument("--kernels", action="store_true", help="the kernels instead of the operations")
    p.add_argument("--json", action="store_true")
    p.add_argument("--csv", action="store_true")
    p.add_argument("--markdown", action="store_true")
    p.add_argument("--forbid", action="store_true",
                   help="fail if the backends neon and portable execute an AES, SHA or PMULL instruction")
    p.add_argument("--program", type=pathlib.Path, help="an AArch64 neosig-bench; default: build one, static")
    p.add_argument("--build", type=pathlib.Path, default=emulate.BUILD, help="directory to build in")
    p.add_argument("--cpu", default=emulate.CPU, help="qemu's CPU model")
    args = p.parse_args()
    cores = list(model.CORES) if args.model == "all" else args.model.split(",") if args.model else []
    operations = args.operations.split(",")
    for name, known in [*((c, model.CORES) for c in cores), *((o, emulate.MARKS) for o in operations)]:
        if name not in known:
            emulate.fail(f"{name} is none of {', '.join(known)}")

    if cores:
        model.need()

    emulator = emulate.counting(args.build, args.program, args.cpu)
    progress = sys.stderr.isatty()
    known = emulator.sets()
    asked = "" if args.all else args.sets.split(",") if args.sets else QUICK
    sets = [name for name in known if name.startswith(tuple(asked))] if asked else known
    if not sets:
        emulate.fail(f"no such algorithm: {args.sets}")
    if args.forbid:
        return check_forbidden(emulator.program, args.build, sets, ["neon", "portable"])

    if args.kernels:
        rows, columns = kernels(emulator, progress), ["kernel", "implementation", "instructions", "ratio"]
    else:
        keys = list(itertools.product(sets, operations, args.backends.split(",")))
        found = counts(emulator, keys, args.messages, progress, model.Model(args.build), cores)
        rows, columns = [], [*COLUMNS, "ratio", "bound", "of_bound", *cores]
        for key, count in found.items():
            r = row(key, count)
            plain = found.get((*key[:2], "reference"))
            r["ratio"] = round(plain.instructions[0] / r["first"], 2) if plain and r["first"] else None
            r["bound"] = bound.instructions(*key, r["attempts"])
            of_bound = bound.ratio(*key, r["instructions"], r["attempts"])
            r["of_bound"] = of_bound and round(of_bound, 2)
            rows.append(r | {core: count.cycles.get(core) for core in cores})
            if args.top:
                rows[-1]["functions"] = {f: round(n) for f, n in list(count.functions().items())[:args.top]}

    if args.json:
        json.dump({"unit": "AArch64 instructions", "rows": rows}, sys.stdout, indent=1)
        print()
    elif args.csv:
        writer = csv.DictWriter(sys.stdout, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    else:
        print_table(rows, columns, args.markdown)
        for r in rows:
            for function, instructions in r.get("functions", {}).items():
                print(f"  {r['alg']} {r['operation']} {r['implementation']}: {instructions:12,}  {function}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
