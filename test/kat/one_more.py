"""A program whose list has one set more than PROGRAM's: one_more.py PROGRAM list --json"""
import json
import subprocess
import sys

sets = json.loads(subprocess.run(sys.argv[1:], check=True, capture_output=True).stdout)
print(json.dumps([*sets, {**sets[0], "name": "one-more"}]))
