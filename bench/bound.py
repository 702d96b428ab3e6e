"""How few AArch64 instructions an operation of SNOVA can take with the formulas and instructions that the library uses.

A lower bound: each part of the work is counted from the dimensions with nothing lost at the ends of loops, at the
fewest instructions that can do it, and what is not listed costs nothing. So measured / bound is 1 or more, and the
program that writes the tables ends where it is not. The other schemes have no bound here.

Products over GF(16). One TBL looks 16 elements up in a table whose bytes hold two products, so it does 32 of the
multiplications in C = A B, and an EOR adds 32. With depth terms to a sum, 32 elements of C take depth TBL and depth - 1
EOR; EOR3 adds two at a time. For long sums that is 1/16 = 0.0625 instructions a multiply-accumulate with EOR, and
3/64 = 0.047 with EOR3 (backend neon-sha3).

Elements that are looked up stand alone in their bytes: one AND or USHR takes 16 out of a packed stream or key, or out
of a product that is looked up in turn, since products come two elements a byte ("split" below).

AES-CTR: a block of 16 bytes takes 10 AESE, 9 AESMC, one EOR, two for the counter (ADD, REV32), one store, and a loop of
eight blocks two more: 23.25, which is 1.45 a byte.

Loads and stores of keys and signatures: one LDP or STP moves 32 bytes.

With l x l blocks, v vinegar and o oil blocks, m = o equations, V = v l, O = o l, N = V + O, L = l^2:

    T            L entries from l coefficients, for v o blocks
    key pair     F21 += T^T P11             m O V V, split
                 P22 = T^T (P12 | F21^T)    m O V 2 O
                 F12 += P11 T               m O V V       esk
    map of x     U = S^s X                  L l by the lanes of x, of which there are N (verify) or V (sign)
                 E = W U                    m L L by x, split
                 over t, q', (alpha, sigma) m L^2 l each: Q2, split; B, split; A with Q1
    verify       W = U^T P                  m L N N, split
    sign,        W, G1, G2 = U^T R          m L V (V + 2 O), split
    an attempt   from seeds: Z = U^T P11^T  m L V V, split; T times Z and W: m L V O each
                 twice: K over sigma        l L rows, depth L, l m o lanes, split
                        H over y'           l L rows, depth l, l m o lanes, split
                        term over alpha     L rows, depth L, L m o lanes
                 elimination                k (k + 1) updates for k = n - 1, ..., 1, n = m L unknowns; then k each
    sign, once   T X_oil                    V O l
    stream       m (V V + 2 V O) + 2 L L + 2 L l elements of half a byte: key pair, verify, sign from seeds; a key pair
                 of seeds alone does without the last two
"""
import re

AES_BYTE = (10 + 9 + 1 + 2 + 1 + 2 / 8) / 16
MOVE_BYTE = 1 / 32
SHAPE = re.compile(r"snova-(\d+)-(\d+)-16-(\d+)-([es])sk$")
SALT, PUBLIC_SEED, SEEDS = 16, 16, 48


class Work:
    """The instructions of a backend for what is added up."""

    def __init__(self, eor3):
        self.additions = 0.5 if eor3 else 1  # instructions an addition of 32 products
        self.instructions = 0

    def product(self, rows, depth, lanes):
        self.instructions += rows * lanes / 32 * (depth + (depth - 1) * self.additions)

    def split(self, elements):
        self.instructions += elements / 16

    def split_product(self, rows, depth, lanes):
        self.product(rows, depth, lanes)
        self.split(rows * lanes)

    def update(self, elements):
        """Products added to what is there."""
        self.instructions += elements / 32 * (1 + self.additions)

    def stream(self, elements):
        self.instructions += elements / 2 * AES_BYTE

    def move(self, size):
        self.instructions += size * MOVE_BYTE


def instructions(alg, operation, backend, attempts):
    """The bound of one operation with that mean number of attempts at a signature; None for what has no bound."""
    found = SHAPE.match(alg)
    if not found or backend not in ("neon-aes", "neon-sha3"):
        return None
    v, o, l = map(int, found.groups()[:3])
    expanded = found[4] == "e"
    m, L, V, O = o, l * l, v * l, o * l
    N = V + O
    matrices, own_map = m * (V * V + 2 * V * O), 2 * L * L + 2 * L * l
    t_of_seed = (L, l, v * o)
    secret_key = (4 * L * L + m * (v * v + 2 * v * o) * L + v * o * L) / 2 + SEEDS if expanded else SEEDS
    public_key, signature = PUBLIC_SEED + m * o * o * L / 2, (v + o) * L / 2 + SALT
    once, attempt = Work(backend == "neon-sha3"), Work(backend == "neon-sha3")

    def public_map(work, lanes):
        work.product(L, l, lanes)
        work.split_product(L, lanes, m * L)
        work.split_product(L * l, l, m * L)
        work.split_product(L * l, l, m * L)
        work.product(L, L * L, m)

    if operation == "keypair":
        once.product(*t_of_seed)
        once.split(matrices)
        once.split_product(O, V, m * V)
        once.product(O, V, 2 * m * O)
        if expanded:
            once.product(O, V, m * V)
        once.stream(matrices + (own_map if expanded else 0))
        once.move(public_key + secret_key)
    elif operation.startswith("verify"):
        once.split_product(L, N, m * N)
        public_map(once, N)
        once.move(signature)
        if operation == "verify":
            once.split(m * N * N)
            once.stream(matrices + own_map)
            once.move(public_key)
    elif operation.startswith("sign"):
        seeds_only = operation == "sign" and not expanded
        once.product(V, O, l)
        once.move(signature)
        if seeds_only:
            once.product(*t_of_seed)
            once.stream(own_map)
        elif operation == "sign":
            once.move(secret_key - (m * (v * v + 2 * v * o) * L) / 2)
        attempt.split_product(L, V, m * (V + 2 * O))
        if operation == "sign":
            attempt.split(matrices)
        public_map(attempt, V)
        if seeds_only:
            attempt.stream(matrices)
            attempt.split_product(L, V, m * V)
            attempt.product(2 * O, V, m * L)
        elif operation == "sign":
            attempt.move(m * (v * v + 2 * v * o) * L / 2)
        for _ in range(2):
            attempt.split_product(l * L, L, l * m * o)
            attempt.split_product(l * L, l, l * m * o)
            attempt.product(L, L, L * m * o)
        n = m * L
        attempt.update(sum(k * (k + 1) + k for k in range(1, n)))
    else:
        return None
    return round(once.instructions + (attempts or 0) * attempt.instructions)


def ratio(alg, operation, backend, measured, attempts):
    """measured / bound, which cannot be below 1; None for what has no bound."""
    bound = instructions(alg, operation, backend, attempts)
    if bound is None:
        return None
    if measured < bound:
        raise AssertionError(f"{operation} with {alg}, {backend}: {measured} instructions, the bound is {bound}")
    return measured / bound
