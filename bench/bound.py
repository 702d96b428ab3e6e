"""How few AArch64 instructions SNOVA, Rainbow with whole keys, UOV and MAYO can take with the formulas and instructions
that the library uses.

A lower bound. Each part of the work is counted from the dimensions, at the fewest instructions that can do it. Nothing
is lost at the ends of loops, and what is not listed costs nothing. So measured / bound is 1 or more. That holds for
each term by itself too: TERMS says which instructions of which functions a term bounds, and bench/results/terms.csv
has how many they were. The program that writes the tables ends where a term is above them. trees.py has the bounds of
signatures by trees of hashes. The other schemes have no bound.

Products over GF(16). One TBL looks 16 elements up in a table whose bytes hold two products, so it does 32 of the
multiplications in C = A B, and an EOR adds 32. With depth terms to a sum, 32 elements of C take depth TBL and depth - 1
EOR; EOR3 adds two at a time. For long sums that is 1/16 = 0.0625 instructions a multiply-accumulate with EOR, and
3/64 = 0.047 with EOR3 (backend neon-sha3).

Elements that are looked up stand alone in their bytes: one AND or USHR takes 16 out of a packed stream or key, or out
of a product that is looked up in turn, since products come two elements a byte ("split" below).

AES-CTR: a block of 16 bytes takes 10 AESE and 9 AESMC, for its ten rounds, and an EOR with the last round key. AESE
overwrites its block, so something writes each counter, and something stores each block: an LD1 and an ST1 of four
registers do four of them, at best. That is 20.5, which is 1.28 a byte. How counters come about, and loops, cost nothing
where they are unrolled far enough. neosig takes 22.25 in its loop: a TBL for each counter, an ADD for four, an STP for
two blocks, and 4 for eight blocks.

Loads and stores of keys and signatures: one LD1 or ST1 of four registers moves 64 bytes.

Products in lanes (i, alpha), of o alphas each: one PMUL does 16, one EOR adds them, and one of three (USHR, PMUL, EOR)
each reduces 16 sums; a TBL picks 16 elements of b from those of all matrices ("picked").

With l x r blocks, v vinegar and o oil blocks, m matrices (round 1: r = l, m = o, alphas = L), V = v l, O = o l,
N = V + O, L = l^2, u = l r:

    T            L entries from l coefficients, for v o blocks; for a key pair of seeds, where products with T go by
                 forms, its F = l (l + 1) / 2 forms
    T^T times    for small o: O rows, depth V; for others (src/snova/snova_thresholds.h) by those forms: sums of two
                 rows, v (F - l); products, F o rows, depth v; sums, o l (l - 1) rows
    key pair     F21 += T^T P11             m V lanes, split
                 P22 = T^T (P12 | F21^T)    m 2 O lanes
                 F12 += P11 T               m V lanes     esk
    map of x     U = S^s X                  L l by r lanes for each block of x, n (verify) or v (sign)
                 E = W U                    m u u by x, split
                 in lanes: Z from E         r r sums of L, picked
                           Y = Z B, X = A Y r l sums of r each
    verify       W = U^T P                  m u N N, split
                 from a prepared key, for l > 3 or l = 3 and large v (src/snova/snova_thresholds.h): by values at
                 points as below, n for v, N for V + 2 O
    sign,        W, G1, G2 = U^T R          m u V (V + 2 O), split
    an attempt   from seeds: T^T times W^T  m u lanes
                   Z = U^T P11^T            m u V V, split
                   T^T times Z^T            m u lanes
                 from seeds, for l > 3 and small O: by values at D = 2 l - 1 points
                   of X                     D rows, depth l, v r lanes, in place of U
                   of R                     v (D - 1) rows, depth l, m (V + 2 O) lanes, split
                   of W^T                   v (D - 1) rows, depth l, m u lanes, split
                   U^T times R, W^T         at each point r rows, depth v, split; then u rows, depth D, split
                 from a prepared key, likewise: the same, without the values of R, which are in the key
                   T^T times P11, W^T       at each point o rows, depth v, split; then O rows, depth D, split
                 round 1, twice:
                        K over sigma        l L rows, depth L, l m o lanes, split
                        H over y'           l L rows, depth l, l m o lanes, split
                        term over alpha     L rows, depth L, L m o lanes
                 round 3, in lanes, o times:
                        H1                  u sums of l, picked; u of r; u of l
                        H2                  u sums of l, picked; L of r; L of l
                        and for each i      u rows, depth alphas, u o lanes; r r rows, depth alphas, L o lanes
                 elimination                k (k + 1) updates for k = o u - 1, ..., 1; then k each
    sign, once   T X_oil                    V O r
    stream       m (V V + 2 V O) elements of half a byte, and in round 1 2 L L + 2 L l: key pair, verify, sign from
                 seeds; a key pair of seeds alone does without the last two

SHAKE sets have no bound: Keccak-f is no work of these formulas.

Rainbow, with a classic public key, a classic or circumzenithal secret key, or any prepared one. q the elements of the
field; v vinegar variables, o1 and o2 of the layers, n and m their sums; a vector of k elements takes B(k) bytes, whose
loads are of 64 each, and whose EOR, TBL, AND and USHR of 16.

    verify       the vectors of m elements of the n (n + 1) / 2 terms x_i x_j, where neither is 0, are loaded and added
                 to q - 1 buckets; in a column j, terms of equal x_i go to a bucket together: expected are
                   (1 - 1/q) n + (1 - 1/q)^2 n (n - 1) / 2 vectors,
                   (1 - 1/q) (1 + (q - 2) (1 - (1 - 1/q)^j)) visits of buckets in column j = 0, ..., n - 1
                 a visit takes the bucket's number and address, and its loads and stores; EOR3 adds two vectors of one
                 visit at a time. At the end the buckets are loaded and added.
    sign         by secret scalars: for 16 bytes a quarter of a load, AND, USHR, two TBL and two EOR, or one EOR3. A
                 form of k variables has k (k + 1) / 2 terms, then k sums, F(k) vectors together:
                   layer 1             (v o1 + F(v)) B(o1), and S of a salt: o2 B(o1)
                   of layer 2, once    (v (o1 + o2) + F(v)) B(o2)
                   layer 2             (o1 o2 + o1 + F(o1)) B(o2)
                   once                T's (o1 + o2) B(v) + o2 B(o1)
                 elimination           as with SNOVA, k = o - 1, ..., 1 in each layer; over GF(256) 16 elements take two
                                       PMULL and two EOR. The o + 1 vectors of a system change their basis, and x does.
                                       Attempts beyond two are each of layer 1, or two of another salt: layer 1
                                       without its vinegar, and layer 2. Of each term the lesser counts.

UOV, v vinegar variables, o oil variables and as many equations, n = v + o. Vectors have o elements:

    verify       as Rainbow's. From a seed P1 and P2 are drawn, v (v + 1) / 2 + v o vectors
    sign         an attempt:
                 y                     v (v + 1) / 2 + v vectors by secret scalars
                 columns               v o vectors by secret scalars, from a seed four at a time
                 from a seed, too      P1 and P2 are drawn
                     w                 v (v + 1) / 2 vectors, by one secret scalar a row, to sums that are loaded
                     O^T w             o sums of v vectors: over GF(16) products, over GF(256) by secret scalars
                 elimination           as Rainbow's, without another basis
    sign, once   O x                   o vectors of v elements by secret scalars
    key pair     P1 and P2 are drawn
                 T, and S in a whole secret key, are P2 and sums of what is looked up, multiples of O's rows:
                     a look-up         for one equation and a row, over GF(16) two rows: index, address, loads, EOR
                     four look-ups     their sum is loaded and stored
                     a table           for a row, over GF(16) two: 255 multiples are stored, but eight of them by an EOR
                     transposed        P2, T, S: 16 bytes are loaded, stored, and zipped four times; over GF(16) the two
                                       nibbles of a byte are put together, too
                 P3                    o o sums of v vectors: products
                 bases                 over GF(256) O, P2, P3 and S change their basis
                 keys                  P1 and P2 are stored a second time in a whole public key

By secret scalars 16 bytes take two PMULL and two EOR over GF(256), and over GF(16) USHR, two PMUL and two EOR, in place
of AND, USHR, TBL and EOR, but not where they are one or four at a time. Products over GF(256) are in three parts: 16
elements of two sums take three TBL and three EOR, and their indices AND, USHR and EOR. A change of basis takes for 16
bytes a quarter of a load and of a store, AND, USHR, two TBL and EOR.

MAYO, v vinegar variables, o oil variables, n = v + o, m equations, k vectors of a signature. Rows are of m lanes:

    key pair     T                     for each depth = 1, ..., v: o rows
                 P3                    o o rows, depth v
    verify       N                     for each depth = 1, ..., n: k rows
                 U                     k k rows, depth n
    sign,        V P1                  for each depth = 1, ..., v: k rows; from a seed twice
    an attempt   U                     k k rows, depth v
                 M                     k o rows, depth v; from a seed twice, else o rows, depth v, for lambda
                 A                     k k o vectors of m elements are loaded and added
                 A r                   k o vectors of m elements by secret scalars
                 elimination           as UOV's, with k o - m columns more
    sign, once   O x                   k o vectors of v elements by secret scalars
    stream       lambda, n vectors: verify, sign. P1 and P2, v (v + 1) / 2 + v o vectors: with keys that are seeds

What goes into products of UOV and MAYO is split once for each. But P1, L and P of MAYO's prepared keys have one element
a byte, and are not split. Hashes of messages and seeds cost nothing.
"""
import collections
import functools
import pathlib
import re

