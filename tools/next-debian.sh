#!/bin/sh
# next-debian.sh DIRECTORY PACKAGE...  unpacks packages of Debian 13 into DIRECTORY/root, beside the system's: with
#                                      package lists of its own, from the system's mirror. Nothing of the system
#                                      changes. DIRECTORY/run PROGRAM ARGUMENTS... then runs a program of root/usr/bin
#                                      through the loader and the C library there, which must be among the packages.
set -eu
suite=trixie
if ! command -v apt-get > /dev/null || ! command -v dpkg-deb > /dev/null; then
    echo "next-debian.sh: no apt-get here" >&2
    exit 1
fi
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep '/debian/*$' | head -n 1)
if [ -z "$mirror" ]; then
    echo "next-debian.sh: apt-get knows no mirror of Debian" >&2
    exit 1
fi
mkdir -p "$1"
here=$(cd "$1" && pwd)
shift
# Lists, archives and the state of packages (none is installed) in folders of its own.
mkdir -p "$here/apt/lists/partial" "$here/apt/archives/partial" "$here/root"
: > "$here/apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" \
    > "$here/apt/sources.list"
apt() {
    apt-get -q -o Dir::Etc::SourceList="$here/apt/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State="$here/apt" \
        -o Dir::State::status="$here/apt/status" -o Dir::Cache="$here/apt" -o APT::Sandbox::User= "$@"
}
apt update
cd "$here/apt/archives"
apt download "$@"
for package in *.deb; do dpkg-deb -x "$package" "$here/root"; done
cd "$here"
rm -rf apt
libraries=$(dirname "$(find "$here/root/usr/lib" -name libc.so.6)")
loader=$(find "$here/root/usr/lib" "$here/root/usr/lib64" -name 'ld-linux*' 2> /dev/null | head -n 1)
cat > "$here/run" << END
#!/bin/sh
program=\$1
shift
exec \$UNDER "$loader" --library-path "$libraries:$here/root/usr/lib" "$here/root/usr/bin/\$program" "\$@"
END
chmod +x "$here/run"
