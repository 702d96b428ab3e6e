#!/usr/bin/env python3
"""What Keccak-f[1600] takes, and what other ways to call it would take: docs/tables/keccak.md.

Writes bench/results/keccak.csv, what a call of each function takes, bench/results/permutations.csv, how often an
operation calls it, and bench/results/many.csv, what verification takes by neosig_verify_many, as neosig-many calls it.
A call costs what one of many calls in a row takes, in cycles of the corrected models.
"""
import argparse
import functools
import itertools
import pathlib

import count
import emulate
import families
import model
import recorded
import trees
from cells import filled, size, table, times
from emulate import NEON_AES_SHA3, with_neon_aes_sha3
from recorded import KEY, published, read_beside

KERNELS, PERMUTATIONS, MANY = (recorded.RESULTS.with_name(f"{name}.csv") for name in ("keccak", "permutations", "many"))
# (backend, kernel of neosig-bench): the function that the backend calls, and states that it permutes. By SHA-3
# instructions four states are two calls.
FUNCTIONS = {("neon-aes", "keccak-f1600"): ("neosig_keccak_f1600_aarch64", 1),
             ("neon-aes", "keccak-f1600-x2"): ("neosig_keccak_f1600_x2_neon", 2),
             ("neon-aes", "keccak-f1600-x4"): ("neosig_keccak_f1600_x4_hybrid", 4),
             (NEON_AES_SHA3, "keccak-f1600-x2"): ("neosig_keccak_f1600_x2_mixed", 2),
             (NEON_AES_SHA3, "keccak-f1600-x4"): ("neosig_keccak_f1600_x4_mixed", 4),
             ("neon-sha3", "keccak-f1600"): ("neosig_keccak_f1600_sha3", 1),
             ("neon-sha3", "keccak-f1600-x2"): ("neosig_keccak_f1600_x2_sha3", 2)}
STATES = dict(FUNCTIONS.values())
OF = {NEON_AES_SHA3: ["neosig_keccak_f1600_aarch64"]}  # the functions of a backend, for the fewest states first
for (at, _), (function, _) in FUNCTIONS.items():
    OF.setdefault(at, []).append(function)
WAYS = {"neosig_keccak_f1600_aarch64": "general registers", "neosig_keccak_f1600_x2_neon": "NEON",
        "neosig_keccak_f1600_x4_hybrid": "NEON and general registers",
        "neosig_keccak_f1600_x2_mixed": "NEON and SHA-3 instructions",
        "neosig_keccak_f1600_x4_mixed": "NEON, SHA-3 instructions and general registers",
        "neosig_keccak_f1600_sha3": "SHA-3 instructions", "neosig_keccak_f1600_x2_sha3": "SHA-3 instructions"}
CALLS = 40  # in a row
VERIFY = ["verify", "verify-prepared"]
SIDE_BY_SIDE = ("falcon-512", "falcon-1024", "fn-dsa-")  # beginnings of sets that hash four messages side by side
ITEMS = 16  # of a call (bench/many.c)
UNTIL = 1.05  # a set stands in the table of many signatures from this gain on


def hashes_alone(alg):
    """Whether a verification permutes states of Keccak, and not many side by side anyway."""
    return not alg.startswith("rainbow-") and alg not in trees.SETS


# ---- What follows ----

@functools.cache
def recorded_costs():
    return {r["function"]: r for r in read_beside(KERNELS)}


@functools.cache
def recorded_calls():
    return with_neon_aes_sha3({tuple(r[name] for name in KEY): r for r in read_beside(PERMUTATIONS)})


def cost(function, unit):
    """Of a call: instructions, or cycles of a core."""
    return int(recorded_costs()[function][unit])


def calls(alg, operation, backend):
    """{function: how often an operation calls it}"""
    row = recorded_calls()[alg, operation, backend]
    return {name: float(row[name] or 0) for name in OF[backend]}


def spent(alg, operation, backend, unit):
    return sum(n * cost(name, unit) for name, n in calls(alg, operation, backend).items())


def together(alg, operation, backend, unit):
    """If every state were permuted together with states of other signatures."""
    widest = OF[backend][-1]
    return sum(n * STATES[name] for name, n in calls(alg, operation, backend).items()) * (
        cost(widest, unit) / STATES[widest])