import kinds
import trees
from work import AES_BLOCK, MOVE_BYTE, Work, buckets, change_of_basis, elimination, form, scalars

ROUNDED = 0.00005  # by so much attempts are rounded at most
ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"


def rows_of(scheme, macro, fields):
    """The arguments of the rows that a macro writes in a scheme's table of sets, less the strings' quotes."""
    text = (SOURCES / scheme / f"{scheme}_params.c").read_text()
    found = [[field.strip().strip('"') for field in re.findall(r'\s*"[^"]*"|[^,]+', row)]
             for row in re.findall(rf"^    {macro}\((.*?)\),\n(?! {{5}})", text, re.M | re.S)]
    if not found or any(len(row) != fields for row in found):
        raise ValueError(f"{scheme}_params.c: no rows {macro}(...) of {fields} fields")
    return found


# v, o, l, r, m, alphas, whether the secret key is expanded
SNOVA = {f"snova-{v}-{o}-16-{l}-{kind}": (*map(int, (v, o, l, l, o)), int(l) ** 2, kind == "esk")
         for v, o, l, *_ in rows_of("snova", "ROUND1", 8) for kind in ("esk", "ssk")}
SNOVA |= {f"snova-{name}-aes": (*map(int, (v, o, l, r, m)), int(l) * int(r) + 2 * int(r), False)
          for name, v, o, l, r, m, *_ in rows_of("snova", "ROUND3", 11)}
