#!/bin/sh
# dist.sh SOURCE_DIRECTORY SCRATCH_DIRECTORY PROGRAM
# Two clones give the same archive, signed; outside of git the program of it builds, tests itself, passes a test of the
# sources, and checks the signature. 77: skipped.
set -eu
source=$1 scratch=$2 NEOSIG=$3
export NEOSIG
git -C "$source" rev-parse -q --verify HEAD > /dev/null 2>&1 || { echo "skipped: no git checkout"; exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
"$NEOSIG" keygen ml-dsa-65 -o release > /dev/null
for clone in one two; do
    git clone -q "$source" $clone
    sleep 1 # another time of its files
    (cd $clone && sh tools/dist.sh "$scratch/$clone-dist" "$scratch/release.key" > /dev/null)
done
cmp one-dist/SHA256SUMS two-dist/SHA256SUMS
(cd one-dist && sha256sum -c --quiet SHA256SUMS)
"$NEOSIG" verify -q -k release.pub one-dist/SHA256SUMS one-dist/SHA256SUMS.sig
printf x >> two-dist/SHA256SUMS
! "$NEOSIG" verify -q -k release.pub two-dist/SHA256SUMS two-dist/SHA256SUMS.sig ||
    { echo "changed digests are verified" >&2; exit 1; }

# GIT_DIR: a git called by the build would find no repository.
tar xzf one-dist/neosig-*.tar.gz
cd neosig-*/
grep -q '<title>neosig: measurements</title>' docs/report.html
version=${PWD##*/neosig-}
if ! grep -q "^## $version" CHANGELOG.md || ! grep -q "^neosig ($version-" packaging/debian/changelog; then
    echo "CHANGELOG.md or packaging/debian/changelog does not have $version" >&2
    exit 1
fi
GIT_DIR=/nonexistent
export GIT_DIR
cmake -B build -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS=-O0 -DNEOSIG_SHARED=OFF > cmake.log
cmake --build build -j2 --target neosig-program > build.log
build/apps/neosig selftest ml-dsa-65 falcon-512 snova-i-s > selftest.log
ctest --test-dir build -R '^layout$' > ctest.log || true
grep -q 'tests passed, 0 tests failed out of 1' ctest.log || { cat ctest.log >&2; exit 1; }
build/apps/neosig verify -q -k ../release.pub ../one-dist/SHA256SUMS ../one-dist/SHA256SUMS.sig
