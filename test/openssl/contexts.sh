#!/bin/sh
# contexts.sh MODULE OPENSSL NEOSIG
# Compiles contexts.c with the headers of this OpenSSL, and runs it with its libraries: loaded and unloaded 100 times,
# and under valgrind where the libraries are the system's. The provider itself is linked with none of them.
. "$(dirname "$0")/common.sh"
unset OPENSSL_CONF

# Nothing of OpenSSL is linked, and only the entry point is exported.
linked() { ldd "$1" | grep -c 'libcrypto\|libssl' || true; }
[ "$(linked "$module")" = 0 ]
[ "$(linked "$(command -v openssl)")" != 0 ]
[ "$(nm -D --defined-only "$module" | awk '{ print $3 }')" = OSSL_provider_init ]
[ "$(grep -h '#include <openssl/' "$here"/../../bindings/openssl/*.[ch] | grep -c -v 'openssl/core')" = 0 ]

modules=$(dirname "$module")
warnings="-std=c11 -O1 -g -Wall -Wextra -Werror"
root=$(dirname "$program")/root
if [ -d "$root" ]; then
    libraries=$(dirname "$(find "$root/usr/lib" -name 'libcrypto.so.[0-9]')")
    # The C library is the newer one, too, and nothing of it is linked here.
    # shellcheck disable=SC2086
    ${CC:-cc} $warnings -I"$root/usr/include" -I"$root/usr/include/${libraries##*/}" "$here/contexts.c" -o contexts \
        "$libraries"/libcrypto.so.[0-9] -Wl,--allow-shlib-undefined
    OPENSSL_CONF=/dev/null OPENSSL_PROGRAM=./contexts "$program" "$modules" 100
else
    # shellcheck disable=SC2086
    ${CC:-cc} $warnings "$here/contexts.c" -o contexts -lcrypto
    ./contexts "$modules" 100
    if command -v valgrind > /dev/null; then
        valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect \
            --error-exitcode=1 ./contexts "$modules" 1
    else
        echo "no valgrind: memory is not looked at"
    fi
fi
