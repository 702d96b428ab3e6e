#!/bin/sh
# sign.sh MODULE OPENSSL NEOSIG
# Signing and verifying with pkeyutl and dgst, and the parameters of EVP_SIGNATURE-ML-DSA. Since 3.5 they are of
# OpenSSL's own ML-DSA unless neosig's is asked for.
. "$(dirname "$0")/common.sh"
if at_least 3.5; then
    properties="?provider=neosig"
    configure openssl.cnf "ml-dsa = yes"
fi

echo "a message" > message
echo "another" > other
head -c 300000 /dev/zero > long

# sign KEY OUT [OPTION...], verify KEY SIGNATURE [OPTION...]: of the file message
sign() {
    key=$1 out=$2
    shift 2
    ossl pkeyutl -sign -rawin -inkey "$key" -in message -out "$out" "$@"
}
verify() {
    key=$1 signature=$2
    shift 2
    ossl pkeyutl -verify -rawin -inkey "$key" -in message -sigfile "$signature" "$@" > verify.out
}

for name in ML-DSA-65 falcon-padded-512 haetae2 snova-iii-b; do
    ossl genpkey -algorithm $name -out $name
    "$neosig" public -f -o $name.pub $name
    sign $name signature
    verify $name signature
    "$neosig" verify -q --require candidate -k $name.pub -s signature message
    cp message kept
    cp other message
    refused "signature is not valid" verify $name signature
    cp kept message
    head -c 40 signature > cut
    refused "signature is not valid" verify $name cut
    # Streamed: dgst reads pieces.
    ossl dgst -sign $name -out signature long
    "$neosig" sign -q -f -k $name -p $name.pub -o signature long
    ossl dgst -prverify $name -signature signature long > /dev/null
    # There is no digest to choose.
    refused "sha256 cannot be chosen" ossl dgst -sha256 -sign $name -out signature message
done

# A context string, where there are any.
for name in ML-DSA-65 haetae2; do
    sign $name signature -pkeyopt context-string:here
    verify $name signature -pkeyopt context-string:here
    "$neosig" verify -q -k $name.pub --require candidate --context here -s signature message
    refused "signature is not valid" verify $name signature -pkeyopt context-string:there
    refused "signature is not valid" verify $name signature
done
refused "has no context-string" sign snova-iii-b signature -pkeyopt context-string:here

# Deterministic: the same signature twice, and the one of neosig.
sign ML-DSA-65 one -pkeyopt deterministic:1
sign ML-DSA-65 two -pkeyopt deterministic:1
"$neosig" sign -q -f -k ML-DSA-65 --deterministic -o three message
cmp one two
cmp one three
sign ML-DSA-65 two
refused "differ" cmp one two
sign ML-DSA-65 two -pkeyopt hextest-entropy:0000000000000000000000000000000000000000000000000000000000000000
cmp one two
refused "has no deterministic" sign haetae2 one -pkeyopt deterministic:1

# The message as it is, without a prefix; and its mu, which is 64 bytes.
sign ML-DSA-65 signature -pkeyopt message-encoding:0
verify ML-DSA-65 signature -pkeyopt message-encoding:0
refused "signature is not valid" verify ML-DSA-65 signature
refused "is 0 or 1" sign ML-DSA-65 signature -pkeyopt message-encoding:2
cp message kept
head -c 64 long > message
sign ML-DSA-65 signature -pkeyopt mu:1
verify ML-DSA-65 signature -pkeyopt mu:1
refused "signature is not valid" verify ML-DSA-65 signature
cp kept message
refused "" sign ML-DSA-65 signature -pkeyopt mu:1
refused "has no mu" sign haetae2 signature -pkeyopt mu:1