# bits, v, o1, o2
RAINBOW = {level: tuple(map(int, row[:4])) for level, _, _, _, _, *row in rows_of("rainbow", "LEVEL", 10)}
# bits, v, o
UOV = {f"uov-{level}-{form}": tuple(map(int, row[:3])) for level, _, *row in rows_of("uov", "LEVEL", 10)
       for form in ("classic", "pkc", "pkc-skc")}
# v, o, m, k
MAYO = {name: tuple(map(int, row[:4])) for name, _, *row in rows_of("mayo", "SET", 13)}
CANDIDATES = UOV | MAYO


def variables(alg):
    """Those of a multivariate set's public map, SNOVA's in blocks of l; None for other sets."""
    if alg.startswith("rainbow-"):
        return sum(RAINBOW[alg.split("-")[1]][1:])
    if alg in UOV or alg in MAYO:
        return sum(UOV[alg][1:] if alg in UOV else MAYO[alg][:2])
    if not alg.startswith("snova-"):
        return None
    v, o, l = SNOVA[alg if alg in SNOVA else f"{alg}-aes"][:3]
    return (v + o) * l


@functools.cache
def sizes():
    return dict(re.findall(r"^#define NEOSIG_(\w+)_BYTES (\d+)$", (ROOT / "include/neosig/sizes.h").read_text(), re.M))


def size(alg, name):
    """Bytes of a set's public_key, secret_key or signature."""
    return int(sizes()[f"{alg}_{name}".replace("-", "_").upper()])


def threshold(name):
    """A number of src/snova/snova_thresholds.h."""
    text = (SOURCES / "snova/snova_thresholds.h").read_text()
    return int(re.search(rf"^#define NEOSIG_SNOVA_{name} (\d+)$", text, re.M)[1])


