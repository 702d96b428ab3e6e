# Read after common.sh: compiles the programs here with the headers of this OpenSSL, and runs them with its libraries.
root=$(dirname "$program")/root
includes= libraries=$root/none
if [ -d "$root" ]; then
    libraries=$(dirname "$(find "$root/usr/lib" -name 'libcrypto.so.[0-9]')")
    includes="-I$root/usr/include -I$root/usr/include/${libraries##*/}"
fi

# build NAME LIBRARY...: of a newer OpenSSL the C library is newer, too, and nothing of it is linked here.
build() {
    built=$1
    shift
    linked=
    for library; do
        if [ -d "$root" ]; then
            linked="$linked $(echo "$libraries"/lib"$library".so.[0-9])"
        else
            linked="$linked -l$library"
        fi
    done
    [ ! -d "$root" ] || linked="$linked -Wl,--allow-shlib-undefined"
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -O1 -g -Wall -Wextra -Werror $includes -I"$here/../../include" "$here/$built.c" -o "$built" $linked -pthread
}

# run NAME ARGUMENT...: under the command in $under, if any.
under=
run() {
    running=$1
    shift
    if [ -d "$root" ]; then
        UNDER=$under OPENSSL_PROGRAM=./$running "$program" "$@"
    else
        # shellcheck disable=SC2086
        $under "./$running" "$@"
    fi
}
