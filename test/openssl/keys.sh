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

    # DER, text, passphrases: by neosig with AES-256, and with any cipher by OpenSSL around what neosig writes.
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
    for file in protected protected2; do
        ossl pkey -in $file -passin pass:secret | cmp - key
        refused "" ossl pkey -in $file -passin pass:wrong -noout
    done
    # An empty passphrase is OpenSSL's matter.
    ossl pkey -in key -aes256 -passout pass: -out protected3
    grep -q "BEGIN ENCRYPTED PRIVATE KEY" protected3
    ossl pkey -in protected3 -passin pass: | cmp - key
    echo secret > passphrase
    "$neosig" public --passphrase-file passphrase -f -o public2 protected
    cmp public public2
    "$neosig" keygen -q -f --passphrase-file passphrase -o mine "$name"
    ossl pkey -in mine.key -passin pass:secret -pubout | cmp - mine.pub
done
refused "AES-256-CBC" ossl pkey -in key -aes128 -passout pass:secret -out protected

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