def has_values(v, l):
    """Whether prepared keys hold values at points."""
    return l > 3 or (l == 3 and v >= threshold("POINTS_LEAST_V"))


def by_forms(o):
    """Whether products with T go by the forms of its blocks."""
    return o >= threshold("FORMS_LEAST_O")


def makes_f21(o, l, r):
    """Whether a signature by two seeds makes F21."""
    return l > 3 and o * l <= l * r * threshold("F21_MOST_PERCENT") // 100


TILES = tuple(f"neosig_tower_neon_{name}_" for name in ("one", "two", "tail", "tower", "sha3_one", "sha3_two",
                                                        "sha3_tail", "sha3_tower"))
LOOK_UPS = "neosig_tower_neon_look_up_", "neosig_tower_neon_sha3_look_up_"
MULTIPLES = ("neosig_factor_make_tables",)
LANES, PRODUCTS = ("multiply_lanes", "multiply_picked"), ("multiply", *TILES)
UNPACKS = ("multiply_blocks", "multiply_packed", "rows_of_", "columns_of_", "transpose_pairs", "neosig_gf16_split",
           "neosig_snova_esk_", "neosig_mayo_to_lanes", "neosig_mayo_add_to_lanes", "neosig_mayo_multiply")
CARRIES = (*UNPACKS, "blocks_of_rows", "put", "get_", "neosig_gf16_unpack", "neosig_gf16_pack", "__memcpy_generic")
ELIMINATES = ("update",)
LAZY = "neosig_tower_neon_lazy_", "neosig_tower_neon_sha3_lazy_"
SCALARS = ("combine_", "dot_", *LAZY)
BUCKETS = ("neosig_tower_neon_scatter_", "scatter_vartime", "neosig_bucket_", "neosig_rainbow_verify",
           "neosig_uov_verify", "neosig_tower_gather")
# What a term bounds: of the functions whose names begin so, the instructions of these kinds (bench/kinds.py). An
# instruction counts for the first term that it fits.
TERMS = {
    "AES: AESE": (("ctr_rounds",), ("AESE",)),
    "AES: AESMC": (("ctr_rounds",), ("AESMC",)),
    "AES: EOR": (("ctr_rounds",), ("EOR",)),
    "AES: counters": (("ctr_rounds",), ("TBL", "load", "vector")),
    "AES: stores": (("ctr_rounds",), ("store",)),
    "lanes: TBL": (LANES, ("TBL",)),
    "lanes: PMUL": (LANES, ("PMUL",)),
    "lanes: USHR": (LANES, ("USHR",)),
    "lanes: EOR": (LANES, ("EOR",)),
    "products: TBL": (PRODUCTS, ("TBL",)),
    "products: EOR": (PRODUCTS, ("EOR",)),
    "sums of two rows": (("add_two_rows",), ("EOR",)),
    "sums of forms": (("add_forms",), ("EOR",)),
    "split": ((*UNPACKS, "multiply_rows", *TILES), ("AND", "USHR")),
    "elimination: TBL": (ELIMINATES, ("TBL",)),
    "elimination: EOR": (ELIMINATES, ("EOR",)),
    "elimination: PMULL": (ELIMINATES, ("vector",)),
    "scalars: loads": (SCALARS, ("load",)),
    "scalars: AND": (SCALARS, ("AND",)),
    "scalars: USHR": (SCALARS, ("USHR",)),
    "scalars: TBL": (SCALARS, ("TBL",)),
    "scalars: EOR": (SCALARS, ("EOR",)),
    "scalars: PMULL": (LAZY, ("vector",)),
    "scalars: PMUL": (LAZY, ("PMUL",)),
    "look-ups: loads and stores": (LOOK_UPS, ("load", "store")),
    "look-ups: addresses": (LOOK_UPS, ("other",)),
    "look-ups: EOR": (LOOK_UPS, ("EOR",)),
    "multiples: EOR": (MULTIPLES, ("EOR",)),
    "multiples: stores": (MULTIPLES, ("store",)),
    "transposed: loads and stores": (("transpose_16", "transpose_256"), ("load", "store")),
    "transposed: ZIP": (("transpose_16", "transpose_256"), ("vector",)),
    "bases: TBL": (("map",), ("TBL",)),
    "bases: others": (("map",), ("AND", "USHR", "EOR", "load", "store")),
    "A: loads": (("neosig_mayo_make_columns", "sum_up"), ("load",)),
    "A: EOR": (("neosig_mayo_make_columns", "sum_up"), ("EOR",)),
    "buckets: EOR": (BUCKETS, ("EOR",)),
    "buckets: loads and stores": (BUCKETS, ("load", "store")),
    "buckets: addresses": (BUCKETS, ("other",)),
    "keys and signatures": (CARRIES, ("load", "store")),
} | trees.TERMS


