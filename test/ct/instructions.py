#!/usr/bin/env python3
"""Look for instructions whose time depends on their operands in the library's machine code.

    instructions.py LIBRARY.a [--objdump OBJDUMP]
    instructions.py --self-test OBJECT [--objdump OBJDUMP]

Divisions and square roots, integer and floating, on both machines; on x86-64 also PDEP and PEXT, which are microcoded
with data-dependent time on some AMD cores. Every function of every object is looked at. Those of the list below may
have some, each for its reason.
"""
import argparse
import collections
import re
import shutil
import subprocess
import sys

import figures
import sources

VARIABLE = {
    "aarch64": r"[us]div|fdiv|fsqrt",
    "x86-64": r"i?div[bwlq]?|v?(?:div|sqrt)[sp][sd]|f(?:i?div|sqrt)\w*|pdep\w*|pext\w?",
}

# folder/file:function, the file that defines it: (at most so many an object, why they are on public values only)
DIMENSION = "dimensions of the set"
PUBLIC = {
    "api/registry.c:neosig_scheme_of": (1, "a pointer to a parameter set"),
    "gf/gf16_avx2.c:multiply": (1, DIMENSION),
    "gf/gf16_neon.c:multiply": (1, DIMENSION),
    "gf/gf16_neon.c:multiply_lanes": (1, DIMENSION),
    "gf/gf16_neon.c:update": (1, DIMENSION),
    "gf/tower.c:neosig_tower_solve": (1, "size of a field element"),
    "gf/tower_vector_body.h:multiply_16": (1, DIMENSION),
    "gf/tower_vector_body.h:multiply_256": (1, DIMENSION),
    "hawk/hawk_kernels_neon.c:hawk_neon_half_trace": (4, "verification"),
    "hawk/hawk_kernels_plain_body.h:hawk_plain_half_trace": (4, "verification"),
    "hawk/hawk_verify.c:divide": (4, "verification"),
    "hawk/hawk_verify.c:neosig_hawk_verify": (4, "verification"),
    "haetae/haetae_rans.c:neosig_haetae_pack_signature": (2, "frequencies of the set"),
    "haetae/haetae_singular.c:neosig_haetae_singular_value": (2, DIMENSION),
    "kdf.c:neosig_scrypt": (3, "parameters of scrypt, which a key file says openly"),
    "kdf.c:neosig_scrypt_is_bounded": (3, "the same"),
    "mldsa/mldsa_expand.c:neosig_mldsa_expand_a": (2, "number of a polynomial, " + DIMENSION),
    "mldsa/mldsa_poly_avx2.c:mldsa_avx2_eta_vartime": (2, "PEXT by a declassified mask, which alone its time follows"),
    "mldsa/mldsa_expand.c:neosig_mldsa_rows_next": (2, "number of a polynomial, " + DIMENSION),
    "rainbow/rainbow_keygen.c:add_product": (2, "rows of a matrix, " + DIMENSION),
    "rainbow/rainbow_keygen.c:mix": (2, "size of a field element"),
    "snova/snova_esk.c:get_matrix": (1, "number of an element, " + DIMENSION),
    "snova/snova_esk.c:add_product": (1, "the same, inlined"),
    "snova/snova_esk.c:get_f21_transposed": (1, "the same, inlined"),
    "snova/snova_esk.c:neosig_snova_esk_get_r": (1, "the same, inlined"),
    "snova/snova_kernels_neon.c:multiply_blocks": (4, DIMENSION),
    "snova/snova_kernels_neon.c:multiply_picked": (1, DIMENSION),
    "snova/snova_system.c:neosig_snova_solve": (2, "number of a column, " + DIMENSION),
}
PLANTED = {"division.c:by_dimension": (1, "a test"), "division.c:leak_second": (1, "a test")}


def functions(objdump, path):
    """(architecture, [(object, function, address, instruction)]) of an archive or object."""
    command = [objdump, "-d", "--no-show-raw-insn", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
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
    parser.add_argument("--self-test", action="store_true", help="the file is the object of planted/division.c")
    figures.add_options(parser)
    options = parser.parse_args()

    machine, rows = functions(options.objdump, options.library)
    if not rows:
        sys.exit(f"instructions.py: nothing disassembled from {options.library}")
    tree = sources.Sources(*([sources.HERE / "planted"] if options.self_test else [sources.SRC, sources.KEY]))
    listed = PLANTED if options.self_test else PUBLIC
    missing = set(listed) - tree.all_functions()
    bad = re.compile(VARIABLE[machine] + r"$")
    found, seen, allowed = [], collections.Counter(), 0
    for member, symbol, address, mnemonic, operands in rows:
        if bad.match(mnemonic):
            function = tree.function(member, symbol) or f"{member}:{symbol}"
            seen[member, function] += 1
            if seen[member, function] <= listed.get(function, (0, ""))[0]:
                allowed += 1
            else:
                found.append((symbol, f"{function} at {address} of {member}: {mnemonic} {operands}"))
    if options.self_test:
        planted = {f for _, f, *_ in rows if f.startswith("leak_")}
        caught = {f for f, _ in found}
        print(f"planted in {sorted(planted)}, found in {sorted(caught)}, {allowed} allowed by the list")
        return planted != caught or allowed != len(listed) or bool(missing)
    for function in sorted(missing):
        print(f"in the list PUBLIC of this script, but not in the sources: {function}")
    for _, text in found:
        print(f"variable time: {text}")
    if found:
        print("if every such operand is public by nature, say so in the list PUBLIC of this script")
    members = {r[0] for r in rows}
    print(f"{machine}: {len(rows)} instructions of {len({(r[0], r[1]) for r in rows})} functions in "
          f"{len(members)} objects, {len(found)} of variable time besides {allowed} on public values")
    seen_by = (f"instructions, {'AArch64' if machine == 'aarch64' else machine}",
               f"{len(rows)} in {len({(r[0], r[1]) for r in rows})} functions",
               f"none of variable time besides {allowed} on public values")
    old = ""
    if not found and not missing:
        figures.write(options, *seen_by, f"objdump {figures.version(options.objdump)}")
        old = figures.old(options, *seen_by)
    if old:
        print(old)
    return bool(found or missing or old)


if __name__ == "__main__":
    sys.exit(main())
