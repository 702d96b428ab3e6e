#!/usr/bin/env python3
"""ML-DSA key files and signatures against the package `cryptography`, both ways: interoperate.py [EMULATOR...] PROGRAM

Exits with 77 (skipped) if the package is not installed or has no ML-DSA."""

import os
import subprocess
import sys
import tempfile

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import mldsa
except ImportError as error:
    print("skipped:", error)
    sys.exit(77)

COMMAND = [os.path.abspath(a) if os.path.exists(a) else a for a in sys.argv[1:]]
SETS = {"ml-dsa-44": mldsa.MLDSA44PrivateKey, "ml-dsa-65": mldsa.MLDSA65PrivateKey,
        "ml-dsa-87": mldsa.MLDSA87PrivateKey}
checks = 0


def check(good, what):
    global checks
    checks += 1
    if not good:
        sys.exit(f"failed: {what}")


def neosig(*arguments):
    return subprocess.run([*COMMAND, *arguments], capture_output=True).returncode


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, content):
    with open(name, "wb") as file:
        file.write(content)


def accepts(public, signature, message, context=b""):
    try:
        public.verify(signature, message, context)
    except InvalidSignature:
        return False
    return True


def ours_to_theirs(name, kind):
    check(neosig("keygen", "-q", "-f", name, "-o", "k") == 0, "keygen")
    public = serialization.load_pem_public_key(read("k.pub"))
    private = serialization.load_pem_private_key(read("k.key"), None)
    check(isinstance(private, kind), "the kind of the private key")
    same = [key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
            for key in (public, private.public_key())]
    check(same[0] == same[1], "both files hold the same key")
    for context in (b"", b"context"):
        option = ("--context", context.decode()) if context else ()
        check(neosig("sign", "-q", "-f", "-k", "k.key", *option, "message") == 0, "sign")
        check(accepts(public, read("message.sig"), read("message"), context), "they accept our signature")
        check(not accepts(public, read("message.sig"), read("message") + b"x", context), "they refuse another message")
        check(not accepts(public, read("message.sig"), read("message"), context + b"x"), "they refuse another context")
        write("theirs", private.sign(read("message"), context))
        check(neosig("verify", "-q", "-k", "k.pub", *option, "message", "-s", "theirs") == 0, "we accept their signature")
        check(neosig("verify", "-q", "-k", "k.pub", "--context", "y", "message", "-s", "theirs") == 1,
              "we refuse another context")


def theirs_to_ours(kind):
    private = kind.generate()
    public = private.public_key()
    write("t.pub", public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
    write("t.key", private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                         serialization.NoEncryption()))
    write("theirs", private.sign(read("message")))
    check(neosig("verify", "-q", "-k", "t.pub", "message", "-s", "theirs") == 0, "we accept their key and signature")
    check(neosig("sign", "-q", "-f", "-k", "t.key", "message") == 0, "we sign with their key")
    check(accepts(public, read("message.sig"), read("message")), "they accept it")


def protected(name, kind):
    write("pass", b"correct horse\n")
    check(neosig("keygen", "-q", "-f", name, "-o", "k", "--passphrase-file", "pass", "--kdf-cost", "16") == 0,
          "keygen, protected")
    private = serialization.load_pem_private_key(read("k.key"), b"correct horse")
    public = serialization.load_pem_public_key(read("k.pub"))
    check(accepts(public, private.sign(b"m"), b"m"), "they open our protected key")
    for encoding in serialization.Encoding.PEM, serialization.Encoding.DER:
        write("p.key", private.private_bytes(encoding, serialization.PrivateFormat.PKCS8,
                                             serialization.BestAvailableEncryption(b"correct horse")))
        check(neosig("sign", "-q", "-f", "-k", "p.key", "--passphrase-file", "pass", "message") == 0,
              "we open their protected key")
        check(accepts(public, read("message.sig"), read("message")), "it is the same key")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write("message", os.urandom(1000))
        for name, kind in SETS.items():
            ours_to_theirs(name, kind)
            theirs_to_ours(kind)
            protected(name, kind)
    print(f"{checks} checks passed")


main()
