#!/usr/bin/env python3
"""Runs `cargo bench` of this folder RUNS times (7), and writes ratios of times into ../../../docs/rust.md.

A ratio is of two medians of one run. The page shows the median of the runs' ratios, with the least and the greatest.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "docs/rust.md"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parents[2] / "build-rust/target"))
MARKS = "<!-- ratios: written by bindings/rust/interop/ratios.py -->\n", "<!-- end of ratios -->\n"
BENCH = ["cargo", "bench", "--features", "bench", "--bench", "beside", "--", "--noplot",
         "--warm-up-time", "0.2", "--measurement-time", "1", "--sample-size", "30"]
OURS = "neosig", "neosig prepared"


def run():
    """Medians in nanoseconds: {(set, operation): {who: median}}."""
    subprocess.run(BENCH, cwd=HERE, check=True, stdout=subprocess.DEVNULL)
    medians = {}
    for file in sorted(TARGET.glob("criterion/*/*/new/benchmark.json")):
        benchmark = json.loads(file.read_text())
        estimates = json.loads(file.with_name("estimates.json").read_text())
        key = tuple(benchmark["group_id"].split())
        medians.setdefault(key, {})[benchmark["function_id"]] = estimates["median"]["point_estimate"]
    return medians


def cell(runs, key, peer, own):
    ratios = sorted(r[key][peer] / r[key][own] for r in runs if own in r[key])
    return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})" if ratios else "–"


def table(runs):
    lines = [f"Runs: {len(runs)}.\n\n", "| set | operation | crate | neosig's key plain | neosig's key prepared |\n",
             "|---|---|---|---|---|\n"]
    for key in sorted(runs[0], key=lambda key: (key[0], ["keygen", "sign", "verify"].index(key[1]))):
        for peer in sorted(set(runs[0][key]) - set(OURS), reverse=True):
            lines.append(f"| `{key[0]}` | {key[1]} | `{peer}` | " +
                         " | ".join(cell(runs, key, peer, own) for own in OURS) + " |\n")
    return "".join(lines)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    runs = []
    for number in range(count):
        print(f"run {number + 1} of {count}", file=sys.stderr)
        runs.append(run())
    text = PAGE.read_text()
    before, rest = text.split(MARKS[0])
    PAGE.write_text(before + MARKS[0] + table(runs) + MARKS[1] + rest.split(MARKS[1])[1])


if __name__ == "__main__":
    main()
