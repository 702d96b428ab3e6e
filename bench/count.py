#!/usr/bin/env python3
"""Count the AArch64 instructions that neosig's operations and kernels take: exactly, on any host, under qemu-user.

Each program runs with N = 0 and with N repetitions of the operation; the difference, over N, is the cost of one. Keys,
messages and random bytes are fixed, so the counts repeat to the instruction. Signing is the mean over the first
messages, the same for the reference and the library. The bound is what `neosig-bench bound` says, with as many attempts
at a signature as were made. Instructions are not cycles: a core runs some of them several at a time.
"""
import argparse
import concurrent.futures
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SYSROOT = pathlib.Path("/usr/aarch64-linux-gnu")
QUICK = ([f"snova-{shape}-{key}" for shape in ("24-5-16-4", "25-8-16-3", "28-17-16-2") for key in ("esk", "ssk")] +
         ["rainbow-I-classic", "ml-dsa-44"])
OPERATIONS = ["keypair", "sign", "verify", "sign-prepared", "verify-prepared"]
FORBIDDEN = 97  # the status by which tools/forbid.c ends a program


def fail(message):
    sys.exit(f"count.py: {message}")


def need(tool, package):
    if not shutil.which(tool):
        fail(f"{tool} is not installed: apt-get install {package}")


def build_program(directory):
    need("cmake", "cmake")
    need("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu")
    for command in (["cmake", "--preset", "aarch64", "-B", directory, "-DNEOSIG_BUILD_TESTS=OFF",
                     "-DCMAKE_EXE_LINKER_FLAGS=-static"],
                    ["cmake", "--build", directory, "--target", "neosig-bench", "-j", str(os.cpu_count())]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            fail(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return next(pathlib.Path(directory).glob("**/neosig-bench"))


def build_plugin(name, directory):
    need("cc", "gcc")
    plugin = pathlib.Path(directory) / f"{name}.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", plugin, ROOT / "tools" / f"{name}.c"], check=True)
    return plugin


class Emulator:
    """Runs neosig-bench under qemu-user with one of our plugins."""

    def __init__(self, program, plugin, cpu):
        need("qemu-aarch64", "qemu-user")
        self.program, self.plugin, self.cpu = program, plugin, cpu

    def run(self, arguments, plugin=None):
        command = ["qemu-aarch64", "-cpu", self.cpu]
        if plugin:
            command += ["-plugin", f"file={plugin}"]
        if SYSROOT.exists():
            command += ["-L", SYSROOT]
        return subprocess.run([*command, self.program, *map(str, arguments)], capture_output=True, text=True)

    def text(self, *arguments):
        done = self.run(arguments)
        if done.returncode:
            fail(f"neosig-bench {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def count(self, arguments):
        """Instructions and calls of each function, or None where the program refuses."""
        with tempfile.NamedTemporaryFile("r") as out:
            done = self.run(arguments, f"{self.plugin},out={out.name}")
            if done.returncode == 2:
                return None
            if done.returncode:
                fail(f"neosig-bench {' '.join(map(str, arguments))}: {done.stderr}")
            functions = {}
            for line in out:
                instructions, calls, name = line.split(maxsplit=2)
                functions[name.strip()] = (int(instructions), int(calls))
            return functions

    def cost(self, arguments, n):
        """The mean of n repetitions: instructions in all, and by function (instructions, calls)."""
        one, many = self.count([*arguments[0], 0, *arguments[1]]), self.count([*arguments[0], n, *arguments[1]])
        if one is None or many is None:
            return None
        functions = {}
        for name, (instructions, calls) in many.items():
            before = one.get(name, (0, 0))
            functions[name] = ((instructions - before[0]) / n, (calls - before[1]) / n)
        return round(sum(i for i, _ in functions.values())), functions


def parallel(work, progress):
    """The results of the functions in the dict work, by key."""
    results = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(function): key for key, function in work.items()}
        for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
            results[futures[future]] = future.result()
            if progress:
                print(f"\r{done}/{len(futures)} ", end="", file=sys.stderr, flush=True)
    if progress:
        print("\r" + " " * 12 + "\r", end="", file=sys.stderr)
    return results


