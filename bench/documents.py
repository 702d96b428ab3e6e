"""The tables of README.md, docs/speed.md, docs/tables, docs/multivariate.md, docs/sets.md and bench/README.md, from the
rows of bench/results and bench/published.

Each ratio compares neosig with programs that use no CPU feature which its backend lacks; ML-DSA stands beside all that
a core can run. A signature is compared at the same number of attempts: ours is moved to the other's number along the
straight line through our messages (per_attempt). The count of a later version of a scheme that does more work is
divided by that.
"""
import functools
import itertools
import re
import textwrap

import beyond
import bound
import emulate
import families
import keccak
import recorded
import thirds
import trees
import trust
from cells import NONE, ends, filled, size, table, times
from counted import CORE, Results, build
from emulate import NEON_AES_SHA3
from recorded import published

README, SPEED, MULTIVARIATE, SETS, BENCH = (emulate.ROOT / name for name in (
    "README.md", "docs/speed.md", "docs/multivariate.md", "docs/sets.md", "bench/README.md"))
TABLES = emulate.ROOT / "docs/tables"
# What neosig and mldsa-native choose on a core by themselves: the cores, the one that is modelled for them, and both.
CHOICES = [("Cortex-A72", "cortex-a72", "neon-aes", "mldsa-native"),
           ("Cortex-A76, Neoverse N1", "neoverse-n1", "neon-aes", "mldsa-native"),
           ("Neoverse V1", "neoverse-v1", NEON_AES_SHA3, "mldsa-native, SHA-3 hybrid"),
           ("Neoverse V2", "neoverse-v2", NEON_AES_SHA3, "mldsa-native, SHA-3 hybrid"),
           ("Apple M1", "oryon-1", "neon-sha3", "mldsa-native, SHA-3 x2")]
# Builds whose Keccak is of SHA-3 instructions alone: these cores run them on one of their four vector pipes.
ONE_PIPE = "neoverse-v1", "neoverse-v2"
SHA3_ALONE = "mldsa-native, SHA-3 x2", "PQClean AArch64, SHA-3"
JOBS_OF = ("neon-aes", "mldsa-native"), ("neon-sha3", "mldsa-native, SHA-3 x2")  # of ml_dsa_functions.csv
SHORT = ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "falcon-512", "haetae2", "snova-24-5-16-4-esk", "uov-Is-classic",
         "mayo1", "rainbow-I-classic", *(alg for name in families.TREES for alg in families.FAMILIES[name].sets)]
WHOLE = ["keypair", "sign", "verify"]
OPERATIONS = [*WHOLE, "sign-prepared", "verify-prepared"]
BACKENDS = ["neon-aes", "neon-sha3"]
PQOV, MAYO_C = "pqov NEON", "MAYO-C NEON"
RECOMPILED, TECHNIQUE, TECHNIQUE_AES = "SNOVA team, AVX2 recompiled", "papers' technique", "papers' technique, AESE"
# Sets for students, with their designers' own code.
TEAMS = {"snova-24-5-16-4-esk": "SNOVA team, optimised C", "snova-25-8-16-3-esk": "SNOVA team, optimised C",
         "snova-28-17-16-2-esk": "SNOVA team, optimised C", "snova-i-s": "SNOVA 3.0 optimised",
         "uov-Is-classic": PQOV, "uov-Is-pkc": PQOV, "uov-Ip-pkc-skc": PQOV, "mayo1": MAYO_C, "mayo2": MAYO_C,
         "rainbow-I-classic": "Rainbow team, u64, AESE", "rainbow-III-classic": "Rainbow team, u64, AESE"}
RATIOS = "smaller ratio", "larger"
HASHING = "keccak|^ctr_rounds|_(chains|walk|nodes|shake)_|sha256_armv8|sha512"
# What functions do, by a part of their names; the first that fits.
JOBS = {r"^(f|prf_f|h|\w+_chains)$": "filling lanes", "inverse": "inverse NTT", r"(ntt\d\d|neon)_forward": "NTT",
        "inner": "sums of products",
        r"multiply|combine|lazy|neon_(look_up|one|two|tail|tower)_\d": "products", "scatter": "additions into buckets",
        "spectrum": "FFT of secrets", "candidates|sample": "sampling", "decode": "decoding",
        "ntru_neon_subtract": "subtracting multiples of f and g"}
