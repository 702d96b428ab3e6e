"""ML-DSA both ways with the packages cryptography and dilithium-py, which share no code with neosig."""
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import neosig

crypto = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mldsa")
from cryptography.exceptions import InvalidSignature  # noqa: E402
from cryptography.hazmat.primitives import serialization  # noqa: E402

dilithium = pytest.importorskip("dilithium_py.ml_dsa")

SETS = ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87"]


def classes(name):
    short = name.replace("-", "").upper()
    return getattr(crypto, short + "PrivateKey"), getattr(crypto, short + "PublicKey")


@pytest.mark.parametrize("name", SETS)
@settings(max_examples=25, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32), message=st.binary(max_size=300), context=st.binary(max_size=255))
def test_cryptography(name, seed, message, context):
    private, public = classes(name)
    ours, theirs = neosig.PrivateKey.from_seed(name, seed), private.from_seed_bytes(seed)
    assert ours.public_key.to_bytes() == theirs.public_key().public_bytes_raw()
    theirs.public_key().verify(ours.sign(message, context=context), message, context)
    signature = theirs.sign(message, context)
    ours.public_key.verify(signature, message, context=context)
    with pytest.raises(neosig.InvalidSignature):
        ours.public_key.verify(signature, message + b"x", context=context)
    mu = ours.public_key.mu(message, context=context)
    ours.public_key.verify(theirs.sign_mu(mu), message, context=context)
    theirs.public_key().verify_mu(ours.sign(mu, interface="mu"), mu)
    with pytest.raises(InvalidSignature):
        theirs.public_key().verify(ours.sign(message, context=context), message + b"x", context)


@pytest.mark.parametrize("name", SETS)
def test_key_files_of_cryptography(name):
    theirs = classes(name)[0].generate()
    seed, encodings = theirs.private_bytes_raw(), serialization.Encoding
    public = theirs.public_key()
    for protection, passphrase in [(serialization.NoEncryption(), None),
                                   (serialization.BestAvailableEncryption(b"pass"), b"pass")]:
        for encoding, read in [(encodings.PEM, neosig.PrivateKey.from_pem), (encodings.DER, neosig.PrivateKey.from_der)]:
            written = theirs.private_bytes(encoding, serialization.PrivateFormat.PKCS8, protection)
            assert read(written, passphrase).to_seed() == seed
    spki = public.public_bytes(encodings.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    ours = neosig.PrivateKey.from_seed(name, seed)
    assert neosig.PublicKey.from_pem(spki) == ours.public_key
    assert serialization.load_pem_public_key(ours.public_key.to_pem()).public_bytes_raw() == public.public_bytes_raw()
    for passphrase in (None, b"pass"):
        for kdf in ("scrypt", "pbkdf2"):
            for load, written in [
                    (serialization.load_pem_private_key, ours.to_pem(passphrase, kdf=kdf, cost=1024)),
                    (serialization.load_der_private_key, ours.to_der(passphrase, kdf=kdf, cost=1024))]:
                assert load(written, passphrase).private_bytes_raw() == seed


@pytest.mark.parametrize("name", SETS)
def test_dilithium_py(name):
    theirs = getattr(dilithium, name.upper().replace("-", "_"))
    seed, message, context = os.urandom(32), os.urandom(50), b"context"
    public, secret = theirs.key_derive(seed)
    ours = neosig.PrivateKey.from_seed(name, seed)
    assert (public, secret) == (ours.public_key.to_bytes(), ours.to_bytes())
    assert theirs.sign(secret, message, context, deterministic=True) == ours.sign(message, context=context,
                                                                                 deterministic=True)
    assert theirs.verify(public, message, ours.sign(message, context=context), context)
    assert theirs.prehash_external_mu(public, message, context) == ours.public_key.mu(message, context=context)
    assert theirs.pk_from_sk(secret) == neosig.PrivateKey.from_bytes(name, secret).public_key.to_bytes()
    assert not theirs.verify(public, message + b"x", ours.sign(message, context=context), context)
    ours.public_key.verify(theirs.sign(secret, message, context), message, context=context)
