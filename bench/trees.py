"""How few AArch64 instructions signatures by trees of hashes (FIPS 205) can take with the functions of FIPS 205 and the
instructions that the library uses: families of bench/families.py whose rows say `trees`.

A lower bound: the calls of an operation, times the fewest instructions that a call can take. Both follow from the set's
row (n, h, d, h', a, k; len = 2 n + 3). Only instructions of vectors count. Loads, stores, loops, addresses, the copies
between blocks and bytes, and the hashes of the message cost nothing.

Calls. L = 2^h' leaves a tree of WOTS+ keys, s the mean of the steps that a WOTS+ signature leaves to verification.

    tree of keys      PRF L len, F 15 L len, T_len L, H L - 1
    key pair          the tree of layer d - 1
    sign              FORS: PRF and F k 2^a each, H k (2^a - 1), T_k 1
                      d trees of keys. What they sign falls out of their chains. Of the last tree only the path is
                      asked: its signing key goes no further than the signature, F -s, T_len -1, H -h'
      prepared        d - 1 trees of keys; of the last tree PRF len and F 15 len - s, since its nodes are in the key
    verify            F k + d s, H k a + d h', T_len d, T_k 1

SHA-256 by its instructions. Four steps are SHA256H, SHA256H2, a copy of what the first overwrites, and an ADD of
constants: 4, and 64 in a block. The schedule has SHA256SU0 and SHA256SU1 for 12 vectors, 24. The state that is added
at the end takes 2. These 90 are a block of T_l. PK.seed's block is hashed once a key. F, PRF and H are one block more:

    - The block's first vector is the address up to the upper half of its second word, and is the same for all hashes
      that are made one after another: 4 less.
    - Where n < 32, the last vector of F and PRF is padding, and its sum with the constants is known: 1 less.
    - For n = 16 the digest is half of the state. The last copy, the last SHA256H2 and one of the two sums fall away: 3
      less.
    - In a chain the digest moves 16 bits on, into two vectors, for n = 32 three: a TBL each. The step is counted: 1.

SHA-512 by its instructions, in T_l and H where n > 16. Two steps take 11: SHA512H, SHA512H2, SHA512SU0, SHA512SU1, four
EXT, and three ADD, of constants, of the state and of their sum. The last 16 steps have no schedule, and take 8 for two.
That is 32 * 11 + 8 * 8. The state is added in 4, for H's digest, which has half of it, in 2. The first vector of H's
block is part of its address: the sum with the constants is known, 1 less.

SHAKE by SHA-3 instructions, on two states. A round has 10 EOR3 for the sums of columns, 5 RAX1, 24 XAR and an EOR, 25
BCAX, and an EOR of the constant, 66. In the first round of F, PRF and H most words are 0: all behind the 0x1f but word
16. A column of c other words takes c / 2 EOR3 or EOR for its sum, rounded down. The last round of a hash makes n / 8
words: so many BCAX, n / 8 + 2 of the XAR and EOR, at most 5. F, PRF and H are one permutation, T_l has
ceil((n + 32 + l n + 1) / 136) of them, of which only the last is shorter. Without SHA-3 instructions there is no bound.
"""
import collections
import itertools
import math
import re

import emulate
import families
from cells import table

STEPS = 15  # of a chain
VECTORS, EOR = ("vector",), ("EOR",)
# By the family's folder: what a term bounds, as in bound.TERMS. T_l is hashed by the functions of src/sym.
TERMS = {}
for folder in families.TREES.values():
    TERMS |= {
        "SHA-256": ((f"neosig_{folder}_chains_", f"neosig_{folder}_walk_", f"neosig_{folder}_nodes_", "sha256_armv8",
                     "neosig_sha256_armv8"), ("vector", "TBL", "EOR")),
        "SHA-512": ((f"neosig_{folder}_sha512_x", "sha512_armv8", "neosig_sha512_armv8"), ("vector", "EOR")),
        "SHA-3: EOR": ((f"neosig_{folder}_shake_x2_sha3", "neosig_keccak_f1600"), EOR),
        "SHA-3: RAX1, XAR, BCAX": ((f"neosig_{folder}_shake_x2_sha3", "neosig_keccak_f1600"), VECTORS),
    }


def sets():
    """{set: (whether it hashes by SHAKE, n, h, d, a, k)}"""
    found = {}
    for name, folder in families.TREES.items():
        text = (emulate.ROOT / f"src/{folder}/{folder}_params.c").read_text()
        rows = re.findall(r'SET\(NAME "-(\w+)", \d, OID_\w+, SHAKE, ([\d, ]+)\)', text)
        kinds = re.findall(r'FAMILY\("(\w+)", ([01]),', text)
        if not rows or not kinds:
            raise ValueError(f"{folder}_params.c: no sets")
        found |= {f"{name}-{kind}-{size}": (shake == "1", *map(int, numbers.split(",")))
                  for kind, shake in kinds for size, numbers in rows}
    return found


SETS = sets()


def steps(n):
    """The mean number of steps from a signature to the ends of its chains: over 2 n digits that are as good as random,
    and the three of their checksum."""
    ways = [1]  # [total]: how many digits leave that many steps
    for _ in range(2 * n):
        up_to = [0, *itertools.accumulate(ways + [0] * STEPS)]
        ways = [up_to[i + 1] - up_to[max(0, i - STEPS)] for i in range(len(ways) + STEPS)]
    every = sum(many * (total + sum(STEPS - (total >> shift & 15) for shift in (0, 4, 8)))
                for total, many in enumerate(ways))
    return every / (STEPS + 1) ** (2 * n)


