"""Known answers of every set, and the ACVP and Wycheproof vectors of ML-DSA, through the Python interface."""
import collections

import pytest
import schemes
import vectors
from conftest import WARNED, generate, sha256

import neosig

KAT_FILES = vectors.known_answer_files()
COSTLY = schemes.named("TEST_SLOW_SETS")


def check_known_answers(path, count):
    algorithm = neosig.algorithms[path.stem.removesuffix("-det")]
    done = 0
    for seed, message, pk, sk, sm in vectors.known_answers(path):
        if done == count:
            break
        source = vectors.NistGenerator(seed)
        key = generate(algorithm, random=source)
        assert (sha256(key.public_key.to_bytes()), sha256(key.to_bytes())) == (pk, sk)
        signature = key.sign(message, random=source, deterministic=path.stem.endswith("-det"))
        assert sha256(vectors.signed_message(algorithm, signature, message)) == sm
        key.public_key.verify(signature, message)
        with pytest.raises(neosig.InvalidSignature):
            key.public_key.verify(signature, message[1:])
        done += 1
    assert done > 0


@WARNED
@pytest.mark.parametrize("path", [p for p in KAT_FILES if "rainbow-V" not in p.stem and "rainbow-III" not in p.stem
                                  and not p.stem.removesuffix("-det").endswith(COSTLY)], ids=lambda p: p.stem)
def test_known_answers(path):
    check_known_answers(path, 2)


@WARNED
@pytest.mark.slow
@pytest.mark.parametrize("path", KAT_FILES, ids=lambda p: p.stem)
def test_all_known_answers(path):
    check_known_answers(path, 100)


def test_every_algorithm_has_known_answers():
    assert {path.stem.removesuffix("-det") for path in KAT_FILES} == set(neosig.algorithms)


def check_keygen(algorithm, case):
    key = neosig.PrivateKey.from_seed(algorithm, case["seed"])
    assert (sha256(key.public_key.to_bytes()), sha256(key.to_bytes())) == (case["pk_sha256"], case["sk_sha256"])


def options(case):
    prehash = case.get("prehash", "").replace("shake-", "shake").replace("/", "-")
    return {"interface": case["interface"], "prehash": prehash or None, "context": case.get("context", b"")}


def check_sign(algorithm, case):
    key = neosig.PrivateKey.from_bytes(algorithm, case["sk"])
    given = options(case)
    given.update({"random": lambda size: case["rnd"]} if "rnd" in case else {"deterministic": True})
    assert sha256(key.sign(case["message"], **given)) == case["sig_sha256"]
    assert sha256(key.prepare().sign(case["message"], **given)) == case["sig_sha256"]
    signer = key.prepare().signer(**given)
    signer.update(case["message"][:7])
    signer.update(case["message"][7:])
    assert sha256(signer.finalize()) == case["sig_sha256"]


def verdict(verify):
    try:
        verify()
    except neosig.Error as error:
        return error.code
    return "good"


def check_verify(algorithm, case):
    try:
        key = neosig.PublicKey.from_bytes(algorithm, case["pk"])
    except neosig.InvalidKey:
        assert case["valid"] == "0"
        return
    given = options(case)
    whole = verdict(lambda: key.verify(case["sig"], case["message"], **given))
    assert (whole == "good") == (case["valid"] == "1")

    def pieces():
        verifier = key.prepare().verifier(case["sig"], **given)
        verifier.update(case["message"][:7])
        verifier.update(case["message"][7:])
        verifier.finalize()
    assert verdict(pieces) == whole


@pytest.mark.parametrize("backend", [name for name in neosig.backend.names() if neosig.backend.usable(name)])
def test_acvp_and_wycheproof(backend):
    counts = collections.Counter()
    neosig.backend.select(backend)
    try:
        for case in vectors.mldsa_cases():
            check = check_keygen if "seed" in case else check_sign if "sk" in case else check_verify
            check(neosig.algorithms[case["algorithm"]], case)
            counts[case["file"], check.__name__] += 1
    finally:
        neosig.backend.select(None)
    # The numbers of test/mldsa/README.md.
    assert sum(n for (file, _), n in counts.items() if file.startswith("wycheproof")) == 390
    assert sum(n for (file, _), n in counts.items() if file.startswith("acvp")) == 75 + 60 + 90 + 180 + 27
