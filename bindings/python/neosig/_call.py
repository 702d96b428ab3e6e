"""What calls of the library are given: bytes of others, options, random bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from ._errors import Error, check, fail
from ._native import ffi, lib

if TYPE_CHECKING:
    from typing_extensions import Buffer

Random = Callable[[int], bytes]

_INTERFACES = {
    "external": 0,
    "digest": lib.NEOSIG_DIGEST,
    "mu": lib.NEOSIG_EXTERNAL_MU,
    "internal": lib.NEOSIG_INTERNAL,
}

_PREHASH = "NEOSIG_PREHASH_"
_PREHASHES: dict[str, int] = {
    name[len(_PREHASH):].lower().replace("_", "-"): number
    for number, name in sorted(ffi.typeof("neosig_prehash").elements.items())
    if number != lib.NEOSIG_PREHASH_NONE
}


def view(data: Buffer) -> Any:
    """The bytes of an object, not copied: an array that keeps the object from moving."""
    return ffi.from_buffer("uint8_t[]", data)


class Source:
    """The state behind neosig_options.random: draws from a function of Python, and keeps what that raises."""

    def __init__(self, draw: Random) -> None:
        self.draw = draw
        self.error: Optional[BaseException] = None

    def fill(self, out: Any, size: int) -> int:
        try:
            drawn = view(self.draw(size))
            if len(drawn) != size:
                raise Error(f"random({size}) gave {len(drawn)} bytes")
            ffi.memmove(out, drawn, size)
        except BaseException as error:  # it cannot pass through C
            self.error = error
            return -1
        return 0


def _draw(state: Any, out: Any, size: int) -> int:
    source: Source = ffi.from_handle(state)
    return source.fill(out, size)


ffi.def_extern(name="neosig_py_random", error=-1)(_draw)


class Options:
    """A neosig_options with all that it points to."""

    def __init__(self, *, flags: int = 0, context: Buffer = b"", prehash: Optional[str] = None,
                 interface: str = "external", random: Optional[Random] = None) -> None:
        if interface not in _INTERFACES:
            raise Error(f"interface is one of {', '.join(_INTERFACES)}, not {interface!r}")
        if prehash is not None and prehash not in _PREHASHES:
            raise Error(f"prehash is one of {', '.join(_PREHASHES)}, not {prehash!r}")
        if interface == "digest" and prehash is None:
            raise Error("interface 'digest' needs prehash, the function that the digest is by")
        self._message = {"digest": f"a digest by {prehash}", "mu": "mu"}.get(interface, "it should be")
        self.source = None if random is None else Source(random)
        self._handle = ffi.NULL if random is None else ffi.new_handle(self.source)
        self._context = view(context)
        if len(self._context) > 255:
            raise Error(f"a context has at most 255 bytes, not {len(self._context)}")
        self.pointer = ffi.new("neosig_options *", {
            "size": ffi.sizeof("neosig_options"),
            "flags": flags | _INTERFACES[interface],
            "prehash": 0 if prehash is None else _PREHASHES[prehash],
            "context": self._context,
            "context_bytes": len(self._context),
            "random": ffi.NULL if random is None else lib.neosig_py_random,
            "random_state": self._handle,
        })

    def check(self, code: int, about: str) -> None:
        """Raises what went wrong: what the source of random bytes raised, or else the library's error."""
        if code != lib.NEOSIG_OK and self.source is not None and self.source.error is not None:
            raise self.source.error
        if code == lib.NEOSIG_ERR_LENGTH:  # of the message: keys of other lengths are refused when they are made
            fail(code, f"{about}: the message is not as long as {self._message}", Error)
        check(code, about)


_PLAIN = Options()


def options_of(deterministic: bool = False, context: Buffer = b"", prehash: Optional[str] = None,
               interface: str = "external", random: Optional[Random] = None) -> Options:
    """The options of an operation; where nothing is asked, always the same ones, which nobody changes."""
    nothing = isinstance(context, bytes) and not context
    if nothing and not deterministic and prehash is None and interface == "external" and random is None:
        return _PLAIN
    return Options(flags=lib.NEOSIG_DETERMINISTIC if deterministic else 0, context=context, prehash=prehash,
                   interface=interface, random=random)


def passphrase_view(passphrase: Union[None, str, Buffer]) -> Any:
    """The bytes of a passphrase, UTF-8 of a string."""
    return view(passphrase.encode() if isinstance(passphrase, str) else b"" if passphrase is None else passphrase)