MODELLED = [("neoverse-n1", "neon-aes"), ("neoverse-v1", NEON_AES_SHA3), ("neoverse-v1", "neon-sha3"),
            ("neoverse-v2", NEON_AES_SHA3), ("neoverse-v2", "neon-sha3"), ("cortex-a72", "neon-aes"),
            ("oryon-1", "neon-aes"), ("oryon-1", "neon-sha3")]


def both(ratios):
    """The cells of two ratios, or of one."""
    cells = [f"{times(ratio)} {what}" for ratio, what in ratios]
    return [*cells, *[""] * (2 - len(cells))]


def against(results, alg, operation, backend, peer):
    """The cells of a peer: its count and the ratios."""
    return [f"{peer['instructions']:,}", *both(results.ratios(alg, operation, backend, peer))] if peer else [""] * 3


def named(peer):
    if not peer:
        return NONE
    return peer["peer"] + (f", {peer['work']:g} times the work" if peer["work"] > 1 else "")


def short(results):
    rows, messages = [], set()
    for alg in (a for a in SHORT if a in results.sets):
        cells = [f"`{alg}`"]
        for backend in BACKENDS:
            for operation in WHOLE:
                r, peer = results.of(alg, operation, backend), results.strongest(alg, operation, backend)
                cell = size(r["instructions"])
                if peer and not alg.startswith("ml-dsa"):  # ML-DSA stands above, beside what its core chooses
                    cell += f" ({', '.join(filter(None, both(results.ratios(alg, operation, backend, peer))))})"
                cells.append(cell)
        messages.add(results.of(alg, "sign", "neon-aes")["repetitions"])
        rows.append(cells)
    *few, most = map(str, sorted(messages))
    means = f"{', '.join(few)} or {most}"
    works = sorted({peer["work"] for those in results.peers.values() for peer in those} - {1})
    factors = f"{', '.join(f'{work:g}' for work in works[:-1])} or {works[-1]:g}"
    keys = results.of("falcon-512", "keypair", "neon-aes")["repetitions"]
    attempts = results.of("ml-dsa-65", "sign", "neon-aes")["attempts"]
    theirs = results.peer("ml-dsa-65", "sign", "mldsa-native")["attempts"]
    text = filled(f"""\
The next table has instructions of one operation, counted exactly under qemu-user. Arm's own cores choose `neon-aes`,
Apple's cores `neon-sha3`. Parentheses say how many times as much the strongest other implementation takes: the smaller
ratio first, of instructions or of modelled cycles, of Neoverse N1 and for `neon-sha3` of Apple M1. Both sides are
compared at equal attempts at a
signature, of HAETAE and HAWK also at a key pair, so a ratio need not belong to the count that is printed here. HAETAE
and HAWK are compared with the teams' C, for HAETAE's verification with the NEON code that a survey names. All of this
code has a plain C Keccak. UOV and MAYO are compared with the teams' NEON code, which we put together for round 3 from
the parts that were to be had. Falcon's key pair is compared with the C of round 3, Rainbow's with the papers'
technique, which we built from its description. SLH-DSA with SHA2 is compared with OpenSSL 4.0.3, with SHAKE with code
of SPHINCS+ 3.1, which does the same work, four states side by side without SHA-3 instructions and two with them. Of the
other sets only ML-DSA has implementations that were counted with SHA-3 instructions, and the table above has its
ratios. Some later versions of SNOVA do {factors} times the work by
design. Their counts are divided by this. Each side's figure for a Falcon key pair is the mean of {keys} keys, and the
two sides have different keys, so these ratios have a standard error of about a tenth. Signing is the mean of {means}
messages of ours ({attempts:.1f} attempts with `ml-dsa-65`); the ratios above are at mldsa-native's {theirs:.1f}.""")
    for alg, operation, begins in (("haetae2", "keypair", "HAETAE 1.2.0 C"), ("haetae2", "sign", "HAETAE 1.2.0 C"),
                                   ("haetae2", "verify", "surveyed NEON"),
                                   ("falcon-512", "keypair", "Falcon round 3 C"),
                                   *((alg, operation, "pqax x4" if "shake" in alg else "OpenSSL 4.0.3")
                                     for alg in SHORT if alg in trees.SETS for operation in WHOLE),
                                   ("uov-Is-classic", "keypair", PQOV), ("mayo1", "sign", MAYO_C),
                                   ("rainbow-I-classic", "keypair", TECHNIQUE)):
        assert results.strongest(alg, operation, "neon-aes")["peer"].startswith(begins), (alg, operation)
    head = (f"`{backend}`: keypair" if operation == "keypair" else operation
            for backend in BACKENDS for operation in WHOLE)
    return f"{chosen_short(results)}\n{text}\n\n" + table(["'set", *head], rows)


