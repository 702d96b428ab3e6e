#!/bin/sh
# debian.sh ARCHIVE DIRECTORY
# Builds Debian's packages in DIRECTORY from ARCHIVE, what make dist wrote, and runs lintian. Then autopkgtest runs each
# of debian/tests in a root of its own: mmdebstrap makes it of the Debian that this machine has, and what the test says
# that it depends on is all that is installed there. A planted fault, a function that debian/*.symbols does not list,
# must be seen.
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
rm ./*-dbgsym_*.deb

. /etc/os-release
# autopkgtest needs apt-utils, and apt its lists.
mmdebstrap --quiet --variant=apt --include=apt-utils --skip=cleanup/apt/lists "$VERSION_CODENAME" root.tar
for test in $(sed -n 's/^Tests: //p' "$name/debian/tests/control"); do
    rm -rf root
    mkdir root
    tar xf root.tar -C root
    autopkgtest --test-name="$test" --no-built-binaries ./*.deb "$name/" -- chroot "$directory/root" \
        > "$test.log" 2>&1 || { tail -n 50 "$test.log" >&2; exit 1; }
    grep "^$test .*PASS" "$test.log" | tail -n 1
done

cd "$name"
sed -i '/ neosig_sign@/d' debian/*.symbols
! debian/rules override_dh_makeshlibs > ../planted.log 2>&1 || { echo "an unlisted function is not seen" >&2; exit 1; }
grep -q '^+ neosig_sign@' ../planted.log || { cat ../planted.log >&2; exit 1; }
