#!/bin/sh
# cost.sh MODULE OPENSSL NEOSIG [RUNS [ROUNDS]]
# What it costs others to have the provider loaded: the rows of docs/openssl.md for this OpenSSL, medians and quartiles
# of RUNS runs, in which the configurations take turns, of ROUNDS reads each.
runs=${4:-9} rounds=${5:-100}
. "$(dirname "$0")/common.sh"
ossl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out private 2> /dev/null
ossl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ec
ossl pkey -in ec -pubout -out public
ossl req -x509 -new -key private -subj "/CN=cost" -days 30 -out certificate
configure all.cnf
configure standard.cnf "sets = standard candidate"
configure one.cnf "sets = falcon-512"
sed '/^neosig = /d' all.cnf > none.cnf

modules=$(dirname "$module")
. "$here/programs.sh"
unset OPENSSL_CONF
[ ! -d "$root" ] || { OPENSSL_CONF=/dev/null && export OPENSSL_CONF; }
build cost crypto
for _ in $(seq "$runs"); do
    for name in none one standard all; do run cost $name.cnf "$rounds" private public certificate > times.$name; done
    paste times.none times.one times.standard times.all >> times
done
precise=$("$program" version | cut -d' ' -f2)
awk -v version="$precise" "$(cat "$here/quantiles.awk")"'
    BEGIN { split("private key,public key,certificate", kinds, ",") }
    { kind = (NR - 1) % 3 + 1; for (i = 1; i <= 4; i++) all[kind, i, int((NR - 1) / 3) + 1] = $i }
    END {
        for (kind = 1; kind <= 3; kind++) {
            row = "| " version ", " kinds[kind] " |"
            for (i = 1; i <= 4; i++) {
                n = NR / 3
                for (j = 1; j <= n; j++) list[j] = all[kind, i, j]
                ascending(list, n)
                row = row " " spread(list, n, list[1] < 0.05 ? 3 : 2) " |"
            }
            print row
        }
    }' times > rows
cat rows
[ "$(grep -c '^| [0-9.]*, [a-z ]* | [0-9.]* ([0-9.]* to [0-9.]*) |' rows)" = 3 ]
