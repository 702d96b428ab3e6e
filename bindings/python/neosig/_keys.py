"""Keys, signing and verifying."""

from __future__ import annotations

import os
import threading
import warnings
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _algorithms
from ._algorithms import Algorithm, algorithm_of
from ._call import Options, Random, options_of, passphrase_view, view
from ._errors import Error, InvalidKey, SupersededWarning, Unsupported, check, fail, text
from ._native import ffi, lib

if TYPE_CHECKING:
    from typing_extensions import Buffer

Path = Union[str, "os.PathLike[str]"]

_FILE_CHUNK = 1 << 20


def _wiped(memory: Any) -> Any:
    """Memory of ffi.new that is wiped when nothing refers to it any more."""
    size = ffi.sizeof(ffi.typeof(memory).item)
    return ffi.gc(memory, lambda m: lib.neosig_wipe(m, size))


def _prepared(algorithm: Algorithm, secret: bool) -> tuple[Any, int]:
    """Memory for a prepared key, wiped when nothing refers to it any more, and its size."""
    size = lib.neosig_prepared_bytes(algorithm._pointer, secret)
    memory = lib.neosig_py_allocate(size)
    if memory == ffi.NULL:
        raise MemoryError(f"{size} bytes for a prepared key")
    return ffi.gc(memory, lib.neosig_py_free), size