def gain(ratio):
    return f"{100 * (1 - 1 / ratio):.1f} %"


def beside(peer):
    """(backend, core) of a core that chooses this peer, else of one that has its features."""
    backend = "neon-sha3" if "sha3" in peer["features"] else "neon-aes"
    chosen = [(backend, core) for _, core, backend, name in CHOICES if name == peer["peer"]]
    return chosen[-1] if chosen else (backend, CORE[backend])


def on_core(results, core, backend, name, alg, operation):
    """The peer, our count at its attempts, and the ratios, the smaller first."""
    peer = results.peer(alg, operation, name)
    ratios = results.ratios(alg, operation, backend, peer, core)
    assert len(ratios) == 2, (core, name, alg, operation)
    return peer, results.at(alg, operation, backend, peer["attempts"]), ratios


def alone_on_one_pipe(core, peer):
    return core in ONE_PIPE and peer["peer"] in SHA3_ALONE


def least(results, core, backend, alg, operation):
    """[(ratio, of what, whose)], the smaller first: of each unit the least over all builds that the core can run,
    without those that are alone_on_one_pipe."""
    ratios = [(*ratio, peer["peer"]) for peer in results.peers[alg, operation]
              if core in peer["cycles"] and not alone_on_one_pipe(core, peer)
              for ratio in results.ratios(alg, operation, backend, peer, core)]
    return sorted(min(r for r in ratios if r[1] == what) for what in ("instructions", "cycles"))


def least_cell(ratios, default):
    """Of least(), with the names of builds that the core does not choose by itself."""
    short = {"mldsa-native": "without SHA-3", "PQClean AArch64": "PQClean"}
    return ", ".join(f"{times(ratio)} {what}" + (f" ({short[whose]})" if whose != default else "")
                     for ratio, what, whose in ratios)


def left_out(results):
    """What least() leaves out, in a sentence."""
    found = [(results.ratio(alg, operation, backend, peer), results.by_cycles(alg, operation, backend, peer, core))
             for _, core, backend, _, alg in on_each_core(results) for operation in WHOLE
             for peer in results.peers[alg, operation] if alone_on_one_pipe(core, peer)]
    fewest, shortest = (min(column) for column in zip(*found))
    assert fewest < 1 and shortest > 2  # docs/speed.md says so, too
    scalar, by_sha3 = (times(row["now"] / row["hardware"]) for row in trust.keccak_on_v2())
    return ("For Neoverse V1 and V2 the table leaves out two builds whose Keccak is of SHA-3 instructions alone, the "
            f"SHA-3 builds of PQClean and of mldsa-native for Apple's cores. They take as little as {times(fewest)} "
            f"times neosig's instructions, but at least {times(shortest)} times its modelled cycles. On Neoverse V2 "
            f"the model has {scalar} of the hardware's cycles for Keccak without SHA-3 instructions, and {by_sha3} for "
            "Keccak by these. Both libraries mix the two kinds on V2, so we do not know in which direction the ratios of "
            "cycles are wrong there. [What is not known](docs/speed.md#6-what-is-not-known) has more on ratios of "
            "cycles.")


def of_ml_dsa(results):
    return [alg for alg in results.sets if alg.startswith("ml-dsa")]


def on_each_core(results):
    """Each of CHOICES with each set of ML-DSA."""
    return ((*choice, alg) for choice in CHOICES for alg in of_ml_dsa(results))


def chosen(results):
    """What each library chooses on the same core."""
    rows = []
    for cores, core, backend, name, alg in on_each_core(results):
        for operation in WHOLE:
            peer, ours, ratios = on_core(results, core, backend, name, alg, operation)
            rows.append([cores, f"`{alg}`", operation, f"`{backend}`", f"{ours:,}", name, f"{peer['instructions']:,}",
                         *both(ratios)])
    return table(["'cores", "'set", "'operation", "'neosig", "its count at equal attempts", "'mldsa-native",
                  "its count", "'smaller ratio", "'larger ratio"], rows)


