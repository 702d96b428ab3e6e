#!/bin/sh
# recipes.sh ARCHIVE URL DIRECTORY
# Writes the recipes for Conan, vcpkg and Homebrew into DIRECTORY, for ARCHIVE, what make dist wrote, published at URL.
set -eu
archive=$1 url=$2 directory=$3
name=$(basename "$archive" .tar.gz)
mkdir -p "$directory"
for recipe in conan vcpkg homebrew; do
    cp -R "$(dirname "$0")/$recipe" "$directory"
done
find "$directory" -name '*.in' | while read -r file; do
    sed -e "s|@VERSION@|${name#neosig-}|; s|@URL@|$url|" -e "s|@SHA256@|$(sha256sum < "$archive" | cut -d' ' -f1)|" \
        -e "s|@SHA512@|$(sha512sum < "$archive" | cut -d' ' -f1)|" "$file" > "${file%.in}"
    rm "$file"
done