class _Secret:
    """What must not leave by accident."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"{type(self).__name__} is not pickled or copied; to_pem and to_der write a key")


class _Stream(_Secret):
    """A message given in pieces; one thread at a time gets in."""

    def __init__(self, options: Options, *kept: Any) -> None:
        self._stream = _wiped(ffi.new("neosig_stream *"))
        self._options = options
        self._kept = kept
        self._lock = threading.Lock()


class Signer(_Stream):
    """Signs a message that is given in pieces. Made by `PrivateKey.signer`."""

    def __init__(self, key: _Signs, options: Options) -> None:
        super().__init__(options, key)
        self._name = key.algorithm.name
        self._room = key.algorithm.signature_bytes
        options.check(key._sign_init(self._stream, options), self._name)

    def update(self, data: Buffer) -> None:
        """The next piece of the message."""
        piece = view(data)
        with self._lock:
            check(lib.neosig_sign_update(self._stream, piece, len(piece)), "update")

    def finalize(self) -> bytes:
        """The signature of all pieces. The signer is of no use afterwards."""
        signature, size = ffi.new("uint8_t[]", self._room), ffi.new("size_t *")
        with self._lock:
            self._options.check(lib.neosig_sign_final(self._stream, signature, size), self._name)
        return bytes(ffi.buffer(signature, size[0]))


class Verifier(_Stream):
    """Verifies a message that is given in pieces. Made by `PublicKey.verifier`."""

    def __init__(self, key: _Verifies, signature: Buffer, options: Options) -> None:
        # A copy: what the caller has may change before the end.
        kept = view(bytes(signature))
        super().__init__(options, key, kept)
        self._name = key.algorithm.name
        options.check(key._verify_init(self._stream, kept, options), self._name)

    def update(self, data: Buffer) -> None:
        """The next piece of the message."""
        piece = view(data)
        with self._lock:
            check(lib.neosig_verify_update(self._stream, piece, len(piece)), "update")

    def finalize(self) -> None:
        """Raises `InvalidSignature` unless the signature is one of all pieces. The verifier is of no use afterwards."""
        with self._lock:
            self._options.check(lib.neosig_verify_final(self._stream), self._name)


def _stream_file(stream: Union[Signer, Verifier], path: Path) -> None:
    chunk = bytearray(_FILE_CHUNK)
    with open(path, "rb", buffering=0) as file, memoryview(chunk) as all_of_it:
        while count := file.readinto(chunk):
            stream.update(all_of_it[:count])


class _Signs:
    """What keys for signing have in common. The keyword arguments are the same everywhere:

    - context: at most 255 bytes that a verifier must name too;
    - prehash: ``"sha2-512"``, ``"shake256"`` and so on: sign a hash of the message (HashML-DSA);
    - deterministic: draw no random bytes;
    - interface: ``"digest"``: the message is its digest already, by the function that prehash names; ``"mu"``: it is
      the 64-byte mu of ML-DSA (`PublicKey.mu`); ``"internal"``: the specification's internal interface, for its test
      vectors;
    - random: a function that gives as many bytes as it is asked for, in place of the operating system's generator.

    Where the algorithm lacks what is asked, `Unsupported` is raised.
    """

    __slots__ = ()
    algorithm: Algorithm

    def _sign(self, signature: Any, size: Any, message: Any, options: Options) -> int:
        raise NotImplementedError

    def _sign_init(self, stream: Any, options: Options) -> int:
        raise NotImplementedError

    def sign(self, message: Buffer, *, context: Buffer = b"", prehash: Optional[str] = None,
             deterministic: bool = False, interface: str = "external", random: Optional[Random] = None) -> bytes:
        """The signature of a message, any object with contiguous bytes, which are not copied."""
        options = options_of(deterministic, context, prehash, interface, random)
        data = view(message)
        signature, size = ffi.new("uint8_t[]", self.algorithm.signature_bytes), ffi.new("size_t *")
        options.check(self._sign(signature, size, data, options), self.algorithm.name)
        return bytes(ffi.buffer(signature, size[0]))

    def signer(self, *, context: Buffer = b"", prehash: Optional[str] = None, deterministic: bool = False,
               interface: str = "external", random: Optional[Random] = None) -> Signer:
        """Signs a message that comes in pieces: ``update`` each, then ``finalize``."""
        return Signer(self, options_of(deterministic, bytes(context), prehash, interface, random))

    def sign_file(self, path: Path, *, context: Buffer = b"", prehash: Optional[str] = None,
                  deterministic: bool = False, interface: str = "external", random: Optional[Random] = None) -> bytes:
        """The signature of a file of any size, read a piece at a time."""
        signer = self.signer(context=context, prehash=prehash, deterministic=deterministic, interface=interface,
                             random=random)
        _stream_file(signer, path)
        return signer.finalize()


class _Verifies:
    """What keys for verifying have in common. The keyword arguments, those of signing:

    - context: the bytes that the signer named;
    - prehash: the hash that the signer named;
    - interface: ``"digest"``: the message is its digest already, by the function that prehash names; ``"mu"``: it is
      the 64-byte mu of ML-DSA; ``"internal"``: the specification's internal interface, for its test vectors.
    """

    __slots__ = ()
    algorithm: Algorithm

    def _verify(self, signature: Any, message: Any, options: Options) -> int:
        raise NotImplementedError

    def _verify_init(self, stream: Any, signature: Any, options: Options) -> int:
        raise NotImplementedError

    def verify(self, signature: Buffer, message: Buffer, *, context: Buffer = b"", prehash: Optional[str] = None,
               interface: str = "external") -> None:
        """Raises `InvalidSignature` unless signature is one of message under this key. Both are any objects with
        contiguous bytes, which are not copied."""
        options = options_of(False, context, prehash, interface)
        code = self._verify(view(signature), view(message), options)
        if code != lib.NEOSIG_OK:
            options.check(code, self.algorithm.name)

    def verifier(self, signature: Buffer, *, context: Buffer = b"", prehash: Optional[str] = None,
                 interface: str = "external") -> Verifier:
        """Verifies a message that comes in pieces: ``update`` each, then ``finalize``."""
        return Verifier(self, signature, options_of(False, bytes(context), prehash, interface))

    def verify_file(self, signature: Buffer, path: Path, *, context: Buffer = b"", prehash: Optional[str] = None,
                    interface: str = "external") -> None:
        """`verify` for a file of any size, read a piece at a time."""
        verifier = self.verifier(signature, context=context, prehash=prehash, interface=interface)
        _stream_file(verifier, path)
        verifier.finalize()


def _read(kind: int, data: Union[str, Buffer], passphrase: Union[None, str, Buffer] = None) -> Any:
    """A neosig_key that was read from PEM or DER and is wiped when nothing refers to it any more."""
    content = view(data.encode() if isinstance(data, str) else data)
    secret = ffi.NULL if passphrase is None else passphrase_view(passphrase)
    key = ffi.gc(ffi.new("neosig_key *"), lib.neosig_key_release)
    code = lib.neosig_key_read(key, kind, content, len(content), secret, 0 if passphrase is None else len(secret))
    if code != lib.NEOSIG_OK:
        fail(code, "the key " + text(ffi.addressof(key, "wrong")[0]))
    return key


def _write(key: Any, kind: int, flags: int, **members: Any) -> Any:
    """A key as PEM or DER, in memory that is wiped when nothing refers to it any more."""
    start, size = ffi.new("uint8_t **"), ffi.new("size_t *")
    check(lib.neosig_key_write(start, size, key, kind, ffi.new("neosig_key_format *", {"flags": flags, **members})))
    count = size[0]
    return ffi.buffer(ffi.gc(start[0], lambda p: lib.neosig_key_free(p, count)), count)


def _named(algorithm: Algorithm, public: Optional[PublicKey]) -> str:
    return algorithm.name + (f" {public.fingerprint[:16]}" if public is not None else "")


class PublicKey(_Verifies):
    """A public key. Two of them are equal if algorithm and bytes are; it can be pickled."""

    __slots__ = ("algorithm", "_bytes", "_pk")

    def __init__(self, algorithm: Union[str, Algorithm], data: Buffer) -> None:
        self.algorithm = algorithm_of(algorithm)
        self._bytes = bytes(data)
        if len(self._bytes) != self.algorithm.public_key_bytes:
            raise InvalidKey(f"a public key of {self.algorithm} has {self.algorithm.public_key_bytes} bytes, not "
                             f"{len(self._bytes)}")
        self._pk = view(self._bytes)

    @classmethod
    def from_bytes(cls, algorithm: Union[str, Algorithm], data: Buffer) -> PublicKey:
        """The key whose bytes the algorithm's specification says."""
        return cls(algorithm, data)

    @classmethod
    def from_pem(cls, data: Union[str, Buffer]) -> PublicKey:
        """Reads a SubjectPublicKeyInfo, label PUBLIC KEY, which names the algorithm."""
        key = _read(lib.NEOSIG_KEY_PUBLIC, data)
        algorithm = _algorithms.by_pointer(key.alg)
        return cls(algorithm, ffi.buffer(key.public_key, algorithm.public_key_bytes))

    @classmethod
    def from_der(cls, data: Buffer) -> PublicKey:
        """Reads a SubjectPublicKeyInfo, which names the algorithm."""
        return cls.from_pem(data)

    def _write(self, flags: int) -> bytes:
        key = ffi.new("neosig_key *", {"alg": self.algorithm._pointer, "public_key": ffi.cast("uint8_t *", self._pk)})
        return bytes(_write(key, lib.NEOSIG_KEY_PUBLIC, flags))

    def to_bytes(self) -> bytes:
        """The key as the algorithm's specification has it."""
        return self._bytes

    def to_pem(self) -> bytes:
        """A SubjectPublicKeyInfo, label PUBLIC KEY."""
        return self._write(0)

    def to_der(self) -> bytes:
        """A SubjectPublicKeyInfo."""
        return self._write(lib.NEOSIG_KEY_DER)

    @property
    def fingerprint(self) -> str:
        """The key's name for people: SHA-256 of its SubjectPublicKeyInfo, 64 hexadecimal digits."""
        out = ffi.new("uint8_t[32]")
        check(lib.neosig_fingerprint(self.algorithm._pointer, self._pk, len(self._pk), out))
        return bytes(ffi.buffer(out)).hex()

    def mu(self, message: Buffer, *, context: Buffer = b"", prehash: Optional[str] = None,
           interface: str = "external") -> bytes:
        """The 64 bytes of ML-DSA (FIPS 204) in which key, context and message end, for signing elsewhere with
        ``interface="mu"``. prehash and ``interface="digest"`` as for signing. Raises `Unsupported` of other
        algorithms."""
        options, data, mu = options_of(False, context, prehash, interface), view(message), ffi.new("uint8_t[64]")
        options.check(lib.neosig_mu(self.algorithm._pointer, mu, data, len(data), self._pk, len(self._pk),
                                    options.pointer), self.algorithm.name)
        return bytes(ffi.buffer(mu))

    def prepare(self) -> PreparedPublicKey:
        """The key expanded once, for many signatures. Threads may share it."""
        return PreparedPublicKey(self)

    def _verify(self, signature: Any, message: Any, options: Options) -> int:
        return int(lib.neosig_verify(self.algorithm._pointer, signature, len(signature), message, len(message),
                                     self._pk, len(self._pk), options.pointer))

    def _verify_init(self, stream: Any, signature: Any, options: Options) -> int:
        return int(lib.neosig_verify_init(stream, self.algorithm._pointer, signature, len(signature), self._pk,
                                          len(self._pk), options.pointer))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PublicKey):
            return NotImplemented
        return self.algorithm == other.algorithm and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash((self.algorithm.name, self._bytes))

    def __reduce__(self) -> tuple[Any, tuple[str, bytes]]:
        return PublicKey, (self.algorithm.name, self._bytes)

    def __repr__(self) -> str:
        return f"<neosig.PublicKey {_named(self.algorithm, self)}>"


