"""What the programs test/<scheme>/convert.py share: they rewrite JSON test vectors of ACVP and Wycheproof as the text
that vectors.c reads. Inputs are kept whole; what a test only compares with (keys and signatures made) is kept as its
SHA-256.
"""
import hashlib
import io
import lzma
import pathlib
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
                seed = "".join(test[part] for part in ("seed", "skSeed", "skPrf", "pkSeed") if part in test)
                body = [("seed", seed), ("pk_sha256", digest(answer["pk"])), ("sk_sha256", digest(answer["sk"]))]
            elif mode == "sigGen":
                rnd = None if group["deterministic"] else test.get("rnd") or test["additionalRandomness"]
                body = [("sk", test["sk"]), ("rnd", rnd), *options(group, test),
                        ("sig_sha256", answer.get("signatureSha256") or digest(answer["signature"]))]
            else:
                body = [("pk", test["pk"]), *options(group, test), ("sig", test["signature"]),
                        ("valid", int(answer["testPassed"]))]
            out.append(block(head + body))
    return "".join(out)


def write(output, files):
    """files: {name: text}"""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, text in files.items():
            entry = tarfile.TarInfo(name + ".txt")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
            print(f"{name}: {text.count('case ')} cases")
    pathlib.Path(output).write_bytes(lzma.compress(packed.getvalue(), preset=9 | lzma.PRESET_EXTREME))
