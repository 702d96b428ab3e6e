"""Many signatures of many keys at once: the rows of a table, or of a part of it.

Dask, Polars, Spark and others give a part of a table to a function; `verify` is what that function calls. No row ends
the others: each has its own answer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Union

from ._call import view
from ._errors import Error, InvalidKey
from ._keys import PublicKey

__all__ = ["GOOD", "read_keys", "verify"]

GOOD = "good"


def read_keys(path: Union[str, os.PathLike[str]]) -> dict[str, PublicKey]:
    """The public keys of a PEM file by their fingerprints."""
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"^-----BEGIN .*?^-----END [^\n]*", file.read(), re.S | re.M)
    keys = []
    for number, block in enumerate(blocks, 1):
        try:
            keys.append(PublicKey.from_pem(block))
        except Error as error:
            raise InvalidKey(f"{os.fspath(path)}: key {number} of {len(blocks)}: {error}") from None
    return {key.fingerprint: key for key in keys}


def verify(keys: Mapping[str, PublicKey], names: Iterable[Any], messages: Iterable[Any],
           signatures: Iterable[Any]) -> list[str]:
    """What there is to say of each row, in its place: ``"good"``, or what is wrong with it. names are those of the
    keys; NULLs, text in place of bytes and whatever else is no row are wrong, too, and raise nothing. A key of several
    rows is prepared once for all of them."""
    rows = list(zip(names, messages, signatures))
    answers = [""] * len(rows)
    places: dict[str, list[int]] = {}
    for place, (name, _, _) in enumerate(rows):
        if isinstance(name, str) and name in keys:
            places.setdefault(name, []).append(place)
        else:
            answers[place] = "no key has this name"
    for name, of_key in places.items():
        try:
            key = keys[name].prepare() if len(of_key) > 1 else keys[name]
        except InvalidKey as error:
            for place in of_key:
                answers[place] = str(error)
            continue
        wrong = key.verify_many([rows[place][2] for place in of_key], [rows[place][1] for place in of_key])
        for place, answer in zip(of_key, wrong):
            answers[place] = _answer(answer, *rows[place][1:])
    return answers


def _answer(error: Optional[Exception], message: Any, signature: Any) -> str:
    if error is None:
        return GOOD
    if isinstance(error, Error):
        return str(error)
    return _wrong("message", message) or _wrong("signature", signature)


def _wrong(column: str, data: Any) -> str:
    try:
        with view(data):
            return ""
    except (BufferError, TypeError) as error:
        return f"{column}: {error}"
