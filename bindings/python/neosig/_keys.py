"""Keys, signing and verifying."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Iterable
from typing import Any, Literal, Optional, Union

from ._algorithms import Algorithm, algorithm_of, by_pointer, pointer_of
from ._call import (Buffer, FaultCheck, Interface, Options, Prehash, Random, instance, options_of, passphrase_view,
                    view, word)
from ._errors import Error, InvalidKey, SupersededWarning, Unsupported, check, fail, text
from ._native import ffi, lib
from ._streams import File, Secret, Signer, Verifier, pieces_of

Form = Literal["seed", "expanded", "both"]
Kdf = Literal["scrypt", "pbkdf2"]

_FORMS: dict[Form, int] = {"seed": 0, "expanded": lib.NEOSIG_KEY_EXPANDED, "both": lib.NEOSIG_KEY_BOTH}
_KDFS: dict[Kdf, int] = {"scrypt": lib.NEOSIG_KDF_SCRYPT, "pbkdf2": lib.NEOSIG_KDF_PBKDF2}
_MARGIN = re.compile(rb"^[ \t]+(?=-----(?:BEGIN|END) )", re.M)
_MOST_COST = 256 ** ffi.sizeof("unsigned long") - 1


class _Key:
    """What all keys have. C knows the algorithm and all lengths: no attribute of Python's says them."""

    __slots__ = ("_handle", "__weakref__")
    _handle: Any

    @property
    def algorithm(self) -> Algorithm:
        """The parameter set of the key."""
        return by_pointer(lib.neosig_py_algorithm(self._handle))


class _Signs(_Key):
    """What keys for signing have in common. The keyword arguments are the same everywhere:

    - context: at most 255 bytes that a verifier must name too;
    - prehash: ``"sha2-512"``, ``"shake256"`` and so on, or hashlib's name of it: sign a hash of the message
      (HashML-DSA, HashSLH-DSA);
    - deterministic: draw no random bytes;
    - interface: ``"digest"``: the message is its digest already, by the function that prehash names; ``"mu"``: it is
      the 64-byte mu of ML-DSA (`PublicKey.mu`); ``"internal"``: the specification's internal interface, for its test
      vectors;
    - random: a function that gives as many bytes as it is asked for, in place of the operating system's generator;
    - fault_check, for algorithms with the feature ``"fault-checks"``, SLH-DSA: ``"twice"``: make the signature twice, and
      compare; ``"verify"``: verify the signature, which costs far less and finds few of the faults that help to forge. A
      fault raises `Error` with the code ``NEOSIG_ERR_FAULT``.

    Where the algorithm lacks what is asked, `Unsupported` is raised.
    """

    __slots__ = ()

    def _reads_twice(self, prehash: Optional[Prehash]) -> bool:
        return prehash is None and "reads-twice" in self.algorithm.features

    def sign(self, message: Buffer, *, context: Buffer = b"", prehash: Optional[Prehash] = None,
             deterministic: bool = False, interface: Interface = "external", random: Optional[Random] = None,
             fault_check: Optional[FaultCheck] = None) -> bytes:
        """The signature of a message, any object with contiguous bytes, which are not copied."""
        options = options_of(deterministic, context, prehash, interface, random, fault_check)
        key = self._handle
        size = ffi.new("size_t *", lib.neosig_py_room(key))
        signature = ffi.new("uint8_t[]", size[0])
        with view(message) as data:
            code = lib.neosig_py_sign(key, signature, size, data, len(data), options.pointer)
        if code != lib.NEOSIG_OK:
            options.outcome.check(code, self.algorithm.name)
        return bytes(ffi.buffer(signature, size[0]))

    def signer(self, *, context: Buffer = b"", prehash: Optional[Prehash] = None, deterministic: bool = False,
               interface: Interface = "external", random: Optional[Random] = None,
               fault_check: Optional[FaultCheck] = None) -> Signer:
        """Signs a message that comes in pieces: ``update`` each, then ``finalize``. Algorithms with the feature
        ``"reads-twice"`` need the whole message, or a prehash: `Unsupported`."""
        options = options_of(deterministic, context, prehash, interface, random, fault_check)
        if self._reads_twice(prehash):
            raise Unsupported(f"{self.algorithm} reads a message twice to sign it, so no message in pieces can be "
                              "signed: give it whole to sign(), or name a prehash")
        return Signer(self.algorithm.name, options, self._handle)

    def sign_file(self, file: File, *, context: Buffer = b"", prehash: Optional[Prehash] = None,
                  deterministic: bool = False, interface: Interface = "external", random: Optional[Random] = None,
                  fault_check: Optional[FaultCheck] = None) -> bytes:
        """The signature of a file of any size, read a piece at a time: one with this path, or what is left in one that
        is open for reading bytes. Algorithms with the feature ``"reads-twice"`` keep the file in memory, unless a
        prehash is named."""
        pieces = pieces_of(file)
        if self._reads_twice(prehash):
            return self.sign(b"".join(pieces), context=context, deterministic=deterministic, interface=interface,
                             random=random, fault_check=fault_check)
        signer = self.signer(context=context, prehash=prehash, deterministic=deterministic, interface=interface,
                             random=random, fault_check=fault_check)
        for piece in pieces:
            signer.update(piece)
        return signer.finalize()