def gain(results, alg, operation, backend, unit):
    """How many times as fast an operation would be with its states permuted together with others."""
    now = results.of(alg, operation, backend)[unit]
    return now / (now - spent(alg, operation, backend, unit) + together(alg, operation, backend, unit))


def by_general(calls_of, unit):
    """Every state by itself in general registers."""
    return sum(n * STATES[name] for name, n in calls_of.items()) * cost(OF["neon-aes"][0], unit)


def by_vectors(calls_of, unit):
    """Four states two by two in vector registers."""
    one, two, four = calls_of
    return calls_of[one] * cost(one, unit) + (calls_of[two] + 2 * calls_of[four]) * cost(two, unit)


def pairs_apart(calls_of, unit):
    """Two states one by one in general registers."""
    one, two, four = calls_of
    return (calls_of[one] + 2 * calls_of[two]) * cost(one, unit) + calls_of[four] * cost(four, unit)


def without_sha3(calls_of, unit):
    """By the functions that take no SHA-3 instruction."""
    return sum(n * cost(name, unit) for name, n in zip(OF["neon-aes"], calls_of.values()))


# ---- The tables of docs/tables/keccak.md ----

def functions(results):
    """What a state takes in each function: not of these results."""
    rows = [[WAYS[r["function"]], r["states"], f"{int(r['instructions']) / int(r['states']):,.0f}",
             *(f"{int(r[core]) / int(r['states']):,.0f}" if r[core] else "" for core in model.CORES)]
            for r in recorded_costs().values()]
    return table(["'by", "states of a call", "instructions", *model.CORES], rows)


def saved_on_hardware():
    """{core: the share of four states' cycles that others saved by permuting them in both kinds of registers}"""
    return {r["core"]: 1 - int(r["after"]) / int(r["before"]) for r in published("keccak_hardware")
            if r["before_way"] == "as before" and r["core"] in model.CORES}


def hardware(results):
    """Of others' functions, and what ours save by the models: not of these results."""
    rows = [[r["code"], r["core"], r["states"], r["before_way"], f"{int(r['before']):,}", r["after_way"],
             f"{int(r['after']):,}", r["unit"], r["source"]] for r in published("keccak_hardware")]
    one, _, four = OF["neon-aes"]
    lines = [f"{100 * saved:.0f} % on {core}, ours {100 * (1 - cost(four, core) / 4 / cost(one, core)):.0f} %"
             for core, saved in saved_on_hardware().items()]
    text = filled("mlkem-native's functions for general registers and NEON together saved this share of the "
                         "cycles of four states, and ours save this share of four states one by one, by the model: "
                         f"{'; '.join(lines)}.")
    return table(["'code", "'core", "states", "'one way", "takes", "'another way", "takes", "'unit", "'source"],
                 rows) + f"\n{text}\n"


def choices(results, cores):
    """ML-DSA's cycles with each choice, and the ratio to mldsa-native."""
    rows, less = [], {}
    for name, core, backend, peer in cores:
        for alg in (a for a in results.sets if a.startswith("ml-dsa-")):
            for operation in ("keypair", "sign", "verify"):
                now, of = results.of(alg, operation, backend)[core], calls(alg, operation, backend)
                apart, without, *others = (now - spent(alg, operation, backend, core) + make(of, core)
                                           for make in (pairs_apart, without_sha3, by_general, by_vectors))
                by_sha3 = results.of(alg, operation, "neon-sha3")[core]
                ratio = results.by_cycles(alg, operation, backend, results.peer(alg, operation, peer), core)
                assert now < min(*others, by_sha3 or others[0]), (core, alg, operation)
                least = min(now, apart, without)
                for way, cycles in (("pairs apart", apart), ("no SHA-3 instruction", without)):
                    less[way, core] = max(less.get((way, core), 0), 1 - cycles / now)
                rows.append([name, f"`{alg}`", operation, size(now), *map(size, (apart, *others)),
                             size(without) if backend == NEON_AES_SHA3 else "", size(by_sha3) if by_sha3 else "",
                             times(ratio), times(ratio * now / least)])
    gains = "; ".join(f"{way} on {core}, {100 * share:.1f} %" for (way, core), share in less.items() if share > 0)
    text = filled(f"neosig's choice takes least, but for this, which would take less by at most: {gains}.")
    return table(["'core", "'set", "'operation", "as it is", "pairs apart", "general registers",
                  "vectors, two by two", "no SHA-3 instruction", "SHA-3 instructions alone", "ratio",
                  "ratio of the least"], rows) + f"\n{text}\n"


