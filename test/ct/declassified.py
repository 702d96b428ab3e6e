#!/usr/bin/env python3
"""List what the library makes public on purpose: every neosig_declassify with its reason, and every _vartime function.

    declassified.py SOURCE_DIRECTORY [--markdown]
"""
import pathlib
import re
import sys

CALL = re.compile(r"neosig_declassify\s*\(((?:[^()\"]|\((?:[^()]|\([^()]*\))*\)|\"(?:[^\"\\]|\\.)*\")*)\)", re.S)
FUNCTION = re.compile(r"^[A-Za-z_][\w \*]*?\b(\w+_vartime)\s*\([^;{]*\)\s*\{", re.M)


def main():
    root = pathlib.Path(sys.argv[1])
    markdown = "--markdown" in sys.argv
    calls, functions = [], []
    for path in sorted(root.rglob("*.[chS]")):
        if path.name == "secret.h":
            continue
        text = path.read_text()
        for m in CALL.finditer(text):
            line = text.count("\n", 0, m.start()) + 1
            reason = " ".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", m.group(1)))
            what = re.sub(r"\s+", " ", m.group(1).split(",")[0]).strip()
            calls.append((f"{path.relative_to(root)}:{line}", what, reason))
        functions += [(str(path.relative_to(root)), m.group(1)) for m in FUNCTION.finditer(text)]
    if markdown:
        print("| where | what | why it may be public |\n|---|---|---|")
        for where, what, reason in calls:
            print(f"| `{where.split(':')[0]}` | `{what}` | {reason} |")
    else:
        print(f"{len(calls)} declassifications:")
        for where, what, reason in calls:
            print(f"  {where}: {what}: {reason or 'NO REASON GIVEN'}")
        print(f"{len(functions)} functions of variable time on public data: " + ", ".join(f"{f} ({p})" for p, f in functions))
    return any(not reason for _, _, reason in calls)


if __name__ == "__main__":
    sys.exit(main())