class _Verifies(_Key):
    """What keys for verifying have in common. The keyword arguments, those of signing:

    - context: the bytes that the signer named;
    - prehash: the hash that the signer named;
    - interface: ``"digest"``: the message is its digest already, by the function that prehash names; ``"mu"``: it is
      the 64-byte mu of ML-DSA; ``"internal"``: the specification's internal interface, for its test vectors.
    """

    __slots__ = ()

    def verify(self, signature: Buffer, message: Buffer, *, context: Buffer = b"", prehash: Optional[Prehash] = None,
               interface: Interface = "external") -> None:
        """Raises `InvalidSignature` unless signature is one of message under this key. Both are any objects with
        contiguous bytes, which are not copied."""
        options = options_of(False, context, prehash, interface)
        with view(signature) as given, view(message) as data:
            code = lib.neosig_py_verify(self._handle, given, len(given), data, len(data), options.pointer)
        if code != lib.NEOSIG_OK:
            options.outcome.check(code, self.algorithm.name)

    def verify_many(self, signatures: Iterable[Buffer], messages: Iterable[Buffer], *, context: Buffer = b"",
                    prehash: Optional[Prehash] = None,
                    interface: Interface = "external") -> list[Optional[Exception]]:
        """`verify` for each signature and the message in its place, in one call of the library, which hashes messages
        of Falcon and FN-DSA side by side. The answers: None for a good signature, and for another the exception that
        `verify` raises. No pair ends the others. Messages of about the same length should stand together."""
        options = options_of(False, context, prehash, interface)
        pairs = list(signatures), list(messages)
        if len(pairs[0]) != len(pairs[1]):
            raise Error(f"{len(pairs[0])} signatures are not as many as {len(pairs[1])} messages")
        return _answers(self._handle, self.algorithm.name, *pairs, options)

    def verifier(self, signature: Buffer, *, context: Buffer = b"", prehash: Optional[Prehash] = None,
                 interface: Interface = "external") -> Verifier:
        """Verifies a message that comes in pieces: ``update`` each, then ``finalize``."""
        return Verifier(self.algorithm.name, options_of(False, context, prehash, interface), self._handle, signature)

    def verify_file(self, signature: Buffer, file: File, *, context: Buffer = b"", prehash: Optional[Prehash] = None,
                    interface: Interface = "external") -> None:
        """`verify` for a file of any size, read a piece at a time: one with this path, or what is left in one that is
        open for reading bytes."""
        pieces = pieces_of(file)
        verifier = self.verifier(signature, context=context, prehash=prehash, interface=interface)
        for piece in pieces:
            verifier.update(piece)
        verifier.finalize()


