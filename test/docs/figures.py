"""The figures in the prose of the documents are those of the files that they are from: bench/results and
bench/published, what the sources and the checks say. Tables "written by" a program have tests of their own.

Each line of expected() is a part of a document with its figures put in; constants.py has those that sources define.
In the documents COMPLETE no number stands outside of such parts but what NO_FIGURES has: what nothing measures. Each
figure of a document, and each value of a source in constants.py, is changed once, which must be found.
"""
import collections
import csv
import re
import sys

sys.dont_write_bytecode = True
import reading
from reading import ROOT, flat, found, other, prose, read, spoken
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "test/ct"), str(ROOT / "test/prove"), str(ROOT / "tools")]
import bound
import constants
import count
import decisions
import documents
import emulate
import families
import keccak as hashing
import model
import recorded
import thirds
import trees
import trust
from constants import FORMATS, README, SECURITY
from emulate import NEON_AES_SHA3

SPEED, BENCH, MANUAL = "docs/speed.md", "bench/README.md", "docs/neosig.1"
TABLES = {path.stem: f"docs/tables/{path.name}" for path in (ROOT / "docs/tables").glob("*.md")}
COMPLETE = SPEED, BENCH, *TABLES.values(), *constants.COMPLETE
# Names and definitions, by document: no program could find another number.
NO_FIGURES = {path: [] for path in TABLES.values()} | {
    SPEED: [r"M1\b", r"Raspberry Pi 4", r"Cortex-A53 to X925", r"GF\((?:16|256)\)", r"## \d\. ", r" \d\. (?=\[)",
            r"At a clock of 2 GHz a processor runs 2 M cycles in a millisecond", r"N2 \(Cobalt 100\)", r"FIPS 204",
            r"SPHINCS\+ 3\.1",
            r"issue 15", r"pull request (3374|1784)"],
    BENCH: [r"2\^32 i \+ [12]", r"29 bytes of 7", r"Debian 12", r"ARMv8\.0", r"neosig\(1\)"],
    TABLES["papers"]: [r"M[12]\b", r"ePrint 2021/1015", r"64 bits", r"round 3"],
    TABLES["peers"]: [r"M1\b", r"pull request 2522", r"v2\.0\.0", r"March 2026", r"SNOVA 3\.0", r"have 33 bytes",
                      r"Falcon 59"],
    TABLES["snova"]: [r"l = 2", r"SNOVA 2\.x", r"SNOVA 3\.0", r"## Round [13]", r"round 1", r"with 28-17",
                      r"28-17 \| 43-25 \| 61-33"],
    TABLES["uov"]: [r"[Rr]ound [23]", r"M1\b"],
    TABLES["mayo"]: [r"round 3"],
    TABLES["models"]: [r"M1\b", r"GF\(16\)"],
    TABLES["ml-dsa"]: [r"M1\b", r"September 2025", r"Keccak-f\[1600\]"],
    TABLES["bounds"]: [r"Keccak-f\[1600\]"],
    TABLES["slh-dsa"]: [r"SPHINCS\+ 3\.1", r"FIPS 205"],
    TABLES["x86-64"]: [r"OpenSSL 4 keeps", r"which 3\.5 goes through", r"Zen [34]",
                       r"registers of (256|512) bits", r"operations? of 512 bits", r"(two|three) of 256"],
    TABLES["keccak"]: [r"Keccak-f\[1600\]", r"pull request (2539|3295|1784)"],
} | {path: constants.NAMES + patterns for path, patterns in constants.NO_FIGURES.items()}
EXPECTED_ATTEMPTS = 5.1  # of signing with ML-DSA-65: FIPS 204, table 1


# ---- What the parts are from ----

def header(name):
    """The comments of a file of bench/published."""
    return flat(" ".join(line[1:] for line in read(f"bench/published/{name}.csv").splitlines() if line[0] == "#"))


def snova(results):
    """Where AES and the products leave room for three times in modelled cycles."""
    shape, cycles = (28, 17, 2), thirds.AES_ROUNDS
    assert thirds.PEER == documents.RECOMPILED and set(cycles.values()) == {80, 20}
    yield (f"sixteen blocks side by side, take {cycles['neoverse-n1']} modelled cycles for 128 bytes on neoverse-n1 and "
           f"cortex-a72, {cycles['oryon-1']} on oryon-1 and neoverse-v1. Verification with 28-17 needs "
           f"{thirds.drawn(*shape) // 2:,} bytes.")
    n, (tbl, split) = (shape[0] + shape[1]) * shape[2], thirds.look_ups(shape)
    yield (f"{shape[1]} matrices of {n} by {n} are multiplied by four columns, two of them in one look-up. This is "
           f"{tbl:,} TBL and as many EOR.")
    yield f"Parting the matrices' nibbles is {split // 2:,} AND and {split // 2:,} USHR."
    yield "By the model of cortex-a72 a TBL takes 1.5 cycles, each of the others half a cycle."
    shares = []
    for core, alg, theirs, ours, rounds, products, stream, kernel in thirds.rows(results, documents.CHOICES):
        assert rounds < stream and products < kernel and stream + kernel < ours, (core, alg)
        shares.append((theirs / 3 - rounds - products) / (ours - rounds - products))
    least, *_, most = sorted(100 * share for share in shares if share < 1)
    yield (f"Where the ratio is below three, all that is beside rounds and products would have to shrink to {least:.0f} "
           f"to {most:.0f} % of what it is.")
    peers = {(a, o): results.peer(a, o, documents.RECOMPILED)
             for a in results.beginning("snova-") for o in documents.WHOLE}
    peers = {key: peer for key, peer in peers.items() if peer}
    assert min(results.ratio(*key, "neon-aes", peer) for key, peer in peers.items()) >= 3
    yield "By instructions every ratio to the recompiled code is three or more."
    below = [(results.by_cycles(*key, backend, peer, core), core, key) for key, peer in peers.items()
             for _, core, backend, _ in documents.CHOICES]
    below = [cell for cell in below if cell[0] < 3]
    verified = {key for key in peers if key[1] == "verify" and "-16-2-" in key[0]}
    dimensions = {core: {re.match(r"snova-(\d+-\d+)", key[0])[1] for _, at, key in below
                         if at == core and key in verified} for core in model.CORES}
    assert dimensions.pop("cortex-a72") == {"28-17"} and dimensions.pop("neoverse-v2") == {"61-33"}
    assert all(those == {"28-17", "43-25", "61-33"} for those in dimensions.values()), dimensions
    others = {(core, key[1], key[0][-4:]) for _, core, key in below if key not in verified}
    assert others == {("neoverse-v1", "keypair", "-esk")}, others
    yield ("By modelled cycles, in the backend that each core chooses, these are below three: verification with sets "
           "of l = 2, on cortex-a72 with 28-17 alone and on neoverse-v2 with 61-33 alone; and on neoverse-v1 key pairs "
           "of some `esk` sets.")
    least, core, (alg, operation) = min(below)
    yield f"The least of all is {least:.2f}, {operation} of `{alg}` on {core}."
    least, most = found(r"built with \+sha3 it takes (\d) to (\d) % fewer", header("peers"))
    yield f"the recompiled code takes at most {most} % fewer instructions."
    in_c, technique, team = (results.peer("snova-24-5-16-4-esk", "sign", name)["instructions"] for name in (
        "mupq reference", documents.TECHNIQUE, families.FAMILIES["snova"].team))
    yield (f"With `snova-24-5-16-4-esk` mupq's C signs in {in_c:,} instructions, with the technique in {technique:,}. "
           f"The team's optimised C signs in {team:,}.")


