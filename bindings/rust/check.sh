#!/bin/sh
# check.sh DIRECTORY LIBRARY ARM_LIBRARY
# The crate's tests, lints and reference with the Rust of DIRECTORY (tools/rust.sh), linked to the static libraries in
# two folders, of this machine and of 64-bit Arm; then its package, built from its file alone without a network.
set -eu
here=$(dirname "$0")
cargo=$(sh "$here/../../tools/rust.sh" "$1")
directory=$(cd "$1" && pwd) native=$(cd "$2" && pwd) arm=$(cd "$3" && pwd)
cd "$here"
export CARGO_NET_OFFLINE=true RUSTFLAGS="-D warnings" RUSTDOCFLAGS="-D warnings" CARGO_PROFILE_DEV_DEBUG=0
export NEOSIG_LIB_DIR="$native"
say() { echo "-- $*" && "$@"; }

say "$cargo" fmt --check
say "$cargo" clippy -q --all-targets
say "$cargo" clippy -q --no-default-features --features ml-dsa --tests
say "$cargo" clippy -q --features verify-only --tests
for features in $(sed -n '/^verify/!s/^\([a-z-]*\) = \[\]$/\1/p' Cargo.toml) alloc,ml-dsa std,ml-dsa pkcs8,ml-dsa \
    verify-only,ml-dsa; do
    say "$cargo" clippy -q --no-default-features --features "$features"
done
say "$cargo" test -q
say "$cargo" test -q --no-default-features --features ml-dsa --test small
say "$cargo" test -q --features verify-only --test small
say "$cargo" doc -q --no-deps
# Only Miri runs this test, but it must compile.
say env RUSTFLAGS="$RUSTFLAGS --cfg miri" "$cargo" check -q --test aliasing
RUNNER="CARGO_TARGET_$("$cargo" -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')_RUNNER"
say env "$RUNNER=valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite" \
    "$cargo" test -q --no-default-features --features std,pkcs8,ml-dsa --test signatures -- --skip at_run_time
NEOSIG_LIB_DIR=$arm say "$cargo" test -q --target aarch64-unknown-linux-gnu --lib --test signatures

# What cargo packs of a copy, with the library in it, builds in an empty folder.
unset NEOSIG_LIB_DIR
rm -rf "$directory/copy" "$directory/packed"
mkdir -p "$directory/copy" "$directory/packed"
cp -r Cargo.toml README.md build.rs src tests "$directory/copy"
sh ../../tools/rust.sh --pack "$directory/copy"
(cd "$directory/copy" && CARGO_TARGET_DIR=$directory/copy/target say "$cargo" package -q --no-verify --allow-dirty)
tar -xzf "$directory"/copy/target/package/neosig-*.crate -C "$directory/packed"
cd "$directory"/packed/neosig-*
say "$cargo" test -q --no-default-features --features std,ml-dsa --test ffi --test small
say "$cargo" test -q --no-default-features --features std,verify-only,ml-dsa,snova --test small
ls -l "$directory"/copy/target/package/neosig-*.crate
