#!/usr/bin/env python3
"""Rewrites the JSON test vectors of ACVP and Wycheproof for ML-DSA (test/kat/acvp.py).

    convert.py ACVP_FOLDER WYCHEPROOF_FOLDER OUTPUT.tar.xz

Files and their origins are listed in README.md.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kat"))
from acvp import acvp, block, write  # noqa: E402


def wycheproof(document):
    out = []
    for group in document["testGroups"]:
        for test in group["tests"]:
            out.append(block([
                ("case", f"wycheproof-{test['tcId']}"), ("algorithm", document["algorithm"]),
                ("pk", group["publicKey"]), ("interface", "external"), ("context", test.get("ctx") or None),
                ("message", test["msg"]), ("sig", test["sig"]), ("valid", int(test["result"] == "valid")),
            ]))
    return "".join(out)


def main(acvp_folder, wycheproof_folder, output):
    def read(folder, name):
        return json.loads((pathlib.Path(folder) / name).read_text())

    files = {}
    for name, prompt, expected in [
        ("acvp-keygen", "keyGen-1.1.0.40-prompt", "keyGen-1.1.0.40-expectedResults"),
        ("acvp-siggen", "sigGen-1.1.0.36-prompt", "sigGen-1.1.0.36-expectedResults"),
        ("acvp-siggen-hedged", "sigGen-hedged-internal", "sigGen-hedged-internal"),
        ("acvp-sigver", "sigVer-1.1.0.40-prompt", "sigVer-1.1.0.40-expectedResults"),
        ("acvp-session", "session-667937-vectors", "session-667937-expected"),
    ]:
        files[name] = acvp(read(acvp_folder, prompt + ".json"), read(acvp_folder, expected + ".json"))
    for level in (44, 65):
        files[f"wycheproof-{level}"] = wycheproof(read(wycheproof_folder, f"mldsa_{level}_verify_test.json"))
    write(output, files)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