def round_3(results):
    """What Keccak does to the ratios of SNOVA 3.0: each set has a twin that draws by AES."""
    alg = "snova-i-s"
    ran = [r for r in recorded.read_beside(recorded.FUNCTIONS)
           if r["alg"] == alg and r["implementation"] == "neon-aes" and "keccak" in r["function"]]
    shares = [sum(int(r["instructions"]) for r in ran if r["operation"] == operation) /
              results.of(alg, operation, "neon-aes")["instructions"] for operation in documents.WHOLE]
    yield (f"With `{alg}`, Keccak is {100 * shares[0]:.0f} % of a key pair, {100 * shares[1]:.0f} % of a signature and "
           f"{100 * shares[2]:.0f} % of a verification in `neon-aes`.")
    ours, theirs = (side(alg) - side(f"{alg}-aes") for side in (
        lambda name: results.of(name, "keypair", "neon-aes")["instructions"],
        lambda name: results.strongest(name, "keypair", "neon-aes")["instructions"]))
    yield (f"A key pair of `{alg}` takes {ours:,} instructions more than one of `{alg}-aes` in neosig, and {theirs:,} "
           f"more in the team's C. This is {theirs / ours:.2f} times as many.")
    keccak, aes = ([results.ratio(a, o, "neon-aes", results.strongest(a, o, "neon-aes")) for a in results.sets
                    if documents.of_round_3(a) and a.endswith("-aes") == is_aes for o in documents.WHOLE]
                   for is_aes in (False, True))
    assert all(with_aes > with_keccak for with_keccak, with_aes in zip(keccak, aes))
    yield (f"So the twins' ratios are greater: {documents.ends(aes)} with AES, where the sets with Keccak have "
           f"{documents.ends(keccak)}.")


def models(results):
    """How far the models are from hardware, and what rests on them."""
    rows = documents.published("calibration")
    assert all(int(r["now"]) < 0.6 * int(r["hardware"]) for r in rows if r["code"].startswith("UOV") and
               (r["operation"], r["core"]) == ("sign", "cortex-a72"))
    text = header("calibration")
    least, most = map(float, found(r"prices are ([\d.]+) to ([\d.]+) % of those by all windows", text))
    yield (f"by {model.EVENLY} and more, which changes prices by up to {max(100 - least, most - 100):.1f} %")
    farthest = min(rows, key=lambda r: int(r["now"]) / int(r["hardware"]))
    assert (farthest["code"], farthest["operation"]) == ("HAETAE-180, NEON", "verify")
    yield f"This is corrected in the models of LLVM {model.LLVM}:"
    yield f"LLVM {model.LLVM} has this of V2 alone"
    lines = [line for line in read("bench/results/choices.csv").splitlines() if line[0] != "#"]
    pairs, four, faster, vectors, general = ({k: float(v) for k, v in r.items() if k in model.CORES}
                                             for r in csv.DictReader(lines))
    assert pairs["neoverse-v1"] < four["neoverse-v1"] and pairs["cortex-a72"] == four["cortex-a72"] + 1
    assert all(pairs[core] == four[core] for core in ("neoverse-n1", "oryon-1"))
    slower = pairs["neoverse-v2"] / four["neoverse-v2"] - 1
    yield f"one cycle slower on cortex-a72, and {100 * slower:.0f} % slower on neoverse-v2."
    scalar, by_sha3 = (documents.times(r["now"] / r["hardware"]) for r in trust.keccak_on_v2())
    yield (f"For Keccak in these registers it has {scalar} of the cycles that hardware takes, for Keccak by SHA-3 "
           f"instructions {by_sha3}.")
    assert {r["kind"] for r in rows if r["core"] == "neoverse-v2"} == {"kernel", "keccak"}
    assert {core for core in model.CORES if vectors[core] < 0.9 * general[core]} == {*model.CORES} - {"cortex-a72"}
    yield (f"If that core ran two TBL in a cycle, a product would take {faster['neoverse-v1']:.0f} cycles there in "
           f"place of {pairs['neoverse-v1']:.0f}.")
    arm, newer, apple = ([results.of("ml-dsa-65", "verify", backend)[core] for backend in (first, "neon-sha3")]
                         for core, first in (("neoverse-v1", NEON_AES_SHA3), ("neoverse-v2", NEON_AES_SHA3),
                                             ("oryon-1", "neon-aes")))
    counts = [results.of("ml-dsa-65", "verify", backend)["instructions"] for backend in documents.BACKENDS]
    assert arm[0] < arm[1] and newer[0] < newer[1] and apple[1] < apple[0] and counts[1] < counts[0]
    yield (f"Verification with `ml-dsa-65` takes {counts[0]:,} instructions in `neon-aes` and {counts[1]:,} in "
           f"`neon-sha3`. These are {arm[0]:,} and {arm[1]:,} modelled cycles on neoverse-v1, {newer[0]:,} and "
           f"{newer[1]:,} on neoverse-v2, {apple[0]:,} and {apple[1]:,} on oryon-1.")