@functools.cache
def recorded_many():
    return {(*(r[name] for name in KEY), r["way"]): r for r in read_beside(MANY)}


def gain_of_many(alg, operation, backend, unit):
    """How many times as fast a verification is in one call with others."""
    alone, many = (float(recorded_many()[alg, operation, backend, way][unit]) for way in ("alone", "many"))
    return alone / many


def in_one_call(results, cores):
    """What neosig_verify_many takes of a signature, and how many times as fast it is."""
    rows = []
    cells = [("instructions", "neon-aes"), ("instructions", "neon-sha3"), *((c, b) for _, c, b, _ in cores)]
    for alg in (a for a in results.sets if a.startswith(SIDE_BY_SIDE)):
        for operation in VERIFY:
            rows.append([f"`{alg}`", operation,
                         *(f"{size(float(recorded_many()[alg, operation, backend, 'many'][unit]))}, "
                           f"{times(gain_of_many(alg, operation, backend, unit))}" for unit, backend in cells)])
    names = {core: name for name, core, _, _ in cores}
    return table(["'set", "'operation", *(names.get(unit, f"`{backend}`, {unit}") for unit, backend in cells)], rows)


def hashed_together(results, core, saved):
    """(gain, set, operation), the greatest, if four states side by side saved only this share of four alone."""
    one, found = OF["neon-aes"][0], []
    for alg, operation, backend in recorded_calls():
        if backend == "neon-aes" and operation in VERIFY:
            now = results.of(alg, operation, backend)[core]
            less = calls(alg, operation, backend)[one] * cost(one, core) * saved
            found.append((now / (now - less), alg, operation))
    return max(found)


def many(results, cores):
    """How many times as fast verification would be with states of several signatures permuted together."""
    rows, others = [], []
    cells = [("instructions", "neon-aes"), ("instructions", "neon-sha3"), *((c, b) for _, c, b, _ in cores)]
    for alg in filter(hashes_alone, results.sets):
        for operation in VERIFY:
            gains = [gain(results, alg, operation, backend, unit) for unit, backend in cells]
            others += [] if max(gains) >= UNTIL else gains
            if max(gains) >= UNTIL:
                rows.append([f"`{alg}`", operation, *map(times, gains)])
    least = "; ".join(f"{gain:.2f} on {core}, {operation} of `{alg}`" for core, (gain, alg, operation) in (
        (core, hashed_together(results, core, saved)) for core, saved in saved_on_hardware().items()))
    text = filled(f"The sets that are not in the table would gain at most {times(max(others))}. Rainbow hashes "
                         "by SHA-2 and was left out, and so was "
                         f"{' and '.join(families.LABELS[name] for name in families.TREES)}, which hashes side by side "
                         "for one signature. If four states side by side saved only what mlkem-native's "
                         f"functions saved on hardware, the greatest gains would be {least}.")
    names = {core: name for name, core, _, _ in cores}
    head = [names.get(unit, f"`{backend}`, {unit}") for unit, backend in cells]
    return table(["'set", "'operation", *head], rows) + f"\n{text}\n"


def timed_x86_64():
    return {(r["what"], r["way"]): r for r in published("x86_64_keccak")}


def gains_x86_64():
    """(set, operation, share of permutations of one state, gain, gain without AVX-512) by times of one machine."""
    ticks = {key: int(r["median"]) for key, r in timed_x86_64().items()}
    one, four = ticks["one state", "AVX-512"], ticks["four states", "AVX-512"]
    plain, avx2 = ticks["one state", "general registers"], ticks["four states", "AVX2"]
    for (alg, operation), now in ticks.items():
        if operation in VERIFY:
            n = calls(alg, operation, "neon-aes")[OF["neon-aes"][0]]
            slower = now + n * (plain - one)
            yield (alg, operation, n * one / now, now / (now - n * (one - four / 4)),
                   slower / (slower - n * (plain - avx2 / 4)))


