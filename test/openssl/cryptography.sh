#!/bin/sh
# cryptography.sh MODULE OPENSSL NEOSIG PYTHON
# neosig's ML-DSA in OPENSSL against the package cryptography of PYTHON, both ways.
. "$(dirname "$0")/common.sh"
python=$4
if ! "$python" -c 'from cryptography.hazmat.primitives.asymmetric import mldsa' 2> /dev/null; then
    echo "skipped: $python has no package cryptography with ML-DSA (sh tools/setup.sh test-all fetches one)"
    exit 77
fi
if at_least 3.5; then
    properties="?provider=neosig"
    configure openssl.cnf "ml-dsa = yes"
fi
echo "a message" > message
for set in 44 65 87; do
    ossl genpkey -algorithm ML-DSA-$set -out our.key
    ossl pkey -in our.key -pubout -out our.pub
    ossl pkeyutl -sign -rawin -inkey our.key -in message -out our.sig
    OPENSSL_CONF=/dev/null "$python" - $set << 'END'
import pathlib, sys
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import mldsa

def read(name):
    return pathlib.Path(name).read_bytes()

ours = serialization.load_pem_private_key(read("our.key"), None)
public = serialization.load_pem_public_key(read("our.pub"))
assert ours.public_key() == public
public.verify(read("our.sig"), read("message"))
theirs = getattr(mldsa, f"MLDSA{sys.argv[1]}PrivateKey").generate()
pathlib.Path("their.key").write_bytes(theirs.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
pathlib.Path("their.pub").write_bytes(theirs.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
pathlib.Path("their.sig").write_bytes(theirs.sign(read("message")))
END
    ossl pkey -in their.key -pubout | cmp - their.pub
    ossl pkeyutl -verify -rawin -pubin -inkey their.pub -in message -sigfile their.sig > out
    refused "signature is not valid" ossl pkeyutl -verify -rawin -pubin -inkey our.pub -in message -sigfile their.sig
done
