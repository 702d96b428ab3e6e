#!/bin/sh
# python.sh [--make] DIRECTORY
# Prints the path of a Python that has the package cryptography with ML-DSA, which some tests compare with: the
# system's, or DIRECTORY's, which --make makes from PyPI if the system's lacks it. Where neither has it, prints the
# system's, and those tests say that they skip.
set -eu
has='from cryptography.hazmat.primitives.asymmetric import mldsa'
make=
[ "$1" != --make ] || { make=1; shift; }
if python3 -c "$has" 2> /dev/null; then
    command -v python3
    exit
fi
if [ -n "$make" ] && ! "$1/bin/python" -c "$has" 2> /dev/null; then
    echo "making $1 with the package cryptography from PyPI" >&2
    { python3 -m venv --clear "$1" && "$1/bin/python" -m pip install --quiet cryptography; } >&2 || true
fi
if "$1/bin/python" -c "$has" 2> /dev/null; then
    echo "$(cd "$1" && pwd)/bin/python"
else
    echo "no Python package cryptography (sh tools/setup.sh test fetches it): tests that compare with it skip" >&2
    command -v python3
fi