def operations(emulator, sets, names, backends, messages, top, progress):
    bounds = {(r["alg"], r["operation"]): r
              for r in csv.DictReader(io.StringIO(emulator.text("bound", "--csv", *sets)))}
    work = {}
    for alg in sets:
        for operation in names:
            n = messages if operation.startswith("sign") else 1
            for backend in ["reference", *backends]:
                if backend == "reference" and operation not in ("keypair", "sign", "verify"):
                    continue
                arguments = (("op", alg, operation), ("--backend", backend))
                work[alg, operation, backend] = lambda a=arguments, n=n: emulator.cost(a, n)
    costs = parallel(work, progress)
    rows = []
    for alg in sets:
        for operation in names:
            # A prepared operation is compared with the whole one of the reference.
            plain = costs.get((alg, operation.split("-")[0], "reference"))
            for backend in backends:
                cost = costs.get((alg, operation, backend))
                if cost is None:
                    continue
                total, functions = cost
                row = {"alg": alg, "operation": operation, "backend": backend, "instructions": total,
                       "reference": plain[0] if plain else None,
                       "ratio": round(plain[0] / total, 2) if plain else None,
                       "attempts": None, "bound": None, "of_bound": None, "itemized": None, "of_itemized": None}
                bound = bounds.get((alg, operation))
                if bound:
                    attempts = functions.get("neosig_gf16_solve", (0, 0))[1]
                    row["attempts"] = round(attempts, 2) if attempts else None
                    row["bound"] = round(float(bound["bound"]) + attempts * float(bound["bound_per_attempt"]))
                    row["of_bound"] = round(total / row["bound"], 2)
                    row["itemized"] = round(float(bound["itemized"]) + attempts * float(bound["itemized_per_attempt"]))
                    row["of_itemized"] = round(total / row["itemized"], 2)
                if top:
                    by_cost = sorted(functions.items(), key=lambda item: -item[1][0])[:top]
                    row["functions"] = {name: round(i) for name, (i, _) in by_cost}
                rows.append(row)
    return rows


def kernels(emulator, progress):
    listed = [tuple(line.split()) for line in emulator.text("kernels", "--list").splitlines()]
    costs = parallel({key: lambda key=key: emulator.cost((("kernels", *key), ()), 4) for key in listed}, progress)
    return [{"kernel": kernel, "implementation": implementation, "instructions": costs[kernel, implementation][0],
             "ratio": round(costs[kernel, "reference"][0] / costs[kernel, implementation][0], 2)}
            for kernel, implementation in listed]


def published(name):
    """The rows of a table of bench/published, and its comments."""
    lines = (ROOT / "bench" / "published" / f"{name}.csv").read_text().splitlines()
    return (list(csv.DictReader(line for line in lines if not line.startswith("#"))),
            [line[2:] for line in lines if line.startswith("#")])


def gain(before, after):
    """The share saved, in per cent, as the papers give it."""
    return round(100 * (1 - after / before), 2)


def papers(counted):
    """The papers' tables beside the counts: reference, optimised, gain."""
    by_name = {(r["alg"], r["operation"]): r for r in counted if r["reference"]}
    rows = []
    for table in ("snova_2024", "rainbow_2021"):
        for r in published(table)[0]:
            ours = by_name.get((r["alg"], r["operation"]))
            if ours:
                before, after = int(r["before"]), int(r["after"])
                rows.append({"alg": r["alg"], "operation": r["operation"], "published_reference": before,
                             "published_optimised": after, "published_gain": gain(before, after),
                             "reference": ours["reference"], "neosig": ours["instructions"],
                             "gain": gain(ours["reference"], ours["instructions"]), "ratio": ours["ratio"]})
    return rows


def peers(counted):
    """The best other implementation and the papers' technique, as counted on the same terms."""
    others = {}
    for r in published("peers")[0]:
        others.setdefault((r["alg"], r["operation"]), []).append((int(r["instructions"]), r["peer"]))
    rows = []
    for r in counted:
        found = others.get((r["alg"], r["operation"]))
        if not found:
            continue
        best, peer = min(found)
        technique = min((n for n, p in found if p == "papers' technique"), default=None)
        rows.append({"alg": r["alg"], "operation": r["operation"], "neosig": r["instructions"], "best_peer": peer,
                     "peer": best, "ratio": round(best / r["instructions"], 2), "technique": technique,
                     "technique_ratio": round(technique / r["instructions"], 1) if technique else None})
    return rows


def check_forbidden(program, directory, sets, backends):
    """Runs everything on a CPU without SHA-3 and dot product, and ends where an AES, SHA or PMULL instruction does."""
    emulator = Emulator(program, build_plugin("forbid", directory), "cortex-a53")
    bad = 0
    for backend in backends:
        for alg in sets:
            for operation in OPERATIONS:
                done = emulator.run(["op", alg, operation, 1, "--backend", backend], emulator.plugin)
                if done.returncode:
                    print(f"{alg} {operation} {backend}: {done.stderr.strip()}")
                    bad += 1
    # The check must see what it looks for.
    control = emulator.run(["op", sets[0], "verify", 1, "--backend", "neon-aes"], emulator.plugin)
    if control.returncode != FORBIDDEN:
        print(f"the control, {sets[0]} with neon-aes, was not caught: status {control.returncode}")
        bad += 1
    print(f"{len(backends) * len(sets) * len(OPERATIONS)} operations without AES, SHA, PMULL: {bad} bad")
    return 1 if bad else 0


