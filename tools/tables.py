#!/usr/bin/env python3
"""Writes the table of parameter sets into README.md, from what the program itself says.

    tools/tables.py PROGRAM [ARGUMENT...]            rewrite the table
    tools/tables.py --check PROGRAM [ARGUMENT...]    exit 1 if it is not current

PROGRAM is the neosig program, with an emulator before it if one is needed.
"""
import json
import pathlib
import subprocess
import sys

README = pathlib.Path(__file__).resolve().parent.parent / "README.md"
BEGIN, END = "<!-- sets: written by tools/tables.py -->\n", "<!-- end of sets -->\n"


def table(sets):
    lines = ["| set | level | public key | secret key | signature | status |", "|---|--:|--:|--:|--:|---|"]
    notes = []
    for s in sets:
        why = f"{s['status']} since {s['status_since']}: {s['status_citation']}"
        if why not in notes:
            notes.append(why)
        sizes = " | ".join(f"{s[key]:,}" for key in ("public_key_bytes", "secret_key_bytes", "signature_bytes"))
        lines.append(f"| `{s['name']}` | {s['level']} | {sizes} | {s['status']} ({notes.index(why) + 1}) |")
    lines.append("")
    lines += [f"{i}. {note}." for i, note in enumerate(notes, 1)]
    return "\n".join(lines) + "\n"


def main():
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    command = arguments[check:]
    if not command:
        sys.exit(__doc__)
    sets = json.loads(subprocess.run([*command, "list", "--json"], check=True, capture_output=True).stdout)
    old = README.read_text()
    head, rest = old.split(BEGIN)
    new = head + BEGIN + "\n" + table(sets) + "\n" + END + rest.split(END)[1]
    if check:
        if new != old:
            sys.exit(f"{README.name} is not current: run tools/tables.py")
        print("the table of sets is current")
    else:
        README.write_text(new)


main()
