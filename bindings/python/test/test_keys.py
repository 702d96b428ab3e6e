"""Keys: made, written, read, refused, kept secret."""
import copy
import gc
import os
import pickle
import subprocess
import sys
import warnings

import pytest
from conftest import QUICK, WARNED, generate
from hypothesis import given, settings
from hypothesis import strategies as st

import neosig


@WARNED
@pytest.mark.parametrize("name", QUICK)
def test_forms(name):
    key = generate(name)
    public = key.public_key
    assert neosig.PublicKey.from_pem(public.to_pem()) == public
    assert neosig.PublicKey.from_pem(public.to_pem().decode()) == public
    assert neosig.PublicKey.from_der(public.to_der()) == public
    assert neosig.PublicKey.from_bytes(name, public.to_bytes()) == public
    assert pickle.loads(pickle.dumps(public)) == public and hash(copy.copy(public)) == hash(public)
    for written in (key.to_pem(), key.to_der(), key.to_pem("pass", cost=16), key.to_der(b"pass", kdf="pbkdf2", cost=9)):
        read = neosig.PrivateKey.from_der(bytearray(written), "pass")
        assert read.algorithm is key.algorithm and read.to_bytes() == key.to_bytes()
    whole = neosig.PrivateKey.from_pem(key.to_pem(with_public=True))
    assert whole.public_key == public
    assert neosig.PrivateKey.from_bytes(name, key.to_bytes(), public).public_key == public


def test_seeds_and_forms_of_ml_dsa():
    key = neosig.PrivateKey.from_seed("ML_DSA_65", bytes(32))
    assert key.to_seed() == bytes(32)
    assert key.public_key == neosig.PrivateKey.from_seed("ml-dsa-65", memoryview(bytes(32))).public_key
    assert len(key.to_der(form="seed")) < 120 < len(key.to_der(form="expanded")) < len(key.to_der(form="both"))
    for form in ("seed", "both"):
        assert neosig.PrivateKey.from_der(key.to_der(form=form)).to_seed() == bytes(32)
    expanded = neosig.PrivateKey.from_der(key.to_der(form="expanded"))
    assert expanded.to_bytes() == key.to_bytes()
    for wanted in (expanded.to_seed, lambda: expanded.to_pem(form="seed")):
        with pytest.raises(neosig.Unsupported, match="seed"):
            wanted()
    with pytest.raises(neosig.Unsupported):
        generate("falcon-512").to_pem(form="both")
    with pytest.raises(neosig.Error, match="form is"):
        key.to_pem(form="seeds")


@WARNED
@pytest.mark.parametrize("name", [*QUICK, "rainbow-I-circumzenithal"])
def test_pairs(name):
    """A public key is computed from the bytes of a secret one, and compared with one that is given."""
    key, other = generate(name), generate(name)
    key.check_pair(key.public_key)
    with pytest.raises(neosig.InvalidKey, match=f"{name}: .* do not belong together"):
        key.check_pair(other.public_key)
    with pytest.raises(neosig.InvalidKey, match="do not belong together"):
        neosig.PrivateKey.from_bytes(name, key.to_bytes(), other.public_key)
    alone = neosig.PrivateKey.from_bytes(name, key.to_bytes())
    alone.check_pair(key.public_key)
    if name.endswith("circumzenithal"):
        with pytest.raises(neosig.Unsupported, match="does not tell it"):
            alone.public_key
    else:
        assert alone.public_key == key.public_key
    with pytest.raises(neosig.InvalidKey, match=f"one of ml-dsa-65, not of {name}"):
        key.check_pair(neosig.PrivateKey.generate("ml-dsa-65").public_key)


def test_damaged_expanded_keys_are_refused():
    """Of ML-DSA-44 tr is at 64 and t0 the last 1,664 bytes."""
    for at in (64, 64 + 63, 2560 - 1664, 2559):
        damaged = bytearray(KEY.to_bytes())
        damaged[at] ^= 1
        with pytest.raises(neosig.InvalidKey, match="parts of it do not belong together"):
            neosig.PrivateKey.from_bytes("ml-dsa-44", damaged)