def _answers(key: Any, name: str, signatures: list[Buffer], messages: list[Buffer],
             options: Options) -> list[Optional[Exception]]:
    """What verifying each signature would raise."""
    answers: list[Optional[Exception]] = [None] * len(signatures)
    items = ffi.new("neosig_item[]", len(signatures))
    views: list[Any] = []
    places: list[int] = []
    try:
        for place, (signature, message) in enumerate(zip(signatures, messages)):
            try:
                views.append(view(signature))
                views.append(view(message))
            except (BufferError, TypeError) as error:
                answers[place] = error.with_traceback(None)
                continue
            item = items[len(places)]
            item.sig, item.msg = views[-2:]
            item.sig_bytes, item.msg_bytes = map(len, views[-2:])
            places.append(place)
        lib.neosig_py_verify_many(key, items, len(places), options.pointer)
    finally:
        for seen in views:
            ffi.release(seen)
    for place, item in zip(places, items):
        if item.error != lib.NEOSIG_OK:
            answers[place] = options.outcome.error(item.error, name)
    return answers


def _made(make: Any, *arguments: Any) -> tuple[int, Any, str]:
    """What a function of C that makes a key returns, the key, and what was wrong."""
    made, wrong = ffi.new("neosig_py_key **"), ffi.new("char[192]")
    code = make(made, *arguments, wrong)
    return code, ffi.gc(made[0], lib.neosig_py_key_release) if code == lib.NEOSIG_OK else None, text(wrong)


def _read(kind: int, data: Buffer, passphrase: Union[None, str, Buffer] = None) -> Any:
    """A key that was read from PEM or DER."""
    with view(data) as content, passphrase_view(passphrase) as secret:
        code, key, wrong = _made(lib.neosig_py_read, kind, content, len(content),
                                 ffi.NULL if passphrase is None else secret, len(secret))
    if code != lib.NEOSIG_OK:
        fail(code, f"the key {wrong}")
    return key


def _pem(data: Union[str, Buffer]) -> Buffer:
    """PEM without the margin that it has in a program's text or in YAML: C wants its BEGIN and END to begin a line."""
    content = data.encode() if isinstance(data, str) else data
    return _MARGIN.sub(b"", content) if isinstance(content, bytes) else content


def _import(algorithm: Algorithm, public: Any, secret: Any) -> Any:
    """A key of the bytes of its specification, ffi.NULL those that are not given."""
    sizes = [0 if data == ffi.NULL else len(data) for data in (public, secret)]
    code, key, wrong = _made(lib.neosig_py_import, pointer_of(algorithm), public, sizes[0], secret, sizes[1])
    if code != lib.NEOSIG_OK:
        fail(code, f"the key {wrong}" if wrong else f"{algorithm}: {text(lib.neosig_strerror(code))}")
    return key


def _check_length(what: str, algorithm: Algorithm, expected: int, data: Any) -> None:
    if len(data) != expected:
        fail(lib.NEOSIG_ERR_LENGTH, f"a {what} of {algorithm} has {expected} bytes, not {len(data)}")


def _has(part: Any, key: Any) -> bool:
    return bool(part(key, ffi.new("size_t *")) != ffi.NULL)


def _part(part: Any, key: Any, what: str) -> bytes:
    """A copy of a part of a key. Raises `Unsupported` if it is not known."""
    size = ffi.new("size_t *")
    start = part(key, size)
    if start == ffi.NULL:
        raise Unsupported(f"the {what} of this key of {by_pointer(lib.neosig_py_algorithm(key))} is not known")
    return bytes(ffi.buffer(start, size[0]))


def _write(key: Any, kind: int, flags: int, **members: Any) -> bytes:
    """A key as PEM or DER."""
    start, size = ffi.new("uint8_t **"), ffi.new("size_t *")
    check(lib.neosig_py_write(start, size, key, kind, ffi.new("neosig_key_format *", {"flags": flags, **members})))
    try:
        return bytes(ffi.buffer(start[0], size[0]))
    finally:
        lib.neosig_key_free(start[0], size[0])


def _prepared(key: Any, secret: bool, name: str) -> Any:
    code, made, _ = _made(lib.neosig_py_prepare, key, secret)
    check(code, name)
    return made


def _named(algorithm: Algorithm, public: Optional[PublicKey]) -> str:
    return algorithm.name + (f" {public.fingerprint[:16]}" if public is not None else "")