def rainbow_sign(eor3, bits, v, o1, o2, attempts):
    def size(elements):
        return elements * bits / 8

    whole = (v * (o1 + o2) + form(v)) * size(o2) + (o1 + o2) * size(v) + o2 * size(o1)
    work = collections.Counter(scalars(eor3, whole))
    vinegar, salt = (v * o1 + form(v)) * size(o1), o2 * size(o1)
    solve1, solve2 = (elimination(eor3, bits, o) | change_of_basis((o + 2) * size(o)) for o in (o1, o2))
    layer1, again = (scalars(eor3, of) | solve1 for of in (vinegar + salt, salt))
    layer2 = scalars(eor3, (o1 * o2 + o1 + form(o1)) * size(o2)) | solve2
    for term in layer1:
        pair = (again[term] + layer2[term]) / 2
        work[term] += layer1[term] + layer2[term] + (attempts - 2) * min(layer1[term], pair)
    return dict(work)


def rainbow(alg, operation, backend, attempts):
    _, level, version = alg.split("-")
    given = (backend == "neon-sha3", *RAINBOW[level])
    if operation == "verify-prepared" or (operation == "verify" and version == "classic"):
        eor3, bits, v, o1, o2 = given
        return buckets(eor3, bits, v + o1 + o2, o1 + o2)
    if operation == "sign-prepared" or (operation == "sign" and version != "compressed"):
        return rainbow_sign(*given, attempts)
    return None


def uov(alg, operation, backend, attempts):
    eor3, (bits, v, o) = backend == "neon-sha3", UOV[alg]
    once, attempt = Work(eor3), Work(eor3)
    tower, seed = bits == 8, alg.endswith("pkc-skc") and not operation.endswith("prepared")
    vector, v_bytes, triangle = o * bits / 8, v * bits / 8, v * (v + 1) / 2
    drawn = 2 * (triangle + v * o) * vector  # half bytes
    if operation.startswith("verify"):
        if operation == "verify" and "-pkc" in alg:
            once.stream(drawn)
        once.add(buckets(eor3, bits, v + o, o))
    elif operation.startswith("sign"):
        once.scalars(bits, o * v_bytes)
        once.move(v_bytes + vector)
        attempt.scalars(bits, (triangle + (0 if seed else v * o)) * vector)
        if seed:
            attempt.stream(drawn)
            attempt.add(scalars(eor3, (triangle + v * o) * vector))
            attempt.add({"scalars: loads": triangle * vector / 64})
            if tower:
                attempt.scalars(bits, v * o * vector)
            else:
                attempt.sums(bits, 1, v, o, o)
        attempt.add(elimination(eor3, bits, o))
    else:
        passes, rows = 1 if seed else 2, 1 if tower else 2
        found, tables = passes * o * triangle / rows, v / rows
        once.stream(drawn)
        once.add({"look-ups: addresses": found, "look-ups: EOR": found * once.additions * vector / 16,
                  "look-ups: loads and stores": found * (1 + vector * MOVE_BYTE + 2 * vector * MOVE_BYTE / 4),
                  "multiples: EOR": tables * 247 * vector / 16, "multiples: stores": tables * 255 * vector * MOVE_BYTE})
        once.sums(bits, o, v, o, o)
        groups = (1 + passes) * v * o * vector / 16
        once.add({"transposed: loads and stores": 2 * groups, "transposed: ZIP": (4 if tower else 5) * groups})
        if tower:
            once.change_basis(o * v_bytes + (passes * v + (o + 1) / 2) * o * vector)
        if alg.endswith("classic"):
            once.move((triangle + v * o) * vector)
    return added_up(once, attempt, attempts)


