#!/bin/sh
# nginx.sh MODULE OPENSSL NEOSIG
# nginx, with the newer OpenSSL, serves HTTPS by the lines of docs/openssl.md, with certificates of neosig's ML-DSA and of
# Falcon.
. "$(dirname "$0")/common.sh"
root=$(dirname "$program")/root
if ! [ -x "$root/usr/sbin/nginx" ]; then
    echo "skipped: there is no nginx beside $program (sh tools/setup.sh test-all fetches one)"
    exit 77
fi
lines=$(awk '$0 == "```nginx" { on = 1; next } /^```/ { on = 0 } on' "$here/../../docs/openssl.md")
[ "$(echo "$lines" | wc -l)" = 3 ]
mkdir pages
echo "a page" > pages/index.html
cat > nginx.conf << END
daemon off;
master_process off;
pid nginx.pid;
error_log errors;
events { }
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    server {
        listen unix:$folder/socket ssl;
        $lines
        root pages;
    }
}
END

for name in ML-DSA-65 falcon-512; do
    properties="?provider=neosig"
    configure openssl.cnf "ml-dsa = yes" "private-code-points = yes"
    ossl genpkey -algorithm $name -out server.key
    ossl req -x509 -new -key server.key -subj "/CN=localhost" -days 30 -out server.crt
    OPENSSL_PROGRAM=$root/usr/sbin/nginx "$program" -p "$folder" -c nginx.conf -e errors > nginx.out 2>&1 &
    server=$!
    while ! [ -S socket ] && kill -0 $server 2> /dev/null; do
        sleep 0.1
    done
    printf 'GET / HTTP/1.0\r\n\r\n' | ossl s_client -unix socket -CAfile server.crt -verify_return_error \
        -ign_eof > client.out 2>&1 || true
    kill $server
    wait $server || true
    rm -f socket
    if ! grep -q "^a page" client.out || ! grep -q "^Verification: OK" client.out; then
        cat client.out nginx.out errors >&2
        exit 1
    fi
    grep -q -i "^Peer signature type: $(echo $name | tr -d -)" client.out
done