class PublicKey(_Verifies):
    """A public key. Two of them are equal if algorithm and bytes are; it can be pickled."""

    __slots__ = ()

    def __init__(self, algorithm: Union[str, Algorithm], data: Buffer) -> None:
        algorithm = algorithm_of(algorithm)
        with view(data) as content:
            _check_length("public key", algorithm, algorithm.public_key_bytes, content)
            self._handle = _import(algorithm, content, ffi.NULL)

    @classmethod
    def _of(cls, handle: Any) -> PublicKey:
        key = cls.__new__(cls)
        key._handle = handle
        return key

    @classmethod
    def from_bytes(cls, algorithm: Union[str, Algorithm], data: Buffer) -> PublicKey:
        """The key whose bytes the algorithm's specification says."""
        return cls(algorithm, data)

    @classmethod
    def from_pem(cls, data: Union[str, Buffer]) -> PublicKey:
        """Reads a SubjectPublicKeyInfo, label PUBLIC KEY, which names the algorithm. It may be indented."""
        return cls._of(_read(lib.NEOSIG_KEY_PUBLIC, _pem(data)))

    @classmethod
    def from_der(cls, data: Buffer) -> PublicKey:
        """Reads a SubjectPublicKeyInfo, which names the algorithm."""
        return cls._of(_read(lib.NEOSIG_KEY_PUBLIC, data))

    def to_bytes(self) -> bytes:
        """The key as the algorithm's specification has it; bytes(key) is the same."""
        return _part(lib.neosig_py_public_bytes, self._handle, "public key")

    __bytes__ = to_bytes

    def to_pem(self) -> bytes:
        """A SubjectPublicKeyInfo, label PUBLIC KEY."""
        return _write(self._handle, lib.NEOSIG_KEY_PUBLIC, 0)

    def to_der(self) -> bytes:
        """A SubjectPublicKeyInfo."""
        return _write(self._handle, lib.NEOSIG_KEY_PUBLIC, lib.NEOSIG_KEY_DER)

    @property
    def fingerprint(self) -> str:
        """The key's name for people: SHA-256 of its SubjectPublicKeyInfo, 64 hexadecimal digits."""
        out = ffi.new("uint8_t[32]")
        check(lib.neosig_py_fingerprint(self._handle, out))
        return bytes(ffi.buffer(out)).hex()

    def mu(self, message: Buffer, *, context: Buffer = b"", prehash: Optional[Prehash] = None,
           interface: Interface = "external") -> bytes:
        """The 64 bytes of ML-DSA (FIPS 204) in which key, context and message end, for signing elsewhere with
        ``interface="mu"``. prehash and ``interface="digest"`` as for signing. Raises `Unsupported` of other
        algorithms."""
        options, mu = options_of(False, context, prehash, interface), ffi.new("uint8_t[64]")
        with view(message) as data:
            code = lib.neosig_py_mu(self._handle, mu, data, len(data), options.pointer)
        options.outcome.check(code, self.algorithm.name)
        return bytes(ffi.buffer(mu))

    def prepare(self) -> PreparedPublicKey:
        """The key expanded once, for many signatures. Threads may share it."""
        return PreparedPublicKey(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PublicKey):
            return NotImplemented
        return self.algorithm == other.algorithm and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.algorithm.name, self.to_bytes()))

    def __reduce__(self) -> tuple[Any, tuple[str, bytes]]:
        return PublicKey, (self.algorithm.name, self.to_bytes())

    def __repr__(self) -> str:
        return f"<neosig.PublicKey {_named(self.algorithm, self)}>"


class PreparedPublicKey(_Verifies):
    """A public key expanded for many signatures. Made by `PublicKey.prepare`."""

    __slots__ = ("_public_key",)

    def __init__(self, public_key: PublicKey) -> None:
        self._public_key = instance(public_key, PublicKey, "public_key")
        self._handle = _prepared(public_key._handle, False, public_key.algorithm.name)

    @property
    def public_key(self) -> PublicKey:
        """The key that was prepared."""
        return self._public_key

    def __reduce__(self) -> tuple[Any, tuple[PublicKey]]:
        return PreparedPublicKey, (self.public_key,)

    def __repr__(self) -> str:
        return f"<neosig.PreparedPublicKey {_named(self.algorithm, self.public_key)}>"


