"""The counts that are recorded in bench/results and bench/published, as rows."""
import csv
import functools

import emulate

RESULTS = emulate.ROOT / "bench/results/aarch64.csv"
SPREAD, FUNCTIONS, TERMS, CHOICES = (RESULTS.with_name(f"{name}.csv")
                                     for name in ("spread", "functions", "terms", "choices"))
KEY = ("alg", "operation", "implementation")


def value(text):
    """A cell as count.row gives it."""
    if text == "":
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def read_results():
    """(rows, conditions)"""
    lines = RESULTS.read_text().splitlines()
    about = dict(line[2:].split(": ", 1) for line in lines[1:] if line.startswith("# "))
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [{name: value(text) for name, text in r.items()} for r in rows], about


def read_beside(path):
    """The rows of SPREAD, FUNCTIONS, TERMS or CHOICES, as text."""
    return list(csv.DictReader(line for line in path.read_text().splitlines() if not line.startswith("#")))


@functools.cache
def published(name):
    return read_beside(emulate.ROOT / "bench/published" / f"{name}.csv")


def write(path, what, columns, rows):
    """what: lines that say what the file is."""
    with path.open("w") as out:
        out.write("".join(f"# {line}\n" for line in what))
        writer = csv.DictWriter(out, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