def speed(results):
    """docs/speed.md: what is said beside its tables."""
    ratios = {core: documents.ends([int(r["now"]) / int(r["hardware"]) for r in documents.published("calibration")
                                    if (r["kind"], r["core"]) == ("kernel", core)])
              for core in ("neoverse-v1", "neoverse-v2", "neoverse-n1")}
    yield (f"for kernels of ML-DSA the model of Neoverse V1 gives {ratios['neoverse-v1']} of the cycles that hardware "
           f"takes, the model of Neoverse V2 {ratios['neoverse-v2']}, the model of Neoverse N1 "
           f"{ratios['neoverse-n1']}.")
    hardware = {(r["code"], r["alg"], r["operation"]): r for r in documents.published("ml_dsa_hardware")
                if not r["ghz"]}
    off = []
    for (code, alg, operation), theirs in hardware.items():
        native = hardware.get(("mldsa-native", alg, operation))
        if code == "PQClean AArch64" and native:
            for name in ("without", "with"):
                modelled = [results.peer(alg, operation, r[name])["cycles"][r["core"]] for r in (theirs, native)]
                off.append(modelled[0] / modelled[1] / (int(theirs["figure"]) / int(native["figure"])))
    without, by_sha3 = trust.keccak_on_v2()
    keccak = by_sha3["now"] / without["now"] / (by_sha3["hardware"] / without["hardware"])
    yield (f"For PQClean over mldsa-native on Apple M1 the model's ratio is {documents.ends(off)} times that of "
           f"hardware, for Keccak by SHA-3 instructions over Keccak without on Neoverse V2 it is "
           f"{documents.times(keccak)} times.")
    alg = "ml-dsa-65"
    signed, verified = (documents.size(results.of(alg, operation, "neon-aes")["neoverse-n1"])
                        for operation in ("sign", "verify"))
    yield f"On Neoverse N1 `{alg}` signs in {signed} modelled cycles and verifies in {verified}."
    prepared = [documents.size(results.of(alg, f"{operation}-prepared", "neon-aes")["neoverse-v1"])
                for operation in ("sign", "verify")]
    yield f"`{alg}` on Neoverse V1 signs in {prepared[0]} cycles and verifies in {prepared[1]}."
    assert {o for a, o in results.peers if a.startswith("ml-dsa")} == {*documents.WHOLE}
    r = results.of(alg, "sign", "neon-aes")
    (spread,) = (s for s in recorded.read_beside(recorded.SPREAD)
                 if (s["alg"], s["operation"], s["implementation"]) == (alg, "sign", "neon-aes"))
    fewer = 1 - results.at(alg, "sign", "neon-aes", EXPECTED_ATTEMPTS) / r["instructions"]
    yield (f"Ours with `{alg}` took {r['attempts']:.1f} in the mean; FIPS 204 expects {EXPECTED_ATTEMPTS}, at which "
           f"signing takes {100 * fewer:.0f} % fewer instructions. The most expensive tenth of our signatures takes "
           f"{documents.size(int(spread['d9']))} instructions or more, "
           f"{documents.times(int(spread['d9']) / r['instructions'])} times the mean.")
    costs = documents.published("costs")
    assert not any(r["attempts"] for r in costs if r["peer"].startswith("SNOVA 3.0") and r["operation"] == "sign")
    yield "Those of SNOVA 3.0 are not, as the attempts of its team's code were not counted."
    *works, most = sorted({float(r["work"]) for r in costs} - {1})
    yield f"Some later versions of SNOVA do {', '.join(f'{w:g}' for w in works)} or {most:g} times the work by design."
    (keys,) = {int(r["repetitions"]) for r in costs if r["operation"] == "keypair" and
               r["alg"].startswith(("falcon-", "fn-dsa-"))}
    assert keys == results.of("falcon-512", "keypair", "neon-aes")["repetitions"]
    yield f"Each side's figure for a Falcon key pair is the mean of {keys} keys"
    lengths = sorted({build["message"] for build in documents.published("peers")})
    yield f"Messages have {lengths[0]} bytes, of some other implementations {lengths[1]}."
    native = [build for build in documents.published("peers") if build["peer"].startswith("mldsa-native")]
    (date,), (version,) = ({build[name].split(";")[0] for build in native} for name in ("date", "changes"))
    assert date[5:7] == "08"
    yield f"mldsa-native is {version} of August {date[:4]}, the newest that we could get."
    pairs, signed, verified = (sorted({r["repetitions"] for key, r in results.rows.items() if key[1] == operation and
                                       key[2] == "neon-aes" and key[0] not in trees.SETS})
                               for operation in documents.WHOLE)
    theirs = {o: [int(r["repetitions"]) for r in costs if r["operation"] == o] for o in documents.WHOLE}
    assert verified == [1]
    few, usual, many = pairs
    fast, of_all = of_trees(results)
    yield (f"Key pairs of neosig are means of {usual}, of UOV of {few}, of Falcon, HAETAE and HAWK of {many}, of SLH-DSA "
           f"one. Signatures are means of {signed[0]} or {signed[1]}, of SLH-DSA of {fast}, with its slow sets one. Of "
           f"verification one is counted, of SLH-DSA the mean of {of_all}. Of other implementations "
           f"{min(theirs['keypair'])} to {max(theirs['keypair'])} key pairs and {min(theirs['verify'])} to "
           f"{max(theirs['verify'])} verifications were counted,")
    clang, more = found(r"Clang (\d+) compiles that too, into (\d+) % more instructions", header("peers"))
    yield f"Clang {clang} makes {more} % more instructions of c-fn-dsa."


def of_trees(results):
    """SLH-DSA: signatures that are counted of a fast set, and verifications of any set."""
    repeated = {(operation, alg[-1]): results.of(alg, operation, backend)["repetitions"] for alg in results.sets
                if alg in trees.SETS for operation in documents.WHOLE for backend in documents.BACKENDS}
    assert {n for (operation, kind), n in repeated.items() if (operation, kind) == ("sign", "s") or
            operation == "keypair"} == {1}
    assert repeated["verify", "s"] == repeated["verify", "f"]
    return repeated["sign", "f"], repeated["verify", "f"]


def slh_dsa(results):
    """docs/tables/slh-dsa.md"""
    fast, of_all = of_trees(results)
    assert of_all == 100
    yield (f"So neosig's figure is the mean of few: {constants.WORDS[fast]} with the fast sets, whose names end in `f`, "
           "and one with the slow sets, whose names end in `s`.")
    yield "neosig's is the mean of a hundred messages. The first"

    def cycles(begins, name, core, backend="neon-aes"):
        peers = ((alg, o, results.peer(alg, o, name)) for alg in results.beginning(begins) for o in documents.WHOLE)
        ratios = [results.by_cycles(alg, o, backend, peer, core) for alg, o, peer in peers if peer]
        return f"{min(ratios):.2f} to {max(ratios):.2f} times"
    on_n1, on_m1 = (cycles("slh-dsa-sha2-", "OpenSSL 4.0.3", core) for core in ("neoverse-n1", "oryon-1"))
    yield f"By the models OpenSSL with SHA2 takes {on_n1} neosig's cycles on Neoverse N1, and {on_m1} on Apple M1"
    on_v2 = cycles("slh-dsa-shake-", "pqax x4, SHA-3", "neoverse-v2", NEON_AES_SHA3)
    yield f"On V2 pqax with SHA-3 instructions takes {on_v2} its cycles"


