#!/usr/bin/env python3
"""Writes known_answers.c from the files in test/kat; with --check only says whether it is up to date."""

import pathlib
import re
import sys

VECTORS = 2
HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE / "known_answers.c"


def vectors(path):
    """The first vectors of a file, as dictionaries."""
    found = []
    for line in path.read_text().splitlines():
        match = re.fullmatch(r"(\w+) = (\w+)", line)
        if match and match[1] == "count":
            if len(found) == VECTORS:
                break
            found.append({})
        if match and found:
            found[-1][match[1]] = match[2]
    for count, vector in enumerate(found):
        if int(vector["count"]) != count or int(vector["mlen"]) != 33 * (count + 1):
            sys.exit(f"{path}: not the first vectors of NIST's procedure")
    if len(found) < VECTORS:
        sys.exit(f"{path}: fewer than {VECTORS} vectors")
    return found


def natural(path):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", str(path.relative_to(HERE.parent)))]


def table():
    lines = ["/* Written by known_answers.py from test/kat; not edited by hand. */", '#include "known_answers.h"', "",
             "/* clang-format off */", "const known_answer known_answers[] = {"]
    for path in sorted((HERE.parent / "test" / "kat").glob("*/*.kat"), key=natural):
        name = path.stem.removesuffix("-det")
        lines.append(f'    {{"{name}", {int(name != path.stem)}, {{')
        for vector in vectors(path):
            lines.append('        {"%s",\n         "%s",\n         "%s"},'
                         % (vector["pk_sha256"], vector["sk_sha256"], vector["sm_sha256"]))
        lines.append("    }},")
    lines += ["};", "const size_t known_answers_count = sizeof known_answers / sizeof known_answers[0];", ""]
    return "\n".join(lines)


if sys.argv[1:] == ["--check"]:
    if not TARGET.exists() or TARGET.read_text() != table():
        sys.exit("apps/known_answers.c does not match test/kat: run apps/known_answers.py")
elif sys.argv[1:]:
    sys.exit(__doc__)
else:
    TARGET.write_text(table())
