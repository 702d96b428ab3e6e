#!/bin/sh
# contexts.sh MODULE OPENSSL NEOSIG
# Compiles the programs here with the headers of this OpenSSL, and runs them with its libraries: contexts.c, loaded and
# unloaded 100 times; hostile.c; with the system's libraries memory.c. The first two under valgrind, too.
. "$(dirname "$0")/common.sh"
unset OPENSSL_CONF

# Nothing of OpenSSL is linked, and only the entry point is exported.
linked() { ldd "$1" | grep -c 'libcrypto\|libssl' || true; }
[ "$(linked "$module")" = 0 ]
[ "$(linked "$(command -v openssl)")" != 0 ]
[ "$(nm -D --defined-only "$module" | awk '{ print $3 }')" = OSSL_provider_init ]
[ "$(grep -h '#include <openssl/' "$here"/../../bindings/openssl/*.[ch] | grep -c -v 'openssl/core')" = 0 ]

modules=$(dirname "$module")
root=$(dirname "$program")/root
includes= libraries=-lcrypto
if [ -d "$root" ]; then
    folder_of=$(dirname "$(find "$root/usr/lib" -name 'libcrypto.so.[0-9]')")
    includes="-I$root/usr/include -I$root/usr/include/${folder_of##*/}"
    # The C library is the newer one, too, and nothing of it is linked here.
    libraries="$(echo "$folder_of"/libcrypto.so.[0-9]) -Wl,--allow-shlib-undefined"
    OPENSSL_CONF=/dev/null
    export OPENSSL_CONF
fi
under=
run() {
    run=$1
    shift
    # shellcheck disable=SC2086
    if [ -d "$root" ]; then
        UNDER=$under OPENSSL_PROGRAM=./$run "$program" "$modules" "$@"
    else
        $under "./$run" "$modules" "$@"
    fi
}
programs="contexts hostile"
# It replaces the allocator of the GNU C library.
if ! [ -d "$root" ] && getconf GNU_LIBC_VERSION > /dev/null 2>&1; then programs="$programs memory"; fi
for name in $programs; do
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -O1 -g -Wall -Wextra -Werror $includes "$here/$name.c" -o "$name" $libraries
    run "$name"
done

if ! command -v valgrind > /dev/null; then
    echo "no valgrind: memory is not looked at"
elif [ -d "$root" ] && ! [ -d "${root%root}debug" ]; then
    echo "not under valgrind: it has no names of the C library of $program"
else
    under="valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --error-exitcode=1
        --errors-for-leak-kinds=definite,indirect --extra-debuginfo-path=${root%root}debug"
    run contexts 1
    run hostile 10 haetae2
fi