def many(results):
    """docs/speed.md: what verification gains if four signatures are hashed side by side, or would gain."""
    def gains(operation, *names, cores=documents.CHOICES):
        return [hashing.gain(results, alg, operation, backend, core) for alg in results.beginning(*names)
                for _, core, backend, _ in cores]

    def gained(operation, name, cores=documents.CHOICES):
        return [hashing.gain_of_many(alg, operation, backend, core) for alg in results.beginning(name)
                if alg.startswith(hashing.SIDE_BY_SIDE) for _, core, backend, _ in cores]

    others = max(gains("verify", "ml-dsa-", "hawk", "haetae", "snova-") +
                 gains("verify-prepared", "hawk", "haetae", "snova-"))
    yield (f"By the models of these five cores FN-DSA is then {documents.ends(gained('verify', 'fn-dsa-'))} times as fast, "
           f"with prepared keys {documents.ends(gained('verify-prepared', 'fn-dsa-'))} times, and Falcon "
           f"{documents.ends(gained('verify', 'falcon-'))} times.")
    saved = hashing.saved_on_hardware()
    most = max(hashing.hashed_together(results, core, saved[core])[0] for core in ("cortex-a72", "neoverse-v1"))
    assert max(gains("verify", "fn-dsa-", cores=documents.CHOICES[1:2])) < most + 0.05  # Neoverse N1
    yield f"no scheme would gain more than {most:.2f} there."
    yield f"On Apple M1 FN-DSA gains up to {max(gained('verify', 'fn-dsa-', cores=documents.CHOICES[-1:])):.2f}."
    yield f"On x86-64 FN-DSA gained up to {max(hashing.gains_of_many_x86_64('fn-dsa-', 'verify')):.2f}, timed."
    yield (f"ML-DSA, HAWK, HAETAE and SNOVA would gain at most {others:.2f}, and ML-DSA with prepared keys "
           f"{max(gains('verify-prepared', 'ml-dsa-')):.2f}.")
    less = {(r["alg"], int(r["bytes"])): f"{100 - 100 * float(r['together']) / float(r['alone']):.0f} % less"
            for r in documents.published("x86_64_small_files")}
    yield (f"On x86-64 with AVX-512, files of 30 bytes signed by `falcon-512` then take {less['falcon-512', 30]} time, and "
           f"{less['falcon-1024', 30]} by `falcon-1024`. By `falcon-512`, files of 4 KiB take {less['falcon-512', 4096]}, of "
           f"16 KiB {less['falcon-512', 16384]}, and of 65,000 bytes {less['falcon-512', 65000]}.")


def cycles(results):
    """docs/tables/cycles.md: where neon-sha3 takes fewer cycles on Neoverse V1 and V2."""
    fewer = {(a, o, core): 1 - results.of(a, o, "neon-sha3")[core] / results.of(a, o, NEON_AES_SHA3)[core]
             for a in results.sets for o in documents.OPERATIONS for core in documents.ONE_PIPE
             if not a.startswith("rainbow-")}
    of_uov = max(share for (a, _, _), share in fewer.items() if a.startswith("uov-"))
    fewer = {key: share for key, share in fewer.items() if share > 0 and not key[0].startswith("uov-")}
    of_falcon = sorted(alg for alg, _, _ in fewer)  # the two sets sign alike, and recounts change which is a tie
    assert fewer and fewer.keys() <= {(a, "sign", "neoverse-v1") for a in ("falcon-512", "falcon-padded-512")}, fewer
    alike = [[results.of(a, o, backend)[core] for core in documents.ONE_PIPE] for a in trees.SETS
             if not trees.SETS[a][0] for o in documents.OPERATIONS for backend in documents.BACKENDS]
    assert alike[::2] == alike[1::2]
    yield "With SLH-DSA and SHA2 the two are the same."
    yield ("Compare the two columns of `neoverse-v1`, and those of `neoverse-v2`: `neon-aes` takes fewer cycles there "
           "than `neon-sha3` in all rows but some of Rainbow, some of UOV and signing with "
           f"{' and '.join(f'`{alg}`' for alg in of_falcon)}. There "
           f"`neon-sha3` takes {100 * max(fewer.values()):.1f} % fewer on `neoverse-v1`, which is less than the prices "
           f"are sure of, and with UOV at most {100 * of_uov:.1f} % fewer.")


def rainbow(results):
    bits, v, o1, o2 = bound.RAINBOW["III"]
    q, n = 1 << bits, v + o1 + o2
    some = 1 - 1 / q
    vectors = some * n + some ** 2 * n * (n - 1) / 2
    visits = sum(some * (1 + (q - 2) * (1 - some ** j)) for j in range(n))
    yield (f"At level III {vectors:,.0f} of {n * (n + 1) // 2:,} vectors go to some {round(visits, -1):,.0f} buckets "
           "in the mean")
    ours = results.of("rainbow-III-classic", "verify", "neon-aes")["instructions"]
    key = found(r"\n\| `rainbow-III-classic` \| 3 \| ([\d,]+) \|", read("docs/sets.md")).replace(",", "")
    yield f"The whole verification takes {ours:,} instructions, {ours / int(key):.2f} a byte of the key."
    by_tbl = 1 / 4 + 1 + 1 + 2 + 2
    yield f"Multiplying by TBL alone would take {by_tbl / 16:.2f}"
    yield f"{by_tbl:g} instructions for 16 bytes of the key, a quarter of a load, AND, USHR, two TBL and two EOR"


def peers(results):
    signed, costs = collections.defaultdict(set), documents.published("costs")
    for r in costs:
        if r["operation"] == "sign":
            own = r["peer"].startswith(("SNOVA 3.0", "mldsa-native"))
            name = r["peer"].split(",")[0] if own else r["alg"].split("-")[0].rstrip("1234567890")
            signed[name].add(int(r["repetitions"]))
    counts = [signed[name] for name in ("snova", "SNOVA 3.0 optimised", "SNOVA 3.0 reference", "rainbow")]
    round_1, round_3, its_reference, of_rainbow = (" to ".join(map(str, sorted({min(n), max(n)}))) for n in counts)
    lattices = collections.defaultdict(list)
    for label, *names in (("ML-DSA", "ml", "dilithium"), ("Falcon", "falcon"), ("FN-DSA", "fn"), ("HAETAE", "haetae"),
                          ("HAWK", "hawk"), ("mldsa-native", "mldsa-native"), ("UOV", "uov"), ("MAYO", "mayo"),
                          ("SLH-DSA", "slh")):
        (count_of,) = set.union(*(signed[name] for name in names))
        lattices[count_of].append(label)
    yield (f"The number of messages signed was {round_1} (SNOVA; {round_3} of round 3, {its_reference} of its "
           f"reference), {of_rainbow} (Rainbow), " +
           ", ".join(f"{n} ({', '.join(names)})" for n, names in lattices.items()) + ".")
    text, builds = header("peers"), documents.published("peers")
    used = {id(documents.build(r["peer"], r["alg"])) for r in costs}
    assert used == {id(build) for build in builds}, "a build has no costs"
    assert {build["peer"] for build in builds if build["compiler"] == "gcc"} == {"OpenSSL 4.0.3"}
    (gcc,) = {found(r"gcc ([\d.]+)$", build["compiler"]) for build in builds if build["compiler"] != "gcc"}
    qemu = found(r"counted under qemu-user ([\d.]+),", header("costs"))
    assert results.about["qemu"].startswith(f"qemu-aarch64 version {qemu}")
    assert results.about["compiler"].split()[-1] == gcc
    assert {build["cpu"] for build in builds} <= {"max", results.about["qemu's CPU"]}
    assert f"with LLVM {results.about['LLVM']}," in header("costs")
    copies = found(r"by which the C library copies: (under \d+ % of these counts)", text)
    yield f"were counted once, under qemu-user {qemu} and with GCC {gcc.removesuffix('.0')}, as neosig is."
    yield f"the C library copies memory by SVE, which is {copies}."
    old = [build for build in builds if build["cpu"] == "max"]
    assert {id(documents.build(r["peer"], r["alg"])) for r in costs if not r["neoverse-v1"]} == set(map(id, old))
    old = [build for build in old if not build["sets"].startswith("slh-dsa-")]
    assert len(old) == 8
    assert {build["peer"] for build in old} == {
        "mupq reference", "PQClean", documents.TECHNIQUE, documents.TECHNIQUE_AES, "SNOVA 3.0 reference",
        "SNOVA 3.0 optimised", "SNOVA 3.0 optimised, AESE"}
    assert {build["sets"] for build in old if build["peer"] == "PQClean"} == {"rainbow-"}
    found_strongest = {peer["peer"] for alg in results.beginning("snova-", "rainbow-") for operation in documents.WHOLE
                       if (peer := results.strongest(alg, operation, "neon-aes"))}
    assert not found_strongest & {"mupq reference", "PQClean", "SNOVA 3.0 reference"}


