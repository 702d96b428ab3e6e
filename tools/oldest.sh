#!/bin/sh
# oldest.sh                               what the oldest compilers that this Debian offers need, as lines for setup.sh
# oldest.sh DIRECTORY JOBS [COMPILER...]  builds the library with each of them, or with those named, in DIRECTORY, and
#                                         checks a few known answers. Clang compiles for AArch64 too, as does what is
#                                         called aarch64-linux-gnu-*. OLDEST=native or OLDEST=cross: for this machine
#                                         alone, or for the other alone.
set -eu
cd "$(dirname "$0")/.."

oldest() {
    apt-cache search --names-only "^$1-[0-9]+${2:-}\$" | sed 's/ .*//' | sort -t- -k2 -n | head -n 1
}
case $(uname -m) in aarch64 | arm64) cross= ;; *) cross=yes ;; esac

if [ $# -lt 3 ]; then
    if ! command -v apt-cache > /dev/null; then
        [ $# = 0 ] || echo "no apt-cache to say which compilers are the oldest: not tried"
        exit
    fi
    gcc=$(oldest gcc)
    clang=$(oldest clang)
    arm_package=${cross:+$(oldest gcc -aarch64-linux-gnu)}
    arm_gcc=${arm_package:+aarch64-linux-gnu-${arm_package%-aarch64-linux-gnu}}
    if [ $# = 0 ]; then
        for command in $gcc $clang; do echo "$command:$command"; done
        [ -z "$arm_gcc" ] || echo "$arm_gcc:$arm_package"
        exit
    fi
    if [ -z "$gcc" ] || [ -z "$clang" ]; then
        echo "apt-cache knows no compilers: run sh tools/setup.sh test-all" >&2
        exit 1
    fi
    # shellcheck disable=SC2086
    set -- "$@" $gcc $clang $arm_gcc
fi
directory=$1 jobs=$2
shift 2

try() {
    dir=$directory/$1
    shift
    echo "$dir"
    cmake -B "$dir" -DNEOSIG_WERROR=ON -DNEOSIG_SHARED=OFF -DNEOSIG_BUILD_PROGRAMS=OFF "$@" > /dev/null
    cmake --build "$dir" -j"$jobs" --target test-kat test-other-rows > "$dir/build.log" 2>&1 ||
        { tail -n 40 "$dir/build.log" >&2; exit 1; }
    QEMU_CPU=max ctest --test-dir "$dir" -j"$jobs" --output-on-failure --no-tests=error -L '^first$'
}
arm() {
    try "aarch64-${1#aarch64-linux-gnu-}" -DCMAKE_C_COMPILER="$2" -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64-linux-gnu.cmake
}
for compiler; do
    name=${compiler##*/}
    case "${OLDEST:-} $name" in
    cross* | *aarch64-linux-gnu-*) ;;
    # Whether it takes the code takes less time without optimisation. Under qemu the answers take longer then.
    *) try "$name" -DCMAKE_C_COMPILER="$compiler" ${cross:+-DCMAKE_C_FLAGS_RELEASE=-O0} ;;
    esac
    [ "${OLDEST:-}" != native ] || continue
    case ${cross:+$name} in aarch64-linux-gnu-* | clang*) arm "$name" "$compiler" ;; esac
done
