#!/bin/sh
# package.sh BUILD_DIRECTORY SOURCE_DIRECTORY SCRATCH_DIRECTORY C_COMPILER VERSION
# Installs neosig where it was not configured for, and builds a program with it: through find_package, static and
# shared, and through pkg-config, in C and C++. Then again with neosig as a part of that program's project. What a new
# version breaks has another SONAME, another Debian package, and is refused by find_package.
set -eu
build=$1 source=$2 scratch=$3 cc=$4 version=$5
rm -rf "$scratch"
mkdir -p "$scratch"
cmake --install "$build" --prefix "$scratch/prefix" > "$scratch/install.log"
libdir=$(dirname "$(find "$scratch/prefix" -name libneosig.a)")

# What compiled programs need: major.minor until 1.0, then major.
case $version in 0.*) abi=${version%.*} other=0.$((${abi#0.} - 1)) ;; *) abi=${version%%.*} other=$((abi - 1)).9 ;; esac
soname() { readelf -d "$1" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p'; }
[ "$(soname "$libdir/libneosig.so")" = "libneosig.so.$abi" ] ||
    { echo "version $version has the SONAME $(soname "$libdir/libneosig.so"), not libneosig.so.$abi" >&2; exit 1; }
debian=$source/packaging/debian
grep -q "^Package: libneosig$abi\$" "$debian/control" &&
    grep -q "^libneosig.so.$abi " "$debian/libneosig$abi.symbols" ||
    { echo "packaging/debian has no libneosig$abi" >&2; exit 1; }

project() {
    dir=$scratch/$1
    shift
    cmake -S "$source/test/package" -B "$dir" -DCMAKE_C_COMPILER="$cc" "$@" > "$scratch/cmake.log"
    cmake --build "$dir" > "$scratch/build.log"
    "$dir/consumer"
}
for wanted in "$other" "$abi.99"; do
    ! cmake -S "$source/test/package" -B "$scratch/refused" -DCMAKE_C_COMPILER="$cc" \
        -DCMAKE_PREFIX_PATH="$scratch/prefix" -DNEOSIG_VERSION="$wanted" > "$scratch/refused.log" 2>&1 ||
        { echo "find_package takes $version for $wanted" >&2; exit 1; }
    grep -q "requested version \"$wanted\"" "$scratch/refused.log" || { cat "$scratch/refused.log" >&2; exit 1; }
done
for shared in OFF ON; do
    project $shared -DCMAKE_PREFIX_PATH="$scratch/prefix" -DBUILD_SHARED_LIBS=$shared -DNEOSIG_VERSION="$abi"
done

# A part of another project, with the scheme that it needs; it installs nothing of itself.
project part -DNEOSIG_SOURCE="$source" -DNEOSIG_SCHEMES=mldsa
cmake --install "$scratch/part" --prefix "$scratch/part-prefix" > /dev/null
installed=$(cd "$scratch/part-prefix" && find . -type f)
[ "$installed" = ./bin/consumer ] || { echo "the project with neosig in it installs:" $installed >&2; exit 1; }

if command -v pkg-config > /dev/null; then
    PKG_CONFIG_PATH=$libdir/pkgconfig
    export PKG_CONFIG_PATH
    [ "$(pkg-config --modversion neosig)" = "$version" ]
    languages=c
    ! echo 'int main() {}' | "$cc" -x c++ -fsyntax-only - 2> /dev/null || languages="c c++"
    for language in $languages; do
        for alg in "ML_DSA_44 -DMUPQ" SNOVA_I_S "FALCON_512 -DMUPQ" FALCON_512; do
            # shellcheck disable=SC2046,SC2086
            "$cc" -x $language -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror \
                -DNEOSIG_NIST_ALG=$alg "$source/test/package/consumer.c" \
                -o "$scratch/consumer" -x none $(pkg-config --cflags --libs neosig)
            LD_LIBRARY_PATH=$libdir "$scratch/consumer"
        done
    done
    # Nothing of the prefix of the configuration is left.
    case $(pkg-config --cflags --libs neosig) in
    *"$scratch/prefix"*) ;;
    *) pkg-config --cflags --libs neosig >&2; exit 1 ;;
    esac
fi
