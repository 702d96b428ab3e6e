#!/bin/sh
# abi.sh SOURCE_DIRECTORY SCRATCH_DIRECTORY C_COMPILER
# Compares the ABI, which is the functions of the headers and the types that they use, with abi/libneosig.abi. Two
# planted faults must be seen: a function that is gone, and a structure whose members have moved.
#
# abi.sh --accept SOURCE_DIRECTORY SCRATCH_DIRECTORY C_COMPILER
# writes abi/libneosig.abi. A function or a last member of neosig_options that is added needs no more than that; what
# breaks programs that are compiled already needs a new minor version, and from 1.0 on a new major one.
set -eu
accept=
if [ "$1" = --accept ]; then
    accept=yes
    shift
fi
source=$(cd "$1" && pwd) cc=$3
mkdir -p "$2"
scratch=$(cd "$2" && pwd)
known=$source/abi/libneosig.abi
# Until 1.0 the SONAME has major and minor version, then the major one.
soname=libneosig.so.$(sed -n 's/^#define NEOSIG_VERSION "\(0\.[0-9]*\|[1-9][0-9]*\)\..*/\1/p' \
    "$source/include/neosig/neosig.h")
command -v abidiff > /dev/null || { echo "skipped: no abidiff (Debian's abigail-tools)"; exit 77; }
cd "$source"

# describe NAME: by the debugging information of the files that define the functions of $scratch/NAME/neosig.
describe() {
    "$cc" -g -O0 -std=c11 -shared -fPIC -fvisibility=hidden -DNEOSIG_BUILD_SHARED -I"$scratch/$1" -Isrc -I. \
        src/core/*.c src/api/*.c key/*.c -Wl,-soname,"$soname" -o "$scratch/$1.so"
    abidw --headers-dir "$scratch/$1" --drop-private-types --exported-interfaces-only --no-show-locs --no-corpus-path \
        --no-comp-dir-path --no-architecture --type-id-style hash "$scratch/$1.so" > "$scratch/$1.abi"
}

rm -rf "$scratch/here"
cp -R include "$scratch/here"
describe here
if [ -n "$accept" ]; then
    cp "$scratch/here.abi" "$known"
    exit
fi
abidiff --no-architecture "$known" "$scratch/here.abi" || {
    echo "the ABI has changed; if that is meant: sh test/package/abi.sh --accept . build-abi cc" >&2
    exit 1
}

# planted NAME HEADER SED_COMMAND
planted() {
    rm -rf "${scratch:?}/$1"
    cp -R include "$scratch/$1"
    sed "$3" "include/neosig/$2" > "$scratch/$1/neosig/$2"
    ! cmp -s "include/neosig/$2" "$scratch/$1/neosig/$2" || { echo "$1: nothing is planted" >&2; exit 1; }
    describe "$1"
    status=0
    abidiff --no-architecture "$known" "$scratch/$1.abi" > "$scratch/$1.log" || status=$?
    # 4: a change; 1 and 2: an error.
    [ $((status & 7)) = 4 ] || { echo "$1: abidiff ends with $status, and with 4 or 12 where it sees it" >&2; exit 1; }
}
planted gone neosig.h 's/^NEOSIG_API \(const char \*neosig_cpu_feature_name\)/\1/'
planted moved neosig.h 's/^    size_t public_key_bytes;/    size_t planted;\n&/'
