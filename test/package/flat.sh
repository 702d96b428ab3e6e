#!/bin/sh
# flat.sh SCRATCH_DIRECTORY READELF NM C_COMPILER [OPTION...]
# Compiles include/ and src/ as another build system would: every file by one command, no flag for any of them, all
# objects in one folder. Then runs known answers in all backends. The empty assembly files of other machines must not
# make the stack executable; no object ends the process. Told to be of one scheme, the same files make a program without the others.
set -eu
scratch=$1 readelf=$2 nm=$3
shift 3
compiler=$*
cd "$(dirname "$0")/../.."
root=$PWD
rm -rf "$scratch"
mkdir -p "$scratch"
warnings='-Wall -Wextra -Werror'
# shellcheck disable=SC2046,SC2086
(cd "$scratch" && $compiler $warnings -I"$root/include" -I"$root/src" -c $(find "$root/src" -name '*.c' -o -name '*.S'))
sh test/core/assertions.sh "$nm" off "$scratch"/*.o
program() {
    # shellcheck disable=SC2086
    $compiler $warnings -Iinclude -Isrc -I. -Itest test/kat/kat.c test/kat/kat_file.c common/known_answer.c \
        common/nist_drbg.c "$scratch"/*.o -Wl,--gc-sections -o "$scratch/flat"
}
program
"$scratch/flat" --count 2 test/kat/mldsa/ml-dsa-44.kat test/kat/snova/snova-24-5-16-4-ssk.kat \
    test/kat/rainbow/rainbow-I-circumzenithal.kat
if "$readelf" -lW "$scratch/flat" | grep 'GNU_STACK.*RWE'; then
    echo "the stack is executable" >&2
    exit 1
fi

# shellcheck disable=SC2086
(cd "$scratch" && $compiler $warnings -DNEOSIG_SCHEMES=NEOSIG_MLDSA -I"$root/include" -I"$root/src" -c \
    "$root/src/api/backend.c" "$root/src/api/schemes.c")
"$readelf" -sW "$scratch/flat" | grep -q neosig_falcon_verify || { echo "symbols are not found" >&2; exit 1; }
program
"$scratch/flat" --count 2 test/kat/mldsa/ml-dsa-44.kat
if "$readelf" -sW "$scratch/flat" | grep -E "neosig_($(python3 tools/schemes.py | sed 's/ *mldsa */ /; s/^ //; s/ /|/g')|fft|gf16|ntru)"; then
    echo "other schemes are in the program" >&2
    exit 1
fi
