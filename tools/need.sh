#!/bin/sh
# need.sh COMMAND:PACKAGE...
# Makes sure that commands are there. Where apt-get is and may be used, installs the Debian packages of those that are
# missing; elsewhere names them and fails. COMMAND may be a file's absolute path, or several names with | between.
set -eu

there() {
    case $1 in
    /*) [ -e "$1" ] ;;
    *)
        for name in $(echo "$1" | tr '|' ' '); do
            if command -v "$name" > /dev/null 2>&1; then
                return 0
            fi
        done
        return 1
        ;;
    esac
}

missing=
packages=
for need; do
    if ! there "${need%%:*}"; then
        missing="$missing ${need%%:*}"
        packages="$packages ${need#*:}"
    fi
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
if command -v apt-get > /dev/null && { [ -z "$as_root" ] || command -v sudo > /dev/null; }; then
    echo "installing$packages"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq || true
    # shellcheck disable=SC2086
    $as_root apt-get install -y -qq $packages
else
    echo "neosig needs these commands or files, which are not there:$missing" >&2
    echo "(their Debian packages:$packages)" >&2
    exit 1
fi