def peers_of_schemes(results):
    """[(document, part)]"""
    text, costs = header("peers"), documents.published("costs")
    (recompiled,) = (build for build in documents.published("peers") if build["peer"] == documents.RECOMPILED)
    simde = found(r"through SIMDe (\w+),", recompiled["changes"])
    yield TABLES["snova"], f"through SIMDe {simde}. Nobody ships this build"
    same = found(r"in both rounds for Apple M1 agree (within \d+ %), but for that signing", text)
    yield TABLES["uov"], f"the medians agree {same}."
    written = found(r"the calls that solve a system\. They (take under \d+ % of any operation)\.", text)
    yield TABLES["mayo"], f"They {written}."
    for alg, document in (("falcon-512", "falcon"), ("hawk512", "hawk")):
        tries = {int(r["repetitions"]) for r in costs if r["alg"] == alg and r["operation"] == "keypair"}
        ours = {results.of(alg, "keypair", b)["repetitions"] for b in documents.BACKENDS}
        assert tries == ours, (alg, tries, ours)
        yield TABLES[document], f"Key pairs are the mean of {ours.pop()} on both sides."
    text_2 = header("haetae_keccak")
    keccak = found(r"Of the reference code's own instructions in mode 2 (Keccak-f takes .*? and \d+ %\.)", text_2)
    pairs, messages = found(r"with (\d+) key pairs and (\d+) messages", text_2)
    yield TABLES["haetae"], (f"counted once, {pairs} key pairs, {messages} messages. Of the reference code's, in mode "
                             f"2, {keccak}")
    keccak = found(r"Keccak (takes [\d, and]+ % of its key pairs \(256, .*? of its verifications\.)", text)
    yield TABLES["hawk"], f"its own plain C Keccak, which {keccak}"
    gains = [float(documents.gain(int(r["before"]) / int(r["after"])).split()[0])
             for r in documents.published("hawk_2025")]
    yield TABLES["hawk"], f"The survey has an optimised HAWK, which gains {min(gains)} to {max(gains)} %"
    alg = "rainbow-I-classic"
    (paper,) = (r["before"] for r in documents.published("rainbow_2021") if (r["alg"], r["operation"]) == (
        alg, "verify"))
    team = results.peer(alg, "verify", families.FAMILIES["rainbow"].team)["instructions"]
    yield TABLES["papers"], (f"In the C of the paper, verification with `{alg}` takes {int(paper):,} cycles. The "
                             f"team's C that we counted takes {team:,} instructions.")


def lattices(results):
    """Shares of functions, in words."""
    shares = [r for r in recorded.read_beside(recorded.FUNCTIONS)
              if (r["alg"], r["operation"], r["implementation"]) == ("ml-dsa-44", "sign", "neon-aes")]
    total = results.of("ml-dsa-44", "sign", "neon-aes")["instructions"]
    keccak, ntt = (sum(int(r["instructions"]) for r in shares if name in r["function"]) / total
                   for name in ("keccak", "ntt"))
    assert abs(keccak - 2 / 3) < 0.04 and abs(ntt - 1 / 8) < 0.02, (keccak, ntt)
    yield "Of signing with `ml-dsa-44` in `neon-aes`, Keccak is about two thirds and the transforms an eighth."
    rows = documents.published("ml_dsa_hardware")
    (ghz,) = {r["ghz"] for r in rows if r["ghz"]}
    assert {r["core"] for r in rows if r["ghz"]} == {"neoverse-v1"}
    yield f"the table takes the {ghz} GHz that Graviton3 is sold with."
    ratios = [float(results.peer(r["alg"], r["operation"], r[name])["cycles"][r["core"]]) * int(r["figure"]) /
              (1e9 * float(r["ghz"])) for r in rows if r["ghz"] for name in ("without", "with")]
    assert max(ratios) < 1 / 2
    yield f"For Neoverse V1 the model has {documents.ends(ratios)} of AWS-LC's cycles."
    iterations = found(r"of ([\d,]+) iterations; the source", header("ml_dsa_hardware"))
    yield f"The source has {iterations} iterations"
    yield from jobs(results)


def jobs(results):
    """What the builds of ml_dsa_functions.csv take more, by job."""
    rows, text = documents.published("ml_dsa_functions"), header("ml_dsa_functions")
    ours, theirs = found(r"at ([\d.]+) and ([\d.]+) attempts", text)
    yield f"Signatures took {ours} attempts in neosig and {theirs} in mldsa-native."
    aside = int(found(r"which take up to (\d+) instructions more", text))
    for operation in documents.WHOLE:
        for backend, name in documents.JOBS_OF:
            mine, other_s = (sum(int(r[column]) for r in rows if r["operation"] == operation)
                             for column in (backend, name))
            peer = results.peer("ml-dsa-65", operation, name)
            assert 0 <= other_s - peer["instructions"] <= aside + 5, (operation, name, other_s)  # each is rounded
            if operation == "sign":
                assert abs(float(ours) - float(theirs)) < 0.01 and float(theirs) == peer["attempts"]
                at = results.at("ml-dsa-65", operation, backend, float(ours))
                assert abs(mine - at) < 0.005 * at, (mine, at)
            else:
                assert mine == results.of("ml-dsa-65", operation, backend)["instructions"]

    def sums(job, operation):
        (both,) = ([int(r[column]) for column in documents.JOBS_OF[0]] for r in rows
                   if r["operation"] == operation and job in (r["job"], ""))
        return both

    def share(job, operation):
        more = {r["job"]: int(r[documents.JOBS_OF[0][1]]) - int(r[documents.JOBS_OF[0][0]]) for r in rows
                if r["operation"] == operation}
        return f"{100 * more[job] / sum(more.values()):.0f} %"

    fewer = {o: f"{100 - 100 * sums('Keccak-f[1600]', o)[0] / sums('Keccak-f[1600]', o)[1]:.0f} %"
             for o in documents.WHOLE}
    assert fewer["keypair"] == fewer["verify"]
    yield (f"neosig's permutations take {fewer['keypair']} fewer instructions in a key pair and in a verification, and "
           f"{fewer['sign']} fewer in a signature.")
    yield (f"Beside `neon-aes` this is {share('sampling', 'keypair')} of what mldsa-native takes more for a key pair, "
           f"{share('sampling', 'verify')} for a verification and {share('sampling', 'sign')} for a signature.")
    yield f"These are {share('transforms', 'sign')} of the difference in signing."
    yield (f"These are {share('rounding, packing', 'keypair')} of the difference for a key pair and "
           f"{share('rounding, packing', 'sign')} for a signature.")


