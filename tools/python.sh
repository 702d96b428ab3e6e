#!/bin/sh
# python.sh DIRECTORY
# Prints the path of a Python that has the package cryptography with ML-DSA, which some tests compare with: the system's, or
# one made in DIRECTORY from PyPI. Where neither can be had, prints the system's, and those tests say that they skip.
set -eu
has='from cryptography.hazmat.primitives.asymmetric import mldsa'
mkdir -p "$1"
own=$(cd "$1" && pwd)/bin/python
if python3 -c "$has" 2> /dev/null; then
    command -v python3
    exit
fi
if ! "$own" -c "$has" 2> /dev/null; then
    {
        python3 -c 'import ensurepip' || sh "$(dirname "$0")/need.sh" /no/ensurepip:python3-venv
        python3 -m venv --clear "$1" && "$own" -m pip install --quiet cryptography
    } > /dev/null 2>&1 || true
fi
if "$own" -c "$has" 2> /dev/null; then
    echo "$own"
else
    echo "the Python package cryptography cannot be had: tests that compare with it are skipped" >&2
    command -v python3
fi
