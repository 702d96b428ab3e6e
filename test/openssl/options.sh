#!/bin/sh
# options.sh MODULE OPENSSL NEOSIG
# The options of the provider's section: their values, what is misspelt, and the sets to offer.
. "$(dirname "$0")/common.sh"

# ours: how many sets are neosig's, by the signatures that are listed.
ours() { ossl list -signature-algorithms -provider neosig 2>&1 | grep -c '@ neosig'; }
configure openssl.cnf "ml-dsa = no"
few=$(ours)
configure openssl.cnf "ml-dsa = yes"
all=$(ours)
if at_least 3.5; then [ "$all" = $((few + 3)) ]; else [ "$all" = "$few" ]; fi
[ "$few" -gt 50 ]
configure openssl.cnf "slh-dsa = yes"
if at_least 3.5; then [ "$(ours)" = $((few + 12)) ]; else [ "$(ours)" = "$few" ]; fi
for value in yes Yes on TRUE 1; do
    configure openssl.cnf "ml-dsa = $value"
    [ "$(ours)" = "$all" ]
done
for value in no OFF False 0; do
    configure openssl.cnf "ml-dsa = $value"
    [ "$(ours)" = "$few" ]
done

# What is wrong is named, though OpenSSL goes on without the provider and tells nobody.
# wrong TEXT LINE
wrong() {
    configure openssl.cnf "$2"
    ossl list -providers > out 2>&1 || true
    grep -q "neosig: the provider is not there: .*$1" out || { echo "not said: $1" >&2; cat out >&2; return 1; }
    ! grep -q "name: neosig" out
}
(
    export NEOSIG_BACKEND=fastest
    wrong "NEOSIG_BACKEND: this CPU runs no backend fastest" ""
)
wrong "ml-dsa = perhaps: it is yes or no" "ml-dsa = perhaps"
wrong "private-code-points = : it is" "private-code-points = \"\""
for name in mldsa ml_dsa ML-DSA Ml-Dsa ml-das ml-dsaa ml-ds xl-dsa; do
    wrong "there is no option $name, but ml-dsa" "$name = yes"
done
for name in slhdsa slh_dsa SLH-DSA slh-ds slh-das sln-dsa; do
    wrong "there is no option $name, but slh-dsa" "$name = yes"
done
for name in private_code_points private-codepoints private-code-point privatecodepoints; do
    wrong "there is no option $name, but private-code-points" "$name = yes"
done
for name in set Sets SETS; do
    wrong "there is no option $name, but sets" "$name = falcon-512"
done
wrong "sets = : it names no set" "sets = \"\""
wrong "sets = ,: it names no set" "sets = \",\""
wrong "falcon-51 is no set, no scheme and no status" "sets = haetae2 falcon-51"

# Sets by name, scheme and status.
# offers COUNT LINE
offers() {
    configure openssl.cnf "$2"
    [ "$(ours)" = "$1" ] || { echo "$2: $(ours)" >&2; return 1; }
}
count() { "$neosig" list | awk -v word="$1" '$6 == word || $1 ~ "^" word' | wc -l; }
offers 1 "sets = falcon-512"
offers 2 "sets = Falcon512, 1.3.9999.3.14"
at_least 3.5 || offers "$(count slh-dsa)" "sets = slh-dsa"
offers "$(count haetae)" "sets = haetae"
offers "$(count superseded)" "sets = superseded"
offers $(($(count haetae) + 1)) "sets = haetae snova-i-b haetae2"
configure openssl.cnf "sets = falcon-512"
ossl genpkey -algorithm falcon-512 -out key
ossl pkey -in key -pubout -out public
refused "" ossl genpkey -algorithm haetae2 -out other
configure openssl.cnf "sets = haetae"
refused "" ossl pkey -in key -noout
refused "" ossl pkey -pubin -in public -noout
