#!/bin/sh
# wheel.sh PYTHON LIBRARY SCRATCH_DIRECTORY
# Builds the wheel as pip does, but linked to a library that was built already, and installs it in
# SCRATCH_DIRECTORY/site.
set -eu
python=$1 library=$2 scratch=$3
cd "$(dirname "$0")/../../.."
rm -rf "$scratch"
mkdir -p "$scratch"
pip="$python -m pip --disable-pip-version-check --quiet"
$pip wheel --no-build-isolation --no-deps -C cmake.define.NEOSIG_LIBRARY="$library" -w "$scratch" . \
    > "$scratch/wheel.log" 2>&1 || { cat "$scratch/wheel.log" >&2; exit 1; }
$pip install --no-deps --target "$scratch/site" "$scratch"/neosig-*.whl
ls "$scratch"/*.whl
