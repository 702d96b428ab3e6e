"""Readers of the tree's known answers (test/kat) and of the ACVP and Wycheproof vectors (test/mldsa)."""
import re
import tarfile

import schemes
from conftest import ROOT
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


class NistGenerator:
    """NIST's AES-256-CTR generator without derivation function (SP 800-90A 10.2.1): the random bytes of known
    answers."""

    def __init__(self, seed):
        self.key, self.v = bytes(32), 0
        self._update(seed)

    def _stream(self, size):
        """size bytes of AES of v + 1, v + 2, ...; v moves on by whole blocks."""
        blocks = -(-size // 16)
        first = (self.v + 1) % (1 << 128)
        self.v = (self.v + blocks) % (1 << 128)
        encryptor = Cipher(algorithms.AES(self.key), modes.CTR(first.to_bytes(16, "big"))).encryptor()
        return encryptor.update(bytes(16 * blocks))[:size]

    def _update(self, data):
        following = bytes(a ^ b for a, b in zip(self._stream(48), data))
        self.key, self.v = following[:32], int.from_bytes(following[32:], "big")

    def __call__(self, size):
        out = self._stream(size)
        self._update(bytes(48))
        return out


def known_answer_files():
    return sorted((ROOT / "test/kat").glob("*/*.kat"))


def known_answers(path):
    """(seed, message, SHA-256 of public key, secret key, signed message) of every vector of a file."""
    found = re.findall(r"^(\w+) = (\w+)$", path.read_text(), re.M)
    source, vector = NistGenerator(bytes(range(48))), {}
    for name, value in found:
        vector[name] = value
        if name == "sm_sha256":
            seed, message = source(48), source(33 * (int(vector["count"]) + 1))
            assert seed.hex() == vector["seed"] and len(message) == int(vector["mlen"])
            yield seed, message, vector["pk_sha256"], vector["sk_sha256"], vector["sm_sha256"]
            vector = {}


def signed_message(algorithm, signature, message):
    """The two together as the scheme's reference code has them."""
    if algorithm.scheme in schemes.named("TEST_MESSAGE_FIRST"):
        return message + signature
    if algorithm.name in ("falcon-512", "falcon-1024"):
        tail = bytes([signature[0] ^ 0x10]) + signature[41:]
        return len(tail).to_bytes(2, "big") + signature[1:41] + message + tail
    return signature + message


def mldsa_cases():
    """The cases of ACVP and Wycheproof: their fields, hexadecimal ones as bytes."""
    words = {"case", "algorithm", "interface", "prehash", "valid"}
    with tarfile.open(ROOT / "test/mldsa/vectors.tar.xz") as archive:
        for member in archive:
            for block in archive.extractfile(member).read().decode().split("\n\n"):
                fields = dict(line.split(" ", 1) for line in block.splitlines())
                if fields:
                    yield {name: value if name in words or name.endswith("sha256") else bytes.fromhex(value)
                           for name, value in fields.items()} | {"file": member.name.removesuffix(".txt")}
