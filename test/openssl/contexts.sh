#!/bin/sh
# contexts.sh MODULE OPENSSL NEOSIG
# The programs here with the libraries of this OpenSSL: contexts.c, loaded and unloaded 100 times; hostile.c; threads.c;
# encoders.c; with the system's libraries memory.c. The first two under valgrind, too.
. "$(dirname "$0")/common.sh"
unset OPENSSL_CONF

# Nothing of OpenSSL is linked, and only the entry point is exported.
linked() { ldd "$1" | grep -c 'libcrypto\|libssl' || true; }
[ "$(linked "$module")" = 0 ]
[ "$(linked "$(command -v openssl)")" != 0 ]
[ "$(nm -D --defined-only "$module" | awk '{ print $3 }')" = OSSL_provider_init ]
[ "$(grep -h '#include <openssl/' "$here"/../../bindings/openssl/*.[ch] | grep -c -v 'openssl/core')" = 0 ]

modules=$(dirname "$module")
. "$here/programs.sh"
[ ! -d "$root" ] || OPENSSL_CONF=/dev/null
[ ! -d "$root" ] || export OPENSSL_CONF
for name in contexts hostile threads encoders; do build $name crypto; done
run contexts "$modules"
run hostile "$modules"
run threads "$modules"
# Newer versions of OpenSSL encode keys of ML-DSA and SLH-DSA themselves.
# shellcheck disable=SC2046
run encoders "$modules" rainbow-I-circumzenithal \
    $(python3 "$here/../../tools/schemes.py" sets | sed 's/snova[^ ]* *//; s/slh-dsa[^ ]* *//; s/ml-dsa-44/dilithium2/')
# It replaces the allocator of the GNU C library.
if ! [ -d "$root" ] && getconf GNU_LIBC_VERSION > /dev/null 2>&1; then
    build memory crypto
    run memory "$modules"
fi

if ! command -v valgrind > /dev/null; then
    echo "no valgrind: memory is not looked at"
elif [ -d "$root" ] && ! [ -d "${root%root}debug" ]; then
    echo "not under valgrind: it has no names of the C library of $program"
else
    under="valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --error-exitcode=1
        --errors-for-leak-kinds=definite,indirect --extra-debuginfo-path=${root%root}debug"
    run contexts "$modules" 1
    run hostile "$modules" 10 haetae2
fi