def mayo(alg, operation, backend, attempts):
    eor3, (v, o, m, k) = backend == "neon-sha3", MAYO[alg]
    n, triangle, seed = v + o, v * (v + 1) // 2, not operation.endswith("prepared")
    once, attempt = Work(eor3), Work(eor3)

    def sums_of_key(work, lines, vectors, sums):
        if seed:
            work.sums(4, lines, vectors, sums, m)
        else:
            work.product(lines * sums, vectors, m)

    def triangle_sums(work, sums, longest):
        for vectors in range(1, longest + 1):
            sums_of_key(work, 1, vectors, sums)

    if seed:
        once.stream(m * (triangle + v * o))
    if operation != "keypair":
        once.stream(n * m)
    if operation == "keypair":
        triangle_sums(once, o, v)
        once.sums(4, o, v, o, m)
        once.move(o * (o + 1) / 2 * m / 2)
    elif operation.startswith("verify"):
        triangle_sums(once, k, n)
        once.sums(4, k, n, k, m)
    else:
        once.scalars(4, k * o * v / 2)
        triangle_sums(attempt, k, v)
        attempt.sums(4, k, v, k, m)
        sums_of_key(attempt, o, v, k)
        if seed:
            triangle_sums(attempt, k, v)
            attempt.sums(4, k, v, o, m)
        else:
            attempt.sums(4, 1, v, o, m)
        attempt.add({"A: loads": k * k * o * m / 2 * MOVE_BYTE, "A: EOR": k * k * o * m / 32})
        attempt.scalars(4, k * o * m / 2)
        attempt.add(elimination(eor3, 4, m, k * o - m))
    return added_up(once, attempt, attempts)


def added_up(once, attempt, attempts):
    return {name: once.parts[name] + (attempts or 0) * attempt.parts[name] for name in once.parts | attempt.parts}


def parts(alg, operation, backend, attempts):
    """The bound of each part of an operation with that mean number of attempts at a signature; None for what has no
    bound."""
    if alg in trees.SETS:
        return trees.parts(alg, operation, backend)
    if alg.startswith("rainbow-") and backend in ("neon-aes", "neon-sha3"):
        return rainbow(alg, operation, backend, attempts)
    if (alg in UOV or alg in MAYO) and backend in ("neon-aes", "neon-sha3"):
        return (uov if alg in UOV else mayo)(alg, operation, backend, attempts)
    if alg not in SNOVA or backend not in ("neon-aes", "neon-sha3"):
        return None
    v, o, l, r, m, alphas, expanded = SNOVA[alg]
    round1 = alg.endswith("sk")
    n, L, u, V, O, forms = v + o, l * l, l * r, v * l, o * l, l * (l + 1) // 2
    N, lanes = V + O, o * alphas
    matrices, own_map = m * (V * V + 2 * V * O), 2 * L * L + 2 * L * l if round1 else 0
    t_of_seed = (L, l, v * o)
    in_secret_key = matrices / 2 if expanded else 0  # bytes of the matrices
    once, attempt = Work(backend == "neon-sha3"), Work(backend == "neon-sha3")

    def multiply_t(work, columns):
        if not by_forms(o):
            work.product(O, V, columns)
            return
        work.product(forms * o, v, columns)
        work.parts["sums of two rows"] += columns * v * (forms - l) / 16
        work.parts["sums of forms"] += columns * o * l * (l - 1) / 32

    def public_map(work, blocks):
        work.product(L, l, blocks * r)
        work.split_product(u, blocks * l, m * u)
        in_lanes(work)

    def by_points(work, blocks, columns, stored):
        """U^T times R or P, of so many columns, and times W^T; stored: R or P is given by its values."""
        points = 2 * l - 1
        work.product(points, l, blocks * r)
        for width, given in ((columns, stored), (u, False)):
            if not given:
                work.split_product(blocks * (points - 1), l, m * width)
            work.split_product(points * r, blocks, m * width)
            work.split_product(u, points, m * width)
        in_lanes(work)

    def in_lanes(work):
        work.in_lanes(r * r, L, lanes, picked=True)
        work.in_lanes(u, r, lanes)
        work.in_lanes(u, r, lanes)

    if operation == "keypair":
        once.product(L if expanded or not by_forms(o) else forms, l, v * o)
        once.split(matrices + O * m * V)
        multiply_t(once, m * V)
        multiply_t(once, 2 * m * O)
        if expanded:
            multiply_t(once, m * V)
        once.stream(matrices + (own_map if expanded else 0))
        once.move(size(alg, "public_key") + size(alg, "secret_key"))
    elif operation.startswith("verify"):
        if operation == "verify-prepared" and has_values(v, l):
            by_points(once, n, N, stored=True)
        else:
            once.split_product(u, N, m * N)
            public_map(once, n)
        once.move(size(alg, "signature"))
        if operation == "verify":
            once.split(m * N * N)
            once.stream(matrices + own_map)
            once.move(size(alg, "public_key"))
    elif operation.startswith("sign"):
        seeds_only = operation == "sign" and not expanded
        once.product(V, O, r)
        once.move(size(alg, "signature"))
        if seeds_only:
            once.product(*t_of_seed)
            once.stream(own_map)
        elif operation == "sign":
            once.move(size(alg, "secret_key") - in_secret_key)
        if operation == "sign":
            attempt.split(matrices)
        if operation == "sign-prepared" and has_values(v, l):
            by_points(attempt, v, V + 2 * O, stored=True)
        elif seeds_only and makes_f21(o, l, r):
            by_points(attempt, v, V + 2 * O, stored=False)
            for columns in (V, u):
                attempt.split_product((2 * l - 1) * o, v, m * columns)
                attempt.split_product(O, 2 * l - 1, m * columns)
        else:
            attempt.split_product(u, V, m * (V + 2 * O))
            public_map(attempt, v)
            if seeds_only:
                multiply_t(attempt, m * u)
                attempt.split_product(u, V, m * V)
                multiply_t(attempt, m * u)
        if seeds_only:
            attempt.stream(matrices)
        elif operation == "sign":
            attempt.move(in_secret_key)
        if round1:
            for _ in range(2):
                attempt.split_product(l * L, L, l * m * o)
                attempt.split_product(l * L, l, l * m * o)
                attempt.product(L, L, L * m * o)
        else:
            for left, depth in ((r, r), (l, r)):
                attempt.in_lanes(u, l, lanes * o, picked=True)
                attempt.in_lanes(left * l, depth, lanes * o)
                attempt.in_lanes(left * l, l, lanes * o)
            attempt.product(u, alphas, u * o * o)
            attempt.product(r * r, alphas, L * o * o)
        unknowns = o * u
        attempt.update(sum(k * (k + 1) + k for k in range(1, unknowns)))
    else:
        return None
    return added_up(once, attempt, attempts)


