#!/bin/sh
# python.sh [--make] DIRECTORY
# Prints the path of a Python that has what bindings/python/requirements.txt names: the tests of the Python package need
# it, and others compare with the package cryptography. It is DIRECTORY's, which --make makes from PyPI, with the wheels
# that an empty environment needs in DIRECTORY/wheels. Where it was not made, prints the system's, and those tests say
# that they skip.
set -eu
requirements=$(dirname "$0")/../bindings/python/requirements.txt
made() { cmp -s "$requirements" "$1/requirements.txt"; }
if [ "$1" = --make ]; then
    shift
    if ! made "$1"; then
        echo "making $1 with packages from PyPI" >&2
        { python3 -m venv --clear "$1" && "$1/bin/python" -m pip install --quiet --no-compile -r "$requirements" &&
            "$1/bin/python" -m pip download --quiet -d "$1/wheels" "$(grep '^cffi==' "$requirements")" &&
            cp "$requirements" "$1"; } >&2 || true
    fi
fi
if made "$1"; then
    echo "$(cd "$1" && pwd)/bin/python"
else
    echo "no Python packages (sh tools/setup.sh test-all fetches them): tests that need them skip" >&2
    command -v python3
fi
