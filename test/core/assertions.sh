#!/bin/sh
# assertions.sh NM on LIBRARY, assertions.sh NM off LIBRARY...
# Whether libraries have the checks of core/assertion.h, and call abort, is as said. Nothing else in them ends a process.
set -eu
nm=$1 wanted=$2
shift 2
[ $# -gt 0 ] || { echo "no library" >&2; exit 2; }
"$nm" "$@" > /dev/null # or else nothing is found in them
ends=$("$nm" -A -u "$@" | grep -wE '_?(abort|exit|_Exit|__assert_fail|__assert|__assert_rtn)' || true)
has=${ends:+on}
[ "${has:-off}" = "$wanted" ] || { echo "assertions are ${has:-off}, not $wanted: $ends" >&2; exit 1; }
