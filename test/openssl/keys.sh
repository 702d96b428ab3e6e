#!/bin/sh
# keys.sh MODULE OPENSSL NEOSIG
# Names of algorithms, and key files of all kinds.
. "$(dirname "$0")/common.sh"

for name in ML-DSA-65 falcon-512; do
    # Names: without '-', in any case, the object identifier.
    oid=$("$neosig" info "$name" | awk '$1 == "OID" { print $2 }')
    for alias in "$(echo $name | tr -d -)" "$(echo $name | tr 'a-zA-Z' 'A-Za-z')" "$oid"; do
        ossl genpkey -algorithm "$alias" -out key
    done

    # DER, text, passphrases: with any cipher, as the key is written, and around what was written.
    ossl pkey -in key -outform DER -out key.der
    ossl pkey -in key.der -inform DER -out again
    cmp key again
    ossl pkey -in key -pubout -outform DER -out public.der
    ossl pkey -pubin -in public.der -inform DER -out public
    ossl pkey -in key -pubout | cmp - public
    ossl pkey -in key -text -noout > text
    grep -q "Private-Key:" text
    grep -q "^priv:" text
    grep -q "^pub:" text
    ossl pkey -in key -check -noout > /dev/null
    ossl pkey -pubin -in public -pubcheck -noout > /dev/null
    ossl pkey -in key -aes256 -passout pass:secret -out protected
    grep -q "BEGIN ENCRYPTED PRIVATE KEY" protected
    ossl pkcs8 -topk8 -in key -v2 aes-128-cbc -passout pass:secret -out protected2
    ossl pkey -in key -aes128 -passout pass:secret -out protected3
    ossl pkey -in key -des3 -passout pass:secret -out protected4
    ossl pkcs8 -topk8 -in key -passout pass:secret -outform DER -out protected5.der
    ossl pkcs8 -in protected5.der -inform DER -passin pass:secret -out protected5
    for file in protected protected2 protected3 protected4 protected5; do
        ossl pkey -in $file -passin pass:secret | cmp - key
    done
    # An empty passphrase is OpenSSL's matter.
    ossl pkey -in key -aes256 -passout pass: -out protected3
    grep -q "BEGIN ENCRYPTED PRIVATE KEY" protected3
    ossl pkey -in protected3 -passin pass: | cmp - key
    refused "" ossl pkey -in protected -passin pass:wrong -noout
    echo secret > passphrase
    "$neosig" public --passphrase-file passphrase -f -o public2 protected
    cmp public public2
    "$neosig" keygen -q -f --passphrase-file passphrase --kdf-cost 16 -o mine "$name"
    ossl pkey -in mine.key -passin pass:secret -pubout | cmp - mine.pub
done

# circumzenithal: the secret key does not tell the public one, which goes with it in all that is written.
ossl genpkey -algorithm rainbow-I-circumzenithal -pkeyopt allow_insecure:1 -out cz
ossl pkey -in cz -pubout -out cz.pub
ossl pkcs8 -topk8 -in cz -passout pass:secret -out protected
ossl pkey -in protected -passin pass:secret -pubout | cmp - cz.pub
ossl pkcs8 -topk8 -nocrypt -in cz -out cz8
ossl pkey -in cz8 -pubout | cmp - cz.pub
ossl pkey -in cz -aes256 -passout pass:secret -out protected
ossl pkey -in protected -passin pass:secret -pubout | cmp - cz.pub
ossl req -x509 -new -key cz -sigopt allow_insecure:1 -subj /CN=cz -out cz.crt
ossl pkcs12 -export -inkey cz -in cz.crt -passout pass:secret -out cz.p12
ossl pkcs12 -in cz.p12 -passin pass:secret -nodes -nocerts -out out
ossl pkey -in out -pubout | cmp - cz.pub
"$neosig" public -f -o mine.pub cz
cmp mine.pub cz.pub

