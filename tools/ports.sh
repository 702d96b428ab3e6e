#!/bin/sh
# ports.sh BUILD_DIRECTORY JOBS [PORT...]
# Builds the library and the program, with all schemes, for musl, Arm Macs and Windows by zig's compiler, whose name of
# the machine names a port, and by musl-gcc where it is installed: all ports, or those that are named. Then `neosig
# selftest` of a set of each scheme wherever this machine or qemu can run it: the others are linked, not run. The
# amalgamation is compiled.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
build=$(cd "$1" && pwd)
sets=$(python3 tools/schemes.py sets)
jobs=$2
shift 2
[ $# -gt 0 ] || set -- aarch64-linux-musl x86_64-linux-musl aarch64-macos.11.0 aarch64-windows-gnu x86_64-windows-gnu \
    musl-gcc
machine=$(uname -m)
python=$build/venv/bin/python
[ -x "$python" ] || python3 -m venv "$build/venv"
"$python" -c 'import ziglang' 2> /dev/null || "$python" -m pip install --quiet ziglang==0.17.1

# build PROGRAM [CMAKE_ARGUMENT...]
build() {
    program=$dir/build/apps/$1
    shift
    cmake -S . -B "$dir/build" -G "Unix Makefiles" -DNEOSIG_SHARED=OFF -DNEOSIG_BUILD_TESTS=OFF "$@" > "$dir/cmake.log"
    cmake --build "$dir/build" -j"$jobs" --target neosig-program > "$dir/build.log" 2>&1 ||
        { tail -n 40 "$dir/build.log" >&2; exit 1; }
}

# build_zig SYSTEM PROGRAM
build_zig() {
    printf '#!/bin/sh\nexec "%s" -m ziglang cc -target %s "$@"\n' "$python" "$port" > "$dir/cc"
    for tool in ar ranlib; do
        printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$python" $tool > "$dir/$tool"
    done
    chmod +x "$dir/cc" "$dir/ar" "$dir/ranlib"
    build "$2" -DCMAKE_SYSTEM_NAME="$1" -DCMAKE_SYSTEM_PROCESSOR="${port%%-*}" -DCMAKE_OSX_SYSROOT= \
        -DCMAKE_C_COMPILER="$dir/cc" -DCMAKE_ASM_COMPILER="$dir/cc" -DCMAKE_AR="$dir/ar" -DCMAKE_RANLIB="$dir/ranlib" \
        -DCMAKE_C_COMPILER_WORKS=TRUE
    amalgamated "$dir/cc"
}

# amalgamated COMPILER...: the library as two files compiles, without a warning; zig takes one at a time.
amalgamated() {
    python3 tools/amalgamate.py "$dir/amalgamation"
    for file in neosig.c neosig-aarch64.S; do
        (cd "$dir/amalgamation" && "$@" -Wall -Wextra -pedantic -Wshadow -Werror -c $file)
    done
}

# run [EMULATOR...]: of each scheme a set.
run() {
    "$@" "$program" selftest $sets > "$dir/selftest.log" ||
        { cat "$dir/selftest.log" >&2; exit 1; }
    echo "$port: built, selftest passed$([ $# = 0 ] || echo " under $1")"
}

for port; do
    dir=$build/$port
    mkdir -p "$dir"
    case $port in
    "$machine"-linux-musl)
        build_zig Linux neosig
        run
        ;;
    aarch64-linux-musl)
        build_zig Linux neosig
        run qemu-aarch64
        ;;
    *-linux-musl)
        build_zig Linux neosig
        echo "$port: linked, not run"
        ;;
    *-macos*)
        build_zig Darwin neosig
        echo "$port: linked, not run"
        ;;
    *-windows-*)
        build_zig Windows neosig.exe
        echo "$port: linked, not run"
        ;;
    musl-gcc)
        if command -v musl-gcc > /dev/null; then
            build neosig -DCMAKE_C_COMPILER=musl-gcc
            amalgamated musl-gcc
            run
        else
            echo "musl-gcc: is not installed (Debian: musl-tools), not tried"
        fi
        ;;
    *)
        echo "ports.sh: there is no port $port" >&2
        exit 2
        ;;
    esac
done
