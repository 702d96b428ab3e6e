#!/bin/sh
# oldest.sh                 what the oldest compilers that this Debian offers need, as lines for setup.sh
# oldest.sh DIRECTORY JOBS  builds the library with each of them, in DIRECTORY, and checks a few known answers
set -eu
cd "$(dirname "$0")/.."

oldest() {
    apt-cache search --names-only "^$1-[0-9]+${2:-}\$" | sed 's/ .*//' | sort -t- -k2 -n | head -n 1
}

if ! command -v apt-cache > /dev/null; then
    [ $# = 0 ] || echo "no apt-cache to say which compilers are the oldest: not tried"
    exit
fi
gcc=$(oldest gcc)
clang=$(oldest clang)
cross=
case $(uname -m) in aarch64 | arm64) ;; *) cross=$(oldest gcc -aarch64-linux-gnu) ;; esac
arm_gcc=${cross:+aarch64-linux-gnu-${cross%-aarch64-linux-gnu}}
if [ $# = 0 ]; then
    for command in $gcc $clang; do echo "$command:$command"; done
    [ -z "$cross" ] || echo "$arm_gcc:$cross"
    exit
fi
if [ -z "$gcc" ] || [ -z "$clang" ]; then
    echo "apt-cache knows no compilers: run sh tools/setup.sh test" >&2
    exit 1
fi

try() {
    dir=$1
    shift
    echo "$dir"
    cmake -B "$dir" -DNEOSIG_WERROR=ON -DNEOSIG_SHARED=OFF -DNEOSIG_BUILD_PROGRAMS=OFF "$@" > /dev/null
    cmake --build "$dir" -j"$jobs" --target test-kat > "$dir/build.log" 2>&1 || { tail -n 40 "$dir/build.log" >&2; exit 1; }
    QEMU_CPU=max ctest --test-dir "$dir" -j"$jobs" --output-on-failure --no-tests=error \
        -L '^oldest$'
}
jobs=$2
for command in $gcc $clang; do try "$1/$command" -DCMAKE_C_COMPILER="$command"; done
for command in ${arm_gcc:+$arm_gcc $clang}; do
    try "$1/aarch64-${command#aarch64-linux-gnu-}" -DCMAKE_C_COMPILER="$command" -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64-linux-gnu.cmake
done
