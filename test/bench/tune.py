"""tune.py PROGRAM [EMULATOR ...]

neosig-tune: every choice has ways that compute the same, and exactly one of them is neosig's. It is the one that
the backend takes which the CPU chooses."""
import collections
import csv
import os
import subprocess
import sys

# What each backend takes for four states of Keccak.
FOUR_STATES = {"neon-sha3": ["SHA-3 instructions, two by two"], "neon-aes": ["NEON and general registers",
                "NEON, SHA-3 instructions and general registers"],
               "neon": ["NEON and general registers"], "avx2": ["AVX-512", "AVX2"]}
program, emulator = sys.argv[1], sys.argv[2:]
environment = {name: value for name, value in os.environ.items() if name != "NEOSIG_BACKEND"}


def tune(*arguments):
    done = subprocess.run([*emulator, program, *arguments], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout, done.stderr


code, text, errors = tune()
if code != 0:
    sys.exit(errors)
backend = text.splitlines()[0].rsplit("backend ", 1)[1]
table = tune("--csv")[1]
choices = collections.defaultdict(list)
for unit, row in ((unit, row) for row in csv.DictReader(table.splitlines()) for unit in list(row)[2:3]):
    low, median, high = (float(row[name]) for name in ("q1", unit, "q3"))
    assert 0 < low <= median <= high, row
    choices[row["choice"]].append((row["way"], row["neosig"]))
assert backend == "portable" or len(choices) >= 4, table
for choice, ways in choices.items():
    ours = [way for way, neosig in ways if neosig == "1"]
    assert len(ours) == 1 and len(set(ways)) == len(ways), (choice, ways)
    assert choice in text and all(way in text for way, _ in ways), text
    assert choice != "Keccak, four states" or ours[0] in FOUR_STATES[backend], (backend, ours)
assert "choices would be others on this CPU" in text, text
assert tune("--everything")[0] == 2 and tune("--help")[:2] == (0, tune("--everything")[2])
