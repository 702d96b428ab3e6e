#!/bin/sh
# contexts.sh MODULE OPENSSL NEOSIG
# Compiles the programs here with the headers of this OpenSSL, and runs them with its libraries: contexts.c, loaded and
# unloaded 100 times; hostile.c; memory.c. The first two under valgrind, too, where it can run with these libraries.
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
run() {
    if [ -d "$root" ]; then OPENSSL_PROGRAM=./$1 "$program" "$modules"; else "./$1" "$modules"; fi
}
for name in contexts hostile memory; do
    # memory.c replaces the allocator of the GNU C library.
    [ $name != memory ] || getconf GNU_LIBC_VERSION > /dev/null 2>&1 || continue
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -O1 -g -Wall -Wextra -Werror $includes "$here/$name.c" -o $name $libraries
done
run contexts
run hostile
if [ -x memory ]; then run memory; fi

check_memory="valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --error-exitcode=1
    --errors-for-leak-kinds=definite,indirect"
if [ -d "$root" ]; then
    echo "not under valgrind: it cannot run the C library that came with $program"
elif command -v valgrind > /dev/null; then
    $check_memory ./contexts "$modules" 1
    $check_memory ./hostile "$modules" 10 haetae2
else
    echo "no valgrind: memory is not looked at"
fi