def x86_64(results):
    rows = {(r["alg"], r["operation"]): r for r in documents.published("x86_64_pairs")}
    teams = {team: {key: row for key, row in rows.items() if key[0].startswith(begins)}
             for team, begins in (("Rainbow", "rainbow-"), ("UOV", "uov-"), ("MAYO", "mayo"))}
    few, many, keys = found(r"middle half of (\d+) pairs, on .* middle half of (\d+) pairs, of key pairs (\d+),",
                            header("x86_64_pairs"))
    yield TABLES["x86-64"], (
        f"of {few} pairs for SNOVA and Rainbow, of {many} for UOV and MAYO and of {keys} for their key pairs.")
    seeds = [rows[f"rainbow-{level}-{form}", "verify"]["equal"] for level in ("I", "III", "V")
             for form in ("circumzenithal", "compressed")]
    whole = [rows[f"rainbow-I-{form}", "sign"]["equal"] for form in ("classic", "circumzenithal")]
    yield TABLES["x86-64"], (
        f"With our AES in both, verification with seeds, most of whose time is AES, is {min(seeds)} to {max(seeds)}, "
        f"and signing at level I with whole keys {whole[0]} and {whole[1]}.")

    def span(begins, column):
        return documents.ends([float(row[column]) for (alg, _), row in rows.items() if alg.startswith(begins)])

    def below(team, column, limit):
        return {key for key, row in teams[team].items() if float(row[column]) < limit}
    assert below("UOV", "ratio", 1.3) == {("uov-V-classic", "keypair"), ("uov-V-pkc", "keypair")}
    yield TABLES["x86-64"], (
        f"pqov as built runs by GFNI, and takes {span('uov-', 'ratio')} times as long. Below 1.3 are key pairs")
    yield TABLES["x86-64"], f"Without GFNI its AVX2 code takes {span('uov-', 'no_gfni')} times as long."
    yield TABLES["x86-64"], f"With our AES in both, the build by GFNI takes {span('uov-', 'equal')} times as long."
    yield TABLES["x86-64"], f"MAYO-C takes {span('mayo', 'ratio')} times as long."
    yield TABLES["x86-64"], (
        f"Without GFNI in neosig either, MAYO-C takes {span('mayo', 'no_gfni')} times as long, and "
        f"{span('mayo2', 'no_gfni')} with `mayo2`.")
    yield TABLES["x86-64"], f"It takes {span('mayo', 'avx512')} times as long as neosig, which has no code"
    yield SPEED, (
        f"MAYO's code takes {span('mayo', 'ratio')} times neosig's time, and by AVX-512 {span('mayo', 'avx512')} times.")
    assert below("MAYO", "equal", 1) == {("mayo2", "verify")}
    yield TABLES["x86-64"], (
        f"With our AES in both, MAYO-C takes {span('mayo', 'equal')} times as long, and with `mayo2` less time to verify.")
    newest = [{float(r["openssl4"]) for r in documents.published("x86_64_trees") if hashed in r["alg"]}
              for hashed in ("-sha2-", "-shake-")]
    yield TABLES["x86-64"], (
        "OpenSSL 4.0.3 takes {:.2f} to {:.2f} times as long with SHA2, and {:.2f} to {:.2f} times with SHAKE.".format(
            *(end(those) for those in newest for end in (min, max))))
    assert {alg.split("-")[0].rstrip("1235") for (alg, _), row in rows.items() if row["equal"]} == {
        "rainbow", "uov", "mayo"}
    for names, column in ((("UOV", "MAYO"), "no_gfni"), (("MAYO",), "avx512")):
        assert {key for key, row in rows.items() if row[column]} == {key for team in names for key in teams[team]}


def keccak(results):
    """test/bench/stale.py compares these with a count. Here they only agree with each other."""
    aes, sha256, sha512, by_sha3, without, call, four_by_sha3, four, by_some = found(
        r"AES-CTR takes ([\d.]+) instructions a byte, SHA-256 ([\d.]+), SHA-512 ([\d.]+), all .* takes ([\d,]+) by "
        r"SHA-3 instructions and ([\d,]+) without; (\d+) of these are .* it takes ([\d,]+) and ([\d,]+), "
        r"and ([\d,]+) by some of them\.", prose(SPEED))
    a_round, rest = found(r" 104 instructions\. A round takes ([\d.]+) in all.* other (\d+) inst",
                          prose(TABLES["bounds"]))
    assert 24 * float(a_round) + int(rest) + int(call) == int(without.replace(",", ""))
    assert float(aes) >= sum(bound.AES_BLOCK.values()) / 16
    yield SPEED, (f"AES-CTR takes {aes} instructions a byte, SHA-256 {sha256}, SHA-512 {sha512}, all by the CPU's "
                  f"instructions. A call of Keccak-f[1600] for one state takes {by_sha3} by SHA-3 instructions and "
                  f"{without} without; {call} of these are the call itself. For four states, of which ML-DSA has most "
                  f"use, it takes {four_by_sha3} and {four}, and {by_some} by some of them.")
    items, message = found(r"ITEMS = (\d+), MESSAGE_BYTES = (\d+)", read("bench/many.c"))
    assert int(items) == hashing.ITEMS
    yield TABLES["keccak"], f"The call has {items} signatures of messages of {message} bytes, all good, by one key."
    yield TABLES["bounds"], (
        "a round takes 100 EOR and BIC with rotated operands, a store and a load of the lane that has no register, and "
        f"two instructions for the round's constant. These are {100 + 1 + 1 + 2} instructions. A round takes {a_round} "
        "in all, with the loop.")
    yield TABLES["bounds"], (f"A permutation has 24 rounds, which take {24 * float(a_round):,.0f} instructions. The "
                             f"other {rest} instructions of a permutation load and store the lanes, rotate 16 of them")