def chosen_short(results):
    rows = [[cores, f"`{alg}`", *(least_cell(least(results, core, backend, alg, operation), name)
                                  for operation in WHOLE)]
            for cores, core, backend, name, alg in on_each_core(results)]
    code = build("mldsa-native", "ml-dsa-44")
    text = f"""\
This table sets ML-DSA beside other implementations. A ratio says how many times as much the other takes as neosig. One
ratio is of instructions, counted under qemu-user, the other of cycles by a model of the core, which nobody measured.
The smaller ratio stands first. Each is the least over the builds of others that the core can run, but for two builds
that are named below. neosig takes its backend at run time. The build with the least ratio is mldsa-native
({code['commit']} of {code['date']}), compiled for the features of the core, unless parentheses behind the ratio name
another: PQClean's AArch64 code, or mldsa-native compiled without SHA-3 instructions. We put this version of
mldsa-native together from other projects' copies of its parts, as [peers](docs/tables/peers.md) says. For signing,
neosig's cost is corrected to the other's number of attempts."""
    return (f"{textwrap.fill(text, 120)}\n\n" + table(["'cores", "'set", "'keypair", "'sign", "'verify"], rows) +
            f"\n{textwrap.fill(left_out(results), 120)}\n")


def papers(results):
    """What each gains over the C of the scheme's own team."""
    rows = []
    for r in (r for name in families.PAPERS for r in published(name)):
        alg, operation, before, after = r["alg"], r["operation"], int(r["before"]), int(r["after"])
        team = results.peer(alg, operation, families.FAMILIES[families.family(alg)].team)
        ours = results.at(alg, operation, "neon-aes", team["attempts"])
        ratios = results.ratios(alg, operation, "neon-aes", team)
        rows.append([f"`{alg}`", operation, f"{team['instructions']:,}", f"{ours:,}", gain(ratios[0][0]),
                     *both(ratios), f"{before:,}", f"{after:,}", gain(before / after), times(before / after)])
    return table(["'set", "'operation", "the team's C", "neosig", "gain", "smaller ratio", "larger", "published: C",
                  "optimised", "gain", "ratio"], rows)


def builds(results):
    """The peers: not of these results."""
    rows = [[r["peer"], f"`{r['sets']}*`", f"{r['project']} {r['commit']}", r["date"], f"{r['compiler']} {r['flags']}",
             r["features"].replace("+", ", "), r["message"], f"`{r['cpu']}`", r["changes"]]
            for r in published("peers")]
    return table(["'peer", "'sets", "'code", "'date", "'compiler", "'features", "message", "'qemu's CPU", "'changes"],
                 rows)


def of_round_3(alg):
    return re.match("snova-(i|v)", alg) is not None


def snova_peers(results):
    """Of round 1. The papers' technique was rebuilt in slow C: no ratio to it stands here."""
    rows = []
    for alg, operation in ((a, o) for a in results.beginning("snova-") for o in OPERATIONS if (a, o) in results.peers):
        if of_round_3(alg):
            continue
        recompiled = results.peer(alg, operation, RECOMPILED)
        another = results.strongest(alg, operation, "neon-aes", (RECOMPILED, TECHNIQUE))
        ours = [f"{results.of(alg, operation, backend)['instructions']:,}" for backend in BACKENDS]
        rows.append([f"`{alg}`", operation, *ours, *against(results, alg, operation, "neon-aes", recompiled),
                     named(another), *against(results, alg, operation, "neon-aes", another)])
    return table(["'set", "'operation", "`neon-aes`", "`neon-sha3`", "AVX2 recompiled", *RATIOS, "'another",
                  "its count", *RATIOS], rows)


def round_3(results):
    """SNOVA 3.0 beside the team's optimised C, which was not priced."""
    rows = []
    for alg, operation in ((a, o) for a in filter(of_round_3, results.sets) for o in WHOLE):
        peer = results.strongest(alg, operation, "neon-aes")
        ours = [f"{results.of(alg, operation, backend)['instructions']:,}" for backend in BACKENDS]
        assert len(results.ratios(alg, operation, "neon-aes", peer)) == 1
        rows.append([f"`{alg}`", operation, *ours, named(peer), f"{peer['instructions']:,}",
                     times(results.ratio(alg, operation, "neon-aes", peer))])
    return table(["'set", "'operation", "`neon-aes`", "`neon-sha3`", "'strongest other", "its count",
                  "ratio of instructions"], rows)


def recompiled_cycles(results):
    """Modelled cycles of the recompiled code over ours, on each core."""
    rows = []
    for alg, operation in ((a, o) for a in results.beginning("snova-") for o in WHOLE):
        peer = results.peer(alg, operation, RECOMPILED)
        if peer:
            rows.append([f"`{alg}`", operation, *(times(results.by_cycles(alg, operation, backend, peer, core))
                                                  for core, backend in MODELLED)])
    return table(["'set", "'operation", *(f"{core}, `{backend}`" for core, backend in MODELLED)], rows)