class PreparedPublicKey(_Verifies):
    """A public key expanded for many signatures. Made by `PublicKey.prepare`."""

    __slots__ = ("public_key", "algorithm", "_memory")

    def __init__(self, public_key: PublicKey) -> None:
        self.public_key = public_key
        self.algorithm = public_key.algorithm
        self._memory, size = _prepared(self.algorithm, secret=False)
        check(lib.neosig_prepare_verify(self.algorithm._pointer, self._memory, size, public_key._pk,
                                        len(public_key._pk), ffi.NULL), self.algorithm.name)

    def _verify(self, signature: Any, message: Any, options: Options) -> int:
        return int(lib.neosig_verify_prepared(self._memory, signature, len(signature), message, len(message),
                                              options.pointer))

    def _verify_init(self, stream: Any, signature: Any, options: Options) -> int:
        return int(lib.neosig_verify_init_prepared(stream, self._memory, signature, len(signature), options.pointer))

    def __reduce__(self) -> tuple[Any, tuple[PublicKey]]:
        return PreparedPublicKey, (self.public_key,)

    def __repr__(self) -> str:
        return f"<neosig.PreparedPublicKey {_named(self.algorithm, self.public_key)}>"


class PrivateKey(_Secret, _Signs):
    """A private key, in memory that is wiped when nothing refers to it any more. Made by the class methods.

    No method but `to_pem`, `to_der`, `to_bytes` and `to_seed` gives secrets as objects of Python, which are not wiped.
    """

    __slots__ = ("algorithm", "_key", "_public_key")

    def __init__(self, key: Any) -> None:
        if not isinstance(key, ffi.CData):
            raise TypeError("use PrivateKey.generate, from_seed, from_pem, from_der or from_bytes")
        self._key = key
        self.algorithm = _algorithms.by_pointer(key.alg)
        self._public_key = None if key.public_key == ffi.NULL else PublicKey(
            self.algorithm, ffi.buffer(key.public_key, self.algorithm.public_key_bytes))

    @classmethod
    def _make(cls, algorithm: Union[str, Algorithm], seed: Any, allow_insecure: bool,
              random: Optional[Random]) -> PrivateKey:
        algorithm = algorithm_of(algorithm)
        if algorithm.status == "superseded":
            warnings.warn(f"{algorithm} is superseded since {algorithm.status_since}: {algorithm.status_citation}",
                          SupersededWarning, stacklevel=3)
        options = Options(flags=lib.NEOSIG_ALLOW_INSECURE if allow_insecure else 0, random=random)
        key = ffi.gc(ffi.new("neosig_key *"), lib.neosig_key_release)
        options.check(lib.neosig_key_make(key, algorithm._pointer, seed, options.pointer), algorithm.name)
        return cls(key)

    @classmethod
    def generate(cls, algorithm: Union[str, Algorithm], *, allow_insecure: bool = False,
                 random: Optional[Random] = None) -> PrivateKey:
        """Makes a key. Of a broken or withdrawn algorithm only with ``allow_insecure=True``; of a superseded one with a
        `SupersededWarning`. random gives as many bytes as it is asked for, in place of the operating system's
        generator."""
        return cls._make(algorithm, ffi.NULL, allow_insecure, random)

    @classmethod
    def from_seed(cls, algorithm: Union[str, Algorithm], seed: Buffer, *, allow_insecure: bool = False) -> PrivateKey:
        """Makes the key of a seed of ``algorithm.seed_bytes``. HAWK has none for most seeds: `Error` with the code
        ``NEOSIG_ERR_ATTEMPTS``."""
        algorithm, data = algorithm_of(algorithm), view(seed)
        if len(data) != algorithm.seed_bytes:
            raise InvalidKey(f"a seed of {algorithm} has {algorithm.seed_bytes} bytes, not {len(data)}")
        return cls._make(algorithm, data, allow_insecure, None)

    @classmethod
    def from_pem(cls, data: Union[str, Buffer], passphrase: Union[None, str, Buffer] = None) -> PrivateKey:
        """Reads a PKCS #8 key, label PRIVATE KEY or, with its passphrase, ENCRYPTED PRIVATE KEY."""
        return cls(_read(lib.NEOSIG_KEY_SECRET, data, passphrase))

    @classmethod
    def from_der(cls, data: Buffer, passphrase: Union[None, str, Buffer] = None) -> PrivateKey:
        """Reads a PKCS #8 key, plain or protected."""
        return cls.from_pem(data, passphrase)

    @classmethod
    def from_bytes(cls, algorithm: Union[str, Algorithm], data: Buffer,
                   public_key: Optional[PublicKey] = None) -> PrivateKey:
        """The key whose bytes the algorithm's specification says; its public key is computed, and must be public_key if
        that is given. It must be given for `PrivateKey.public_key` of rainbow's circumzenithal sets, whose secret keys
        lack a part of it. Raises `InvalidKey` of a damaged key, and of a pair that is none."""
        algorithm, secret = algorithm_of(algorithm), view(data)
        if len(secret) != algorithm.secret_key_bytes:
            raise InvalidKey(f"a secret key of {algorithm} has {algorithm.secret_key_bytes} bytes, not {len(secret)}")
        if public_key is not None and public_key.algorithm != algorithm:
            raise InvalidKey(f"the public key is one of {public_key.algorithm}, not of {algorithm}")
        parts = {"alg": algorithm._pointer, "secret_key": ffi.cast("uint8_t *", secret)}
        flags = lib.NEOSIG_KEY_DER
        if public_key is not None:
            parts["public_key"] = ffi.cast("uint8_t *", public_key._pk)
            flags |= lib.NEOSIG_KEY_WITH_PUBLIC
        return cls(_read(lib.NEOSIG_KEY_SECRET, _write(ffi.new("neosig_key *", parts), lib.NEOSIG_KEY_SECRET, flags)))

    @property
    def public_key(self) -> PublicKey:
        """Raises `Unsupported` where the key was read without it and does not tell it: of rainbow's circumzenithal
        sets."""
        if self._public_key is None:
            raise Unsupported(f"this key of {self.algorithm} was read without its public key, and does not tell it")
        return self._public_key

    def check_pair(self, public_key: PublicKey) -> None:
        """Raises `InvalidKey` unless this is a secret key and public_key the one that belongs to it, of all
        algorithms. It is computed."""
        if public_key.algorithm != self.algorithm:
            raise InvalidKey(f"the public key is one of {public_key.algorithm}, not of {self.algorithm}")
        code = lib.neosig_check_keypair(self.algorithm._pointer, public_key._pk, len(public_key._pk),
                                        self._key.secret_key, self.algorithm.secret_key_bytes, ffi.NULL)
        if code == lib.NEOSIG_ERR_KEY:
            fail(code, f"{self.algorithm}: the private key and the public key do not belong together")
        check(code, self.algorithm.name)

    def _format(self, flags: int, passphrase: Union[None, str, Buffer], form: Optional[str], with_public: bool,
                kdf: str, cost: int, empty_passphrase: bool) -> bytes:
        forms = {None: 0, "seed": 0, "expanded": lib.NEOSIG_KEY_EXPANDED, "both": lib.NEOSIG_KEY_BOTH}
        kdfs = {"scrypt": lib.NEOSIG_KDF_SCRYPT, "pbkdf2": lib.NEOSIG_KDF_PBKDF2}
        if form not in forms or kdf not in kdfs:
            raise Unsupported("form is 'seed', 'expanded' or 'both'; kdf is 'scrypt' or 'pbkdf2'")
        if form == "seed" and self._key.seed == ffi.NULL:
            raise Unsupported(f"the seed of this key of {self.algorithm} is not known")
        protection: dict[str, Any] = {"kdf": kdfs[kdf], "cost": cost}
        if passphrase is not None:
            secret = passphrase_view(passphrase)
            if len(secret) == 0 and not empty_passphrase:
                raise Error("an empty passphrase protects nothing: say empty_passphrase=True if it is meant")
            protection.update(passphrase=secret, passphrase_bytes=len(secret))
            flags |= lib.NEOSIG_KEY_EMPTY_PASSPHRASE if empty_passphrase else 0
        flags |= forms[form] | (lib.NEOSIG_KEY_WITH_PUBLIC if with_public else 0)
        return bytes(_write(self._key, lib.NEOSIG_KEY_SECRET, flags, **protection))

    def to_pem(self, passphrase: Union[None, str, Buffer] = None, *, form: Optional[str] = None,
               with_public: bool = False, kdf: str = "scrypt", cost: int = 0,
               empty_passphrase: bool = False) -> bytes:
        """The key as PKCS #8 in PEM, under the passphrase if one is given.

        - form, of ML-DSA: ``"seed"`` (the default where it is known), ``"expanded"`` or ``"both"``;
        - with_public: the public key beside it (version 2);
        - kdf: ``"scrypt"`` or ``"pbkdf2"`` makes a key of the passphrase; cost: scrypt's N or PBKDF2's iterations, 0 for
          the default;
        - empty_passphrase: an empty passphrase, which protects nothing, is meant, and no error.
        """
        return self._format(0, passphrase, form, with_public, kdf, cost, empty_passphrase)

    def to_der(self, passphrase: Union[None, str, Buffer] = None, *, form: Optional[str] = None,
               with_public: bool = False, kdf: str = "scrypt", cost: int = 0,
               empty_passphrase: bool = False) -> bytes:
        """The key as PKCS #8 in DER; the arguments are those of `to_pem`."""
        return self._format(lib.NEOSIG_KEY_DER, passphrase, form, with_public, kdf, cost, empty_passphrase)

    def to_bytes(self) -> bytes:
        """The secret key as the algorithm's specification has it."""
        return bytes(ffi.buffer(self._key.secret_key, self.algorithm.secret_key_bytes))

    def to_seed(self) -> bytes:
        """The seed that the key was made from. Raises `Unsupported` where it is not known."""
        if self._key.seed == ffi.NULL:
            raise Unsupported(f"the seed of this key of {self.algorithm} is not known")
        return bytes(ffi.buffer(self._key.seed, self.algorithm.seed_bytes))

    def prepare(self) -> PreparedPrivateKey:
        """The key expanded once, for many signatures. Threads may share it."""
        return PreparedPrivateKey(self)

    def _sign(self, signature: Any, size: Any, message: Any, options: Options) -> int:
        return int(lib.neosig_sign(self.algorithm._pointer, signature, size, message, len(message),
                                   self._key.secret_key, self.algorithm.secret_key_bytes, options.pointer))

    def _sign_init(self, stream: Any, options: Options) -> int:
        return int(lib.neosig_sign_init(stream, self.algorithm._pointer, self._key.secret_key,
                                        self.algorithm.secret_key_bytes, options.pointer))

    def __repr__(self) -> str:
        return f"<neosig.PrivateKey {_named(self.algorithm, self._public_key)}>"


class PreparedPrivateKey(_Secret, _Signs):
    """A private key expanded for many signatures, in memory that is wiped when nothing refers to it any more. Made by
    `PrivateKey.prepare`."""

    __slots__ = ("algorithm", "_public_key", "_memory")

    def __init__(self, private_key: PrivateKey) -> None:
        self.algorithm = private_key.algorithm
        self._public_key = private_key._public_key
        self._memory, size = _prepared(self.algorithm, secret=True)
        check(lib.neosig_prepare_sign(self.algorithm._pointer, self._memory, size, private_key._key.secret_key,
                                      self.algorithm.secret_key_bytes, ffi.NULL), self.algorithm.name)

    def _sign(self, signature: Any, size: Any, message: Any, options: Options) -> int:
        return int(lib.neosig_sign_prepared(self._memory, signature, size, message, len(message), options.pointer))

    def _sign_init(self, stream: Any, options: Options) -> int:
        return int(lib.neosig_sign_init_prepared(stream, self._memory, options.pointer))

    def __repr__(self) -> str:
        return f"<neosig.PreparedPrivateKey {_named(self.algorithm, self._public_key)}>"
