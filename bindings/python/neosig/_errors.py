"""Exceptions, and the library's error codes as exceptions."""

from __future__ import annotations

from typing import Any, Optional

from ._native import ffi, lib

_CODES: dict[int, str] = ffi.typeof("neosig_error").elements


class Error(ValueError):
    """What all exceptions of this package are. `code` is the library's name of it, such as ``NEOSIG_ERR_ATTEMPTS``."""

    code: str = "NEOSIG_ERR_ARGUMENT"


class InvalidSignature(Error):
    """The signature is not one of this message under this key, whatever is wrong with it."""

    code = "NEOSIG_ERR_SIGNATURE"


class InvalidKey(Error):
    """A key that is damaged, of another length than its algorithm's, or of another kind."""

    code = "NEOSIG_ERR_KEY"


class UnknownAlgorithm(Error, KeyError):
    """No algorithm has this name."""

    __str__ = Exception.__str__


class Unsupported(Error):
    """The algorithm has no such feature, or neosig does not know what a key file holds."""

    code = "NEOSIG_ERR_UNSUPPORTED"


class InsecureAlgorithm(Error):
    """The algorithm is broken or withdrawn; to make a key all the same, give ``allow_insecure=True``."""

    code = "NEOSIG_ERR_INSECURE"


class WrongPassphrase(Error):
    """The key file needs a passphrase, or another one."""

    code = "NEOSIG_ERR_PASSPHRASE"


class SupersededWarning(UserWarning):
    """A key is made of an algorithm that its designers have replaced."""


_CLASSES: dict[int, type[Error]] = {
    lib.NEOSIG_ERR_SIGNATURE: InvalidSignature,
    lib.NEOSIG_ERR_LENGTH: InvalidKey,
    lib.NEOSIG_ERR_KEY: InvalidKey,
    lib.NEOSIG_ERR_UNSUPPORTED: Unsupported,
    lib.NEOSIG_ERR_INSECURE: InsecureAlgorithm,
    lib.NEOSIG_ERR_PASSPHRASE: WrongPassphrase,
}


def text(pointer: Any) -> str:
    """A C string; empty for NULL."""
    return "" if pointer == ffi.NULL else str(ffi.string(pointer).decode())


def check(code: int, about: str = "") -> None:
    """Raises what a function of the library returned, unless that is NEOSIG_OK. about stands before the sentence."""
    if code != lib.NEOSIG_OK:
        fail(code, (about + ": " if about else "") + text(lib.neosig_strerror(code)))


def fail(code: int, message: str, kind: Optional[type[Error]] = None) -> None:
    """Raises the exception of an error code, or one of this kind."""
    if code == lib.NEOSIG_ERR_MEMORY:
        raise MemoryError(message)
    error = (kind or _CLASSES.get(code, Error))(message)
    error.code = _CODES[code]
    raise error
