"""What the page shows, read from where it is kept: results/, bench/results, bench/published, docs/sets.md and
docs/memory.md."""
import copy
import json
import pathlib
import re

import bound
import documents
import families
import recorded
import trees
from emulate import NEON_AES_SHA3, with_neon_aes_sha3

from . import schema

ROOT = schema.ROOT
CPU = "qemu's CPU"
OWN = ROOT / "results/aarch64-instructions.json"


def core_name(core):
    """For readers: the cores that a model stands for, with the model's own name where theirs do not say it."""
    cores = next((names for names, model, *_ in documents.CHOICES if model == core), core)
    return cores if core.replace("-", " ") in cores.lower().replace("-", " ") else f"{cores} (as {core})"


def dimension(name):
    """Of the lattice; of a multivariate scheme, of the matrices of its public map: its variables, SNOVA's in blocks of
    l. ML-DSA's and HAETAE's modules have rank k + l over rings of dimension 256. None for trees of hashes."""
    if name in trees.SETS:
        return None
    ranks = {"ml-dsa-44": 8, "ml-dsa-65": 11, "ml-dsa-87": 15, "dilithium2": 8, "dilithium3": 11, "dilithium5": 15,
             "haetae2": 6, "haetae3": 9, "haetae5": 11}
    if name in ranks:
        return 256 * ranks[name]
    return bound.variables(name) or 2 * int(re.search(r"256|512|1024", name)[0])