def instructions(*key):
    """The bound of the whole operation."""
    found = parts(*key)
    return found and round(sum(found.values()))


def measured(count):
    """{term: instructions} of one repetition of a Count; rest: those of no term."""
    found = collections.Counter()
    for (_, words), (function, runs) in count.blocks.items():
        for kind, n in kinds.of_block(words).items():
            term = next((name for name, (functions, of) in TERMS.items() if kind in of and
                         function.startswith(functions)), "rest")
            found[term] += n * runs
    return {term: n / count.repetitions for term, n in found.items()}


def below(rows, terms):
    """Which terms are above the instructions that they bound, or have none beside them, a line each: rows as
    bench/results/aarch64.csv has them, terms as terms.csv. A bound that is beaten in a term is none, whatever the
    sum."""
    beside, wrong = {(r["alg"], r["operation"], r["implementation"]): r for r in terms}, []
    for r in rows:
        key, attempts = (r["alg"], r["operation"], r["implementation"]), r["attempts"]
        if isinstance(attempts, float):
            attempts -= ROUNDED
        for term, least in (parts(*key, attempts) or {}).items():
            took = beside.get(key, {}).get(term) or ""
            if least and took == "":
                wrong.append(f"{' '.join(key)}: nothing is measured beside {term}")
            elif least and int(took) + 0.5 < least:
                wrong.append(f"{' '.join(key)}: {took} instructions for {term}, the bound is {least:.0f}")
    return wrong


def ratio(alg, operation, backend, measured, attempts):
    """measured / bound, which cannot be below 1; None for what has no bound."""
    bound = instructions(alg, operation, backend, attempts)
    if bound is None:
        return None
    if measured < bound:
        raise AssertionError(f"{operation} with {alg}, {backend}: {measured} instructions, the bound is {bound}")
    return measured / bound
