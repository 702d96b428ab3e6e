#!/bin/sh
# check.sh DIRECTORY
# Makes the archive of the current commit, and packages from it, as far as a Debian machine can: Debian's packages,
# checked by lintian and installed in a root of their own (debian.sh); Conan's, static and shared, each with a program
# that uses it, and refused where neosig cannot be. Of the recipes for vcpkg and Homebrew, which are not there, only how
# they are filled in is checked. The bill of materials is checked by CycloneDX's schema.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
directory=$(realpath "$1")
sh tools/dist.sh "$directory/dist"
archive=$(ls "$directory"/dist/neosig-*.tar.gz)

rm -rf "$directory/recipes"
homepage=https://neosig.invalid/
sh packaging/recipes.sh "$archive" "file://$archive" "$homepage" "$directory/recipes"
python3 -m json.tool "$directory/recipes/vcpkg/vcpkg.json" > "$directory/vcpkg.log"
{ grep -q "\"homepage\": \"$homepage\"" "$directory/vcpkg.log" && grep -q '"supports": ".' "$directory/vcpkg.log" &&
    grep -q "^  homepage \"$homepage\"$" "$directory/recipes/homebrew/neosig.rb"; } ||
    { echo "a recipe lacks its homepage, or vcpkg's what it supports" >&2; exit 1; }
! grep -r '@[A-Z0-9]*@' "$directory/recipes" || { echo "the recipes are not filled in" >&2; exit 1; }

[ -x "$directory/venv/bin/python" ] || python3 -m venv "$directory/venv"
"$directory/venv/bin/python" -m pip install --quiet 'conan>=2.4' 'cyclonedx-python-lib[json-validation]>=9'
tar xzOf "$archive" "$(basename "$archive" .tar.gz)/sbom.cdx.json" > "$directory/sbom.cdx.json"
"$directory/venv/bin/python" packaging/schema.py "$directory/sbom.cdx.json"
CONAN_HOME=$directory/conan
export CONAN_HOME
"$directory/venv/bin/conan" profile detect --force > "$directory/conan.log" 2>&1
version=$(basename "$archive" .tar.gz | cut -d- -f2)
"$directory/venv/bin/conan" export "$directory/recipes/conan" --version "$version" > "$directory/conan.log" 2>&1
# refused "SETTING..." WHY: no package of these settings is looked for.
refused() {
    # shellcheck disable=SC2046
    ! "$directory/venv/bin/conan" install --no-remote --requires "neosig/$version" $(printf ' -s %s' $1) \
        > "$directory/conan.log" 2>&1 && grep "Invalid: .*$2" "$directory/conan.log" ||
        { echo "conan does not refuse $1" >&2; cat "$directory/conan.log" >&2; exit 1; }
}
refused "os=Emscripten" "neosig is for Linux, Macos, Windows"
refused "arch=arm64ec" "64-bit Arm code is not for arm64ec"
refused "os=Windows compiler=msvc compiler.version=194 compiler.runtime=dynamic" "needs GCC or Clang .* not msvc"
refused "os=Windows compiler=clang compiler.version=18 compiler.runtime=dynamic" "needs GCC or Clang"
refused "compiler=gcc compiler.version=8.5" "needs gcc 9 or later"
refused "compiler=clang compiler.version=8" "needs clang 9 or later"
for shared in False True; do
    "$directory/venv/bin/conan" create "$directory/recipes/conan" -o "neosig/*:shared=$shared" \
        --version "$version" > "$directory/conan.log" 2>&1 ||
        { tail -n 30 "$directory/conan.log" >&2; exit 1; }
    grep '^neosig .*: good$' "$directory/conan.log"
done

sh packaging/debian.sh "$archive" "$directory/debian"
