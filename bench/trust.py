"""The tables that tell how far to trust the models: docs/tables/models.md, and those with figures of hardware in
docs/speed.md, docs/tables/ml-dsa.md and docs/tables/x86-64.md. Of the results that are given they take other
implementations only."""
import model
from cells import ends, size, table, times
from recorded import CHOICES, published, read_beside

# The kinds of code in calibration.csv.
CALIBRATED = {"kernel": "kernels of ML-DSA", "keccak": "Keccak, one state",
              "lattice": "ML-KEM and other lattices: whole operations",
              "multivariate": "multivariate schemes: whole operations"}


def calibration(results):
    """Cycles of a model over published cycles of hardware: not of these results."""
    rows = []
    for r in published("calibration"):
        ratios = [times(int(r[name]) / int(r["hardware"])) if r[name] else "" for name in ("before", "now")]
        rows.append([r["code"], r["operation"], r["core"], f"{int(r['hardware']):,}", r["source"],
                     f"{int(r['before']):,}" if r["before"] else "", ratios[0], f"{int(r['now']):,}", ratios[1]])
    return table(["'code", "'operation", "'core", "hardware", "'source", "model before", "ratio", "model now", "ratio"],
                 rows)


def calibrated(code, operation, core):
    (row,) = (r for r in published("calibration") if (r["code"], r["operation"], r["core"]) == (code, operation, core))
    return {name: int(row[name]) for name in ("hardware", "before", "now") if row[name]}


def keccak_on_v2():
    """Without SHA-3 instructions, and by them."""
    return [calibrated("CRYPTOGAMS", how, "neoverse-v2") for how in ("without SHA-3 instructions",
                                                                    "by SHA-3 instructions")]


def corrections(results):
    """What bench/rewrites.py and bench/model.py change in LLVM's models."""
    ntt = calibrated("mldsa-native, assembly", "NTT", "neoverse-n1")
    in_c = calibrated("ML-KEM-512, C", "keypair", "neoverse-n1")
    rows = [["neoverse-n1, neoverse-v1", "a product by an element takes less time than one by a vector",
             "the same time", f"NTT on Neoverse N1: {ntt['before']:,} cycles before, {ntt['hardware']:,} on hardware"],
            ["all", "AESE and AESMC of its result are two operations", "one",
             "M1's small cores issue the pair as one, which takes three cycles (dougallj, AESE + AESMC)"],
            ["all", "the address that a store writes back waits for the data", "an addition",
             f"ML-KEM-512 in C, key pair on Neoverse N1: {in_c['before']:,} cycles before, {in_c['hardware']:,} on "
             "hardware"],
            ["oryon-1, cortex-a72", "the address that a load writes back comes with the data, on cortex-a72 for some",
             "an addition", "no published figure: LLVM's other models have it so"],
            ["neoverse-n1", "any number of instructions is decoded in a cycle", f"{model.DECODERS['neoverse-n1']}",
             "Arm's optimisation guide; ML-KEM-512 in C ran at more"],
            ["oryon-1", "many instructions, plain loads too, have no price and take no time",
             "what their neighbours take", "LLVM's pull request 223416 tells of it"],
            ["oryon-1", "every operand of additions and logic is taken for a shifted one",
             "one cycle, by six units; a shift is one more operation",
             "dougallj's measurements of ADD and ANDS on M1's small cores"]]
    return table(["'core", "'what LLVM has", "'corrected to", "'what shows it"], rows)


def on_hardware(results):
    """Modelled cycles of ML-DSA beside figures that others published of hardware."""
    rows = []
    for r in published("ml_dsa_hardware"):
        figure = int(r["figure"])
        cycles = 1e9 * float(r["ghz"]) / figure if r["ghz"] else figure
        said = f"{figure:,} a second" if r["ghz"] else f"{figure:,} cycles"
        models = [results.peer(r["alg"], r["operation"], r[name])["cycles"][r["core"]] for name in ("without", "with")]
        rows.append([r["code"], r["core"], f"`{r['alg']}`", r["operation"], r["source"], said, size(cycles),
                     *(cell for n in models for cell in (size(n), times(n / cycles)))])
    return table(["'code", "'core", "'set", "'operation", "'source", "published", "cycles", "model without SHA-3",
                  "ratio", "model with SHA-3", "ratio"], rows)


def choices(results):
    """Of bench/choices.py: not of these results."""
    return table(["'choice", "'way", *model.CORES], [list(r.values()) for r in read_beside(CHOICES)])


def trust(results):
    """How far models are from hardware: not of these results."""
    rows = []
    for kind, what in CALIBRATED.items():
        mine = [(r["core"], int(r["now"]) / int(r["hardware"])) for r in published("calibration") if r["kind"] == kind]
        rows.append([what, *(ends([ratio for at, ratio in mine if at == core]) for core in model.CORES)])
    return table(["'public code", *model.CORES], rows)


def ratio_cells(r, ratio, low, high):
    """A median, and the middle half beside it."""
    return [times(float(r[ratio])), f"{times(float(r[low]))} to {times(float(r[high]))}"] if r[ratio] else ["", ""]


def timed(name, **columns):
    """Times of others over ours, taken once: not of these results. columns: {head: (median, low, high)}"""
    rows = [[f"`{r['alg']}`", r["operation"], *(cell for ratio in columns.values() for cell in ratio_cells(r, *ratio))]
            for r in published(name)]
    return table(["'set", "'operation", *(head for column in columns for head in (column, "middle half"))], rows)


def x86_64(results):
    return timed("x86_64_pairs", **{"as built": ("ratio", "low", "high"),
                                    "our AES in both": ("equal", "equal_low", "equal_high"),
                                    "without GFNI": ("no_gfni", "no_gfni_low", "no_gfni_high"),
                                    "with AVX-512": ("avx512", "avx512_low", "avx512_high")})


def liboqs(results):
    """With ML-DSA."""
    return timed("x86_64_liboqs", **{"Zen 4": ("avx512", "avx512_low", "avx512_high"),
                                     "Zen 4 without AVX-512": ("avx2", "avx2_low", "avx2_high"),
                                     "Zen 3": ("zen3", "zen3_low", "zen3_high")})


def parts_x86_64(results):
    """SLH-DSA in two threads."""
    return timed("x86_64_parts", **{"one thread over two": ("ratio", "low", "high")})


def trees_x86_64(results):
    """With SLH-DSA."""
    return timed("x86_64_trees", **{"OpenSSL 4.0.3": ("openssl4", "openssl4_low", "openssl4_high"),
                                    "OpenSSL 3.5.9": ("openssl3", "openssl3_low", "openssl3_high"),
                                    "liboqs": ("liboqs", "liboqs_low", "liboqs_high")})