@WARNED
def test_a_wrong_bit_of_a_file_is_found():
    """Most of a seed's wrong bits make another good key."""
    for name in ("ml-dsa-44", "snova-24-5-16-4-ssk"):
        written = generate(name).to_der()
        for bit in range(0, 8 * len(written), 5):
            damaged = bytearray(written)
            damaged[bit // 8] ^= 1 << bit % 8
            with pytest.raises(neosig.Error):
                neosig.PrivateKey.from_der(damaged)


def test_fingerprint_is_of_the_subject_public_key_info():
    import hashlib
    public = neosig.PrivateKey.generate("ml-dsa-44").public_key
    assert public.fingerprint == hashlib.sha256(public.to_der()).hexdigest()


def test_passphrases():
    key = neosig.PrivateKey.generate("ml-dsa-44")
    protected = key.to_pem("Käse", cost=16)
    assert b"ENCRYPTED" in protected
    assert neosig.PrivateKey.from_pem(protected, "Käse".encode()).to_bytes() == key.to_bytes()
    for wrong in (None, "", "Kase"):
        with pytest.raises(neosig.WrongPassphrase):
            neosig.PrivateKey.from_pem(protected, wrong)


def test_empty_passphrases_need_a_word():
    key = neosig.PrivateKey.generate("ml-dsa-44")
    for write in (key.to_pem, key.to_der):
        for empty in ("", b"", bytearray()):
            with pytest.raises(neosig.Error, match="empty_passphrase=True") as caught:
                write(empty)
            assert caught.value.code == "NEOSIG_ERR_ARGUMENT"
    meant = key.to_pem("", empty_passphrase=True, cost=16)
    assert b"ENCRYPTED" in meant
    assert neosig.PrivateKey.from_pem(meant, "").to_bytes() == key.to_bytes()
    for wrong in (None, "p"):
        with pytest.raises(neosig.WrongPassphrase):
            neosig.PrivateKey.from_pem(meant, wrong)


def test_insecure_algorithms_need_a_word_and_superseded_ones_warn():
    for algorithm in neosig.algorithms.values():
        if algorithm.scheme == "rainbow" and not algorithm.name.startswith("rainbow-I-"):
            continue  # megabytes
        refused = algorithm.status in ("broken", "withdrawn")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            if refused:
                with pytest.raises(neosig.InsecureAlgorithm, match=algorithm.name):
                    neosig.PrivateKey.generate(algorithm)
            assert generate(algorithm).algorithm is algorithm
        assert [w.category for w in caught] == [neosig.SupersededWarning] * (algorithm.status == "superseded")
        assert all(w.filename == __file__ or "conftest" in w.filename for w in caught)
    statuses = {a.status for a in neosig.algorithms.values()}
    assert {"standard", "candidate", "superseded", "withdrawn", "broken"} == statuses


def test_algorithms():
    algorithm = neosig.algorithms["ml-dsa-65"]
    assert (algorithm.public_key_bytes, algorithm.secret_key_bytes, algorithm.signature_bytes) == (1952, 4032, 3309)
    assert (algorithm.oid, algorithm.level, algorithm.scheme) == ("2.16.840.1.101.3.4.3.18", 3, "ml-dsa")
    assert algorithm.features == {"context", "deterministic", "hedged", "prehash", "external-mu"}
    assert neosig.algorithms["ML-DSA-65"] is algorithm and str(algorithm) == "ml-dsa-65"
    assert pickle.loads(pickle.dumps(algorithm)) is algorithm
    assert list(neosig.algorithms) == [a.name for a in neosig.algorithms.values()]
    assert "md5" not in neosig.algorithms and 5 not in neosig.algorithms
    with pytest.raises(KeyError):
        neosig.algorithms["md5"]
    with pytest.raises(ValueError, match="no algorithm is called 'md5'"):
        neosig.PrivateKey.generate("md5")


def test_private_keys_do_not_leave_by_accident():
    key = neosig.PrivateKey.generate("ml-dsa-44")
    for secret in (key, key.prepare(), key.signer()):
        for leave in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError):
                leave(secret)
    for text in (repr(key), str(key), repr(key.prepare())):
        assert text.endswith(f"ml-dsa-44 {key.public_key.fingerprint[:16]}>")
    with pytest.raises(TypeError, match="generate"):
        neosig.PrivateKey(b"bytes")
    pickled = pickle.loads(pickle.dumps(key.public_key.prepare()))
    pickled.verify(key.sign(b"m"), b"m")


