#!/bin/sh
# interoperate.sh MODULE OPENSSL NEOSIG OTHER
# neosig's ML-DSA in OPENSSL against that of the program OTHER, OpenSSL 3.5 or later without neosig.
. "$(dirname "$0")/common.sh"
other=$4
if ! [ -x "$other" ]; then
    echo "skipped: there is no newer OpenSSL (sh tools/setup.sh test-all fetches one)"
    exit 77
fi
if at_least 3.5; then
    properties="?provider=neosig"
    configure openssl.cnf "ml-dsa = yes"
fi
theirs() { OPENSSL_CONF=/dev/null "$other" "$@"; }

echo "a message" > message
head -c 64 /dev/zero > octets
seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
for set in 44 65 87; do
    name=ML-DSA-$set
    # One seed, one key; without randomness one signature.
    ossl genpkey -algorithm $name -pkeyopt hexseed:$seed -out our.key
    theirs genpkey -algorithm $name -pkeyopt hexseed:$seed -out their.key
    ossl pkey -in our.key -pubout -out our.pub
    theirs pkey -in their.key -pubout -out their.pub
    cmp our.pub their.pub
    ossl pkeyutl -sign -rawin -inkey our.key -in message -out our.sig -pkeyopt deterministic:1
    theirs pkeyutl -sign -rawin -inkey their.key -in message -out their.sig -pkeyopt deterministic:1
    cmp our.sig their.sig

    # Each reads the other's keys, in all their forms, and verifies the other's signatures, with a context string.
    theirs pkey -in our.key -pubout | cmp - our.pub
    printf 'secret\n' > passphrase
    "$neosig" keygen -q -f -o plain "$(echo $name | tr A-Z a-z)"
    "$neosig" keygen -q -f -o protected --passphrase-file passphrase "$(echo $name | tr A-Z a-z)"
    theirs pkey -in plain.key -pubout | cmp - plain.pub
    theirs pkey -in protected.key -passin pass:secret -pubout | cmp - protected.pub
    # The last two are OpenSSL's own, and read by it where it is there.
    for form in seed-only priv-only seed-priv bare-seed bare-priv; do
        theirs pkey -provparam ml-dsa.output_formats=$form -in their.key -out form.key
        case $form in bare-*) at_least 3.5 || continue ;; esac
        ossl pkey -in form.key -pubout | cmp - our.pub
    done
    theirs pkey -in their.key -aes-192-cbc -passout pass:secret -out protected.key
    ossl pkey -in protected.key -passin pass:secret -pubout | cmp - our.pub
    ossl pkey -in our.key -aes256 -passout pass:secret -out protected.key
    theirs pkey -in protected.key -passin pass:secret -pubout | cmp - our.pub
    ossl pkeyutl -sign -rawin -inkey our.key -in message -out our.sig -pkeyopt context-string:here
    theirs pkeyutl -verify -rawin -pubin -inkey our.pub -in message -sigfile our.sig -pkeyopt context-string:here > out
    theirs pkeyutl -sign -rawin -inkey their.key -in message -out their.sig -pkeyopt context-string:here
    ossl pkeyutl -verify -rawin -pubin -inkey our.pub -in message -sigfile their.sig -pkeyopt context-string:here > out
    refused "signature is not valid" ossl pkeyutl -verify -rawin -pubin -inkey our.pub -in message -sigfile their.sig
    for parameter in mu:1 message-encoding:0 hextest-entropy:$seed; do
        parameters="-pkeyopt deterministic:1 -pkeyopt $parameter"
        # shellcheck disable=SC2086
        ossl pkeyutl -sign -rawin -inkey our.key -in octets -out our.sig $parameters
        # shellcheck disable=SC2086
        theirs pkeyutl -sign -rawin -inkey our.key -in octets -out their.sig $parameters
        cmp our.sig their.sig
    done

    # Certificates.
    ossl req -x509 -new -key our.key -subj "/CN=ours" -days 30 -out our.crt
    theirs verify -CAfile our.crt our.crt > out
    theirs req -x509 -new -key their.key -subj "/CN=theirs" -days 30 -out their.crt
    ossl verify -CAfile their.crt their.crt > out
    [ "$(ossl x509 -in our.crt -noout -text | grep -c "Algorithm: $name")" = 3 ]
    [ "$(theirs x509 -in our.crt -noout -text | grep -c "Algorithm: $name")" = 3 ]
done