def number(value):
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def print_table(rows, columns, markdown):
    cells = [columns] + [[r[c] if isinstance(r[c], str) else number(r[c]) for c in columns] for r in rows]
    text = {c: all(isinstance(r[c], str) for r in rows) for c in columns}
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    for line, row in enumerate(cells):
        padded = [cell.ljust(w) if text[c] else cell.rjust(w) for cell, w, c in zip(row, widths, columns)]
        print("| " + " | ".join(padded) + " |" if markdown else "  ".join(padded).rstrip())
        if markdown and line == 0:
            print("|" + "|".join("---" if text[c] else "--:" for c in columns) + "|")
    print()


def print_csv(rows, columns):
    writer = csv.DictWriter(sys.stdout, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--what", choices=["all", "operations", "kernels", "papers", "peers"], default="all",
                   help="all: operations and kernels; papers, peers: operations beside other people's figures")
    p.add_argument("--sets", help="comma-separated names or beginnings of names; default: a few small ones of each scheme")
    p.add_argument("--all", action="store_true", help="all sets")
    p.add_argument("--operations", default=",".join(OPERATIONS))
    p.add_argument("--backends", default="neon-sha3", help="comma-separated: neon-sha3, neon-aes, neon, portable")
    p.add_argument("--messages", type=int, default=10, help="signatures to take the mean of")
    p.add_argument("--top", type=int, default=0, help="also the functions that take most")
    p.add_argument("--json", action="store_true")
    p.add_argument("--csv", action="store_true")
    p.add_argument("--markdown", action="store_true")
    p.add_argument("--forbid", action="store_true",
                   help="fail if the backends neon and portable execute an AES, SHA or PMULL instruction")
    p.add_argument("--program", type=pathlib.Path, help="an AArch64 neosig-bench; default: build one, static")
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build-count", help="directory to build in")
    p.add_argument("--cpu", default="max", help="qemu's CPU model")
    args = p.parse_args()

    args.build.mkdir(parents=True, exist_ok=True)
    program = args.program or build_program(args.build)
    emulator = Emulator(program, build_plugin("count", args.build), args.cpu)
    progress = sys.stderr.isatty()
    known = emulator.text("list").split()
    asked = "" if args.all else args.sets.split(",") if args.sets else QUICK
    sets = [name for name in known if name.startswith(tuple(asked))] if asked else known
    if not sets:
        fail(f"no such algorithm: {args.sets}")
    if args.forbid:
        return check_forbidden(program, args.build, sets, ["neon", "portable"])
    result = {}
    if args.what != "kernels":
        counted = operations(emulator, sets, args.operations.split(","), args.backends.split(","), args.messages,
                             args.top, progress)
        result = {"papers": lambda: {"papers": papers(counted)}, "peers": lambda: {"peers": peers(counted)},
                  }.get(args.what, lambda: {"operations": counted})()
    if args.what in ("all", "kernels"):
        result["kernels"] = kernels(emulator, progress)

    columns = {"operations": ["alg", "operation", "backend", "reference", "instructions", "ratio", "attempts", "bound",
                              "of_bound", "itemized", "of_itemized"],
               "papers": ["alg", "operation", "published_reference", "published_optimised", "published_gain",
                          "reference", "neosig", "gain", "ratio"],
               "peers": ["alg", "operation", "neosig", "best_peer", "peer", "ratio", "technique", "technique_ratio"],
               "kernels": ["kernel", "implementation", "instructions", "ratio"]}
    about = {"operations": "AArch64 instructions, exact (qemu-user); ratio: reference over this",
             "papers": "published: cycles on an Apple M2 (SNOVA) or M1 (Rainbow); here: AArch64 instructions, exact, "
                       "of a plain reference and of neosig; gain: per cent saved",
             "peers": "AArch64 instructions, exact (qemu-user); the notes on the peers are in bench/published/peers.csv",
             "kernels": "AArch64 instructions, exact (qemu-user); ratio: reference over this"}
    if args.json:
        json.dump({"unit": "AArch64 instructions", "messages": args.messages, **result}, sys.stdout, indent=1)
        print()
        return 0
    for name, rows in result.items():
        if args.csv:
            print_csv(rows, columns[name])
            continue
        if not args.markdown:
            print(f"{name}: {about[name]}\n")
        print_table(rows, columns[name], args.markdown)
        for row in rows:
            for function, instructions in row.get("functions", {}).items():
                print(f"  {row['alg']} {row['operation']}: {instructions:12,}  {function}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
