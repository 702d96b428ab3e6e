#!/bin/sh
# quick.sh LIBRARY TARGET
# The crate's tests, but no examples, by the machine's cargo, linked to the library in the folder LIBRARY. Exit 77: no
# cargo of 1.85 or later, or no crates (sh tools/setup.sh test-all fetches them).
set -eu
export NEOSIG_LIB_DIR="$1" CARGO_TARGET_DIR="$2" CARGO_NET_OFFLINE=true CARGO_PROFILE_DEV_DEBUG=0
cd "$(dirname "$0")"
version=$(cargo --version 2> /dev/null) || version="cargo 0: there is none"
if ! echo "$version" | awk '{ split($2, v, "."); exit !(v[1] > 1 || v[2] >= 85) }'; then
    echo "$version, where 1.85 is needed: skipped"
    exit 77
fi
if ! said=$(cargo metadata --format-version 1 2>&1 > /dev/null); then
    echo "$said"
    echo "$said" | grep -q offline && exit 77
    exit 1
fi
exec cargo test --lib --tests
