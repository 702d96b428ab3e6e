#!/bin/sh
# dist.sh DIRECTORY [KEY]
# Writes the sources of the current commit, with the page of measurements that they make (docs/report.html), as
# DIRECTORY/neosig-VERSION.tar.gz, the same bytes from every clone. Its digest goes into DIRECTORY/SHA256SUMS. KEY is a
# secret key of neosig: it signs SHA256SUMS, by the program that NEOSIG names (build/apps/neosig if it does not).
set -eu
directory=$1 key=${2:-}
root=$(cd "$(dirname "$0")/.." && pwd)
program=${NEOSIG:-$root/build/apps/neosig}
git -C "$root" rev-parse --verify -q HEAD > /dev/null || { echo "dist.sh: $root is no git checkout" >&2; exit 1; }
[ -z "$key" ] || [ -x "$program" ] || { echo "dist.sh: no $program to sign with: make build" >&2; exit 1; }
[ -z "$(git -C "$root" status --porcelain -uno)" ] || echo "dist.sh: what is not committed is left out" >&2

version=$(git -C "$root" show HEAD:include/neosig/neosig.h | sed -n 's/^#define NEOSIG_VERSION "\(.*\)"/\1/p')
name=neosig-$version
mkdir -p "$directory"
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
git -C "$root" archive HEAD | tar -xC "$tree"
python3 -B "$tree/bench/report.py" -o "$tree/docs/report.html"
# Times are the commit's; gzip leaves out its own.
git -C "$root" archive --format=tar --prefix="$name/docs/" --add-file="$tree/docs/report.html" --prefix="$name/" HEAD |
    gzip -9n > "$directory/$name.tar.gz"
cd "$directory"
sha256sum "$name.tar.gz" > SHA256SUMS
rm -f SHA256SUMS.sig
if [ -n "$key" ]; then
    "$program" sign -k "$key" SHA256SUMS
else
    echo "not signed: make dist KEY=FILE signs"
fi
cat SHA256SUMS
