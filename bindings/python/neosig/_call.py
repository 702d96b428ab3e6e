"""What calls of the library are given: bytes of others, words, options, random bytes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, Literal, Optional, TypeVar, Union
from weakref import WeakValueDictionary

from ._errors import Error, check, fail, text
from ._native import ffi, lib

if sys.version_info >= (3, 12):
    from collections.abc import Buffer as Buffer
elif TYPE_CHECKING:
    from typing_extensions import Buffer as Buffer
else:
    class Buffer:
        """Any object with contiguous bytes, for annotations: collections.abc.Buffer of Python 3.12."""

Kind = TypeVar("Kind")
Random = Callable[[int], Buffer]
Interface = Literal["external", "digest", "mu", "internal"]
FaultCheck = Literal["verify", "twice"]
Prehash = Literal[
    "sha2-224", "sha2-256", "sha2-384", "sha2-512", "sha2-512-224", "sha2-512-256",
    "sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256",
    "sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256",
    "sha3_224", "sha3_256", "sha3_384", "sha3_512", "shake_128", "shake_256",
]

_INTERFACES: dict[Interface, int] = {
    "external": 0,
    "digest": lib.NEOSIG_DIGEST,
    "mu": lib.NEOSIG_EXTERNAL_MU,
    "internal": lib.NEOSIG_INTERNAL,
}

_FAULT_CHECKS: dict[FaultCheck, int] = {"verify": lib.NEOSIG_VERIFY_SIGNED, "twice": lib.NEOSIG_SIGN_TWICE}

_PREHASH = "NEOSIG_PREHASH_"
_PREHASHES: dict[str, int] = {
    name[len(_PREHASH):].lower().replace("_", "-"): number
    for number, name in sorted(ffi.typeof("neosig_prehash").elements.items())
    if number != lib.NEOSIG_PREHASH_NONE
}


def _of_hashlib(name: str) -> str:
    """The name here of a function that is called so in hashlib."""
    name = name.replace("_", "-").replace("shake-", "shake")
    return "sha2-" + name[3:] if name.startswith(("sha2", "sha3", "sha5")) and name[4:5] != "-" else name


def kind_of(thing: object) -> str:
    """What a thing is, for sentences that refuse it."""
    return "None" if thing is None else type(thing).__name__


def view(data: Buffer) -> Any:
    """The bytes of an object, not copied: an array that keeps the object from moving while a with statement has it. (It
    must not outlive that in a frame or an object: Python's collector crashes on a memoryview in a cycle with it.) All
    that is taken for bytes comes through here. TypeError for what has none, or has numbers or objects in their place;
    BufferError if they are scattered."""
    if type(data) is bytes:
        return ffi.from_buffer("uint8_t[]", data)
    try:
        seen = memoryview(data)
    except (TypeError, ValueError) as error:  # ValueError: numpy's dates
        raise TypeError(f"an object with bytes is needed, not {kind_of(data)}: {error}") from None
    if seen.itemsize != 1 or seen.format.lstrip("@=<>!") not in ("B", "b", "c"):
        raise TypeError(f"bytes are needed, not {kind_of(data)} with items of format {seen.format!r}")
    if not seen.c_contiguous:
        raise BufferError(f"this {kind_of(data)} is not contiguous")
    return ffi.from_buffer("uint8_t[]", seen)


def instance(thing: Any, kind: type[Kind], what: str) -> Kind:
    """The thing, unless it is of another type: TypeError."""
    if not isinstance(thing, kind):
        raise TypeError(f"{what} must be {kind.__name__}, not {kind_of(thing)}")
    return thing


def word(given: Any, words: Mapping[Any, int], what: str) -> int:
    """What one of some words stands for."""
    if instance(given, str, what) not in words:
        raise Error(f"{what} is one of {', '.join(words)}, not {given!r}")
    return words[given]


def c_string(name: str) -> Any:
    """A string for C, NULL if C has none like it."""
    try:
        return ffi.NULL if "\0" in name else ffi.new("char[]", name.encode())
    except UnicodeEncodeError:
        return ffi.NULL


class Source:
    """The state behind neosig_options.random: draws from a function of Python, and keeps what that raises."""

    def __init__(self, draw: Random) -> None:
        if not callable(draw):
            raise TypeError(f"random is a function, not {kind_of(draw)}")
        self.draw = draw
        self.called = False
        self.error: Optional[BaseException] = None
        _SOURCES[id(self)] = self

    def fill(self, out: Any, size: int) -> int:
        self.called = True
        try:
            with view(self.draw(size)) as drawn:
                if len(drawn) != size:
                    fail(lib.NEOSIG_ERR_RANDOM, f"random({size}) gave {len(drawn)} bytes")
                ffi.memmove(out, drawn, size)
        except BaseException as error:  # it cannot pass through C
            self.error = error
            return 0
        return 1


# C has the number of a source, which is of no use once that is gone.
_SOURCES: WeakValueDictionary[int, Source] = WeakValueDictionary()


def _draw(state: Any, out: Any, size: int) -> int:
    """1 where out was filled. C takes nothing else for success (glue.c)."""
    source = _SOURCES.get(int(ffi.cast("uintptr_t", state)))
    return 0 if source is None else source.fill(out, size)


ffi.def_extern(name="neosig_py_draw", error=0)(_draw)
_RANDOM = ffi.addressof(lib, "neosig_py_random")


class Outcome:
    """What a call's error means: which message it is of, and where its random bytes come from."""

    def __init__(self, message: str, source: Optional[Source]) -> None:
        self._message = message
        self.source = source

    def check(self, code: int, about: str) -> None:
        """Raises what went wrong: what the source of random bytes raised, or else the library's error."""
        if code != lib.NEOSIG_OK and self.source is not None:
            if self.source.error is not None:
                raise self.source.error
            if code == lib.NEOSIG_ERR_RANDOM and not self.source.called:
                fail(code, f"{about}: random could not be called: before Python 3.12 a subinterpreter's cannot")
        if code == lib.NEOSIG_ERR_LENGTH:  # of the message: keys of other lengths are refused when they are made
            fail(code, f"{about}: the message is not as long as {self._message}", Error)
        check(code, about)


    def error(self, code: int, about: str) -> Error:
        """What check raises."""
        try:
            self.check(code, about)
        except Error as error:
            return error.with_traceback(None)
        raise AssertionError(code)


class Options:
    """A neosig_options with all that it points to."""

    def __init__(self, *, flags: int = 0, context: Buffer = b"", prehash: Optional[Prehash] = None,
                 interface: Interface = "external", random: Optional[Random] = None) -> None:
        flags |= word(interface, _INTERFACES, "interface")
        function = _of_hashlib(prehash) if isinstance(prehash, str) else prehash
        hashed = 0 if prehash is None else word(function, _PREHASHES, "prehash")
        if interface == "digest" and prehash is None:
            raise Error("interface 'digest' needs prehash, the function that the digest is by")
        source = None if random is None else Source(random)
        message = {"digest": f"a digest by {prehash}", "mu": "mu"}.get(interface, "it should be")
        self.outcome = Outcome(message, source)
        with view(context) as given:
            if len(given) > 255:
                raise Error(f"a context has at most 255 bytes, not {len(given)}")
            self._context = ffi.new("uint8_t[]", list(ffi.buffer(given)[:]))
        self.pointer = ffi.new("neosig_options *", {
            "size": ffi.sizeof("neosig_options"),
            "flags": flags,
            "prehash": hashed,
            "context": self._context,
            "context_bytes": len(self._context),
            "random": ffi.NULL if random is None else _RANDOM,
            "random_state": ffi.cast("void *", id(source)),
        })


_PLAIN = Options()


def options_of(deterministic: bool = False, context: Buffer = b"", prehash: Optional[Prehash] = None,
               interface: Interface = "external", random: Optional[Random] = None,
               fault_check: Optional[FaultCheck] = None) -> Options:
    """The options of an operation; where nothing is asked, always the same ones, which nobody changes."""
    flags = lib.NEOSIG_DETERMINISTIC if deterministic else 0
    if fault_check is not None:
        flags |= word(fault_check, _FAULT_CHECKS, "fault_check")
    nothing = type(context) is bytes and not context
    if nothing and not flags and prehash is None and interface == "external" and random is None:
        return _PLAIN
    return Options(flags=flags, context=context, prehash=prehash, interface=interface, random=random)


def passphrase_view(passphrase: Union[None, str, Buffer]) -> Any:
    """The bytes of a passphrase, UTF-8 of a string; for a with statement."""
    return view(passphrase.encode() if isinstance(passphrase, str) else b"" if passphrase is None else passphrase)