CHILD = """
import gc, os, sys
import neosig
seed = bytearray(32)
assert os.readv(0, [seed]) == 32
key = neosig.PrivateKey.from_seed("ml-dsa-44", seed)
seed[:] = bytes(32)
prepared = key.prepare()
signer = key.signer()
signer.update(b"m")
signature = prepared.sign(b"m")
print("held", flush=True)
sys.stdin.read(1)
signer.finalize()
del key, prepared, signer
gc.collect()
print("gone", flush=True)
sys.stdin.read(1)
"""


def count_in_memory(pid, patterns):
    """How often each pattern stands in the writable memory of a process."""
    counts = [0] * len(patterns)
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            span, access = line.split()[:2]
            if "w" not in access or "[vvar" in line or "[vsyscall" in line:
                continue
            start, end = (int(at, 16) for at in span.split("-"))
            try:
                memory.seek(start)
                content = memory.read(end - start)
            except OSError:
                continue
            for i, pattern in enumerate(patterns):
                counts[i] += content.count(pattern)
    return counts


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_secrets_are_wiped_with_their_key():
    """Another process keeps a key, then drops it: its memory holds the seed, the secret key's own seed K and packed
    s1, and then none of them."""
    seed = os.urandom(32)
    secret = neosig.PrivateKey.from_seed("ml-dsa-44", seed).to_bytes()
    patterns = [seed, secret[32:64], secret[128:192]]
    with subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          bufsize=0) as child:
        child.stdin.write(seed)
        assert child.stdout.readline() == b"held\n"
        assert all(count_in_memory(child.pid, patterns))
        child.stdin.write(b"\n")
        assert child.stdout.readline() == b"gone\n"
        assert count_in_memory(child.pid, patterns) == [0, 0, 0]
        child.stdin.write(b"\n")
    assert child.returncode == 0


def test_a_key_lives_as_long_as_what_uses_it():
    signer = neosig.PrivateKey.from_seed("ml-dsa-44", bytes(32)).signer(deterministic=True)
    verifier_of = neosig.PrivateKey.from_seed("ml-dsa-44", bytes(32)).public_key.verifier
    gc.collect()
    [neosig.PrivateKey.generate("ml-dsa-44") for _ in range(20)]
    signer.update(b"m")
    verifier = verifier_of(signer.finalize())
    del verifier_of
    gc.collect()
    verifier.update(b"m")
    verifier.finalize()


def test_wrong_keys_are_named():
    key = neosig.PrivateKey.generate("ml-dsa-44")
    public = key.public_key
    other = neosig.PrivateKey.generate("ml-dsa-65")
    for wrong, words in [
        (lambda: neosig.PublicKey.from_bytes("ml-dsa-44", bytes(5)), "has 1312 bytes, not 5"),
        (lambda: neosig.PrivateKey.from_bytes("ml-dsa-44", bytes(5)), "has 2560 bytes, not 5"),
        (lambda: neosig.PrivateKey.from_seed("ml-dsa-44", bytes(5)), "has 32 bytes, not 5"),
        (lambda: neosig.PrivateKey.from_bytes("ml-dsa-44", key.to_bytes(), other.public_key), "one of ml-dsa-65"),
        (lambda: neosig.PublicKey.from_pem(key.to_pem()), "holds a secret key, not a public key"),
        (lambda: neosig.PrivateKey.from_der(public.to_der()), "holds a public key, not a secret key"),
        (lambda: neosig.PublicKey.from_pem(b""), "is not a key file"),
    ]:
        with pytest.raises(neosig.InvalidKey, match=words) as caught:
            wrong()
        assert isinstance(caught.value, ValueError) and caught.value.code.startswith("NEOSIG_ERR_")
    assert public != other.public_key and public != 5 and key != copy


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=300), at=st.integers(0, 2000), flip=st.integers(1, 255))
def test_damaged_key_files_are_refused_or_read(data, at, flip):
    for read in (neosig.PublicKey.from_der, neosig.PrivateKey.from_der):
        with pytest.raises(neosig.Error):
            read(data)
    der = bytearray(KEY.to_der(form="both"))
    der[at % len(der)] ^= flip
    try:
        key = neosig.PrivateKey.from_der(der)
    except neosig.Error:
        return
    assert key.to_bytes() == KEY.to_bytes()


KEY = neosig.PrivateKey.from_seed("ml-dsa-44", bytes(range(32)))
