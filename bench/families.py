"""What the benchmarks say of each family of sets: a row each. The names of a family's sets begin with the row's key, or
with the row's `also`."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Family:
    label: str  # in a legend
    colour: str  # of layout.css
    shape: str  # its mark in a plot, a path of SVG
    table: str = ""  # of docs/tables, in which the strongest other implementations of its lattice sets stand
    also: str = ""
    lattice: bool = True
    key_pairs: int = 10  # counted for a figure: more where many attempts make one
    signed: int = 200  # messages signed for a figure
    plain: int = 10  # of these, by the reference
    verified: int = 1  # messages verified for a figure: more where a verification's work depends on the message
    slow: str = ""  # sets whose names end so sign one message alone
    trees: bool = False  # of hashes: bench/trees.py has its bound
    published: str = ""  # the table of its paper in bench/published
    team: str = ""  # the peer of bench/published that is the designers' own C, by which that table's gains are told
    sets: tuple = ()  # for shares of functions, and for labels


FAMILIES = {
    "ml-dsa": Family("ML-DSA", "blue", "M-5-5h10v10h-10z", "ML-DSA", signed=400, sets=("ml-dsa-44", "ml-dsa-65")),
    "dilithium": Family("Dilithium", "sky", "M0-6.5 6.5 0 0 6.5-6.5 0z", "ML-DSA", signed=400,
                        published="dilithium_2025", team="PQClean"),
    "falcon": Family("Falcon, FN-DSA", "green", "M0-6.5 6 5H-6z", "Falcon", also="fn-dsa-", key_pairs=40,
                     published="falcon_2025", team="Falcon round 3 C, native floating point", sets=("falcon-512",)),
    "haetae": Family("HAETAE", "orange", "M0 6.5-6-5H6z", "HAETAE", key_pairs=40, published="haetae_2025",
                     team="HAETAE 1.2.0 C", sets=("haetae2",)),
    "hawk": Family("HAWK", "red", "M-6.5-2h4.5v-4.5h4V-2h4.5v4H2v4.5h-4V2h-4.5z", "HAWK", key_pairs=40,
                   published="hawk_2025", team="HAWK C", sets=("hawk512",)),
    "snova": Family("SNOVA", "pink", "M5.5 0a5.5 5.5 0 1 1-11 0 5.5 5.5 0 1 1 11 0z", lattice=False,
                    published="snova_2024", team="SNOVA team, optimised C", sets=("snova-24-5-16-4-esk", "snova-i-s")),
    "rainbow": Family("Rainbow", "dark", "M0-7 2-2.3 7-2 3 1.2 4.4 6 0 3.3-4.4 6-3 1.2-7-2l5-.3z", lattice=False,
                      published="rainbow_2021", team="Rainbow team, u64, AESE", sets=("rainbow-I-classic",)),
    "uov": Family("UOV", "teal", "M-6-5H6L0 6z", lattice=False, key_pairs=2, sets=("uov-Is-classic", "uov-Ip-pkc-skc")),
    "mayo": Family("MAYO", "violet", "M-6-6 0-1 6-6V6H-6z", lattice=False, sets=("mayo1",)),
    "slh-dsa": Family("SLH-DSA", "lime", "M-6.5 4 0-7 6.5 4 2 6H-2z", lattice=False, key_pairs=1, signed=5, plain=1,
                      verified=100, slow="s", trees=True, sets=("slh-dsa-sha2-128f", "slh-dsa-shake-128f")),
}

LABELS = {name: row.label for name, row in FAMILIES.items()}
SHAPES = {name: row.shape for name, row in FAMILIES.items()}
COLOURS = "".join(f".f-{name} {{\n  color: var(--{row.colour});\n}}\n" for name, row in FAMILIES.items())
# Multivariate schemes first, by which the documents are ordered.
PAPERS = [row.published for row in sorted(FAMILIES.values(), key=lambda row: row.lattice) if row.published]
SETS = [name for row in FAMILIES.values() for name in row.sets]
TREES = {name: name.replace("-", "") for name, row in FAMILIES.items() if row.trees}  # their folders


def family(name):
    return next(key for key, row in FAMILIES.items() if name.startswith((key, row.also or key)))


def beginnings(table):
    """What the names begin with of the sets that a table has."""
    return [begin for key, row in FAMILIES.items() if row.table == table
            for begin in (key + "-" * (key == "ml-dsa"), row.also) if begin]


def signed(alg):
    """How many messages are signed for a figure of a set."""
    row = FAMILIES[family(alg)]
    return 1 if row.slow and alg.endswith(row.slow) else row.signed