def gains_of_many_x86_64(name, operation):
    """By times of one machine."""
    ticks = {(r["alg"], r["operation"], r["way"]): int(r["median"]) for r in published("x86_64_many")}
    return [n / ticks[alg, of, "many"] for (alg, of, way), n in ticks.items()
            if way == "alone" and of == operation and alg.startswith(name)]


def in_one_call_x86_64(results):
    """Taken once: not of these results."""
    rows = {(r["alg"], r["operation"], r["way"]): r for r in published("x86_64_many")}

    def cell(r):
        return f"{int(r['median']):,}, {int(r['q1']):,} to {int(r['q3']):,}"

    return table(["'set", "'operation", "alone", "in one call", "gain"],
                 [[f"`{alg}`", operation, cell(alone), cell(rows[alg, operation, "many"]),
                   times(int(alone["median"]) / int(rows[alg, operation, "many"]["median"]))]
                  for (alg, operation, way), alone in rows.items() if way == "alone"])


def many_x86_64(results):
    """The same, taken once: not of these results."""
    timed = timed_x86_64()
    rows = []
    for alg, operation, share, *gains in gains_x86_64():
        r = timed[alg, operation]
        rows.append([f"`{alg}`", operation, f"{int(r['median']):,}", f"{int(r['q1']):,} to {int(r['q3']):,}",
                     f"{100 * share:.0f} %", *map(times, gains)])
    text = "; ".join(f"{what} by {way} {int(r['median']):,}" for (what, way), r in timed.items() if way not in VERIFY)
    text = filled(f"Permutations took these ticks, in the median: {text}. \"One state at a time\" is the share of "
                         "permutations of one state in a verification. Without AVX-512 the verification was not timed: "
                         "the difference of its permutations of one state was added to it.")
    return table(["'set", "'operation", "ticks", "middle half", "one state at a time", "gain", "gain without AVX-512"],
                 rows) + f"\n{text}\n"


def parts(cores):
    """The tables by name. cores: documents.CHOICES."""
    arms = [choice for choice in cores if choice[1] in ("neoverse-n1", "neoverse-v1", "neoverse-v2")]
    return {"Keccak": functions, "Keccak on hardware": hardware,
            "ML-DSA by Keccak": functools.partial(choices, cores=arms),
            "many signatures in one call": functools.partial(in_one_call, cores=cores),
            "many signatures": functools.partial(many, cores=cores),
            "many signatures in one call on x86-64": in_one_call_x86_64, "many signatures on x86-64": many_x86_64}


# ---- Measuring ----

def counted(emulator, backend, kernel):
    """(row of KERNELS without cycles, Count)"""
    function, states = FUNCTIONS[backend, kernel]
    name, emulator = emulator.of(backend)
    emulator.environment = {"NEOSIG_BACKEND": name}
    calls_in_a_row = emulator.between(["kernels", kernel, "neosig", CALLS + 1], function)
    emulator.environment = {}
    return {"function": function, "states": states, "alone": round(calls_in_a_row.functions()[function]),
            "instructions": round(sum(calls_in_a_row.instructions) / CALLS)}, calls_in_a_row


def measure_kernels(emulator, prices):
    for backend, kernel in FUNCTIONS:
        row, calls_in_a_row = counted(emulator, backend, kernel)
        yield row | prices.cycles(calls_in_a_row, model.able(backend))


def permutations(emulator, key, alone):
    """Row of PERMUTATIONS, for the functions' instructions by name, or None."""
    repetitions = count.repetitions(*key)
    operation = emulator.operation(*key, repetitions)
    if operation is None:  # NEON_AES_SHA3 is no other than neon-aes
        return None
    functions = operation.functions()
    found = {name: functions.get(name, 0) / alone[name] for name in STATES}
    assert all(abs(n * repetitions - round(n * repetitions)) < 1e-6 for n in found.values()), (key, found)
    return dict(zip(KEY, key)) | {name: f"{n:g}" if n else "" for name, n in found.items()}


