#!/bin/sh
# handshakes.sh MODULE OPENSSL NEOSIG [RUNS [ROUNDS]]
# Handshakes of TLS 1.3 that one core makes in a second: the rows of docs/openssl.md for this machine, medians and
# quartiles of RUNS runs, in which the certificates take turns, of ROUNDS handshakes each. A set with two rows is
# OpenSSL's and neosig's, with the same certificates. The ratio is of the two in the same run.
runs=${4:-9} rounds=${5:-300}
. "$(dirname "$0")/common.sh"
if ! at_least 3.5; then
    echo "skipped: OpenSSL $version has no ML-DSA of its own"
    exit 77
fi
configure own.cnf "private-code-points = yes"
properties="?provider=neosig"
configure neosig.cnf "ml-dsa = yes" "private-code-points = yes"
OPENSSL_CONF=$folder/neosig.cnf

# certificates FOLDER ARGUMENT...: a key of a CA and a key that it certifies, made by genpkey with the ARGUMENTs
certificates() {
    of=$1
    shift
    mkdir "$of"
    ossl genpkey "$@" -out "$of/ca.key" 2> /dev/null
    ossl genpkey "$@" -out "$of/server.key" 2> /dev/null
    ossl req -x509 -new -key "$of/ca.key" -subj "/CN=a CA" -addext basicConstraints=CA:TRUE -days 30 -out "$of/ca.crt"
    ossl req -new -key "$of/server.key" -subj "/CN=a server" -out "$of/request"
    ossl x509 -req -in "$of/request" -CA "$of/ca.crt" -CAkey "$of/ca.key" -days 30 -out "$of/server.crt" 2> /dev/null
}
certificates RSA-2048 -algorithm RSA -pkeyopt rsa_keygen_bits:2048
certificates ECDSA-P-256 -algorithm EC -pkeyopt ec_paramgen_curve:P-256
for name in ML-DSA-44 ML-DSA-65 ML-DSA-87 falcon-512; do certificates $name -algorithm $name; done

. "$here/programs.sh"
OPENSSL_CONF=/dev/null
build handshakes ssl crypto
for _ in $(seq "$runs"); do
    for one in RSA-2048:own ECDSA-P-256:own ML-DSA-44:own ML-DSA-44:neosig ML-DSA-65:own ML-DSA-65:neosig \
        ML-DSA-87:own ML-DSA-87:neosig falcon-512:neosig; do
        took=$(run handshakes "${one#*:}.cnf" "$rounds" "${one%:*}")
        echo "${one%:*} ${one#*:} $took"
    done
done > times
sed -i 's/ own / OpenSSL /' times
awk "$(cat "$here/quantiles.awk")"'
    {
        key = $1 " | " $2
        if (!(key in count)) order[++rows] = key
        n = ++count[key]
        server[key, n] = 1e6 / $3; client[key, n] = 1e6 / $4; bytes[key] = $5
    }
    END {
        for (row = 1; row <= rows; row++) {
            key = order[row]; n = count[key]; ratio = ""
            for (i = 1; i <= n; i++) { s[i] = server[key, i]; c[i] = client[key, i] }
            theirs = key; sub(/neosig/, "OpenSSL", theirs)
            if (theirs != key && theirs in count) {
                for (i = 1; i <= n; i++) r[i] = server[key, i] / server[theirs, i]
                ratio = spread(r, n, 2)
            }
            printf "| %s | %s | %s | %d | %s |\n", key, spread(s, n, 0), spread(c, n, 0), bytes[key], ratio
        }
    }' times > rows
cat rows
spread='[0-9]* ([0-9]* to [0-9]*)'
[ "$(grep -c "^| [A-Za-z0-9-]* | [a-zA-Z]* | $spread | $spread | [0-9]* | " rows)" = 9 ]
