#!/bin/sh
# interoperate.sh MODULE OPENSSL NEOSIG OTHER
# neosig's ML-DSA and SLH-DSA in OPENSSL against those of the program OTHER, OpenSSL 3.5 or later without neosig.
. "$(dirname "$0")/common.sh"
other=$4
if ! [ -x "$other" ]; then
    echo "skipped: there is no newer OpenSSL (sh tools/setup.sh test-all fetches one)"
    exit 77
fi
if at_least 3.5; then
    properties="?provider=neosig"
    configure openssl.cnf "ml-dsa = yes" "slh-dsa = yes"
fi
theirs() { OPENSSL_CONF=/dev/null "$other" "$@"; }

echo "a message" > message
head -c 64 /dev/zero > octets
seed_16=000102030405060708090a0b0c0d0e0f
seed_32=${seed_16}101112131415161718191a1b1c1d1e1f
for name in ML-DSA-44 ML-DSA-65 ML-DSA-87 SLH-DSA-SHA2-128f SLH-DSA-SHAKE-128f SLH-DSA-SHA2-192f; do
    case $name in
        ML-DSA-*) seed=$seed_32 entropy=$seed_32 ;;
        *-128f) seed=$seed_32$seed_16 entropy=$seed_16 ;;
        *) seed=$seed_32$seed_32$(echo $seed_16 | head -c 16) entropy=$(echo $seed_32 | head -c 48) ;;
    esac
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
    "$neosig" keygen -q -f -o protected --passphrase-file passphrase --kdf-cost 16 "$(echo $name | tr A-Z a-z)"
    theirs pkey -in plain.key -pubout | cmp - plain.pub
    theirs pkey -in protected.key -passin pass:secret -pubout | cmp - protected.pub
    # The last two are OpenSSL's own, and read by it where it is there. SLH-DSA has one form.
    case $name in ML-DSA-*) forms="seed-only priv-only seed-priv bare-seed bare-priv" ;; *) forms= ;; esac
    for form in $forms; do
        theirs pkey -provparam ml-dsa.output_formats=$form -in their.key -out form.key
        case $form in bare-*) at_least 3.5 || continue ;; esac
        ossl pkey -in form.key -pubout | cmp - our.pub
    done
    [ -n "$forms" ] || theirs pkey -in our.key | cmp - their.key
    theirs pkey -in their.key -aes-192-cbc -passout pass:secret -out protected.key
    ossl pkey -in protected.key -passin pass:secret -pubout | cmp - our.pub
    ossl pkey -in our.key -aes256 -passout pass:secret -out protected.key
    theirs pkey -in protected.key -passin pass:secret -pubout | cmp - our.pub
    ossl pkeyutl -sign -rawin -inkey our.key -in message -out our.sig -pkeyopt context-string:here
    theirs pkeyutl -verify -rawin -pubin -inkey our.pub -in message -sigfile our.sig -pkeyopt context-string:here > out
    theirs pkeyutl -sign -rawin -inkey their.key -in message -out their.sig -pkeyopt context-string:here
    ossl pkeyutl -verify -rawin -pubin -inkey our.pub -in message -sigfile their.sig -pkeyopt context-string:here > out
    refused "signature is not valid" ossl pkeyutl -verify -rawin -pubin -inkey our.pub -in message -sigfile their.sig
    case $name in ML-DSA-*) mu=mu:1 ;; *) mu= ;; esac
    for parameter in $mu message-encoding:0 hextest-entropy:$entropy; do
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
