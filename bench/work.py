"""The instructions that pieces of multivariate work take: bench/bound.py derives them and says what they are for."""
import collections
import math

AES_BLOCK = {"AES: AESE": 10, "AES: AESMC": 9, "AES: EOR": 1, "AES: counters": 1 / 4, "AES: stores": 1 / 4}
MOVE_BYTE = 1 / 64


class Work:
    """The instructions of a backend for what is added up, by the part of the work."""

    def __init__(self, eor3):
        self.eor3 = eor3
        self.additions = 0.5 if eor3 else 1  # instructions an addition of 32 products
        self.parts = collections.Counter()

    def add(self, parts):
        self.parts.update(parts)

    def product(self, rows, depth, lanes):
        self.parts["products: TBL"] += rows * lanes / 32 * depth
        self.parts["products: EOR"] += rows * lanes / 32 * (depth - 1) * self.additions

    def split(self, elements):
        self.parts["split"] += elements / 16

    def split_product(self, rows, depth, lanes):
        self.product(rows, depth, lanes)
        self.split(rows * lanes)

    def in_lanes(self, sums, depth, lanes, picked=False):
        groups = sums * lanes / 16
        self.parts["lanes: TBL"] += groups * depth * picked
        self.parts["lanes: PMUL"] += groups * (depth + 1)
        self.parts["lanes: USHR"] += groups
        self.parts["lanes: EOR"] += groups * ((depth - 1) * self.additions + 1)

    def update(self, elements):
        """Products added to what is there."""
        self.parts["elimination: TBL"] += elements / 32
        self.parts["elimination: EOR"] += elements / 32 * self.additions

    def stream(self, elements):
        for term, instructions in AES_BLOCK.items():
            self.parts[term] += elements / 2 / 16 * instructions

    def move(self, size):
        self.parts["keys and signatures"] += size * MOVE_BYTE

    def sums(self, bits, lines, vectors, sums, elements):
        """Of the vectors of each line sums of their multiples, over GF(256) in three parts. The vectors are split for
        all sums together."""
        self.product(lines * (sums if bits == 4 else 3 * sums), vectors, elements)
        self.split(lines * vectors * elements * bits / 4)
        if bits == 8:
            self.parts["products: EOR"] += lines * vectors * elements / 16

    def scalars(self, bits, size):
        """Bytes of vectors by secret scalars, in powers of x."""
        groups = size / 16
        self.add({"scalars: loads": groups / 4, "scalars: EOR": 2 * self.additions * groups})
        if bits == 4:
            self.add({"scalars: USHR": groups, "scalars: PMUL": 2 * groups})
        else:
            self.add({"scalars: PMULL": 2 * groups})

    def change_basis(self, size):
        self.add(change_of_basis(size))


def buckets(eor3, bits, n, m):
    """A map of m equations at n variables."""
    q, size = 1 << bits, m * bits / 8
    some = 1 - 1 / q  # of the variables are not 0
    vectors = some * n + some ** 2 * n * (n - 1) / 2
    visits = sum(some * (1 + (q - 2) * (1 - some ** j)) for j in range(n))
    additions = max(visits, vectors / 2) if eor3 else vectors
    eor = 1 / 2 if eor3 else 1
    return {"buckets: EOR": (additions + eor * (q - 1)) * size / 16, "buckets: addresses": 2 * visits,
            "buckets: loads and stores": (vectors + q - 1) * size / 64 + 2 * visits * math.ceil(size / 64)}


def scalars(eor3, size):
    """Bytes of vectors by secret scalars, by tables."""
    groups, eor = size / 16, 0.5 if eor3 else 1
    return {"scalars: loads": groups / 4, "scalars: AND": groups, "scalars: USHR": groups, "scalars: TBL": 2 * groups,
            "scalars: EOR": 2 * eor * groups}


def elimination(eor3, bits, unknowns, more=0):
    """more: columns without a pivot."""
    elements, eor = sum(k * (k + 1 + more) + k for k in range(1, unknowns)), 0.5 if eor3 else 1
    look_up, products = ("TBL", elements / 32) if bits == 4 else ("PMULL", elements / 8)
    return {f"elimination: {look_up}": products, "elimination: EOR": products * eor}


def change_of_basis(size):
    groups = size / 16
    return {"bases: TBL": 2 * groups, "bases: others": 3.5 * groups}


def form(variables):
    """The vectors of a quadratic form and of its sums."""
    return variables * (variables + 1) // 2 + variables
