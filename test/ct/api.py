#!/usr/bin/env python3
"""Every function of the headers is an operation of operations.h, or handles no secret; every flag is used there.

    api.py
    api.py --self-test
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = ("neosig.h", "nist.h", "key.h")
# Functions that take and make no secret.
PUBLIC = set("""
    neosig_version neosig_strerror neosig_alg_count neosig_alg_at neosig_alg_find neosig_alg_by_oid neosig_status_name
    neosig_level_bits neosig_operation_name neosig_workspace_bytes neosig_prepared_bytes neosig_verify neosig_mu
    neosig_verify_many neosig_prepare_verify neosig_verify_prepared neosig_verify_init neosig_verify_init_prepared
    neosig_verify_update neosig_verify_final neosig_backend_count neosig_backend_name neosig_backend_usable neosig_backend_active
    neosig_backend_why neosig_backend_select neosig_cpu neosig_cpu_feature_name neosig_nist_bytes neosig_nist_open
    neosig_fingerprint
""".split())
# Writes zeros, wherever they go; wiping a key is its last use.
WIPES = {"neosig_wipe"}
# Flags of operations that do not change what is done with a secret, each with the reason.
FLAGS_APART = {
    "NEOSIG_ALLOW_INSECURE": "driver.c and residue.c set it for all keys",
    "NEOSIG_KEY_EXPANDED": "in neosig_key_format, the second half of NEOSIG_KEY_BOTH",
    "NEOSIG_KEY_PROTECTED": "says what was read",
    "NEOSIG_KEY_EMPTY_PASSPHRASE": "refuses or takes a passphrase of no bytes",
}


def faults(headers, table):
    functions = set(re.findall(r"^NEOSIG_API [^();]*?\b(neosig_\w+)\(", headers, re.M))
    options = headers.partition("Bits of neosig_options.flags")[2].partition("typedef")[0]
    keys = headers.partition("Bits of neosig_key.form")[2].partition("typedef")[0]
    flags = set(re.findall(r"^#define (NEOSIG_\w+) \d+u", options + keys, re.M))
    called = set(re.findall(r"\bneosig_\w+(?=\()", table))
    if len(functions) < 20 or len(flags) < 8:
        return ["functions or flags are not found in the headers"]
    found = [f"{name} is in no operation of operations.h" for name in sorted(functions - PUBLIC - WIPES - called)]
    found += [f"{name} is not in the headers" for name in sorted((PUBLIC | WIPES) - functions)]
    found += [f"{name} handles no secret, but is an operation" for name in sorted(PUBLIC & called - {
        "neosig_workspace_bytes", "neosig_prepared_bytes", "neosig_nist_bytes"})]
    found += [f"{flag} is in no operation of operations.h" for flag in sorted(flags - set(FLAGS_APART))
              if not re.search(rf"\b{flag}\b", table)]
    return found


def main():
    headers = "\n".join((HERE.parents[1] / "include/neosig" / name).read_text() for name in HEADERS)
    table = (HERE / "operations.h").read_text()
    if sys.argv[1:] == ["--self-test"]:
        tests = {
            "what is there": not faults(headers, table),
            "a function that is in no operation": bool(faults(headers, table.replace("neosig_sign_init_prepared(", "f("))),
            "a function that is new": bool(faults(headers + "\nNEOSIG_API int neosig_new(\n    int a);\n", table)),
            "a flag that is in no operation": bool(faults(headers, table.replace("NEOSIG_EXTERNAL_MU", "x"))),
            "headers without functions": bool(faults("", table)),
        }
        for name, good in tests.items():
            print(f"{'ok  ' if good else 'FAIL'} {name}")
        return not all(tests.values())
    found = faults(headers, table)
    print("\n".join(found) or "every function and flag for secrets is an operation")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
