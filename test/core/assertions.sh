#!/bin/sh
# assertions.sh NM LIBRARY on|off...
# Whether a library has the checks of core/assertion.h, and calls abort, is as said. Nothing else in it ends a process.
set -eu
nm=$1
shift
[ $# -gt 0 ] || { echo "no library" >&2; exit 2; }
while [ $# -gt 0 ]; do
    "$nm" "$1" > /dev/null # or else nothing is found in it
    has=off
    ! "$nm" -u "$1" | grep -qwE '_?(abort|exit|_Exit|__assert_fail|__assert|__assert_rtn)' || has=on
    [ "$has" = "$2" ] || { echo "$1: assertions are $has, not $2" >&2; exit 1; }
    shift 2
done
