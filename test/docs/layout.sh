#!/bin/sh
# layout.sh: clang-format decides the layout of all C files. Versions differ in details, so only 14 is asked; 77:
# skipped.
set -eu
cd "$(dirname "$0")/../.."
format=
for name in clang-format-14 clang-format; do
    if command -v $name > /dev/null && $name --version | grep -q 'version 14\.'; then
        format=$name
        break
    fi
done
[ -n "$format" ] || { echo "clang-format 14 is not there: skipped"; exit 77; }
[ -n "$($format -assume-filename=planted.c -n 2>&1 << EOF
int  planted;
EOF
)" ] || { echo "a planted fault was not seen"; exit 1; }
# shellcheck disable=SC2046
$format -n -Werror $(find apps bench bindings common include key reference src test tools -name '*.c' -o -name '*.h')
