#!/bin/sh
# ports.sh BUILD_DIRECTORY JOBS
# Builds the library and the program with zig's compiler for musl, Arm Macs and Windows, and with musl-gcc where it is
# installed. Then `neosig selftest` of a set of each scheme wherever this machine or qemu can run it: the others are
# linked, not run.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
build=$(cd "$1" && pwd)
jobs=$2
machine=$(uname -m)
python=$build/venv/bin/python
[ -x "$python" ] || python3 -m venv "$build/venv"
"$python" -c 'import ziglang' 2> /dev/null || "$python" -m pip install --quiet ziglang

# build NAME PROGRAM [CMAKE_ARGUMENT...]
build() {
    dir=$build/$1
    program=$dir/build/apps/$2
    shift 2
    mkdir -p "$dir"
    cmake -S . -B "$dir/build" -G "Unix Makefiles" -DNEOSIG_SHARED=OFF -DNEOSIG_BUILD_TESTS=OFF "$@" > "$dir/cmake.log"
    cmake --build "$dir/build" -j"$jobs" --target neosig-program > "$dir/build.log" 2>&1 ||
        { tail -n 40 "$dir/build.log" >&2; exit 1; }
}

# run NAME [EMULATOR...]: of each scheme a set with quick keys.
run() {
    name=$1
    shift
    "$@" "$program" selftest ml-dsa-44 falcon-512 haetae2 hawk256 snova-i-s rainbow-I-classic > "$dir/selftest.log" ||
        { cat "$dir/selftest.log" >&2; exit 1; }
    echo "$name: built, selftest passed"
}

for port in aarch64-linux-musl:Linux x86_64-linux-musl:Linux aarch64-macos:Darwin aarch64-windows-gnu:Windows \
    x86_64-windows-gnu:Windows; do
    triple=${port%:*}
    dir=$build/$triple
    mkdir -p "$dir"
    printf '#!/bin/sh\nexec "%s" -m ziglang cc -target %s "$@"\n' "$python" "$triple" > "$dir/cc"
    for tool in ar ranlib; do
        printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$python" $tool > "$dir/$tool"
    done
    chmod +x "$dir/cc" "$dir/ar" "$dir/ranlib"
    suffix=
    case $triple in *windows*) suffix=.exe ;; esac
    build "$triple" "neosig$suffix" -DCMAKE_SYSTEM_NAME="${port#*:}" -DCMAKE_SYSTEM_PROCESSOR="${triple%%-*}" \
        -DCMAKE_OSX_SYSROOT= -DCMAKE_C_COMPILER="$dir/cc" -DCMAKE_ASM_COMPILER="$dir/cc" -DCMAKE_AR="$dir/ar" \
        -DCMAKE_RANLIB="$dir/ranlib" -DCMAKE_C_COMPILER_WORKS=TRUE
    case $triple in
    "$machine"-linux-musl) run "$triple" ;;
    aarch64-linux-musl) run "$triple" qemu-aarch64 ;;
    *) echo "$triple: built, not run" ;;
    esac
done

if command -v musl-gcc > /dev/null; then
    build musl-gcc neosig -DCMAKE_C_COMPILER=musl-gcc
    run musl-gcc
else
    echo "musl-gcc is not installed (Debian: musl-tools): not tried"
fi
