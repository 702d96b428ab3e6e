#!/bin/sh
# write.sh WRITE KAT FILE...: WRITE makes the first vectors of each file again, and KAT accepts what it writes.
set -eu
write=$1 kat=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for file; do
    written=$scratch/$(basename "$file")
    "$write" "$(basename "$file" .kat)" 2 > "$written"
    head -n 1 "$written" | grep -q "from reference/" || { echo "$written does not say where it is from"; exit 1; }
    grep -v '^#' "$written" > "$scratch/new"
    grep -v '^#' "$file" | head -n "$(wc -l < "$scratch/new")" > "$scratch/old"
    cmp "$scratch/old" "$scratch/new" || { echo "$file: the reference's answers are others"; exit 1; }
    "$kat" "$written"
done
! "$write" no-such-set > /dev/null 2>&1 || { echo "an unknown set was written"; exit 1; }
