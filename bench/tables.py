#!/usr/bin/env python3
"""Counts every set of SNOVA and Rainbow, and ML-DSA, on AArch64 and writes the tables of README.md and docs/speed.md.

    bench/tables.py [ARGUMENTS OF count.py ...]

The counts are those of `bench/count.py --what papers` and `--what peers`: exact instructions under qemu-user.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- speed: written by bench/tables.py -->\n", "<!-- end of speed -->\n"
OPERATIONS = ("keypair", "sign", "verify")


def count(what, sets):
    command = [sys.executable, ROOT / "bench/count.py", "--what", what, "--json", "--sets", sets, *sys.argv[1:]]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)[what]


def size(n):
    return f"{n / 1e6:.2f} M" if n >= 1e6 else f"{n / 1e3:.0f} k"


def short_table(rows):
    sets = {}
    for r in rows:
        sets.setdefault(r["alg"], {})[r["operation"]] = r
    lines = ["| set | key pair | sign | verify |", "|---|--:|--:|--:|"]
    for name, by in sets.items():
        cells = [f"{size(by[o]['neosig'])} ({by[o]['ratio']:.0f}x)" for o in OPERATIONS]
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def papers_table(rows):
    lines = ["| set | operation | reference | neosig | gain | published: reference | optimised | gain |",
             "|---|---|--:|--:|--:|--:|--:|--:|"]
    for r in rows:
        lines.append(f"| `{r['alg']}` | {r['operation']} | {r['reference']:,} | {r['neosig']:,} | {r['gain']:.1f} % | "
                     f"{r['published_reference']:,} | {r['published_optimised']:,} | {r['published_gain']:.1f} % |")
    return "\n".join(lines) + "\n"


def peers_table(rows):
    lines = ["| set | operation | neosig | best other | its count | ratio | papers' technique | ratio |",
             "|---|---|--:|---|--:|--:|--:|--:|"]
    for r in rows:
        technique = f"{r['technique']:,} | {r['technique_ratio']:.0f}" if r["technique"] else "| "
        other = f"{r['best_peer']} | {r['peer']:,} | {r['ratio']:.1f}" if r["peer"] else "| | "
        lines.append(f"| `{r['alg']}` | {r['operation']} | {r['neosig']:,} | {other} | {technique} |")
    return "\n".join(lines) + "\n"


def replace(path, text):
    old = path.read_text()
    path.write_text(old.split(BEGIN)[0] + BEGIN + "\n" + text + "\n" + END + old.split(END)[1])


def main():
    papers = count("papers", "snova,rainbow")
    peers = count("peers", "snova,rainbow")
    replace(ROOT / "README.md", short_table(papers))
    replace(ROOT / "docs/speed.md", "## In the papers' shape\n\n" + papers_table(papers) +
            "\n## Beside other implementations\n\n" + peers_table(peers))


main()