def multivariate(results):
    """Some sets beside the strongest other implementation, and beside their designers' own code."""
    rows = []
    for alg, name in TEAMS.items():
        for operation in WHOLE:
            team, another = results.peer(alg, operation, name), results.strongest(alg, operation, "neon-aes")
            rows.append([f"`{alg}`", operation, f"{results.of(alg, operation, 'neon-aes')['instructions']:,}",
                         named(another), *against(results, alg, operation, "neon-aes", another),
                         *against(results, alg, operation, "neon-aes", team)])
    return table(["'set", "'operation", "neosig, `neon-aes`", "'strongest other", "its count", *RATIOS,
                  "the designers' code", *RATIOS], rows)


def rainbow_peers(results):
    rows = []
    for alg, operation in ((a, o) for a in results.beginning("rainbow-") for o in WHOLE):
        another = results.strongest(alg, operation, "neon-aes", (TECHNIQUE, TECHNIQUE_AES))
        technique = results.peer(alg, operation, TECHNIQUE_AES)
        ours = [f"{results.of(alg, operation, backend)['instructions']:,}" for backend in BACKENDS]
        rows.append([f"`{alg}`", operation, *ours, named(another),
                     *against(results, alg, operation, "neon-aes", another),
                     *against(results, alg, operation, "neon-aes", technique)])
    return table(["'set", "'operation", "`neon-aes`", "`neon-sha3`", "'strongest other", "its count", *RATIOS,
                  "papers' technique, AES", "ratio", ""], rows)


def team_peers(results, scheme):
    """Beside the NEON code of the scheme's team, and where that takes less."""
    rows, less = [], []
    for alg, operation in ((a, o) for a in results.beginning(scheme) for o in OPERATIONS if (a, o) in results.peers):
        peer = results.strongest(alg, operation, "neon-aes")
        ours = [f"{results.of(alg, operation, backend)['instructions']:,}" for backend in BACKENDS]
        rows.append([f"`{alg}`", operation, *ours, f"{peer['attempts']:g}" if peer["attempts"] else "",
                     *against(results, alg, operation, "neon-aes", peer)])
        ratio, what = results.ratios(alg, operation, "neon-aes", peer)[0]
        less += [f"`{alg}`, {operation} ({ratio:.3f} by {what})"] if ratio < 1 else []
    text = f"The team's code takes less than neosig here: {'; '.join(less)}." if less else ""
    head = ["'set", "'operation", "`neon-aes`", "`neon-sha3`", "attempts", "the team's NEON code", *RATIOS]
    return table(head, rows) + (f"\n{textwrap.fill(text, 120)}\n" if less else "")


def tree_peers(results, kind, backend):
    """Of the sets of a kind: all that a backend may be compared with, side by side."""
    sets = [alg for alg in results.sets if alg in trees.SETS and trees.kind(alg) == kind]
    names = list(dict.fromkeys(peer["peer"] for alg in sets for o in WHOLE
                               for peer in results.allowed(alg, o, backend)))
    priced = [name for name in names if any(CORE[backend] in p["cycles"] for alg in sets for o in WHOLE
                                            for p in [results.peer(alg, o, name)] if p)]
    rows = []
    for alg, operation in itertools.product(sets, WHOLE):
        cells = []
        for name in names:
            peer = results.peer(alg, operation, name)
            if peer:
                cycles = results.by_cycles(alg, operation, backend, peer, CORE[backend])
                cells += [f"{peer['instructions']:,}", times(results.ratio(alg, operation, backend, peer))]
                cells += [times(cycles) if cycles else ""] * (name in priced)
            else:
                cells += [""] * (2 + (name in priced))
        rows.append([f"`{alg}`", operation, f"{results.of(alg, operation, backend)['instructions']:,}", *cells])
    return table(["'set", "'operation", f"`{backend}`", *(cell for name in names for cell in
                   (name, "instructions", *["cycles"] * (name in priced)))], rows)


def costs(results):
    """The standards side by side: bytes, and modelled cycles by what two cores choose."""
    rows = []
    for alg in (a for a in results.sets if a.startswith("ml-dsa") or a in trees.SETS):
        cells = [f"{bound.size(alg, name):,}" for name in ("public_key", "signature")]
        for _, core, backend, _ in (CHOICES[1], CHOICES[-1]):
            cells += [millions(results.of(alg, o, backend)[core]) for o in (*WHOLE, "sign-prepared")]
        rows.append([f"`{alg}`", *cells])
    head = [f"{names if i == 0 else ''}{': ' if i == 0 else ''}{operation}" for names, *_ in (CHOICES[1], CHOICES[-1])
            for i, operation in enumerate([*WHOLE, "prepared"])]
    return table(["'set", "public key", "signature", *head], rows)