def cells(line):
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def markdown_tables(text):
    """The tables of a Markdown text: lists of dicts."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        head, _, *rows = block.splitlines()
        found.append([dict(zip(cells(head), cells(row))) for row in rows])
    return found


def number(text):
    return int(text.replace(",", ""))


def algorithms():
    """The sets, as neosig speed --json describes them, from docs/sets.md."""
    text = (ROOT / "docs/sets.md").read_text()
    notes = {int(n): " ".join(note.split()) for n, note in
             re.findall(r"^(\d+)\. (.*?\.)$(?=\n\d+\. |\n\n)", text, re.M | re.S)}
    found = []
    for row in next(t for t in markdown_tables(text) if "set" in t[0]):
        status, note = re.fullmatch(r"(\w+) \((\d+)\)", row["status"]).groups()
        since, citation = re.fullmatch(r"\w+ since ([\d-]+): (.*)\.", notes[int(note)]).groups()
        found.append({"name": row["set"], "scheme": scheme(row["set"]), "level": int(row["level"]), "status": status,
                      "status_since": since, "status_citation": citation,
                      **{f"{key}_bytes": number(row[key.replace("_", " ")])
                         for key in ("public_key", "secret_key", "signature")}})
    return found


def scheme(name):
    return "fn-dsa" if name.startswith("fn-dsa") else families.family(name)


def own(rows, about):
    """The project's counts as one more machine's results, from the rows of bench/results/aarch64.csv."""
    version = re.search(r'NEOSIG_VERSION "(.*)"', (ROOT / "include/neosig/neosig.h").read_text())[1]
    spread = {(r["alg"], r["operation"], r["implementation"]): r for r in recorded.read_beside(recorded.SPREAD)}
    counted, columns = {r["alg"] for r in rows}, list(rows[0])
    cores = columns[columns.index("first") + 1:]  # the last columns
    results = []
    for r in rows:
        key = (r["alg"], r["operation"], r["implementation"])
        result = {"algorithm": key[0], "backend": key[2], "operation": key[1], "median": r["median"] or
                  r["instructions"], "mean": r["instructions"], "samples": r["repetitions"]}
        if r["median"]:
            result |= {"q1": r["low"], "q3": r["high"]}
        if key in spread:
            deciles = [int(spread[key][f"d{i}"]) for i in range(1, 10)]
            result |= {"minimum": int(spread[key]["least"]), "deciles": deciles}
        if r["attempts"] and key[1].startswith("sign"):
            result["attempts"] = r["attempts"]
        result["modelled"] = {core: r[core] for core in cores if r[core]}
        results.append(result)
    return {"format": "neosig-speed-1", "version": version, "cpu": "64-bit Arm: exact instruction counts",
            "emulated": True, "os": f"{about['C library']}, {about['qemu']}, CPU {about[CPU]}",
            "compiler": about["compiler"], "flags": "-O3 -DNDEBUG", "midr": None, "governor": None,
            "frequency_khz": None, "frequency_most_khz": None, "message_bytes": 33, "unit": "instructions",
            "counter": "a plug-in of qemu (tools/count.c)",
            "algorithms": [a for a in algorithms() if a["name"] in counted], "results": results}


def own_text(rows, about):
    """The same as the text of a file, one result a line."""
    data = own(rows, about)
    lists = {name: data.pop(name) for name in ("algorithms", "results")}
    parts = [json.dumps(data)[:-1]]
    for name, elements in lists.items():
        parts.append(f'"{name}": [\n' + ",\n".join(json.dumps(e) for e in elements) + "\n]")
    return ",\n".join(parts) + "}\n"


class Machine:
    """The results of one file, whose text may be given."""

    def __init__(self, path, content=None):
        try:
            data = json.loads(content or path.read_text())
        except (OSError, ValueError) as error:
            raise SystemExit(f"{path}: {error}")
        wrong = schema.faults(data, schema.of_results(), path.name)
        if wrong:
            raise SystemExit("\n".join(wrong[:5]))
        self.id, self.data, self.unit = re.sub(r"[^\w.-]", "-", path.stem), data, data["unit"]
        self.label = data["cpu"]
        self.sets = {a["name"]: a for a in data["algorithms"]}
        self.results = {(r["algorithm"], r["operation"], r["backend"]): r for r in data["results"]}
        unknown = {key[0] for key in self.results} - self.sets.keys()
        if unknown:
            raise SystemExit(f"{path.name}: algorithms does not describe {', '.join(sorted(unknown))}")
        self.backends = list(dict.fromkeys(key[2] for key in self.results))
        if NEON_AES_SHA3 in self.backends:
            self.results = with_neon_aes_sha3(self.results)
        modelled = list(dict.fromkeys(core for r in data["results"] for core in r.get("modelled", {})))
        chosen = [choice[1] for choice in documents.CHOICES]
        self.cores = sorted(modelled, key=lambda core: chosen.index(core) if core in chosen else len(chosen))
        openssl = path.with_suffix(".openssl.txt")
        self.openssl = baselines(openssl.read_text()) if openssl.exists() else {}
        self.whole = True

    def chosen(self, core):
        """The backend that neosig chooses on a core."""
        known = (backend for _, model, backend, _ in documents.CHOICES if model == core)
        return next(known, next((backend for backend in self.backends if backend != "reference"), ""))

    def of(self, names):
        """The same machine with these sets only."""
        part = copy.copy(self)
        part.sets = {name: a for name, a in self.sets.items() if name in names}
        part.results = {key: r for key, r in self.results.items() if key[0] in names}
        part.backends = list(dict.fromkeys(key[2] for key in part.results))
        part.whole = False
        return part


def baselines(text):
    """Of the output of openssl speed: {name: {operation: nanoseconds}}."""
    found, operations = {}, []
    for line in text.splitlines():
        times = re.fullmatch(r"\s*(\S.*?)((?:\s+\d+\.\d+s)+)((?:\s+\d+(?:\.\d+)?)+)\s*", line)
        if not times:
            words = line.split()
            rates = [w for w in words if w.endswith("/s")]
            if rates:
                operations = ["keypair", "sign", "verify"][-len(rates):] if any("verif" in w for w in rates) else []
        elif len(operations) == len(times[3].split()):
            name = re.sub(r"^\d+ bits? (?:\w+ )?\((.*)\)$", r"\1", " ".join(times[1].split()))
            found[name] = {o: 1e9 / float(rate) for o, rate in zip(operations, times[3].split()) if float(rate)}
    return found


def memory():
    """([{set, operation: (stack, workspace), ...}], sizes of code by scheme or []), in bytes."""
    tables = markdown_tables((ROOT / "docs/memory.md").read_text())
    (operations,) = (table for table in tables if "verify-prepared" in table[0])
    code = next((table for table in tables if "schemes" in table[0]), [])
    rows = []
    for row in operations:
        both = {name: tuple(map(int, cell.split(" + "))) for name, cell in row.items() if " + " in cell}
        rows.append({"set": row["set"], **both})
    return rows, [{name.replace("`", ""): cell for name, cell in row.items()} for row in code]


def about(name):
    """What the head of a file of bench/published says, by paragraph, and of which machine."""
    said, machine = [], ""
    for line in (ROOT / "bench/published" / f"{name}.csv").read_text().splitlines():
        if line.startswith("# machine: "):
            machine = line[11:]
        elif line.startswith("# ") and not line.startswith("# unit: "):
            if not said or said[-1].endswith(".") and re.match(r"# [\w, -]+: ", line):
                said.append(line[2:])
            else:
                said[-1] += line[1:]
    return said, machine


def papers():
    """Rows of the papers' tables, with where they were measured."""
    return [r | {"machine": about(name)[1], "before": int(r["before"]), "after": int(r["after"])}
            for name in families.PAPERS for r in documents.published(name)]


def functions():
    """{(alg, operation, implementation): [(function, instructions), ...]}"""
    found = {}
    for r in recorded.read_beside(recorded.FUNCTIONS):
        key = (r["alg"], r["operation"], r["implementation"])
        found.setdefault(key, []).append((r["function"], int(r["instructions"])))
    return found
