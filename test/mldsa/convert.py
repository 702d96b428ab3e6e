#!/usr/bin/env python3
"""Rewrites the JSON test vectors of ACVP and Wycheproof for ML-DSA as the text that vectors.c reads.

    convert.py ACVP_FOLDER WYCHEPROOF_FOLDER OUTPUT.tar.xz

Inputs are kept whole; what a test only compares with (keys and signatures made) is kept as its SHA-256.
Files and their origins are listed in README.md.
"""
import hashlib
import io
import json
import lzma
import pathlib
import sys
import tarfile


def digest(text):
    return hashlib.sha256(bytes.fromhex(text)).hexdigest()


def block(fields):
    return "".join(f"{name} {value}\n".lower() for name, value in fields if value is not None) + "\n"


def vector_sets(document):
    """The test groups of an ACVP document, whatever wraps them, with the mode they are for."""
    for part in document if isinstance(document, list) else [document]:
        for group in part.get("testGroups", []):
            yield part.get("mode"), part["vsId"], group


def options(group, test):
    external = group.get("signatureInterface", "internal") == "external"
    return [
        ("interface", "mu" if "mu" in test else "external" if external else "internal"),
        ("prehash", test.get("hashAlg") if group.get("preHash") == "preHash" else None),
        ("context", test.get("context") or None),
        ("message", test["mu"] if "mu" in test else test["message"]),
    ]


def acvp(prompt, expected):
    answers = {(vs, test["tcId"]): test for _, vs, group in vector_sets(expected) for test in group["tests"]}
    out = []
    for mode, vs, group in vector_sets(prompt):
        for test in group["tests"]:
            answer = answers[vs, test["tcId"]]
            head = [("case", f"{mode}-{vs}-{test['tcId']}"), ("algorithm", group["parameterSet"])]
            if mode == "keyGen":
                body = [("seed", test["seed"]), ("pk_sha256", digest(answer["pk"])),
                        ("sk_sha256", digest(answer["sk"]))]
            elif mode == "sigGen":
                rnd = None if group["deterministic"] else test["rnd"]
                body = [("sk", test["sk"]), ("rnd", rnd), *options(group, test),
                        ("sig_sha256", digest(answer["signature"]))]
            else:
                body = [("pk", test["pk"]), *options(group, test), ("sig", test["signature"]),
                        ("valid", int(answer["testPassed"]))]
            out.append(block(head + body))
    return "".join(out)


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
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, text in files.items():
            entry = tarfile.TarInfo(name + ".txt")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
            print(f"{name}: {text.count('case ')} cases")
    pathlib.Path(output).write_bytes(lzma.compress(packed.getvalue(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