def how(results):
    """bench/README.md: what bench/count.py repeats."""
    def repeated(operation, *names, implementation="neon-aes"):
        (n,) = {results.of(alg, operation, implementation)["repetitions"] for alg in results.beginning(*names)}
        return n
    others = ("snova", "rainbow", "falcon", "fn-dsa", "haetae", "hawk", "uov", "mayo")
    lattices, (fast, of_all) = ("ml-dsa-", "dilithium"), of_trees(results)
    yield (f"Signing is the mean of {repeated('sign', *others)} messages, with ML-DSA and Dilithium of "
           f"{repeated('sign', *lattices)}, with SLH-DSA of {fast}, with its slow sets of one.")
    yield (f"Key pairs are the mean of {repeated('keypair', 'snova', 'mayo', 'rainbow', *lattices)}, of UOV of "
           f"{repeated('keypair', 'uov')}, of Falcon, HAETAE and HAWK of {repeated('keypair', *others[2:-2])}, of "
           "SLH-DSA one.")
    yield f"A verification of SLH-DSA is the mean of {of_all} messages:"
    first = {r["repetitions"] for key, r in results.rows.items() if key[1:] == ("sign", "reference") and
             key[0] not in trees.SETS}
    assert len(first) == 1
    assert {results.of(alg, "sign", "reference")["repetitions"] for alg in trees.SETS} == {1}
    yield (f"it signs the first {first.pop()} messages, with SLH-DSA the first alone, and makes the first key pair "
           "only")
    assert {r["repetitions"] for key, r in results.rows.items() if key[1:] == ("keypair", "reference")} == {1}
    yield (f"`--model` needs LLVM {model.LLVM} with its headers, and a C++ compiler (Debian 12: "
           f"`llvm-{model.LLVM}-dev`, `g++`)")
    yield (f"At most {emulate.SAMPLE['windows']:,} windows are kept, spread over the run. Of these {model.EVENLY} are "
           "simulated.")
    least, most = found(r"prices are ([\d.]+) to ([\d.]+) % of those by all windows", header("calibration"))
    others = found(r"come out at ([\d.]+) to ([\d.]+) % of this", header("calibration"))
    yield (f"the five cores are between {least} and {most} % of those by all windows; for MAYO and UOV, whose code "
           f"others wrote, between {others[0]} and {others[1]} %.")
    yield (f"It simulates windows of {emulate.WIDTH:,} instructions, the first {model.LEAD} of which only fill the "
           f"core; where no more than {model.ALL:,} instructions ran, it simulates them all.")


def faults_of_trees(results):
    """docs/security.md: what the checks of SLH-DSA's signatures cost and find."""
    costs = {"s": [], "f": []}
    for alg in trees.SETS:
        for backend in documents.BACKENDS:
            signed, verified = (results.of(alg, operation, backend)["instructions"] for operation in ("sign", "verify"))
            costs[alg[-1]].append(100 * verified / signed)
    yield (f"| up to {max(costs['s']):.1f} % more (sets with `s`), {min(costs['f']):.1f} to {max(costs['f']):.1f} % more "
           "(`f`) |")
    source = read("test/slhdsa/faults.c")
    every, changed, below, seen = (found(rf"{name} = (\d+)[,}} ]", source) for name in
                                   ("HASHES", "CHANGED", "BELOW", "SEEN"))
    yield f"Of {every} faults {changed} change the signature"
    yield f"Below the top tree are {below} faults, and verifying finds {seen} of them."


