#!/bin/sh
# check.sh DIRECTORY
# Makes the archive of the current commit, and packages from it, as far as a Debian machine can: Debian's packages,
# checked by lintian and installed in a root of their own (debian.sh); Conan's, static and shared, each with a program
# that uses it. Of the recipes for vcpkg and Homebrew, which are not there, only how they are filled in is checked.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
directory=$(realpath "$1")
sh tools/dist.sh "$directory/dist"
archive=$(ls "$directory"/dist/neosig-*.tar.gz)

rm -rf "$directory/recipes"
sh packaging/recipes.sh "$archive" "file://$archive" "$directory/recipes"
python3 -m json.tool "$directory/recipes/vcpkg/vcpkg.json" > "$directory/vcpkg.log"
! grep -r '@[A-Z0-9]*@' "$directory/recipes" || { echo "the recipes are not filled in" >&2; exit 1; }

[ -x "$directory/venv/bin/conan" ] ||
    { python3 -m venv "$directory/venv" && "$directory/venv/bin/python" -m pip install --quiet 'conan>=2.4'; }
CONAN_HOME=$directory/conan
export CONAN_HOME
"$directory/venv/bin/conan" profile detect --force > "$directory/conan.log" 2>&1
for shared in False True; do
    "$directory/venv/bin/conan" create "$directory/recipes/conan" -o "neosig/*:shared=$shared" \
        --version "$(basename "$archive" .tar.gz | cut -d- -f2)" > "$directory/conan.log" 2>&1 ||
        { tail -n 30 "$directory/conan.log" >&2; exit 1; }
    grep '^neosig .*: good$' "$directory/conan.log"
done

sh packaging/debian.sh "$archive" "$directory/debian"
