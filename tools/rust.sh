#!/bin/sh
# rust.sh --make DIRECTORY  unpacks Rust 1.85, the oldest that bindings/rust takes, of Debian 12 into DIRECTORY/root,
#                           beside the system's, with the standard libraries of this machine and of 64-bit Arm, and
#                           fetches the crates that the tests need. Nothing of the system changes.
# rust.sh DIRECTORY         prints the path of its cargo; fails where it was not made.
# rust.sh --pack FOLDER     writes the C library as one file, the licence and the bill of materials into FOLDER, a copy
#                           of bindings/rust, from which `cargo package` makes the crate.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
case $1 in
--pack)
    python3 "$root/tools/amalgamate.py" "$2/c"
    mv "$2/c/LICENSE" "$2/LICENSE"
    cp "$root/sbom.cdx.json" "$2"
    exit
    ;;
--make) ;;
*)
    [ -e "$1/fetched" ] || exit 1
    echo "$(cd "$1" && pwd)/cargo"
    exit
    ;;
esac
[ ! -e "$2/fetched" ] || exit 0
suite=bookworm
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep '/debian/*$' | head -n 1)
[ -n "$mirror" ] || { echo "rust.sh: apt-get knows no mirror of Debian" >&2; exit 1; }
mkdir -p "$2/apt/lists/partial" "$2/apt/archives/partial" "$2/root"
here=$(cd "$2" && pwd)
: > "$here/apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" > "$here/apt/sources.list"
native=$(dpkg --print-architecture)
apt() {
    apt-get -q -o Dir::Etc::SourceList="$here/apt/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State="$here/apt" \
        -o Dir::State::status="$here/apt/status" -o Dir::Cache="$here/apt" -o APT::Sandbox::User= \
        -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
        -o APT::Architectures::=arm64 -o APT::Architectures::="$native" "$@"
}
if [ ! -e "$here/unpacked" ]; then
    apt update
    (cd "$here/apt/archives" && apt download rustc-web cargo-web rust-web-clippy rustfmt-web libstd-rust-web-1.85 \
        libstd-rust-web-dev libstd-rust-web-dev:arm64 libstd-rust-web-1.85:arm64 libllvm19 libz3-4 libedit2 libxml2 \
        libhttp-parser2.9 libssh2-1 libcurl4 libnghttp2-14 librtmp1 libpsl5 libpcre3)
    for package in "$here"/apt/archives/*.deb; do dpkg-deb -x "$package" "$here/root"; done
    touch "$here/unpacked"
fi
rm -rf "$here/apt"
# cargo finds rustc, clippy-driver and rustdoc beside itself, and all of them their libraries.
cat > "$here/cargo" << END
#!/bin/sh
LD_LIBRARY_PATH=$here/root/usr/lib/$(gcc -dumpmachine):$here/root/lib/$(gcc -dumpmachine) PATH=$here/root/usr/bin:\$PATH
CARGO_TARGET_DIR=\${CARGO_TARGET_DIR:-$here/target} CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -cpu max -L /usr/aarch64-linux-gnu"
export LD_LIBRARY_PATH PATH CARGO_TARGET_DIR
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER
exec cargo "\$@"
END
chmod +x "$here/cargo"
(cd "$root/bindings/rust" && "$here/cargo" fetch)
touch "$here/fetched"
"$here/cargo" --version