# The secret key in a PrivateKeyInfo, and the public key of one, in hexadecimal.
secret_of() { ossl asn1parse -in "$1" | awk -F: '/OCTET STRING/ { print $NF; exit }'; }
public_of() {
    ossl pkey -in "$1" -pubout -outform DER -out public.der
    at=$(ossl asn1parse -inform DER -in public.der | awk -F: '/BIT STRING/ { print $1 + 0 }')
    tail -c +$((at + 6)) public.der | od -An -v -tx1 | tr -d ' \n' # behind tag, three bytes of length and 0 unused bits
}

# oqs_key SECRET PUBLIC: DER as oqs-provider writes a key of falcon-512, one half behind the other.
oqs_key() {
    cat > oqs.cnf << END
asn1 = SEQUENCE:key
[key]
version = INTEGER:0
algorithm = SEQUENCE:algorithm
key = OCTWRAP,FORMAT:HEX,OCTETSTRING:$1$2
[algorithm]
oid = OID:1.3.9999.3.11
END
    ossl asn1parse -genconf oqs.cnf -noout -out oqs.der
}
ossl genpkey -algorithm falcon-512 -out falcon
ossl genpkey -algorithm falcon-512 -out other
oqs_key "$(secret_of falcon)" "$(public_of falcon)"
ossl pkey -in oqs.der -inform DER | cmp - falcon
"$neosig" public -f -o mine.pub oqs.der
ossl pkey -in falcon -pubout | cmp - mine.pub
oqs_key "$(secret_of falcon)" "$(public_of other)"
refused "" ossl pkey -in oqs.der -inform DER -noout
refused "do not belong together" "$neosig" public -f -o mine.pub oqs.der
oqs_key "$(secret_of falcon)" "$(public_of falcon | cut -c3-)"
refused "" ossl pkey -in oqs.der -inform DER -noout
refused "needs 1281" "$neosig" public -f -o mine.pub oqs.der

# Both halves in a file, in the field that PKCS #8 has for the public one: it belongs to the secret one, or is refused.
properties="?provider=neosig"
configure openssl.cnf "ml-dsa = yes"
for name in ML-DSA-65 falcon-512; do
    ossl genpkey -algorithm $name -out one
    ossl genpkey -algorithm $name -out two
    # with_public SECRET PUBLIC: DER of one key's secret half and the other's public one
    with_public() {
        cat > v2.cnf << END
asn1 = SEQUENCE:key
[key]
version = INTEGER:1
algorithm = SEQUENCE:algorithm
key = FORMAT:HEX,OCTETSTRING:$(secret_of "$1")
public = IMPLICIT:1,FORMAT:HEX,BITSTRING:$(public_of "$2")
[algorithm]
oid = OID:$("$neosig" info "$name" | awk '$1 == "OID" { print $2 }')
END
        ossl asn1parse -genconf v2.cnf -noout -out v2.der
    }
    with_public one one
    ossl pkey -in v2.der -inform DER | cmp - one
    with_public one two
    refused "" ossl pkey -in v2.der -inform DER -noout
done
properties=
configure openssl.cnf

# A damaged key is refused, and that of another algorithm not taken for one of ours.
ossl pkey -in key -outform DER -out key.der
change key.der 1
refused "" ossl pkey -in key.der -inform DER -noout
head -c 900 key.der > cut.der
refused "" ossl pkey -in cut.der -inform DER -noout
ossl genpkey -algorithm ED25519 -out ed25519
ossl pkey -in ed25519 -noout

# A seed makes the key that it makes for neosig.
printf 0123456789abcdef0123456789ABCDEF > seed
for name in haetae3 ML-DSA-44; do
    ossl genpkey -algorithm $name -pkeyopt "seed:$(cat seed)" -out key
    "$neosig" keygen -q -f --seed seed -o mine $name
    ossl pkey -in key -pubout | cmp - mine.pub
done
refused "seed of haetae3 has 32 bytes" ossl genpkey -algorithm haetae3 -pkeyopt hexseed:00 -out key
