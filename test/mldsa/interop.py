#!/usr/bin/env python3
"""The three forms of an ML-DSA private key (RFC 9881, section 6) against the package `cryptography`.

    interop.py EXPAND PROGRAM [EMULATOR...]

EXPAND prints the expanded key of a seed (expand.c), PROGRAM is neosig. The package makes the keys; each is written as
seed, as expanded key, and as both. neosig must read all three and sign alike with them, the package must accept the
signatures, and must read what it supports of the three forms as the same key. Exits with 77 (skipped) where there is
no such package.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

try:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import mldsa
except ImportError as error:
    print("skipped: the Python package cryptography with ML-DSA is not installed:", error)
    sys.exit(77)

EXPAND, PROGRAM, EMULATOR = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
SETS = {
    "ml-dsa-44": (mldsa.MLDSA44PrivateKey, 17),
    "ml-dsa-65": (mldsa.MLDSA65PrivateKey, 18),
    "ml-dsa-87": (mldsa.MLDSA87PrivateKey, 19),
}
checks = 0


def check(good, what):
    global checks
    checks += 1
    if not good:
        sys.exit(f"failed: {what}")


def run(program, *arguments):
    return subprocess.run([*EMULATOR, program, *arguments], capture_output=True, text=True)


def der(tag, *contents):
    content = b"".join(contents)
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x80 + (size.bit_length() + 7) // 8]) + size.to_bytes(
        (size.bit_length() + 7) // 8, "big")
    return bytes([tag]) + length + content


def pem(last_of_oid, private):
    oid = bytes([0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, last_of_oid])
    text = base64.b64encode(der(0x30, der(0x02, b"\0"), der(0x30, oid), der(0x04, private)))
    lines = b"".join(text[i:i + 64] + b"\n" for i in range(0, len(text), 64))
    return b"-----BEGIN PRIVATE KEY-----\n" + lines + b"-----END PRIVATE KEY-----\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("message", "wb") as file:
            file.write(os.urandom(1000))
        message = open("message", "rb").read()
        read_by_package = {}
        for name, (kind, oid) in SETS.items():
            private = kind.generate()
            public = private.public_key()
            seed = private.private_bytes_raw()
            expanded = bytes.fromhex(run(EXPAND, name, seed.hex()).stdout)
            forms = {
                "seed": der(0x80, seed),
                "expanded": der(0x04, expanded),
                "both": der(0x30, der(0x04, seed), der(0x04, expanded)),
            }
            signatures = set()
            for form, content in forms.items():
                with open("key", "wb") as file:
                    file.write(pem(oid, content))
                result = run(PROGRAM, "sign", "-q", "-f", "--deterministic", "-k", "key", "message")
                check(result.returncode == 0, f"{name}: neosig signs with a key as {form}: {result.stderr}")
                told = json.loads(run(PROGRAM, "inspect", "--json", "key").stdout)[0]
                check((told["algorithm"], told["form"]) == (name, form), f"{name}: neosig says the form, {form}")
                if form != "expanded":
                    check(run(PROGRAM, "public", "key").stdout.encode() == public.public_bytes(
                        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo),
                          f"{name}: neosig writes the public key of {form}")
                signature = open("message.sig", "rb").read()
                signatures.add(signature)
                public.verify(signature, message)
                try:
                    loaded = serialization.load_pem_private_key(open("key", "rb").read(), None)
                    check(loaded.private_bytes_raw() == seed, f"{name}: the package reads {form} as the same key")
                    read_by_package.setdefault(form, []).append(name)
                except (UnsupportedAlgorithm, ValueError):
                    pass # the package does not have this form
            check(len(signatures) == 1, f"{name}: the three forms sign alike")
            # A seed and an expanded key that do not belong together are no key.
            other = bytes([expanded[0] ^ 1]) + expanded[1:]
            with open("key", "wb") as file:
                file.write(pem(oid, der(0x30, der(0x04, seed), der(0x04, other))))
            check(run(PROGRAM, "sign", "-q", "-f", "-k", "key", "message").returncode == 3,
                  f"{name}: a mismatch is refused")
        check(len(read_by_package.get("seed", [])) == len(SETS), "the package reads the seed form")
        print(f"{checks} checks passed; forms the package reads:", ", ".join(read_by_package))


main()
