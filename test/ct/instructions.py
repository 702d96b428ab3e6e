#!/usr/bin/env python3
"""Look for instructions whose time depends on their operands in the library's machine code.

    instructions.py LIBRARY.a [--objdump OBJDUMP] [--self-test OBJECT]

Divisions and square roots, integer and floating, on both machines; on x86-64 also PDEP and PEXT, which are microcoded
with data-dependent time on some AMD cores. Every function of every object is looked at. Functions whose names hold
"_vartime" take public data only and may divide; so may those of the list below, each for its reason.
"""
import argparse
import collections
import re
import shutil
import subprocess
import sys

VARIABLE = {
    "aarch64": r"[us]div|fdiv|fsqrt",
    "x86-64": r"i?div[bwlq]?|v?(?:div|sqrt)[sp][sd]|f(?:i?div|sqrt)\w*|pdep\w*|pext\w?",
}

# object:function: (at most so many, why they are on public values only)
DIMENSION = "dimensions of the set"
PUBLIC = {
    "gf16_avx2.c:multiply": (1, DIMENSION),
    "gf16_neon.c:multiply": (1, DIMENSION),
    "gf16_neon_sha3.c:multiply": (1, DIMENSION),
    "mldsa_poly_avx2.c:eta_sample": (2, "PEXT by a declassified mask, which alone its time follows where it varies"),
    "tower.c:neosig_tower_solve": (1, "size of a field element"),
    "tower_avx2.c:multiply_16": (1, DIMENSION),
    "tower_avx2.c:multiply_256": (1, DIMENSION),
    "tower_neon.c:multiply_16": (1, DIMENSION),
    "tower_neon.c:multiply_256": (1, DIMENSION),
    "tower_neon_sha3.c:multiply_16": (1, DIMENSION),
    "tower_neon_sha3.c:multiply_256": (1, DIMENSION),
    "rainbow_keygen.c:mix": (2, "size of a field element"),
    "rainbow_keygen.c:add_product": (2, "rows of a matrix, " + DIMENSION),
    "snova_esk.c:get_matrix": (1, "number of an element, " + DIMENSION),
    "snova_esk.c:neosig_snova_esk_get_r": (1, "the same, inlined"),
    "snova_matrices.c:neosig_snova_u_tables": (2, "number of a column, " + DIMENSION),
    "snova_map_round1.c:neosig_snova_evaluate": (1, "number of a column, " + DIMENSION),
    "snova_system_round1.c:neosig_snova_solve": (2, "number of a column, " + DIMENSION),
    "mldsa_expand.c:neosig_mldsa_expand_a": (4, "number of a polynomial, " + DIMENSION),
    "mldsa_expand.c:neosig_mldsa_rows_next": (4, "number of a polynomial, " + DIMENSION),
}


def functions(objdump, path):
    """(architecture, [(object, function, address, instruction)]) of an archive or object."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True).stdout
    machine, rows, member, function = None, [], path, "?"
    for line in text.splitlines():
        if m := re.match(r"(\S+):\s+file format (\S+)", line):
            member = m.group(1)
            machine = "aarch64" if "aarch64" in m.group(2) else "x86-64"
        elif m := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            function = m.group(1)
        elif m := re.match(r"\s+([0-9a-f]+):\s+(?:(?:lock|rep\w*|notrack|data16)\s+)*(\S+)(.*)", line):
            rows.append((member, function, m.group(1), m.group(2), m.group(3).strip()))
    return machine, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--objdump", default=shutil.which("objdump"))
    parser.add_argument("--self-test", action="store_true", help="the file holds planted divisions: find one in each function")
    options = parser.parse_args()

    machine, rows = functions(options.objdump, options.library)
    if not rows:
        sys.exit(f"instructions.py: nothing disassembled from {options.library}")
    bad = re.compile(VARIABLE[machine] + r"$")
    found, allowed = [], collections.Counter()
    for member, function, address, mnemonic, operands in rows:
        if not bad.match(mnemonic) or "_vartime" in function:
            continue
        key = f"{member.removesuffix('.o')}:{function.split('.')[0]}"
        allowed[key] += 1
        if allowed[key] > PUBLIC.get(key, (0, ""))[0]:
            found.append((function, f"{member}: {function} at {address}: {mnemonic} {operands}"))
    if options.self_test:
        planted = {f for _, f, *_ in rows if f.startswith("leak_")}
        caught = {f for f, _ in found}
        print(f"planted in {sorted(planted)}, found in {sorted(caught)}")
        return not planted or planted != caught
    for _, text in found:
        print(f"variable time: {text}")
    if found:
        print("if every such operand is public by nature, say so in the list PUBLIC of this script")
    members = {r[0] for r in rows}
    print(f"{machine}: {len(rows)} instructions of {len({(r[0], r[1]) for r in rows})} functions in {len(members)} objects, "
          f"{len(found)} of variable time besides {sum(allowed.values()) - len(found)} on public values")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
