#!/bin/sh
# package.sh BUILD_DIRECTORY SOURCE_DIRECTORY SCRATCH_DIRECTORY C_COMPILER
# Installs neosig aside and builds a program with it: through find_package, static and shared, and through pkg-config.
set -eu
build=$1 source=$2 scratch=$3 cc=$4
rm -rf "$scratch"
mkdir -p "$scratch"
cmake --install "$build" --prefix "$scratch/prefix" > "$scratch/install.log"
libdir=$(dirname "$(find "$scratch/prefix" -name libneosig.a)")

for shared in OFF ON; do
    cmake -S "$source/test/package" -B "$scratch/$shared" -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_C_COMPILER="$cc" \
        -DBUILD_SHARED_LIBS=$shared > "$scratch/cmake.log"
    cmake --build "$scratch/$shared" > "$scratch/build.log"
    "$scratch/$shared/consumer"
done

if command -v pkg-config > /dev/null; then
    PKG_CONFIG_PATH=$libdir/pkgconfig
    export PKG_CONFIG_PATH
    # pkg-config gives the prefix of the configuration; this installation is somewhere else.
    "$cc" "$source/test/package/consumer.c" -o "$scratch/consumer" \
        $(pkg-config --define-variable=prefix="$scratch/prefix" --cflags --libs neosig)
    LD_LIBRARY_PATH=$libdir "$scratch/consumer"
fi