class _HasPublicKey(Secret, _Signs):
    """A private key, and the public key that it belongs to where that is known."""

    __slots__ = ("_public_key",)
    _public_key: Optional[PublicKey]

    @property
    def public_key(self) -> PublicKey:
        """Raises `Unsupported` where the key was read without it and does not tell it: of rainbow's circumzenithal
        sets."""
        if self._public_key is None:
            raise Unsupported(f"this key of {self.algorithm} was read without its public key, and does not tell it")
        return self._public_key

    def __repr__(self) -> str:
        return f"<neosig.{type(self).__name__} {_named(self.algorithm, self._public_key)}>"


class PrivateKey(_HasPublicKey):
    """A private key, in memory that is wiped when nothing refers to it any more. Made by the class methods.

    No method but `to_pem`, `to_der`, `to_bytes` and `to_seed` gives secrets as objects of Python, which are not wiped.
    """

    __slots__ = ()

    def __init__(self, *_: Any) -> None:
        raise TypeError("use PrivateKey.generate, from_seed, from_pem, from_der or from_bytes")

    @classmethod
    def _of(cls, handle: Any) -> PrivateKey:
        key = cls.__new__(cls)
        key._handle = handle
        key._public_key = None
        if _has(lib.neosig_py_public_bytes, handle):
            key._public_key = PublicKey(key.algorithm, _part(lib.neosig_py_public_bytes, handle, "public key"))
        return key

    @classmethod
    def _make(cls, algorithm: Union[str, Algorithm], seed: Any, allow_insecure: bool,
              random: Optional[Random]) -> PrivateKey:
        algorithm = algorithm_of(algorithm)
        if algorithm.status == "superseded":
            warnings.warn(f"{algorithm} is superseded since {algorithm.status_since}: {algorithm.status_citation}",
                          SupersededWarning, stacklevel=3)
        options = Options(flags=lib.NEOSIG_ALLOW_INSECURE if allow_insecure else 0, random=random)
        code, key, _ = _made(lib.neosig_py_make, pointer_of(algorithm), seed, 0 if seed == ffi.NULL else len(seed),
                             options.pointer)
        options.outcome.check(code, algorithm.name)
        return cls._of(key)

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
        algorithm = algorithm_of(algorithm)
        with view(seed) as data:
            _check_length("seed", algorithm, algorithm.seed_bytes, data)
            return cls._make(algorithm, data, allow_insecure, None)

    @classmethod
    def from_pem(cls, data: Union[str, Buffer], passphrase: Union[None, str, Buffer] = None) -> PrivateKey:
        """Reads a PKCS #8 key, label PRIVATE KEY or, with its passphrase, ENCRYPTED PRIVATE KEY. It may be indented."""
        return cls._of(_read(lib.NEOSIG_KEY_SECRET, _pem(data), passphrase))

    @classmethod
    def from_der(cls, data: Buffer, passphrase: Union[None, str, Buffer] = None) -> PrivateKey:
        """Reads a PKCS #8 key, plain or protected."""
        return cls._of(_read(lib.NEOSIG_KEY_SECRET, data, passphrase))

    @classmethod
    def from_bytes(cls, algorithm: Union[str, Algorithm], data: Buffer,
                   public_key: Optional[PublicKey] = None) -> PrivateKey:
        """The key whose bytes the algorithm's specification says; its public key is computed, and must be public_key if
        that is given. It must be given for `PrivateKey.public_key` of rainbow's circumzenithal sets, whose secret keys
        lack a part of it. Raises `InvalidKey` of a damaged key, and of a pair that is none."""
        algorithm = algorithm_of(algorithm)
        if public_key is not None and instance(public_key, PublicKey, "public_key").algorithm != algorithm:
            raise InvalidKey(f"the public key is one of {public_key.algorithm}, not of {algorithm}")
        with view(data) as secret, view(b"" if public_key is None else public_key.to_bytes()) as public:
            _check_length("secret key", algorithm, algorithm.secret_key_bytes, secret)
            return cls._of(_import(algorithm, ffi.NULL if public_key is None else public, secret))

    def check_pair(self, public_key: PublicKey) -> None:
        """Raises `InvalidKey` unless this is a secret key and public_key the one that belongs to it, of all
        algorithms. It is computed."""
        if instance(public_key, PublicKey, "public_key").algorithm != self.algorithm:
            raise InvalidKey(f"the public key is one of {public_key.algorithm}, not of {self.algorithm}")
        code = lib.neosig_py_check_pair(self._handle, public_key._handle)
        if code == lib.NEOSIG_ERR_KEY:
            fail(code, f"{self.algorithm}: the private key and the public key do not belong together")
        check(code, self.algorithm.name)

    def _format(self, flags: int, passphrase: Union[None, str, Buffer], form: Optional[Form], with_public: bool,
                kdf: Kdf, cost: int, empty_passphrase: bool) -> bytes:
        flags |= 0 if form is None else word(form, _FORMS, "form")
        kdf_number, cost = word(kdf, _KDFS, "kdf"), operator.index(cost)
        if not 0 <= cost <= _MOST_COST:
            raise Error(f"cost is 0 to {_MOST_COST}, not {cost}")
        if form == "seed" and not _has(lib.neosig_py_seed_bytes, self._handle):
            raise Unsupported(f"the seed of this key of {self.algorithm} is not known")
        flags |= lib.NEOSIG_KEY_WITH_PUBLIC if with_public else 0
        flags |= lib.NEOSIG_KEY_EMPTY_PASSPHRASE if empty_passphrase else 0
        with passphrase_view(passphrase) as secret:
            if passphrase is not None and len(secret) == 0 and not empty_passphrase:
                raise Error("an empty passphrase protects nothing: say empty_passphrase=True if it is meant")
            return _write(self._handle, lib.NEOSIG_KEY_SECRET, flags, kdf=kdf_number, cost=cost,
                          passphrase=ffi.NULL if passphrase is None else secret, passphrase_bytes=len(secret))

    def to_pem(self, passphrase: Union[None, str, Buffer] = None, *, form: Optional[Form] = None,
               with_public: bool = False, kdf: Kdf = "scrypt", cost: int = 0,
               empty_passphrase: bool = False) -> bytes:
        """The key as PKCS #8 in PEM, under the passphrase if one is given.

        - form, of ML-DSA: ``"seed"`` (the default where it is known), ``"expanded"`` or ``"both"``;
        - with_public: the public key beside it (version 2);
        - kdf: ``"scrypt"`` or ``"pbkdf2"`` makes a key of the passphrase; cost: scrypt's N or PBKDF2's iterations, 0
          for the default;
        - empty_passphrase: an empty passphrase, which protects nothing, is meant, and no error.
        """
        return self._format(0, passphrase, form, with_public, kdf, cost, empty_passphrase)

    def to_der(self, passphrase: Union[None, str, Buffer] = None, *, form: Optional[Form] = None,
               with_public: bool = False, kdf: Kdf = "scrypt", cost: int = 0,
               empty_passphrase: bool = False) -> bytes:
        """The key as PKCS #8 in DER; the arguments are those of `to_pem`."""
        return self._format(lib.NEOSIG_KEY_DER, passphrase, form, with_public, kdf, cost, empty_passphrase)

    def to_bytes(self) -> bytes:
        """The secret key as the algorithm's specification has it."""
        return _part(lib.neosig_py_secret_bytes, self._handle, "secret key")

    def to_seed(self) -> bytes:
        """The seed that the key was made from. Raises `Unsupported` where it is not known."""
        return _part(lib.neosig_py_seed_bytes, self._handle, "seed")

    def prepare(self) -> PreparedPrivateKey:
        """The key expanded once, for many signatures. Threads may share it."""
        return PreparedPrivateKey(self)


class PreparedPrivateKey(_HasPublicKey):
    """A private key expanded for many signatures, in memory that is wiped when nothing refers to it any more. Made by
    `PrivateKey.prepare`."""

    __slots__ = ()

    def __init__(self, private_key: PrivateKey) -> None:
        self._public_key = instance(private_key, PrivateKey, "private_key")._public_key
        self._handle = _prepared(private_key._handle, True, private_key.algorithm.name)