def security(results):
    yield from faults_of_trees(results)
    targets = found(r"set\(fuzz_targets ([\w ]+)\)", read("test/fuzz/tests.cmake")).split()
    targets += [path.parent.name for path in (ROOT / "test").glob("*/fuzz.c")]
    text = prose(SECURITY)
    named = re.findall(r"`(\w+)`", found(r"UndefinedBehaviorSanitizer: (.*?)\. `FUZZ_SECONDS", text))
    assert sorted(named) == sorted(targets), f"fuzz targets: {named} are named, {targets} are there"
    yield f"There are {len(targets)} libFuzzer programs, which run under AddressSanitizer"
    seconds = found(r"FUZZ_SECONDS \?= (\d+)", read("Makefile"))
    yield f"| fuzzing under sanitizers | `make fuzz` | {seconds} s a target |"
    yield f"| differential fuzzing | `make fuzz` | {seconds} s |"
    core = read("src/core/wipe.h")
    optimised, plain = (int(n) // 1024 for n in re.findall(r"#define NEOSIG_STACK_BYTES (\d+)", core))
    yield (f"So {optimised} KiB of stack are wiped after each such operation, {plain} KiB in code compiled without "
           "optimisation")
    cmake = read("test/ct/tests.cmake")
    quick = found(r"--sets short \$\{except\} --backends neon-sha3 --secrets (\d+) --repeated (\d+)", cmake)
    yield f" | quick, but SLH-DSA's, in `neon-sha3` | {', '.join(quick)} |"
    first = found(r"--sets short-first --backends neon --secrets (\d+) --repeated (\d+)", cmake)
    yield f"| the same | the first of each other scheme, in `neon`, which has the other kernels | {', '.join(first)} |"
    of_trees = found(r"--sets long --secrets (\d+) --backends neon-sha3,neon\n", cmake)
    yield f"one operation of each kind, in `neon-sha3` and `neon` | {of_trees}, none |"
    many = found(r"--sets first --secrets (\d+) --repeated (\d+)", cmake)
    yield f"| the same | the first of each scheme | {', '.join(many)} |"
    drift = float(found(r"\nDRIFT = ([\d.]+)", read("test/ct/figures.py")))
    yield f"fails where its row is more than {100 * drift:.0f} % from what it sees"
    few, secrets = re.findall(r"--kernels --secrets (\d+)", cmake)
    yield f"Of their {secrets} secrets, {few} in `make test-all`, eight are made on purpose"
    n, many = decisions.WANTED[0], decisions.WANTED_FIRST[0]
    half, rare, rarer = ((1 - p) ** k + p ** k for p, k in ((1 / 2, n), (1 / 256, n), (1 / 256, many)))
    yield (f"For p = 1/2 and {n} secrets the chance is one in {1 / half:,.0f}. For p = 1/256 it is {100 * rare:.0f} % "
           f"with {n} secrets and {100 * rarer:.0f} % with {many}.")
    (once, twice), (more_once, more_twice) = decisions.WANTED, decisions.WANTED_FIRST
    yield (f"For each set it looks for {once} secrets that sign in one attempt, and for {twice} secrets of one class "
           f"that sign in two attempts. For the first set of each scheme these are {more_once} and {more_twice} secrets.")
    rows = decisions.load()

    def searched(operations):
        last = max(max(secrets) for key, secrets in rows.items() if key[1] in operations and secrets != decisions.ALL)
        return (last // decisions.BATCH + 1) * decisions.BATCH
    yield f"found among up to {searched(['keypair']):,} seeds"
    yield f"through up to {searched(decisions.SIGNING):,} secrets a set."
    least = min(r["attempts"] for key, r in results.rows.items() if key[1] == "keypair" and r["attempts"] and
                key[0].startswith(decisions.KEYPAIR_REJECTS))
    yield f"which take {constants.WORDS[int(least)]} attempts or more in the mean"
    rarely = [name for name, operation, rejections in rows if operation == "sign" and rejections == 1 and
              name.startswith(("falcon", "fn-dsa"))]
    yield f"only `{'` and `'.join(rarely)}`, whose encodings are too long"


def limits():
    """Of the program, by document."""
    bits = found(r"MANIFEST_MOST = 1 << (\d+)", read("apps/manifest.h"))
    comment = int(found(r"ARMOR_COMMENT_MOST = (\d+)", read("apps/armor.h")))
    context = int(found(r"MODE_CONTEXT_MOST = (\d+)", read("apps/mode.h")))
    speed = read("apps/cmd_speed.c")
    quick, usual = (1000 * float(n) for n in found(r"budget = quick \? ([\d.]+) : ([\d.]+)", speed))
    kdf = read("key/kdf.c")
    table, rest, work = (int(found(rf"{name} \(1u << (\d+)\)", kdf)) for name in
                         ("MOST_TABLE", "MOST_REST", "MOST_WORK"))
    rounds, salt = (int(found(pattern, text)) for pattern, text in (
        (r"MOST_ITERATIONS (\d+)u", kdf), (r"SALT_MOST = (\d+)", read("key/kdf.h"))))
    yield FORMATS, (f"| 128 N r bytes: {2 ** table >> 30} GiB; 128 r (p + 2) bytes: {2 ** rest >> 20} MiB; N r p: 2^"
                    f"{work} | | PBKDF2 | {rounds:,} iterations | | both | a salt of {salt:,} bytes |")
    yield FORMATS, f"have N = 2^{min(table - 10, work - 3)}, RFC 7914's"
    name, most = (found(rf"SIGNERS_{what}_MOST = ([^,]+),", read("apps/signers.h")) for what in ("NAME", "FILE"))
    years = found(r"FIRST_YEAR = (\d+), LAST_YEAR = (\d+)", read("apps/signers.c"))
    yield FORMATS, f"A name is UTF-8, at most {name} bytes, without blanks"
    yield FORMATS, f"The years are {' to '.join(years)}."
    yield FORMATS, f"A list has at most {2 ** int(most.split(' << ')[1]) >> 20} MiB."
    yield FORMATS, f"A manifest has at most {2 ** int(bits) >> 20} MiB."
    yield FORMATS, f"UTF-8, at most {comment:,} bytes, no control character"
    yield FORMATS, f"the context string, 2 to {2 * context} digits;"
    yield MANUAL, f"one line of at most {comment:,} bytes."
    yield MANUAL, f"The context string, at most {context} bytes, for algorithms that have one."
    yield MANUAL, f"Spend {quick:.0f} milliseconds on a figure;"
    yield MANUAL, f"milliseconds on a figure, {usual:.0f} unless given."
    runs = {"5": "five"}[found(r"COMPARE_RUNS = (\d+)", speed)]
    yield MANUAL, f"has too, in {runs} runs unless"


def readme():
    versions = dict(re.findall(r"set\(oldest_(GNU|Clang) (\d+)\)", read("cmake/compiler.cmake")))
    yield f"GCC {versions['GNU']} or later, Clang {versions['Clang']} or later; CMake refuses older ones."


def expected():
    """[(document, part)]"""
    results = documents.Results(*recorded.read_results())
    parts = [(TABLES[name], part) for name, make in (
        ("snova", snova), ("snova", round_3), ("rainbow", rainbow), ("peers", peers), ("ml-dsa", lattices),
        ("slh-dsa", slh_dsa),
        ("cycles", cycles)) for part in make(results)]
    parts += [(SPEED, part) for part in (*speed(results), *many(results))]
    parts += [*peers_of_schemes(results), *keccak(results), *x86_64(results)]
    parts += [(BENCH, part) for part in how(results)]
    parts += [(SECURITY, part) for part in security(results)] + [(README, part) for part in readme()]
    return parts + [(TABLES["models"], part) for part in models(results)] + list(limits()) + constants.parts()


# ---- The comparison ----

def missing(texts, parts):
    """What the documents do not say, a line each."""
    return [f"{path} does not say: {part}" for path, part in parts if texts[path].count(part) != 1]


def unknown(path, text, parts):
    """Numbers that stand outside of all parts, a line each."""
    for document, part in parts:
        if document == path:
            text = text.replace(part, "")
    text = re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)
    for pattern in NO_FIGURES[path]:
        text = re.sub(pattern, " ", text)
    return [f"{path}: no program compares the number in ...{text[max(0, m.start() - 50):m.end() + 20]}..."
            for m in re.finditer(r"(?<![\w.-])\d[\d,.]*(?![\w-])", text)]


def planted(texts, parts):
    """Changed figures that are not found."""
    wrong = []
    for path, part in parts:
        for digit in re.finditer(r"\d", part):
            changed = other(part, digit.start())
            if not missing(texts | {path: texts[path].replace(part, changed)}, parts):
                wrong.append(f"{path}: a changed figure was not found: {changed}")
    for path in COMPLETE:
        if not unknown(path, texts[path] + " It takes 4,711 of them.", parts):
            wrong.append(f"{path}: a figure more was not found")
    if len(examples('neosig_alg_find("snova-24-5-16-4-esk")')) != 1 + len(examples()):
        wrong.append("an example that takes a superseded set was not found")
    return wrong + planted_values()


def planted_values():
    """Changed values of the sources of constants.py that change no part."""
    reading.values, wrong = 0, []
    parts = constants.parts()
    values = reading.values
    assert values > 50, values
    for reading.changed in range(values):
        reading.values = 0
        try:
            if constants.parts() == parts:
                wrong.append(f"a changed value of a source was not found: {reading.last}")
        except (AssertionError, KeyError):
            pass
    reading.changed = None
    return wrong


def examples(more=""):
    """Sets that examples make keys of, or look up, are standards; more: another example."""
    status = dict(re.findall(r"^\| `([\w-]+)` \|.*\| (\w+) \(\d+\) \|", read("docs/sets.md"), re.M))
    files = [path for pattern in ("include/neosig/*.h", "docs/*.md", "docs/*.1", README, "bindings/*/README.md",
                                  "bindings/*/examples/*", "packaging/*.md") for path in ROOT.glob(pattern)]
    texts = {path.relative_to(ROOT): path.read_text() for path in files if path.is_file()} | {"an example": more}
    looked = [(path, one or other) for path, text in texts.items() for one, other in re.findall(
        r"""(?:neosig_alg_find\(|generate\()"([\w-]+)"|neosig keygen ([a-z][\w-]+)""", text)]
    assert len(looked) > 5, looked
    return [f"{path}: an example takes {name}, which is {status.get(name, 'no set')}" for path, name in looked
            if status.get(name) != "standard"]


def main():
    try:
        parts = expected()
    except AssertionError as error:
        print(f"a document cannot be compared: {error}")
        return 1
    texts = {path: prose(path) for path in {*COMPLETE, *(path for path, _ in parts)}}
    wrong = missing(texts, parts) + examples()
    for path in COMPLETE:
        wrong += unknown(path, texts[path], parts)
    wrong = wrong or planted(texts, parts)
    print("\n".join(wrong) or f"{len(parts)} parts of the documents are as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
