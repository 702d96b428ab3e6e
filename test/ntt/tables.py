#!/usr/bin/env python3
"""Written tables are what their program writes; a digit changed in any of them, or a missing file, is found and named.

    tables.py TOOL DIRECTORY    TOOL --check [DIRECTORY] checks the *_tables.h of DIRECTORY, its default
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

tool, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
check = [sys.executable, tool, "--check"]
subprocess.run(check, check=True)

files = sorted(source.glob("*_tables.h"))
if not files:
    sys.exit(f"no tables in {source}")
with tempfile.TemporaryDirectory() as name:
    directory = pathlib.Path(name)
    for file in files:
        shutil.copy(file, directory)
    subprocess.run([*check, directory], check=True)
    for file in files:
        planted = directory / file.name
        text = file.read_text()
        last = list(re.finditer(r"\d", text[:text.rindex("};")]))[-1].start()
        for changed in (text[:last] + str((int(text[last]) + 1) % 10) + text[last + 1:], None):
            if changed:
                planted.write_text(changed)
            else:
                planted.unlink()
            done = subprocess.run([*check, directory], capture_output=True, text=True)
            if done.returncode != 1 or planted.name not in done.stderr:
                sys.exit(f"{planted.name}: a {'changed digit' if changed else 'missing file'} was not found")
        planted.write_text(text)
print(f"{len(files)} tables are current; each planted fault was found")
