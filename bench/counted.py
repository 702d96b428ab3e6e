"""The rows of bench/results beside those of bench/published, and ratios of the two."""
import model
from emulate import NEON_AES_SHA3, with_neon_aes_sha3
from recorded import published

# The CPU features that a peer may use to be compared with a backend. ML-DSA has no use for AES, and what hashes by
# SHA-2 none for SHA-3 instructions.
ALLOWED = {"neon-aes": ("neon", "neon+aes", "neon+sha2"), "neon-sha3": ("neon+sha3", "neon+aes+sha3", "neon+sha2")}
ALLOWED[NEON_AES_SHA3] = ALLOWED["neon-aes"] + ALLOWED["neon-sha3"]
CORE = {"neon-aes": "neoverse-n1", "neon-sha3": "oryon-1"}  # by which a table takes a backend's ratio of cycles


def build(peer, alg):
    """How that peer of a set was built."""
    (row,) = (r for r in published("peers") if r["peer"] == peer and alg.startswith(r["sets"]))
    return row


class Results:
    def __init__(self, rows, about):
        self.about = about
        self.rows = {(r["alg"], r["operation"], r["implementation"]): r for r in rows}
        self.whole = with_neon_aes_sha3(self.rows)
        self.sets = list(dict.fromkeys(r["alg"] for r in rows))
        self.peers = {}
        for r in published("costs"):
            peer = {"peer": r["peer"], "features": build(r["peer"], r["alg"])["features"],
                    "instructions": int(r["instructions"]),
                    "attempts": float(r["attempts"]) if r["attempts"] else None, "work": float(r["work"]),
                    "cycles": {core: int(r[core]) for core in model.CORES if r[core]}}
            self.peers.setdefault((r["alg"], r["operation"]), []).append(peer)

    def of(self, alg, operation, implementation):
        return self.whole[alg, operation, implementation]

    def at(self, alg, operation, backend, attempts):
        """Our instructions at a mean number of attempts."""
        r = self.of(alg, operation, backend)
        more = (attempts - r["attempts"]) * r["per_attempt"] if attempts and r["per_attempt"] else 0
        return round(r["instructions"] + more)

    def ratio(self, alg, operation, backend, peer):
        return peer["instructions"] / peer["work"] / self.at(alg, operation, backend, peer["attempts"])

    def by_cycles(self, alg, operation, backend, peer, core):
        """The ratio of modelled cycles on a core, None where not both were modelled."""
        r = self.of(alg, operation, backend)
        if core not in peer["cycles"] or not r[core]:
            return None
        ours = r[core] * self.at(alg, operation, backend, peer["attempts"]) / r["instructions"]
        return peer["cycles"][core] / peer["work"] / ours

    def ratios(self, alg, operation, backend, peer, core=None):
        """[(ratio, of what)], the smaller first: of instructions and of modelled cycles."""
        cycles = self.by_cycles(alg, operation, backend, peer, core or CORE[backend])
        found = [(self.ratio(alg, operation, backend, peer), "instructions"), (cycles, "cycles")]
        return sorted((ratio, what) for ratio, what in found if ratio)

    def allowed(self, alg, operation, backend, without=()):
        """The peers that use no CPU feature which the backend lacks."""
        return [p for p in self.peers.get((alg, operation), [])
                if p["features"] in ALLOWED[backend] and p["peer"] not in without]

    def strongest(self, alg, operation, backend, without=(), core=None):
        """The peer that one of the ratios is least to, None where none was counted."""
        return min(self.allowed(alg, operation, backend, without), default=None,
                   key=lambda p: self.ratios(alg, operation, backend, p, core)[0])

    def peer(self, alg, operation, name):
        return next((p for p in self.peers.get((alg, operation), []) if p["peer"] == name), None)

    def beginning(self, *names):
        return [alg for alg in self.sets if alg.startswith(names)]
