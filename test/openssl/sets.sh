#!/bin/sh
# sets.sh MODULE OPENSSL NEOSIG [SET...]
# Of each SET, or of all: a key, its public half, and a signature of each program that the other verifies.
. "$(dirname "$0")/common.sh"

echo "a message" > message
echo "another" > other
count=0
shift 3
[ $# -gt 0 ] || set -- $("$neosig" list | awk 'NR > 1 && $2 ~ /^[1-5]$/ { print $1 }')
for set; do
    insecure= consent=
    # A withdrawn or broken set makes no key, and no signature, unless it is asked for.
    if "$neosig" info "$set" | grep -q -E '^Status +(withdrawn|broken)'; then
        refused "allow_insecure:1" ossl genpkey -algorithm "$set" -out key
        insecure="-pkeyopt allow_insecure:1" consent="-sigopt allow_insecure:1"
    fi
    # shellcheck disable=SC2086
    ossl genpkey -algorithm "$set" $insecure -out key
    ossl pkey -in key -pubout -out public
    if [ -n "$consent" ]; then
        refused "allow_insecure:1" ossl dgst -sign key -out signature message
        refused "allow_insecure:1" ossl req -x509 -new -key key -subj "/CN=insecure" -out certificate
        refused "allow_insecure is 0 or 1" ossl dgst -sign key -sigopt allow_insecure:2 -out signature message
        ossl req -x509 -new -key key -subj "/CN=insecure" $consent -out certificate
        ossl verify -CAfile certificate certificate > /dev/null
        refused "key too weak" ossl verify -auth_level 1 -CAfile certificate certificate
    fi
    # shellcheck disable=SC2086
    ossl dgst -sign key $consent -out signature message
    "$neosig" verify --require any -k public -s signature message > /dev/null 2>&1
    "$neosig" sign -q -f -k key -p public -o signature message 2> /dev/null
    ossl dgst -verify public -signature signature message > /dev/null
    refused "Verification failure" ossl dgst -verify public -signature signature other
    count=$((count + 1))
done
[ "$count" -gt 5 ] || { echo "only $count sets" >&2; exit 1; }
echo "$count sets"
