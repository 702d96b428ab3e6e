#!/bin/sh
# recipes.sh ARCHIVE URL HOMEPAGE DIRECTORY
# Writes the recipes for Conan, vcpkg and Homebrew into DIRECTORY, for ARCHIVE, what make dist wrote, published at URL.
# HOMEPAGE is a page about neosig with links to the archives of all versions.
set -eu
archive=$1 url=$2 homepage=$3 directory=$4
name=$(basename "$archive" .tar.gz)
mkdir -p "$directory"
for recipe in conan vcpkg homebrew; do
    cp -R "$(dirname "$0")/$recipe" "$directory"
done
find "$directory" -name '*.in' | while read -r file; do
    sed -e "s|@VERSION@|${name#neosig-}|; s|@URL@|$url|; s|@HOMEPAGE@|$homepage|" \
        -e "s|@SHA256@|$(sha256sum < "$archive" | cut -d' ' -f1)|" \
        -e "s|@SHA512@|$(sha512sum < "$archive" | cut -d' ' -f1)|" "$file" > "${file%.in}"
    rm "$file"
done
