#!/bin/sh
# tls.sh MODULE OPENSSL NEOSIG
# Handshakes of s_server and s_client, each side authenticated by its certificate. Versions before 3.2 know no signature
# algorithms of providers.
. "$(dirname "$0")/common.sh"

make_pair() {
    ossl genpkey -algorithm "$1" -out "$2.key"
    ossl req -x509 -new -key "$2.key" -subj "/CN=$2" -days 30 -out "$2.crt"
}

# The server answers only a client whose certificate it knows, and picks a port. $server_options and $client_options are
# more of them.
server_options= client_options=
shake() {
    # shellcheck disable=SC2086
    ossl s_server -accept 127.0.0.1:0 -cert server.crt -key server.key -CAfile client.crt -Verify 1 \
        -verify_return_error -tls1_3 -www $server_options > server.out 2>&1 &
    server=$!
    port=
    while [ -z "$port" ] && kill -0 $server 2> /dev/null; do
        sleep 0.1
        port=$(sed -n 's/^ACCEPT 127.0.0.1:\([0-9]*\).*/\1/p' server.out)
    done
    # shellcheck disable=SC2086
    printf 'GET / HTTP/1.0\r\n\r\n' | ossl s_client -connect "127.0.0.1:$port" -cert client.crt -key client.key \
        -CAfile "${known:-server.crt}" -verify_return_error -ign_eof $client_options > client.out 2>&1 || true
    kill $server 2> /dev/null || true
    wait $server 2> /dev/null || true
    cat client.out server.out
    grep -q "HTTP/1.0 200 ok" client.out
}

if ! at_least 3.2; then
    make_pair ML-DSA-65 server
    refused "unknown certificate type" ossl s_server -accept 127.0.0.1:0 -cert server.crt -key server.key
    exit 0
fi

# good_shake NAME: the server signs with NAME, and a client that does not know its certificate goes no further.
good_shake() {
    shake > shake.out || { cat shake.out >&2; return 1; }
    grep -q "^Peer signature type: $1" client.out
    grep -q "^Verification: OK" client.out
    grep -q "^New, TLSv1.3" client.out
    known=client.crt
    refused "certificate verify failed" shake
    known=
}

for sets in falcon-512:falcon512:haetae2 snova-i-s:snovais:fn-dsa-512-pre; do
    IFS=: read -r server_set name client_set << END
$sets
END
    make_pair "$server_set" server
    make_pair "$client_set" client
    configure openssl.cnf
    refused "" shake # code points for private use are used only if they are asked for
    configure openssl.cnf "private-code-points = yes"
    good_shake "$name"
    # Chosen by name: 3.2 takes names of OpenSSL's own only.
    client=$(echo "$client_set" | tr -d -)
    server_options="-sigalgs $name:$client" client_options="-sigalgs $name:$client"
    if at_least 3.3; then
        good_shake "$name"
        client_options="-sigalgs $client"
        refused "" shake
        client_options="-sigalgs $name:no-such-name"
    fi
    refused "sigalgs\|connect" shake
    server_options= client_options=
done
if at_least 3.3; then
    . "$here/programs.sh"
    build sigalgs ssl crypto
    # OpenSSL has no code points for its SLH-DSA, and takes them only if its own does not come first.
    properties="?provider=neosig"
    configure openssl.cnf "ml-dsa = yes" "slh-dsa = yes" "private-code-points = yes"
    OPENSSL_CONF=/dev/null run sigalgs openssl.cnf "$(usable_sets | wc -l)"
    properties=
fi

# ML-DSA's code points are offered without being asked for: OpenSSL's ML-DSA, then neosig's.
configure openssl.cnf
make_pair ML-DSA-65 server
make_pair ML-DSA-44 client
good_shake mldsa65
properties="?provider=neosig"
configure openssl.cnf "ml-dsa = yes"
good_shake mldsa65
# SLH-DSA's too, where neosig's is offered: signatures that take one record, two, and four.
configure openssl.cnf "slh-dsa = yes"
for set in SHA2-128s SHAKE-128f SHA2-256f; do
    make_pair SLH-DSA-$set server
    make_pair SLH-DSA-$set client
    good_shake "$(echo slhdsa$set | tr -d - | tr A-Z a-z)"
done
