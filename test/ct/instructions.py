#!/usr/bin/env python3
"""Look for instructions whose time depends on their operands in the library's machine code.

    instructions.py LIBRARY.a [--objdump OBJDUMP]
    instructions.py --self-test OBJECT [--objdump OBJDUMP]

Divisions and square roots, integer and floating, on both machines; on x86-64 also PDEP and PEXT, which are microcoded
with data-dependent time on some AMD cores. Every function of every object is looked at. Those of the list below have
some, each for its reason: exactly so many, or one more would hide behind one that another compiler makes. A compiler
that docs/security.md does not name may make fewer.
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

# folder/file:function, the file that defines it: (so many in each object, why they are on public values only).
DIMENSION = "dimensions of the set"
PUBLIC = {
    "api/registry.c:neosig_scheme_of": (1, "a pointer to a parameter set"),
    "api/registry.c:neosig_alg_find": (1, "the same, inlined"),
    "gf/gf16_avx2.c:multiply": (1, DIMENSION),
    "gf/gf16_neon.c:multiply": (1, DIMENSION),
    "gf/gf16_neon.c:multiply_lanes": (1, DIMENSION),
    "gf/quadratic.c:neosig_add_product": (3, "rows of a matrix, " + DIMENSION),
    "gf/quadratic.c:neosig_matrix_pairs_bytes": (1, "the same"),
    "gf/solve_neon_body.h:update": (1, DIMENSION),
    "hawk/hawk_kernels_neon.c:hawk_neon_half_trace": (2, "verification"),
    "hawk/hawk_kernels_plain_body.h:hawk_plain_half_trace": (2, "verification"),
    "hawk/hawk_verify.c:neosig_hawk_verify": (2, "verification"),
    "haetae/haetae_rans.c:neosig_haetae_pack_signature": (2, "frequencies of the set"),
    "haetae/haetae_singular.c:neosig_haetae_singular_value": (2, DIMENSION),
    "kdf.c:neosig_scrypt": (3, "parameters of scrypt, which a key file says openly"),
    "kdf.c:neosig_scrypt_is_bounded": (3, "the same"),
    "mldsa/mldsa_expand.c:neosig_mldsa_expand_a": (1, "number of a polynomial, " + DIMENSION),
    "mldsa/mldsa_poly_avx2.c:mldsa_avx2_eta_vartime": (2, "PEXT by a declassified mask, which alone its time follows"),
    "rainbow/rainbow_keygen.c:mix": (2, "size of a field element"),
    "snova/snova_esk.c:get_matrix": (1, "number of an element, " + DIMENSION),
    "snova/snova_esk.c:add_product": (1, "the same, inlined"),
    "snova/snova_esk.c:get_f21_transposed": (1, "the same, inlined"),
    "snova/snova_kernels_neon.c:multiply_blocks": (3, DIMENSION),
    "snova/snova_kernels_neon.c:multiply_picked": (1, DIMENSION),
    "snova/snova_system.c:neosig_snova_solve": (2, "number of a column, " + DIMENSION),
    "uov/uov_keygen.c:make_whole": (1, "rows of a matrix, " + DIMENSION),
}
# The same of compilers that docs/security.md does not name, which inline other functions.
ELSEWHERE = {
    "hawk/hawk_verify.c:divide": (2, "verification"),
    "mldsa/mldsa_expand.c:neosig_mldsa_rows_next": (1, "number of a polynomial, " + DIMENSION),
    "snova/snova_esk.c:neosig_snova_esk_get_r": (1, "the same, inlined"),
}
PLANTED = {"division.c:by_dimension": (1, "a test"), "division.c:leak_second": (1, "a test"),
           "division.c:leak_slack": (2, "a test: one may be added unseen")}


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


def too_few(seen, there, listed):
    """Functions of the list with fewer such instructions than it says."""
    return [(symbol, f"{function} of {member} has {seen[member, function]} such instructions, the list says "
             f"{listed[function][0]}") for member, function, symbol in sorted(there)
            if function in listed and seen[member, function] < listed[function][0]]


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
    is_exact = options.self_test or figures.is_of(options)
    listed = PLANTED if options.self_test else PUBLIC if is_exact else PUBLIC | ELSEWHERE
    missing = set(listed if options.self_test else PUBLIC | ELSEWHERE) - tree.all_functions()
    bad = re.compile(VARIABLE[machine] + r"$")
    there = {(member, tree.function(member, symbol) or f"{member}:{symbol}", symbol)
             for member, symbol in {row[:2] for row in rows}}
    names = {(member, symbol): function for member, function, symbol in there}
    found, seen, allowed = [], collections.Counter(), 0
    for member, symbol, address, mnemonic, operands in rows:
        if bad.match(mnemonic):
            function = names[member, symbol]
            seen[member, function] += 1
            if seen[member, function] <= listed.get(function, (0, ""))[0]:
                allowed += 1
            else:
                found.append((symbol, f"{function} at {address} of {member}: {mnemonic} {operands}"))
    if is_exact:
        found += too_few(seen, there, listed)
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
