"""The parameter sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union, cast

from ._call import c_string, instance
from ._errors import UnknownAlgorithm, text
from ._native import ffi, lib

Status = Literal["standard", "candidate", "superseded", "withdrawn", "broken"]
Feature = Literal["context", "deterministic", "hedged", "prehash", "external-mu", "reads-twice", "fault-checks"]

_FEATURES: dict[Feature, int] = {
    "context": lib.NEOSIG_HAS_CONTEXT,
    "deterministic": lib.NEOSIG_HAS_DETERMINISTIC,
    "hedged": lib.NEOSIG_HAS_HEDGED,
    "prehash": lib.NEOSIG_HAS_PREHASH,
    "external-mu": lib.NEOSIG_HAS_EXTERNAL_MU,
    "reads-twice": lib.NEOSIG_READS_TWICE,
    "fault-checks": lib.NEOSIG_HAS_FAULT_CHECKS,
}


@dataclass(frozen=True)
class Specification:
    """What a set follows. Dates are a year, a month or a day, as exactly as they are known: "2026-08-31"."""

    version: str
    date: str
    source: str
    """The standard, or the code, by its commit, that gives the same answers."""
    compared: str
    """When it was last compared with what its authors publish."""
    newer: str | None
    """What they published since, if anything is known."""


@dataclass(frozen=True)
class Attack:
    """The best attack on a set that is published."""

    bits: int | None
    """It costs about 2^bits, or at most that; None: less than the level asks, nobody says how much."""
    date: str
    paper: str


@dataclass(frozen=True)
class Algorithm:
    """One parameter set of one scheme, from `algorithms`. Sizes are in bytes."""

    name: str
    scheme: str
    level: int
    """NIST's security level that the designers claim: 1, 2, 3 or 5."""
    status: Status
    """What is known today."""
    status_since: str
    """Year and month."""
    status_citation: str
    """The papers, or the standard, that say so."""
    oid: str
    """Object identifier of its keys."""
    public_key_bytes: int
    secret_key_bytes: int
    signature_bytes: int
    """Exact, or the largest where signatures vary in length."""
    seed_bytes: int
    features: frozenset[Feature]
    specification: Specification
    attack: Attack | None
    """None: none that costs less than the designers say."""

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return algorithm_of, (self.name,)


def _specification(pointer: Any) -> Specification:
    return Specification(text(pointer.version), text(pointer.date), text(pointer.source), text(pointer.compared),
                         text(pointer.newer) if pointer.newer else None)


def _attack(pointer: Any) -> Attack | None:
    return Attack(pointer.bits or None, text(pointer.date), text(pointer.paper)) if pointer else None


def _read(pointer: Any) -> Algorithm:
    return Algorithm(
        name=text(pointer.name),
        scheme=text(pointer.scheme),
        level=pointer.level,
        status=cast(Status, text(lib.neosig_status_name(pointer.status))),
        status_since=text(pointer.status_since),
        status_citation=text(pointer.status_citation),
        oid=text(pointer.oid),
        public_key_bytes=pointer.public_key_bytes,
        secret_key_bytes=pointer.secret_key_bytes,
        signature_bytes=pointer.signature_bytes,
        seed_bytes=pointer.seed_bytes,
        features=frozenset(name for name, bit in _FEATURES.items() if pointer.features & bit),
        specification=_specification(pointer.specification),
        attack=_attack(pointer.attack),
    )


class Algorithms(Mapping[str, Algorithm]):
    """All parameter sets by name, in the library's order. Names are looked up as the library does: without regard to
    case, and by what else they are called."""

    def __init__(self) -> None:
        pointers = [lib.neosig_alg_at(i) for i in range(lib.neosig_alg_count())]
        self._by_pointer = {pointer: _read(pointer) for pointer in pointers}
        self._by_name = {algorithm.name: algorithm for algorithm in self._by_pointer.values()}

    def __getitem__(self, name: str) -> Algorithm:
        pointer = lib.neosig_alg_find(c_string(name)) if isinstance(name, str) else ffi.NULL
        if pointer == ffi.NULL:
            raise UnknownAlgorithm(f"no algorithm is called {name!r}")
        return self._by_pointer[pointer]

    def by_oid(self, oid: str) -> Algorithm:
        """The algorithm whose keys have this object identifier, in dotted decimal."""
        pointer = lib.neosig_alg_by_oid(c_string(instance(oid, str, "oid")))
        if pointer == ffi.NULL:
            raise UnknownAlgorithm(f"no algorithm has the object identifier {oid!r}")
        return self._by_pointer[pointer]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def __repr__(self) -> str:
        return f"<neosig.algorithms: {len(self)} parameter sets>"


algorithms = Algorithms()


def algorithm_of(algorithm: Union[str, Algorithm]) -> Algorithm:
    """The algorithm of this name, or the one given, which must be as the library has it."""
    if not isinstance(algorithm, Algorithm):
        return algorithms[instance(algorithm, str, "algorithm")]
    known = algorithms[algorithm.name]
    if known != algorithm:
        raise UnknownAlgorithm(f"this is not {known.name} as neosig.algorithms has it")
    return known


def by_pointer(pointer: Any) -> Algorithm:
    """The algorithm of a neosig_alg of the library."""
    return algorithms._by_pointer[pointer]


def pointer_of(algorithm: Algorithm) -> Any:
    """The library's row. Nothing else that C is given says how long a thing is."""
    return lib.neosig_alg_find(c_string(algorithm.name))
