#!/bin/sh
# ports.sh BUILD_DIRECTORY
# Compiles the library for Arm Macs and for Windows on Arm with zig's compiler: these ports are built here, not run.
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
build=$(cd "$1" && pwd)
python=$build/venv/bin/python
[ -x "$python" ] || python3 -m venv "$build/venv"
"$python" -c 'import ziglang' 2> /dev/null || "$python" -m pip install --quiet ziglang

for port in aarch64-macos:Darwin aarch64-windows-gnu:Windows; do
    triple=${port%:*}
    dir=$build/$triple
    mkdir -p "$dir"
    printf '#!/bin/sh\nexec "%s" -m ziglang cc -target %s "$@"\n' "$python" "$triple" > "$dir/cc"
    for tool in ar ranlib; do
        printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$python" $tool > "$dir/$tool"
    done
    chmod +x "$dir/cc" "$dir/ar" "$dir/ranlib"
    cmake -S . -B "$dir/build" -G "Unix Makefiles" -DCMAKE_SYSTEM_NAME="${port#*:}" -DCMAKE_SYSTEM_PROCESSOR=arm64 \
        -DCMAKE_OSX_SYSROOT= -DCMAKE_C_COMPILER="$dir/cc" -DCMAKE_ASM_COMPILER="$dir/cc" -DCMAKE_AR="$dir/ar" \
        -DCMAKE_RANLIB="$dir/ranlib" -DCMAKE_C_COMPILER_WORKS=TRUE -DNEOSIG_SHARED=OFF -DNEOSIG_BUILD_TESTS=OFF \
        -DNEOSIG_BUILD_PROGRAMS=OFF > "$dir/cmake.log"
    cmake --build "$dir/build" > "$dir/build.log" 2>&1 || { tail -40 "$dir/build.log" >&2; exit 1; }
    echo "built for $triple"
done
