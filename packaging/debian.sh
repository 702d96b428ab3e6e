#!/bin/sh
# debian.sh ARCHIVE DIRECTORY
# Builds Debian's packages in DIRECTORY from ARCHIVE, what make dist wrote, runs lintian, and installs them in a root that
# mmdebstrap makes of the Debian that this machine has. There the program tests itself, a C program is built and run with
# libneosig-dev, and Python signs.
#
# As root; tools/setup.sh packages installs what this needs.
set -eu
archive=$(realpath "$1")
mkdir -p "$2"
directory=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin # Debian's Python, not the user's
export PATH
name=$(basename "$archive" .tar.gz)
version=${name#neosig-}

cd "$directory"
rm -rf "$name" ./*.deb root
cp "$archive" "neosig_$version.orig.tar.gz"
tar xzf "$archive"
cp -R "$here/debian" "$name/debian"
(cd "$name" && dpkg-buildpackage -us -uc -j2 > ../build.log 2>&1) || { tail -n 30 build.log >&2; exit 1; }
# Not an upload to Debian: no bug there asks for it.
lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs ./*.changes

. /etc/os-release
rm ./*-dbgsym_*.deb
set --
for package in "$directory"/*.deb; do
    set -- "$@" --include="$package"
done
mmdebstrap --quiet --variant=apt --include=gcc,libc6-dev,pkg-config "$@" \
    --hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount "$VERSION_CODENAME" root
cp "$here/../test/package/consumer.c" root/root
cat > root/root/check.sh << 'END'
set -eu
cd /root
dpkg --audit
neosig selftest ml-dsa-65 falcon-512 haetae2 hawk256 snova-i-s rainbow-I-classic
neosig keygen ml-dsa-65 -o key
neosig sign -k key.key consumer.c
neosig verify -k key.pub consumer.c
gcc -DNEOSIG_NIST_ALG=ML_DSA_65 consumer.c -o consumer $(pkg-config --cflags --libs neosig)
./consumer
ldd consumer | grep libneosig.so.0
python3 - << 'PYTHON'
import importlib.metadata, neosig
key = neosig.PrivateKey.generate("ml-dsa-65")
key.public_key.verify(key.sign(b"a message"), b"a message")
assert importlib.metadata.version("neosig") == neosig.__version__
print("Python:", neosig.__version__, neosig.__file__)
PYTHON
END
chroot root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root sh /root/check.sh
