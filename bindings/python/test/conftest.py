"""What the tests share: vectors of the tree, and the options of this run."""
import hashlib
import os
import pathlib
import sys

import pytest

import neosig

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
import schemes  # noqa: E402

WARNED = pytest.mark.filterwarnings("ignore::neosig.SupersededWarning")

# One set of each shape of key and signature, cheap enough for every test.
QUICK = ["ml-dsa-87", "dilithium2", "falcon-padded-512", "snova-i-s", *schemes.sets(r"\w+")]


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
