#!/bin/sh
# points.sh MODULE OPENSSL NEOSIG
# Code points of TLS: each is of one set, and of oqs-provider's it is only the one that has the same object identifier.
. "$(dirname "$0")/common.sh"
${CC:-cc} -std=c11 -Wall -Wextra -Werror "$here/points.c" -o points -lcrypto
grep '^0x' "$here/oqs-code-points.txt" > theirs

# clashes OURS: points that are there twice, or are another algorithm's.
clashes() {
    cut -d' ' -f1 "$1" | sort | uniq -d
    awk 'NR == FNR { of[$1] = $2; next } ($1 in of) && of[$1] != $2 { print $1 }' theirs "$1"
}

OPENSSL_CONF=/dev/null ./points openssl.cnf > asked_for_nothing
# NIST's are offered: ML-DSA's identifiers end in 17 to 19, SLH-DSA's in 20 to 31.
for last in $(seq 17 31); do
    ! at_least 3.5 || continue
    [ "$last" -gt 19 ] && first=$((0x0911 - 20)) || first=$((0x0904 - 17))
    printf '0x%04x 2.16.840.1.101.3.4.3.%d\n' $((first + last)) "$last"
done > expected
cut -d' ' -f1,2 asked_for_nothing | sort | cmp - expected
configure openssl.cnf "ml-dsa = yes" "slh-dsa = yes" "private-code-points = yes"
OPENSSL_CONF=/dev/null ./points openssl.cnf > ours
[ -z "$(clashes ours)" ] || { echo "clashes: $(clashes ours)" >&2; exit 1; }
# Every set that is not broken or withdrawn, and no other.
usable_sets | tr -d - | sort > sets
cut -d' ' -f3 ours | sort | cmp - sets
grep -q mldsa65 sets && ! grep -q rainbow sets
awk '$1 !~ /^0x090[456]$|^0x091[1-9a-c]$|^0xf[ef]/ || $4 < 128 { print "not in its range, or weak: " $0; bad = 1 } END { exit bad }' ours

# Planted faults: a point twice, and another algorithm's.
{ cat ours; sed -n 1p ours; } > planted
[ -n "$(clashes planted)" ]
{ cat ours; echo "0xfed8 1.2.3 planted 128"; } > planted
[ "$(clashes planted)" = 0xfed8 ]