def millions(cycles):
    """So that sets of very different cost can be compared: all in one unit."""
    n = cycles / 1e6
    return f"{n:,.2f} M" if n < 10 else f"{n:,.1f} M" if n < 100 else f"{n:,.0f} M"


def lattice_peers(results, table_name):
    rows = []
    sets = families.beginnings(table_name)
    for alg, operation in ((a, o) for a in results.beginning(*sets) for o in WHOLE):
        peers = [results.strongest(alg, operation, backend) for backend in BACKENDS]
        attempts = next((p["attempts"] for p in peers if p), None)
        cells = []
        for backend, peer in zip(BACKENDS, peers):
            cells += [f"{results.at(alg, operation, backend, attempts):,}", named(peer),
                      *against(results, alg, operation, backend, peer)]
        rows.append([f"`{alg}`", operation, f"{attempts:g}" if attempts else "", *cells])
    head = ["'strongest other", "its count", *RATIOS]
    return table(["'set", "'operation", "attempts", "`neon-aes`", *head, "`neon-sha3`", *head], rows)


def ml_dsa_jobs(results):
    """Counted once: not of these results."""
    rows = []
    for r in published("ml_dsa_functions"):
        cells = []
        for backend, name in JOBS_OF:
            ours, theirs = int(r[backend]), int(r[name])
            cells += [f"{ours:,}", f"{theirs:,}", f"{theirs - ours:,}"]
        rows.append([r["operation"], r["job"], *cells])
    return table(["'operation", "'instructions of", *(cell for backend, name in JOBS_OF for cell in (
        f"`{backend}`", name, "more"))], rows)


def haetae_keccak(results):
    """Counted once: not of these results."""
    rows = [[f"`haetae{r['mode']}`", r["operation"], r["without_neon_aes"], f"{r['share_neon_aes']} %",
             r["without_neon_sha3"], f"{r['share_neon_sha3']} %"] for r in published("haetae_keccak")]
    return table(["'set", "'operation", "`neon-aes`: ratio without Keccak-f", "its share", "`neon-sha3`: ratio without",
                  "its share"], rows)


def signing(results):
    rows, spread = [], {tuple(r[name] for name in recorded.KEY): r for r in recorded.read_beside(recorded.SPREAD)}
    for alg in results.sets:
        for operation in ("sign", "sign-prepared"):
            cells = []
            for backend in BACKENDS:
                r = results.of(alg, operation, backend)
                tenth = spread.get((alg, operation, backend))
                cells += [f"{r['instructions']:,}", f"{r['low']:,} to {r['high']:,}" if r["low"] else "",
                          f"{int(tenth['d9']):,}" if tenth else ""]
            attempts = f"{r['attempts']:.2f}" if r["attempts"] else ""
            rows.append([f"`{alg}`", operation, str(r["repetitions"]), attempts, *cells])
    return table(["'set", "'operation", "messages", "attempts", "`neon-aes`", "middle half", "tenth from",
                  "`neon-sha3`", "middle half", "tenth from"], rows)


def modelled(results):
    rows = []
    for alg, operation in ((a, o) for a in results.sets for o in OPERATIONS):
        rows.append([f"`{alg}`", operation, *(f"{results.of(alg, operation, backend)[core]:,}"
                                              for core, backend in MODELLED)])
    return table(["'set", "'operation", *(f"{core}, `{backend}`" for core, backend in MODELLED)], rows)


def on_cores(results):
    """Modelled cycles by what each core chooses."""
    rows = [[f"`{alg}`", operation,
             *(size(results.of(alg, operation, backend)[core]) for _, core, backend, _ in CHOICES)]
            for alg in families.SETS for operation in WHOLE]
    return table(["'set", "'operation", *(f"{cores}, `{backend}`" for cores, _, backend, _ in CHOICES)], rows)


