#!/bin/sh
# symbols.sh NM INCLUDE_DIRECTORY STATIC_LIBRARY [SHARED_LIBRARY]
# Every global symbol starts with neosig_; the shared library exports exactly what the headers declare, which is also
# what Debian's list of symbols has.
set -eu
nm=$1 include=$2 static=$3 shared=${4:-}
status=0

names=$("$nm" -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | sort -u)
[ "$(echo "$names" | wc -l)" -gt 50 ] || { echo "too few symbols in $static" >&2; exit 1; }
foreign=$(echo "$names" | grep -v '^_*neosig_' || true)
if [ -n "$foreign" ]; then
    echo "$static defines symbols without the prefix:" $foreign >&2
    status=1
fi

if [ -n "$shared" ]; then
    # A declaration may go on after a line break, so each header is read as one line.
    declared=$(cat "$include"/neosig/*.h | tr '\n' ' ' | grep -o 'NEOSIG_API [^();]*(' |
        sed 's/.*[ *]\(neosig_[a-z0-9_]*\)($/\1/' |
        grep '^neosig_' | sort -u)
    exported=$("$nm" -D --defined-only "$shared" | awk 'NF == 3 { print $3 }' | sort -u)
    [ "$(echo "$declared" | wc -l)" -gt 20 ] || { echo "too few declarations in $include" >&2; exit 1; }
    if [ "$declared" != "$exported" ]; then
        echo "declared in the headers, and exported by $shared:" >&2
        echo "$declared" > declared.txt
        echo "$exported" | diff declared.txt - >&2 || true
        status=1
    fi
    listed=$(sed -n 's/^ \(neosig_.*\)@Base .*/\1/p' "$include"/../packaging/debian/*.symbols | sort)
    if [ "$listed" != "$exported" ]; then
        echo "listed in packaging/debian/*.symbols, and exported by $shared:" >&2
        echo "$listed" > listed.txt
        echo "$exported" | diff listed.txt - >&2 || true
        status=1
    fi
fi
exit $status
