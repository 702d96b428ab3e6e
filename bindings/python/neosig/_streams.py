"""Messages in pieces, and files."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from typing import IO, Any, Union

from ._call import Buffer, Options, instance, kind_of, view
from ._errors import check
from ._native import ffi, lib

File = Union[str, os.PathLike[str], IO[bytes]]

_FILE_CHUNK = 1 << 20


class Secret:
    """What must not leave by accident."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"{type(self).__name__} is not pickled or copied; to_pem and to_der write a key")


class _Stream(Secret):
    """A message given in pieces; one thread at a time gets in. C keeps the key and all else that it needs."""

    __slots__ = ("_handle", "_lock", "_name", "_outcome", "__weakref__")

    def __init__(self, name: str, options: Options, open_stream: Any, *arguments: Any) -> None:
        made = ffi.new("neosig_py_stream **")
        self._lock = threading.Lock()
        self._name = name
        self._outcome = instance(options, Options, "options").outcome
        self._outcome.check(open_stream(made, *arguments, options.pointer), name)
        self._handle = ffi.gc(made[0], lib.neosig_py_stream_free)


class Signer(_Stream):
    """Signs a message that is given in pieces. Made by `PrivateKey.signer`."""

    __slots__ = ()

    def __init__(self, name: str, options: Options, key: Any) -> None:
        super().__init__(name, options, lib.neosig_py_sign_init, key)

    def update(self, data: Buffer) -> None:
        """The next piece of the message."""
        with view(data) as piece, self._lock:
            check(lib.neosig_py_sign_update(self._handle, piece, len(piece)), "update")

    def finalize(self) -> bytes:
        """The signature of all pieces. The signer is of no use afterwards."""
        size = ffi.new("size_t *", lib.neosig_py_stream_room(self._handle))
        signature = ffi.new("uint8_t[]", size[0])
        with self._lock:
            self._outcome.check(lib.neosig_py_sign_final(self._handle, signature, size), self._name)
        return bytes(ffi.buffer(signature, size[0]))


class Verifier(_Stream):
    """Verifies a message that is given in pieces. Made by `PublicKey.verifier`."""

    __slots__ = ()

    def __init__(self, name: str, options: Options, key: Any, signature: Buffer) -> None:
        with view(signature) as given:
            super().__init__(name, options, lib.neosig_py_verify_init, key, given, len(given))

    def update(self, data: Buffer) -> None:
        """The next piece of the message."""
        with view(data) as piece, self._lock:
            check(lib.neosig_py_verify_update(self._handle, piece, len(piece)), "update")

    def finalize(self) -> None:
        """Raises `InvalidSignature` unless the signature is one of all pieces. The verifier is of no use afterwards."""
        with self._lock:
            self._outcome.check(lib.neosig_py_verify_final(self._handle), self._name)


def _pieces(file: File) -> Iterator[bytes]:
    with open(file, "rb", buffering=0) if isinstance(file, (str, os.PathLike)) else nullcontext(file) as opened:
        while True:
            piece = opened.read(_FILE_CHUNK)
            if piece is None:  # not its end: nothing has arrived yet
                raise BlockingIOError(errno.EAGAIN, "the file does not block and has nothing yet: its end is not known")
            with view(piece) as content:
                if len(content) == 0:
                    return
            yield piece


def pieces_of(file: File) -> Iterator[bytes]:
    """What is in a file, or left in one that is open, a piece at a time."""
    if not isinstance(file, (str, os.PathLike)) and not callable(getattr(file, "read", None)):
        raise TypeError(f"a path or a file that is open is needed, not {kind_of(file)}")
    return _pieces(file)