def strongest(results):
    """The smaller ratio beside the strongest others, from the least to the most of a scheme's sets; ML-DSA on each
    core, the others in `neon-aes`. And the comparison in which neosig gains least."""
    def scheme(alg):
        if of_round_3(alg):
            return "SNOVA 3.0, instructions only"
        if alg in trees.SETS:
            return f"{families.LABELS[families.family(alg)]}, {trees.kind(alg)}"
        return families.LABELS[families.family(alg)] + ", round 1" * alg.startswith("snova")

    found = []  # (scheme, operation, ratio, of what, set, the other)
    for alg, operation in ((a, o) for a in results.sets for o in WHOLE):
        peer = results.strongest(alg, operation, "neon-aes")
        if peer and not alg.startswith("ml-dsa"):
            found.append((scheme(alg), operation, *results.ratios(alg, operation, "neon-aes", peer)[0], alg,
                          peer["peer"]))
    for cores, core, backend, _, alg in on_each_core(results):
        for operation in WHOLE:
            ratio, what, whose = least(results, core, backend, alg, operation)[0]
            found.append((scheme(alg), operation, ratio, what, alg, f"{whose} on {cores}"))
    assert {what for label, _, _, what, *_ in found if label.endswith("instructions only")} <= {"instructions"}
    rows, order = [], list(families.LABELS)
    for label in sorted({f[0] for f in found}, key=lambda label: [order.index(families.family(next(
            f[4] for f in found if f[0] == label))), label]):
        mine = [f for f in found if f[0] == label]
        others = dict.fromkeys(peer.split(" on ")[0].split(", SHA-3")[0] for *_, peer in mine)
        rows.append([label, "; ".join(others), *(ends([f[2] for f in mine if f[1] == o]) for o in WHOLE)])
    _, operation, ratio, what, alg, peer = min(found, key=lambda f: f[2])
    slower, keys = sum(f[2] < 1 for f in found), results.of(alg, "keypair", "neon-aes")
    nearest = (f"neosig gains least with `{alg}`, {operation}, beside {peer}: {ratio:.3f} by {what}. ")
    if ratio < 1.005 and (scheme(alg), operation) == ("ML-DSA", "verify"):
        spans = 100 * (keys["high"] - keys["low"]) / keys["median"]
        nearest += ("This is a tie: few verifications were counted, and the count of a key pair, which hashes the same "
                    f"matrix, varies by {spans:.1f} % from key to key: so wide is the middle half of "
                    f"{keys['repetitions']} key pairs. ")
    nearest += (f"This table sums up {len(found)} ratios, one for each set and operation, of ML-DSA one for each core "
                f"too. Of these {slower or 'none'} {'are' if slower > 1 else 'is'} below 1. Two builds whose Keccak is "
                "of SHA-3 instructions alone are left out on Neoverse V1 and V2. Some of their ratios of instructions "
                "are below 1, and those of modelled cycles are above 2 ([README](../README.md#speed)).")
    return table(["'scheme", "'strongest others", *WHOLE], rows) + f"\n{textwrap.fill(nearest, 120)}\n"


def where(results):
    """The share of Keccak, SHA-2 and AES, and what the function does that takes most beside."""
    shares = {}
    for r in recorded.read_beside(recorded.FUNCTIONS):
        if r["implementation"] == "neon-aes":
            mine = shares.setdefault((r["alg"], r["operation"]), [])
            mine.append((int(r["instructions"]), r["function"].split(".")[0]))
    rows = []
    for alg in families.SETS:
        cells = []
        for operation in WHOLE:
            mine = shares[alg, operation]
            hashing, all_of_it = (sum(n for n, name in mine if re.search(pattern, name)) for pattern in (HASHING, ""))
            cell = f"{100 * hashing / all_of_it:.0f} %"
            for most, name in sorted((n, name) for n, name in mine if name and not re.search(HASHING, name))[-1:]:
                job = next(job for pattern, job in JOBS.items() if re.search(pattern, name))
                cell += f", {job} {100 * most / all_of_it:.0f} %"
            cells.append(cell)
        rows.append([f"`{alg}`", *cells])
    return table(["'set", *(f"'{operation}" for operation in WHOLE)], rows)


def limits(results):
    """Counts over bounds, the least and the most of all sets."""
    rows = []
    schemes = [(key, row.label) for key, row in families.FAMILIES.items() if not row.lattice]
    for (scheme, label), operation in itertools.product(schemes, OPERATIONS):
        cells = []
        for backend in BACKENDS:
            ratios = [bound.ratio(*key, r["instructions"], r["attempts"]) for key, r in results.rows.items()
                      if key[0].startswith(scheme) and key[1:] == (operation, backend)]
            cells.append(ends([ratio for ratio in ratios if ratio]))
        if any(cells):
            rows.append([label, operation, *cells])
    return table(["'scheme", "'operation", *(f"`{backend}`" for backend in BACKENDS)], rows)


