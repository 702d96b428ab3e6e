"""What the tests share: vectors of the tree, and the options of this run."""
import hashlib
import os
import pathlib

import pytest

import neosig

ROOT = pathlib.Path(__file__).resolve().parents[3]
WARNED = pytest.mark.filterwarnings("ignore::neosig.SupersededWarning")

# One set of each shape of key and signature, cheap enough for every test.
QUICK = ["ml-dsa-44", "ml-dsa-87", "dilithium2", "falcon-512", "falcon-padded-512", "haetae2", "hawk512", "snova-i-s",
         "snova-24-5-16-4-ssk", "rainbow-I-classic"]


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def generate(name, **more):
    return neosig.PrivateKey.generate(name, allow_insecure=True, **more)


@pytest.fixture(scope="session")
def wheel():
    """The wheel under test: NEOSIG_WHEEL in the environment."""
    if "NEOSIG_WHEEL" not in os.environ:
        pytest.skip("NEOSIG_WHEEL names no wheel")
    return pathlib.Path(os.environ["NEOSIG_WHEEL"]).resolve()
