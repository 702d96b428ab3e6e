#!/bin/sh
# arm-python.sh DIRECTORY
# Unpacks Debian's Python for 64-bit Arm, with what it needs, into DIRECTORY/root, for qemu-aarch64 -L. It takes apt-get
# and dpkg-deb, but no privileges: apt's state is in DIRECTORY, too, and nothing of the system is changed.
set -eu
mkdir -p "$1/state/lists/partial" "$1/cache/archives/partial"
directory=$(cd "$1" && pwd)
root=$directory/root
[ ! -e "$root/usr/bin/python3" ] || exit 0
: > "$directory/state/status" # nothing is installed there
apt() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$directory/state" \
        -o Dir::State::status="$directory/state/status" -o Dir::Cache="$directory/cache" -o APT::Sandbox::User= "$@"
}
apt update
apt install --no-install-recommends --download-only -y python3
rm -rf "$root.new"
for package in "$directory"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$root.new"
done
mv "$root.new" "$root"
