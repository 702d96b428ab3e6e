#!/bin/sh
# docs.sh MODULE OPENSSL NEOSIG
# The commands of docs/openssl.md, as they stand there, with its openssl.cnf; and what it installs.
. "$(dirname "$0")/common.sh"
page=$here/../../docs/openssl.md
# block LANGUAGE
block() { awk -v start="\`\`\`$1" '$0 == start { on = 1; next } /^```/ { on = 0 } on' "$page"; }
block ini | sed "s|^module = .*|module = $module|" > openssl.cnf
block sh > commands
[ "$(wc -l < commands)" = 6 ]
mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "$program")" > bin/openssl
chmod +x bin/openssl
echo "a report" > report.pdf
PATH=$folder/bin:$PATH sh -eux commands > out 2>&1 || { cat out >&2; exit 1; }
grep -q "Signature Verified Successfully" out
grep -q "alice.crt: OK" out
"$neosig" verify -q -k alice.pub -s report.sig report.pdf
# A command that fails is seen.
echo "openssl verify alice.crt" > commands
refused "" sh -eux commands
# What its lines build and install is the provider alone.
grep -q -- "^    cmake --build build --target neosigprovider$" "$page"
install=$(sed -n 's/^    \(cmake --install\) build /\1 /p' "$page")
build=$(cd "$(dirname "$module")/../.." && pwd)
DESTDIR=$folder/installed sh -c "$(echo "$install" | sed "s|cmake --install|cmake --install $build|")" > /dev/null
[ "$(find installed -type f | sed 's|.*/||')" = neosigprovider.so ]