STEPS_LEFT = {n: steps(n) for n in (16, 24, 32)}


def calls(alg, operation):
    """{function: calls}; T_l as (number of inputs, calls)."""
    _, n, h, d, a, k = SETS[alg]
    length, height, left = 2 * n + 3, h // d, STEPS_LEFT[n]
    leaves = 1 << height

    def trees(many):
        return collections.Counter(PRF=many * leaves * length, step=many * leaves * length * STEPS,
                                   **{"T_len": many * leaves, "H": many * (leaves - 1)})

    if operation == "keypair":
        return trees(1)
    if operation.startswith("verify"):
        return collections.Counter(F=k, step=d * left, H=k * a + h, T_len=d, T_k=1)
    fors = collections.Counter(PRF=k << a, F=k << a, H=k * ((1 << a) - 1), T_k=1)
    if operation == "sign-prepared":
        return fors + trees(d - 1) + collections.Counter(PRF=length, step=STEPS * length - left)
    made = fors + trees(d)
    made.subtract({"step": left, "T_len": 1, "H": height})
    return made


def sha256(n, function):
    """One block: F, PRF and H, or a step of a chain."""
    shared, padding, half = 4, n < 32 and function != "H", n == 16
    moves = (3 if n == 32 else 2) + 1 if function == "step" else 0
    return 64 + 24 + 2 - shared - padding - 3 * half + moves


def first_sums(n, m):
    """EOR3 and EOR for the sums of columns in the first round of a hash whose M has m bytes."""
    words = {*range((n + 32 + m) // 8 + 1), 16}
    return sum(sum(word % 5 == x for word in words) // 2 for x in range(5))


def least(alg):
    """{function: {term: instructions}} of a call."""
    shake, n, _, _, _, k = SETS[alg]
    inputs = {"T_len": 2 * n + 3, "T_k": k}
    if shake:
        words = n // 8
        eor, others = 10 + 1 + 1, 5 + 24 + 25  # of a round
        in_place = min(5, words + 2)

        def permutation(sums):
            of_eor = 23 * eor + sums + 1 + 1  # one XAR of the last round is an EOR
            rest = 23 * others + 5 + in_place - 1 + words
            return {"SHA-3: EOR": of_eor / 2, "SHA-3: RAX1, XAR, BCAX": rest / 2}

        whole = {"SHA-3: EOR": 24 * eor / 2, "SHA-3: RAX1, XAR, BCAX": 24 * others / 2}
        found = {name: permutation(first_sums(n, 2 * n if name == "H" else n)) for name in ("PRF", "F", "step", "H")}
        for name, many in inputs.items():
            blocks, last = math.ceil((n + 32 + many * n + 1) / 136), permutation(10)
            found[name] = {term: (blocks - 1) * whole[term] + last[term] for term in whole}
        return found
    found = {name: {"SHA-256": sha256(n, name)} for name in ("PRF", "F", "step")}
    if n == 16:
        found["H"] = {"SHA-256": sha256(n, "H")}
        for name, many in inputs.items():
            found[name] = {"SHA-256": 90 * math.ceil((22 + many * n + 9) / 64)}
    else:
        block = 32 * 11 + 8 * 8
        found["H"] = {"SHA-512": block + 2 - 1}
        for name, many in inputs.items():
            found[name] = {"SHA-512": (block + 4) * math.ceil((22 + many * n + 17) / 128)}
    return found


def parts(alg, operation, backend):
    """The bound of each term; None without one."""
    if operation not in ("keypair", "sign", "verify", "sign-prepared", "verify-prepared"):
        return None
    if backend != "neon-sha3" and (backend != "neon-aes" or SETS[alg][0]):
        return None
    found, of_call = collections.Counter(), least(alg)
    for name, many in calls(alg, operation).items():
        for term, instructions in of_call[name].items():
            found[term] += many * instructions
    return dict(found)


def kind(alg):
    return "SHAKE" if SETS[alg][0] else "SHA2"


def calls_table(results):
    """The calls of an operation, of sets that differ in more than their hash function."""
    rows = []
    for alg in (a for a in results.sets if a in SETS and kind(a) == "SHA2"):
        for operation in ("keypair", "sign", "verify", "sign-prepared"):
            found = calls(alg, operation)
            counts = found["PRF"], found["F"] + found["step"], found["H"], found["T_len"], found["T_k"]
            rows.append([alg.rpartition("-")[2], operation, *(f"{n:,.0f}" if n else "" for n in counts)])
    return table(["'sets", "'operation", "PRF", "F", "H", "T_len", "T_k"], rows)


def least_table(results):
    """The fewest instructions of a call, and of an operation beside the counts."""
    rows = []
    for alg in (a for a in results.sets if a in SETS and a.endswith("f")):
        fewest = {name: sum(terms.values()) for name, terms in least(alg).items()}
        rows.append([kind(alg), str(SETS[alg][1]), *(f"{fewest[name]:,.1f}".removesuffix(".0") for name in (
            "PRF", "F", "step", "H", "T_len"))])
    return table(["'hash", "n", "PRF", "F of FORS", "F, a step", "H", "T_len"], rows)
