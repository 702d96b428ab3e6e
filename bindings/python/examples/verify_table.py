#!/usr/bin/env python3
"""Verifies a table of signatures with Dask, on this machine or on a cluster.

    verify_table.py make TABLE [--rows N] [--algorithm NAME]   writes a table to try it with
    verify_table.py verify TABLE [--scheduler ADDRESS]         says how many rows hold, and which do not

TABLE is a folder of Parquet files with the columns id, key (the fingerprint), message and signature; keys.pem in it has
the public keys. Without --scheduler a cluster of this machine's cores is started; with it, the same work goes to the
one that listens there, whose workers need this package and reach the same folder.
"""
from __future__ import annotations

import argparse
import pathlib
import re
import sys
import time

import dask.dataframe
import pandas
from dask.distributed import Client, LocalCluster, as_completed

import neosig


def read_keys(folder: pathlib.Path) -> dict[str, neosig.PublicKey]:
    """The keys of a table by their fingerprints."""
    blocks = re.findall(r"-----BEGIN.*?-----END[^\n]*\n", (folder / "keys.pem").read_text(), re.S)
    keys = [neosig.PublicKey.from_pem(block) for block in blocks]
    return {key.fingerprint: key for key in keys}


def verify_rows(rows: pandas.DataFrame, keys: dict[str, neosig.PublicKey]) -> pandas.DataFrame:
    """Each row's id, and whether its signature is one of its message under its key. Runs on the workers, for a part of
    the table; each key is prepared once for all its rows there."""
    prepared = {name: keys[name].prepare() for name in rows["key"].unique() if name in keys}

    def good(key: str, message: bytes, signature: bytes) -> bool:
        if key not in prepared:
            return False
        try:
            prepared[key].verify(signature, message)
        except neosig.Error:
            return False
        return True
    verdicts = [good(*row) for row in zip(rows["key"], rows["message"], rows["signature"])]
    return pandas.DataFrame({"id": rows["id"], "good": pandas.Series(verdicts, index=rows.index, dtype=bool)})


def verify(table: str, client: Client) -> tuple[int, list[int], float]:
    """Number of rows, ids of those that do not hold, seconds. Says on standard error how far it is."""
    folder = pathlib.Path(table)
    keys = read_keys(folder)
    rows = dask.dataframe.read_parquet(str(folder / "*.parquet"))
    begin = time.perf_counter()
    parts = client.compute(rows.map_partitions(verify_rows, keys, meta={"id": "int64", "good": bool}).to_delayed())
    count, bad = 0, []
    for done, (_, verdicts) in enumerate(as_completed(parts, with_results=True), 1):
        count += len(verdicts)
        bad += verdicts["id"][~verdicts["good"]].tolist()
        print(f"\r{count} rows, {100 * done // len(parts)} %", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return count, sorted(bad), time.perf_counter() - begin


def make(table: str, count: int, algorithm: str, signers: int = 8, bad_every: int = 1000,
         rows_of_a_file: int = 5000) -> list[int]:
    """Writes a table of count rows; returns the ids of those whose signatures are of another message."""
    folder = pathlib.Path(table)
    folder.mkdir(parents=True)
    keys = [neosig.PrivateKey.generate(algorithm) for _ in range(signers)]
    (folder / "keys.pem").write_bytes(b"".join(key.public_key.to_pem() for key in keys))
    prepared = [key.prepare() for key in keys]
    names = [key.public_key.fingerprint for key in keys]
    bad = [i for i in range(count) if i % bad_every == bad_every // 2]
    for start in range(0, count, rows_of_a_file):
        ids = range(start, min(start + rows_of_a_file, count))
        messages = [f"order {i}: 3 boxes of tea".encode() for i in ids]
        pandas.DataFrame({
            "id": ids,
            "key": [names[i % signers] for i in ids],
            "message": messages,
            "signature": [prepared[i % signers].sign(b"another" if i in bad else m) for i, m in zip(ids, messages)],
        }).to_parquet(folder / f"{start:09}.parquet")
    return bad


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["make", "verify"])
    arguments.add_argument("table")
    arguments.add_argument("--rows", type=int, default=100_000)
    arguments.add_argument("--algorithm", default="ml-dsa-44")
    arguments.add_argument("--scheduler")
    given = arguments.parse_args()
    if given.what == "make":
        bad = make(given.table, given.rows, given.algorithm)
        print(f"{given.rows} rows, of which {len(bad)} do not hold")
        return
    with LocalCluster() if given.scheduler is None else Client(given.scheduler) as where:
        client = where if isinstance(where, Client) else where.get_client()
        count, bad, seconds = verify(given.table, client)
        cores = sum(client.ncores().values())
        print(f"{count - len(bad)} of {count} rows hold; {seconds:.2f} s on {cores} cores, "
              f"{seconds * cores / count * 1e6:.1f} microseconds of a core for each")
        print("rows that do not hold:", *bad)


if __name__ == "__main__":
    main()