def measure_permutations(emulator, kernels):
    """Of each verification, and of all operations of ML-DSA."""
    alone = {r["function"]: r["alone"] for r in kernels}
    keys = [(alg, operation, backend) for alg in filter(hashes_alone, emulator.sets())
            for operation in (["keypair", "sign"] if alg.startswith("ml-dsa-") else []) + VERIFY for backend in OF]
    return [row for row in (permutations(emulator, key, alone) for key in keys) if row]


def verified_many(emulator, alg, operation, backend, way):
    """Count of neosig-many: a repetition is a signature alone, or a call."""
    mark = emulate.MARKS[operation] if way == "alone" else "neosig_verify_many"
    name, emulator = emulator.of(backend)
    return emulator.between([alg, operation, name, way, 3], mark)


def measure_many(emulator, prices, sets):
    """Of one signature."""
    for alg, operation, backend, way in itertools.product((a for a in sets if a.startswith(SIDE_BY_SIDE)), VERIFY, OF,
                                                          ("alone", "many")):
        found, items = verified_many(emulator, alg, operation, backend, way), ITEMS if way == "many" else 1
        units = {"instructions": sum(found.instructions) / found.repetitions, **prices.cycles(found, model.able(backend))}
        yield dict(zip(KEY, (alg, operation, backend))) | {"way": way} | {
            unit: round(n / items) for unit, n in units.items()}


QUICK_MANY = [("falcon-512", "verify", "neon-sha3", "many"), ("fn-dsa-512-pre", "verify-prepared", "neon-aes", "alone")]


def differences_of_many(emulator, rows):
    """Where the instructions of QUICK_MANY are not those of these rows, a line each. emulator: of neosig-many."""
    wrong = []
    for key in QUICK_MANY:
        found, items = verified_many(emulator, *key), ITEMS if key[-1] == "many" else 1
        now = str(round(sum(found.instructions) / found.repetitions / items))
        if now != rows[key]["instructions"]:
            wrong.append(f"{' '.join(key)}: {now} instructions counted, {rows[key]['instructions']} in {MANY.name}")
    return wrong


def write_many(directory, emulator):
    many_at_once = emulate.Emulator(emulate.build_program(directory, "neosig-many"), emulator.plugin)
    recorded.write(MANY, ["Instructions and modelled cycles of the verification of a signature, alone and in a call of "
                          f"neosig_verify_many with {ITEMS}: made by bench/keccak.py."],
                   [*KEY, "way", "instructions", *model.CORES],
                   list(measure_many(many_at_once, model.Model(directory), emulator.sets())))


QUICK = [("falcon-512", "verify", "neon-sha3"), ("ml-dsa-65", "verify", "neon-aes")]


def differences(emulator, kernels, calls_of):
    """Where the functions' instructions, or the calls of QUICK, are not those of these rows, a line each."""
    now = [counted(emulator, *key)[0] for key in FUNCTIONS]
    alone = {r["function"]: r["alone"] for r in now}
    held = {r["function"]: r for r in kernels} | {tuple(r[name] for name in KEY): r for r in calls_of}
    found = [(r["function"], r) for r in now] + [(key, permutations(emulator, key, alone)) for key in QUICK]
    return [f"{key}, {name}: {row[name]} counted, {held[key][name]} in bench/results"
            for key, row in found for name in row if str(row[name]) != held[key][name]]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", type=pathlib.Path, default=emulate.BUILD, help="directory to build in")
    p.add_argument("--many", action="store_true", help="write many.csv alone")
    args = p.parse_args()
    model.need()
    emulator = emulate.counting(args.build)
    if args.many:
        return write_many(args.build, emulator)
    kernels = list(measure_kernels(emulator, model.Model(args.build, every=True)))
    recorded.write(KERNELS, ["Instructions of Keccak's functions alone, and instructions and modelled cycles of a call: "
                             "made by bench/keccak.py."],
                   ["function", "states", "alone", "instructions", *model.CORES], kernels)
    recorded.write(PERMUTATIONS, ["Calls of Keccak's functions in one operation: made by bench/keccak.py."],
                   [*KEY, *STATES], measure_permutations(emulator, kernels))
    write_many(args.build, emulator)


if __name__ == "__main__":
    main()
