#!/usr/bin/env python3
"""Verifies a table of signatures with Dask, on this machine or on a cluster: pip install "neosig[dask]".

    verify_table.py make TABLE [--rows N] [--algorithm NAME]   writes a table to try it with
    verify_table.py verify TABLE [--scheduler ADDRESS]         says how many rows hold, and what is wrong with the others

TABLE is a folder of Parquet files with the columns id, key (the fingerprint), message and signature; keys.pem in it has
the public keys. Without --scheduler a cluster of this machine's cores is started; with it, the same work goes to the
one that listens there, whose workers need this package and reach the same folder.
"""
from __future__ import annotations

import argparse
import contextlib
import logging
import pathlib
import sys
import time
from collections.abc import Mapping
from typing import Optional

import dask
import dask.dataframe
import pandas
from dask.distributed import Client, LocalCluster, as_completed

import neosig
import neosig.table

COLUMNS = ["id", "key", "message", "signature"]


def verify_rows(rows: pandas.DataFrame, keys: Mapping[str, neosig.PublicKey]) -> tuple[int, list[tuple[object, str]]]:
    """How many rows there are, and of those that do not hold id and reason. Runs on the workers, for a part of the
    table."""
    answers = neosig.table.verify(keys, rows["key"], rows["message"], rows["signature"])
    return len(rows), [row for row in zip(rows["id"].tolist(), answers) if row[1] != neosig.table.GOOD]


def verify(table: str, keys: Mapping[str, neosig.PublicKey],
           client: Client) -> tuple[int, list[tuple[object, str]], float]:
    """Number of rows, id and reason of those that do not hold, seconds. Says on standard error how far it is."""
    rows = dask.dataframe.read_parquet(str(pathlib.Path(table) / "*.parquet"))
    missing = set(COLUMNS) - set(rows.columns)
    if missing:
        raise neosig.Error(f"{table} has no column {', '.join(sorted(missing))}")
    begin = time.perf_counter()
    (spread,) = client.scatter([keys], broadcast=True, hash=False)  # to each worker once, not with each part
    parts = client.compute([dask.delayed(verify_rows)(part, spread) for part in rows[COLUMNS].to_delayed()])
    place = {part.key: at for at, part in enumerate(parts)}
    count, bad = 0, [[]] * len(parts)
    for done, (part, (rows_of_part, bad_of_part)) in enumerate(as_completed(parts, with_results=True), 1):
        count += rows_of_part
        bad[place[part.key]] = bad_of_part
        print(f"\r{count} rows, {100 * done // len(parts)} %", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return count, [row for part in bad for row in part], time.perf_counter() - begin


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


def verify_here_or_there(table: str, scheduler: Optional[str]) -> None:
    keys = neosig.table.read_keys(pathlib.Path(table) / "keys.pem")
    with contextlib.ExitStack() as stack:
        # Where workers end before the scheduler knows, they log tracebacks that mean nothing. What fails is raised here.
        where = scheduler or stack.enter_context(LocalCluster(silence_logs=logging.CRITICAL))
        client = stack.enter_context(Client(where))
        count, bad, seconds = verify(table, keys, client)
        cores = sum(client.ncores().values())
        print(f"{count - len(bad)} of {count} rows hold; {seconds:.2f} s on {cores} cores, "
              f"{seconds * cores / max(count, 1) * 1e6:.1f} microseconds of a core for each")
        for name, reason in bad:
            print(f"{name}: {reason}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["make", "verify"])
    arguments.add_argument("table")
    arguments.add_argument("--rows", type=int, default=100_000)
    arguments.add_argument("--algorithm", default="ml-dsa-44")
    arguments.add_argument("--scheduler")
    given = arguments.parse_args()
    try:
        if given.what == "make":
            bad = make(given.table, given.rows, given.algorithm)
            print(f"{given.rows} rows, of which {len(bad)} do not hold")
        else:
            verify_here_or_there(given.table, given.scheduler)
    except FileExistsError:
        arguments.exit(1, f"{given.table} is there already: give another name, or remove it\n")
    except (OSError, neosig.Error) as error:
        arguments.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