def bounds(results):
    rows = []
    for alg, operation in ((a, o) for a in results.sets for o in OPERATIONS):
        cells = []
        for backend in BACKENDS:
            r = results.of(alg, operation, backend)
            measured = (alg, operation, backend, r["instructions"], r["attempts"])
            cells += [f"{r['instructions']:,}", f"{bound.instructions(*measured[:3], r['attempts']):,}",
                      f"{bound.ratio(*measured):.2f}"] if bound.ratio(*measured) else [""] * 3
        if any(cells):
            rows.append([f"`{alg}`", operation, *cells])
    return table(["'set", "'operation", "`neon-aes`", "bound", "ratio", "`neon-sha3`", "bound", "ratio"], rows)


def conditions(results):
    rows = [["sets", str(len(results.sets))], ["counts", str(len(results.rows))]]
    rows += [[name, str(value)] for name, value in results.about.items()]
    return table(["'the last run", "'"], rows)


PARTS = {README: {"speed": short},
         SPEED: {"cores": on_cores, "strongest": strongest, "functions": where, "limits": limits,
                 "models": trust.trust},
         TABLES / "papers.md": {"papers": papers}, TABLES / "peers.md": {"peers": builds},
         TABLES / "snova.md": {"SNOVA": snova_peers, "recompiled": recompiled_cycles, "round 3": round_3,
                                "thirds": functools.partial(thirds.thirds, cores=CHOICES)},
         TABLES / "uov.md": {"UOV": functools.partial(team_peers, scheme="uov-")},
         **{TABLES / f"{name}.md": {
             "SHA2": functools.partial(tree_peers, kind="SHA2", backend="neon-aes"),
             "SHAKE": functools.partial(tree_peers, kind="SHAKE", backend="neon-aes"),
             "SHA-3 instructions": functools.partial(tree_peers, kind="SHAKE", backend="neon-sha3"),
             "calls": trees.calls_table, "least": trees.least_table} for name in families.TREES},
         TABLES / "mayo.md": {"MAYO": functools.partial(team_peers, scheme="mayo")},
         TABLES / "rainbow.md": {"Rainbow": rainbow_peers},
         **{TABLES / f"{name.lower()}.md": {name: functools.partial(lattice_peers, table_name=name)}
            for name in dict.fromkeys(row.table for row in families.FAMILIES.values() if row.lattice)},
         TABLES / "x86-64.md": {"x86-64": trust.x86_64, "liboqs": trust.liboqs, "trees": trust.trees_x86_64,
                                  "parts": trust.parts_x86_64},
         TABLES / "signing.md": {"signing": signing}, TABLES / "cycles.md": {"modelled": modelled},
         TABLES / "models.md": {"calibration": trust.calibration, "corrections": trust.corrections,
                                 "choices": trust.choices},
         TABLES / "bounds.md": {"bound": bounds, "beyond": beyond.beyond}, TABLES / "keccak.md": keccak.parts(CHOICES),
         MULTIVARIATE: {"speed": multivariate}, SETS: {"costs": costs}, BENCH: {"run": conditions}}
PARTS[TABLES / "ml-dsa.md"] |= {"chosen": chosen, "hardware": trust.on_hardware, "jobs": ml_dsa_jobs}
PARTS[TABLES / "haetae.md"]["HAETAE without Keccak-f"] = haetae_keccak


def on_disk():
    return {path: path.read_text() for path in PARTS}


def texts(rows, about, old):
    """The documents old, {path: text}, as they should be."""
    results, found = Results(rows, about), dict(old)
    for path, parts in PARTS.items():
        for name, make in parts.items():
            begin, end = f"<!-- {name}: written by bench/tables.py -->\n", f"<!-- end of {name} -->\n"
            head, rest = found[path].split(begin)
            found[path] = head + begin + "\n" + make(results) + "\n" + end + rest.split(end)[1]
    return found


def stale(rows, about, old):
    """What is wrong with the documents old, a line each."""
    return differing(texts(rows, about, old), old)


def differing(new, old):
    """Which of the documents old are not as the texts new, a line each."""
    return [f"{path.relative_to(emulate.ROOT)} is not what bench/results says"
            for path in old if new[path] != old[path]]


def write(rows, about):
    for path, text in texts(rows, about, on_disk()).items():
        path.write_text(text)
