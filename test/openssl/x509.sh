#!/bin/sh
# x509.sh MODULE OPENSSL NEOSIG
# Certificates, requests and lists of revoked ones; CMS and PKCS #12. What does not work with a version is refused with
# the words that docs/openssl.md has for it.
. "$(dirname "$0")/common.sh"

echo "a message" > message
cat > ca.cnf << 'END'
[ca]
default_ca = this
[this]
database = index
crlnumber = number
default_crl_days = 30
default_md = default
END
: > index
echo 01 > number

for name in ML-DSA-65 falcon-512 snova-i-s haetae3 SLH-DSA-SHA2-128f; do
    # root -> middle -> leaf, with a request for each below the root.
    ossl genpkey -algorithm $name -out root.key
    ossl req -x509 -new -key root.key -subj "/CN=root" -days 30 -addext "keyUsage=critical,keyCertSign,cRLSign" \
        -out root.crt
    ossl x509 -in root.crt -noout -text > text
    [ "$(grep -c "Signature Algorithm: $name" text)" = 2 ]
    grep -q "Public Key Algorithm: $name" text
    grep -q "$name Public-Key:" text
    issuer=root
    for subject in middle leaf; do
        ossl genpkey -algorithm $name -out $subject.key
        ossl req -new -key $subject.key -subj "/CN=$subject" -out $subject.csr
        ossl req -in $subject.csr -verify -noout > text 2>&1
        echo "keyUsage=digitalSignature" > extensions
        [ $subject = leaf ] || echo "basicConstraints=critical,CA:TRUE" > extensions
        ossl x509 -req -in $subject.csr -CA $issuer.crt -CAkey $issuer.key -CAcreateserial -days 30 \
            -extfile extensions -out $subject.crt 2> /dev/null
        issuer=$subject
    done
    ossl verify -CAfile root.crt -untrusted middle.crt leaf.crt > /dev/null
    # At the level of security that the set has, and at none above it. Until 3.1 such signatures have no strength.
    case $name in *-512 | *-i-* | *-128f) level=3 ;; *) level=4 ;; esac
    chain="-CAfile root.crt -untrusted middle.crt leaf.crt"
    if at_least 3.2; then
        # shellcheck disable=SC2086
        ossl verify -auth_level $level $chain > /dev/null
        # shellcheck disable=SC2086
        refused "key too weak" ossl verify -auth_level $((level + 1)) $chain
    else
        # shellcheck disable=SC2086
        refused "signature digest algorithm too weak" ossl verify -auth_level 1 $chain
    fi
    refused "unable to get local issuer" ossl verify -CAfile root.crt leaf.crt
    ossl x509 -in leaf.crt -outform DER -out leaf.der
    change leaf.der 40
    ossl x509 -in leaf.der -inform DER -out bad.crt
    refused "signature" ossl verify -CAfile root.crt -untrusted middle.crt bad.crt
    ossl ca -config ca.cnf -gencrl -keyfile root.key -cert root.crt -out crl 2> /dev/null
    ossl crl -in crl -CAfile root.crt -noout 2>&1 | grep -q "verify OK"

    # PKCS #12
    ossl pkcs12 -export -inkey leaf.key -in leaf.crt -certfile middle.crt -passout pass:secret -out store
    ossl pkcs12 -in store -passin pass:secret -noenc -out out 2> /dev/null
    ossl pkey -in out | cmp - leaf.key
    refused "invalid password" ossl pkcs12 -in store -passin pass:wrong -noenc

    # CMS: with attributes, whose digest is named, and without.
    with="-signer leaf.crt -inkey leaf.key -certfile middle.crt -in message -binary -nodetach -outform PEM -out signed"
    good_cms() {
        # shellcheck disable=SC2086
        ossl cms -sign "$@" $with
        content=
        case $* in *-noattr*) content="-content message" ;; esac # 4.0.3 finds it nowhere else
        # shellcheck disable=SC2086
        ossl cms -verify -binary -in signed -inform PEM $content -CAfile root.crt -out out 2> /dev/null
        cmp out message
        ossl cms -cmsout -in signed -inform PEM -outform DER -out changed
        change changed 40
        # shellcheck disable=SC2086
        refused "" ossl cms -verify -binary -in changed -inform DER $content -CAfile root.crt -out out
    }
    # shellcheck disable=SC2086
    bad_cms() { refused "$1" ossl cms -sign $2 $with; }
    case $name in
        ML-DSA-* | SLH-DSA-*) ;; # since 4.0 OpenSSL's own have one
        *) bad_cms "no default digest" "" ;;
    esac
    if at_least 3.5; then
        good_cms -md sha512
        if at_least 4.0; then good_cms -noattr -md sha512; else bad_cms "sign_init" "-noattr -md sha512"; fi
    else
        bad_cms "sha512 cannot be chosen" "-md sha512"
        bad_cms "operation not supported for this keytype" "-noattr -md sha512"
    fi
done

# A key that is made with a certificate is protected as OpenSSL asks: until 3.4 with DES.
new="req -x509 -newkey haetae2 -subj /CN=new -keyout new.key -out new.crt"
# shellcheck disable=SC2086
ossl $new -passout pass:secret 2> /dev/null
grep -q "BEGIN ENCRYPTED PRIVATE KEY" new.key
ossl pkey -in new.key -passin pass:secret -noout
# shellcheck disable=SC2086
ossl $new -noenc 2> /dev/null
