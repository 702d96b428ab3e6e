#!/usr/bin/env python3
"""Rewrites the JSON test vectors of ACVP for SLH-DSA (test/kat/acvp.py).

    convert.py FOLDER OUTPUT.tar.xz

FOLDER has keyGen.json, sigGen.json and sigVer.json.gz, each prompt and expected results in one. They are those of
NIST's cases that README.md names. Signatures of a wrong length are left out if they have over 10,000 bytes: scheme.c
tries such lengths, too.
"""
import gzip
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kat"))
from acvp import acvp, write  # noqa: E402

NUMBER = 53  # of the vector set of NIST's server
BYTES = {"128s": 7856, "128f": 17088, "192s": 16224, "192f": 35664, "256s": 29792, "256f": 49856}


def is_kept(dimensions, test):
    size = len(test.get("signature", "")) // 2
    return size in (0, BYTES[dimensions]) or size < 10_000


def cases(folder, name, *all_dimensions):
    """Those of the sets whose names end so."""
    path = pathlib.Path(folder) / name
    document = json.loads(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_text())
    groups = []
    for group in document["testGroups"]:
        dimensions = group["parameterSet"].rpartition("-")[2]
        if dimensions in all_dimensions:
            groups.append({**group, "tests": [test for test in group["tests"] if is_kept(dimensions, test)]})
    part = {"mode": name.partition(".")[0], "vsId": NUMBER, "testGroups": groups}
    return acvp(part, part)


def main(folder, output):
    files = {"acvp-sigver": cases(folder, "sigVer.json.gz", *BYTES)}
    for speed in "fs":
        files[f"acvp-keygen-{speed}"] = cases(folder, "keyGen.json", *(d for d in BYTES if d.endswith(speed)))
    for dimensions in BYTES:
        files[f"acvp-siggen-{dimensions}"] = cases(folder, "sigGen.json", dimensions)
    write(output, files)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
