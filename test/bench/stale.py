"""stale.py documents | counts BUILD_DIRECTORY PROGRAM

documents: the tables of the documents are what bench/tables.py makes of bench/results, whose files are of one run.
counts: a few cells, counted again with PROGRAM, a static neosig-bench, are those of bench/results, and the kernels
those of docs/speed.md. 77 where compiler, C library or qemu are not those of the results, or not there.
Each check must also find faults planted on purpose: a cell of the results that is one off, a wrong figure of a
document, a count below its bound. The count is of an operation or of a part of one."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import bound
import documents
import recorded
import tables


def changed(rows, key, by=1):
    """The rows, with more instructions in one of them."""
    return [r | {"instructions": r["instructions"] + by} if tuple(r[name] for name in recorded.KEY) == key else r
            for r in rows]


def breaks_bound(rows, about, old, *key):
    """Whether documents are refused where an operation has too few instructions to be true."""
    measured = next(r["instructions"] for r in rows if tuple(r[name] for name in recorded.KEY) == key)
    try:
        documents.texts(changed(rows, key, -measured // 2), about, old)
    except AssertionError:
        return True
    return False


def check_parts(rows, functions):
    """No part of the bound is beaten; a part that is, by a count or by a price that is too high, is found."""
    wrong, good = bound.below(rows, functions), bound.AES_BYTE
    for part in bound.DO:
        planted = [r | {"instructions": 0} if r["function"].startswith(bound.DO[part]) else r for r in functions]
        if not any(f"for {part}," in line for line in bound.below(rows, planted)):
            wrong.append(f"{part} that take nothing were not found to be below their bound")
    try:
        bound.AES_BYTE = 23.25 / 16  # a store for each block, and two for each counter
        if not any("for stream," in line for line in bound.below(rows, functions)):
            wrong.append("a price of AES that neosig beats was not found")
    finally:
        bound.AES_BYTE = good
    return wrong


def check_documents(rows, about):
    old = documents.on_disk()
    wrong = documents.stale(rows, about, old)
    for path in old:
        prose, block = old[path].split("written by bench/tables.py -->", 1)
        figure = re.search(r"\d(?=[^|\n]* \|\n)", block).start()  # in the last cell of a row
        planted = f"{prose}written by bench/tables.py -->{block[:figure]}x{block[figure + 1:]}"
        if not documents.stale(rows, about, old | {path: planted}):
            wrong.append(f"a changed figure in {path.name} was not found")
    if not documents.stale(changed(rows, tables.CELLS[0]), about, old):
        wrong.append("documents that differ from a changed result were not found")
    spread, functions = recorded.read_beside(recorded.SPREAD), recorded.read_beside(recorded.FUNCTIONS)
    wrong += tables.of_other_runs(rows, spread, functions) + check_parts(rows, functions)
    for planted in ((rows, [spread[0] | {"d5": "1"}], []), (rows, [], functions[1:]), ([], spread[:1], [])):
        if len(tables.of_other_runs(*planted)) != 1:
            wrong.append("a file of another run was not found")
    for key in (("snova-60-10-16-4-ssk", "verify", "neon-sha3"), ("rainbow-V-classic", "verify", "neon-aes"),
                ("rainbow-III-compressed", "sign-prepared", "neon-sha3")):
        if not breaks_bound(rows, about, old, *key):
            wrong.append(f"a count below its bound was not found: {' '.join(key)}")
    return wrong


def kernels_differ(text, machine):
    """Whether docs/speed.md has other kernels than are counted."""
    stream = 32768
    counts = [machine.kernel(name, "neon-aes") / stream for name in ("aes-128-ctr-32k", "sha-256-32k", "sha-512-32k")]
    states = [machine.kernel("keccak-f1600", backend) for backend in ("neon-sha3", "neon-aes")]
    a, b, c, d, e = *(f"{n:.2f}" for n in counts), *(f"{n:,.0f}" for n in states)
    says = (f"AES-CTR takes {a} instructions a byte, SHA-256 {b}, SHA-512 {c}, all by the CPU's instructions. "
            f"Keccak-f[1600] of one state takes {d} by SHA-3 instructions and {e} without, with 21 of the "
            "call.")
    return says not in " ".join(text.split())


def check_kernels(machine):
    text = documents.SPEED.read_text()
    if kernels_differ(text, machine):
        return ["the kernels in speed.md are not those that are counted"]
    planted = text.replace("AES-CTR takes 1", "AES-CTR takes 2")
    return [] if kernels_differ(planted, machine) else ["a changed kernel in speed.md was not found"]


def check_counts(rows, about, machine):
    counted = tables.recount(about, machine)
    if len(counted) != len(tables.CELLS):
        return [f"{len(counted)} of {len(tables.CELLS)} cells were counted"]
    wrong = tables.differences(counted, rows)
    return wrong + [f"a changed result was not found: {' '.join(key)}" for key in tables.CELLS
                    if len(tables.differences(counted, changed(rows, key))) != len(wrong) + 1]


def main():
    rows, about = recorded.read_results()
    if sys.argv[1] == "documents":
        wrong = check_documents(rows, about)
    else:
        reason = tables.cannot_recount(about)
        if reason:
            print(f"not recounted: {reason}")
            return tables.SKIPPED
        machine = tables.emulator(*map(pathlib.Path, sys.argv[2:]))
        wrong = check_counts(rows, about, machine) + check_kernels(machine)
    for line in wrong:
        print(line)
    if wrong:
        print("where the results are old: run bench/tables.py")
    return 1 if wrong else 0


sys.exit(main())
