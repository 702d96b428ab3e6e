#!/bin/sh
# newer-openssl.sh --make DIRECTORY   unpacks the OpenSSL of Debian 13 (3.5), and nginx, into DIRECTORY, beside the
#                                     system's: with package lists of its own, and its own C library. Nothing of the
#                                     system changes.
# newer-openssl.sh DIRECTORY          prints the path of a program that runs it, DIRECTORY/openssl; fails where it was
#                                     not made.
set -eu
suite=trixie
if [ "$1" != --make ]; then
    [ -x "$1/openssl" ] || exit 1
    echo "$(cd "$1" && pwd)/openssl"
    exit
fi
[ ! -x "$2/openssl" ] || exit 0
if ! command -v apt-get > /dev/null || ! command -v dpkg-deb > /dev/null; then
    echo "no apt-get here: tests with a newer OpenSSL skip" >&2
    exit
fi
mkdir -p "$2"
here=$(cd "$2" && pwd)
# Lists, archives and the state of packages (none is installed) in folders of its own. The mirror is the system's.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep '/debian/*$' | head -n 1)
if [ -z "$mirror" ]; then
    echo "apt-get knows no mirror of Debian: tests with a newer OpenSSL skip" >&2
    exit
fi
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
apt download openssl libssl3t64 libc6 libc6-dbg libzstd1 zlib1g libssl-dev nginx libcrypt1 libpcre2-8-0
for package in *.deb; do dpkg-deb -x "$package" "$here/root"; done
cd "$here"
rm -rf apt

# The program runs through its own loader, with its own modules and without the system's configuration.
libraries=$(dirname "$(find "$here/root/usr/lib" -name libssl.so.3)")
loader=$(find "$here/root/usr/lib" "$here/root/usr/lib64" -name 'ld-linux*' 2> /dev/null | head -n 1)
# valgrind asks for the names in the loader and the C library, and looks for them in FOLDER below a folder that it is
# told: DIRECTORY/debug.
mkdir -p "$here/debug$libraries"
for object in "$loader" "$libraries/libc.so.6"; do
    id=$(readelf -n "$object" | sed -n 's/.*Build ID: *//p')
    name=${id#??}.debug
    cp "$here/root/usr/lib/debug/.build-id/${id%"${id#??}"}/$name" "$here/debug$libraries/$name"
done
rm -r "$here/root/usr/lib/debug"
cat > "$here/openssl" << END
#!/bin/sh
OPENSSL_MODULES=\${OPENSSL_MODULES:-$libraries/ossl-modules} OPENSSL_CONF=\${OPENSSL_CONF:-/dev/null}
export OPENSSL_MODULES OPENSSL_CONF
exec \$UNDER "$loader" --library-path "$libraries" \${OPENSSL_PROGRAM:-"$here/root/usr/bin/openssl"} "\$@"
END
chmod +x "$here/openssl"
"$here/openssl" version
