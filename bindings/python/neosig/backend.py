"""Which implementation the library uses: a backend is a complete set of kernels, such as ``neon-sha3`` or ``avx2``.

The best one that this CPU runs is in use, unless the environment variable ``NEOSIG_BACKEND`` or `select` names another.
"""

from __future__ import annotations

from typing import Optional

from ._call import c_string, instance
from ._errors import check, fail, text
from ._native import ffi, lib

__all__ = ["active", "cpu_features", "names", "select", "usable", "why"]


def names() -> list[str]:
    """The backends of this build, best first."""
    return [text(lib.neosig_backend_name(i)) for i in range(lib.neosig_backend_count())]


def usable(name: str) -> bool:
    """Whether this CPU runs a backend."""
    given = c_string(instance(name, str, "backend"))
    return given != ffi.NULL and bool(lib.neosig_backend_usable(given))


def active() -> str:
    """The backend in use."""
    return text(lib.neosig_backend_active())


def why() -> str:
    """Why that one: a sentence."""
    return text(lib.neosig_backend_why())


def select(name: Optional[str]) -> None:
    """Uses another backend in later calls, of all threads; None chooses again.

    Raises `neosig.Error` if there is no such backend or this CPU does not run it.
    """
    given = ffi.NULL if name is None else c_string(instance(name, str, "backend"))
    if name is not None and given == ffi.NULL:
        fail(lib.NEOSIG_ERR_BACKEND, f"backend {name!r}: there is none")
    check(lib.neosig_backend_select(given), f"backend {name}")


def cpu_features() -> frozenset[str]:
    """What the library looks for in a CPU, and found in this one."""
    bits = lib.neosig_cpu()
    return frozenset(text(lib.neosig_cpu_feature_name(1 << i)) for i in range(32) if bits >> i & 1)
