#!/bin/sh
# newer-openssl.sh --make DIRECTORY   unpacks the OpenSSL of Debian 13 (3.5), and nginx, into DIRECTORY, beside the
#                                     system's (next-debian.sh).
# newer-openssl.sh DIRECTORY          prints the path of a program that runs it, DIRECTORY/openssl; fails where it was
#                                     not made.
set -eu
if [ "$1" != --make ]; then
    [ -x "$1/openssl" ] || exit 1
    echo "$(cd "$1" && pwd)/openssl"
    exit
fi
[ ! -x "$2/openssl" ] || exit 0
sh "$(dirname "$0")/next-debian.sh" "$2" openssl libssl3t64 libc6 libc6-dbg libzstd1 zlib1g libssl-dev nginx libcrypt1 \
    libpcre2-8-0
here=$(cd "$2" && pwd)

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
