"""What the candidates of NIST that have lower bounds take beyond these, and in which work: a table of
docs/tables/bounds.md."""
import functools

import bound
import recorded
from cells import table

OPERATIONS = "keypair", "sign", "verify", "verify-prepared"
GROUPS = {"AES": ("AES: ",), "systems": ("elimination: ", "transposed: ", "bases: ")}
COLUMNS = "AES", "products", "systems", "rest"


def group_of(term):
    """The table's column of a term of a bound: what is in no other is products."""
    if term in ("rest", "keys and signatures"):
        return "rest"
    return next((name for name, beginnings in GROUPS.items() if term.startswith(beginnings)), "products")


@functools.cache
def taken():
    """{(set, operation, backend): {term: instructions}}"""
    return {tuple(r[k] for k in recorded.KEY): {name: float(n) for name, n in r.items()
                                                if name not in recorded.KEY and n} for r in
            recorded.read_beside(recorded.TERMS)}


def shares(row):
    """{column: of 100 instructions of a row of aarch64.csv, how many}. A column is the bound, or what is not in it. The
    terms are measured over fewer signatures than the count is, so they are brought to its scale."""
    key = row["alg"], row["operation"], row["implementation"]
    bounds, measured = bound.parts(*key, row["attempts"]), taken()[key]
    found = {"bound": sum(bounds.values())} | dict.fromkeys(COLUMNS, 0)
    for term, n in measured.items():
        found[group_of(term)] += n * row["instructions"] / sum(measured.values()) - (bounds.get(term) or 0)
    return {name: 100 * n / row["instructions"] for name, n in found.items()}


def beyond(results):
    rows = []
    for alg, operation in ((a, o) for a in results.sets if a in bound.CANDIDATES for o in OPERATIONS):
        row = results.of(alg, operation, "neon-aes")
        rows.append([f"`{alg}`", operation, f"{row['instructions']:,}",
                     *(f"{max(share, 0):.0f} %" for share in shares(row).values())])
    return table(["'set", "'operation", "`neon-aes`", "bound", *COLUMNS], rows)
