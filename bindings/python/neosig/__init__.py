"""Post-quantum signatures: ML-DSA, SLH-DSA, Dilithium, Falcon, HAETAE, HAWK, SNOVA, UOV, MAYO and Rainbow.

    import neosig

    key = neosig.PrivateKey.generate("ml-dsa-65")
    signature = key.sign(b"a message")
    key.public_key.verify(signature, b"a message")      # raises neosig.InvalidSignature

Messages and signatures are any objects with contiguous bytes (bytes, bytearray, memoryview, mmap, arrays of bytes), and
are not copied. The library runs without Python's lock, so threads sign and verify side by side; keys and prepared keys
may be shared by them. Secrets are in memory that is wiped when nothing refers to it any more; only methods called
``to_...`` give them as objects of Python.
"""

from . import backend, table
from ._algorithms import Algorithm, Algorithms, Attack, Specification, algorithms
from ._errors import (Error, InsecureAlgorithm, InvalidKey, InvalidSignature, SupersededWarning, UnknownAlgorithm,
                      Unsupported, WrongPassphrase)
from ._errors import text as _text
from ._keys import PreparedPrivateKey, PreparedPublicKey, PrivateKey, PublicKey
from ._native import lib as _lib
from ._streams import Signer, Verifier

__version__: str = _text(_lib.neosig_version())

__all__ = [
    "Algorithm", "Algorithms", "Attack", "Error", "InsecureAlgorithm", "InvalidKey", "InvalidSignature",
    "PreparedPrivateKey", "PreparedPublicKey", "PrivateKey", "PublicKey", "Signer", "Specification",
    "SupersededWarning", "UnknownAlgorithm", "Unsupported", "Verifier", "WrongPassphrase", "__version__", "algorithms", "backend", "table",
]
