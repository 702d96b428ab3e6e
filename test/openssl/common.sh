# Read by the other scripts here, which are called as SCRIPT MODULE OPENSSL NEOSIG: the provider, a program openssl, the
# program neosig. Leaves them in a folder of their own with a configuration that loads the provider.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
module=$1 program=$2 neosig=$3
if ! command -v "$program" > /dev/null; then
    echo "skipped: there is no $program"
    exit 77
fi
folder=$(mktemp -d)
trap 'status=$?; rm -rf "$folder"; [ $status = 0 ] || [ $status = 77 ] || echo "failed: $0"' EXIT
cd "$folder"

# configure FILE [LINE...]: LINEs are options of the provider; $properties say which provider is wanted of several.
properties=
configure() {
    file=$1
    shift
    cat > "$file" << END
openssl_conf = init
[init]
providers = providers
alg_section = properties
[properties]
default_properties = $properties
[providers]
default = default_section
neosig = neosig_section
[default_section]
activate = 1
[neosig_section]
module = $module
activate = 1
END
    for line; do echo "$line" >> "$file"; done
}
configure openssl.cnf
OPENSSL_CONF=$folder/openssl.cnf
export OPENSSL_CONF

ossl() { "$program" "$@"; }

# refused TEXT COMMAND...: fails, and says TEXT.
refused() {
    text=$1
    shift
    if "$@" > refused.out 2>&1; then
        echo "not refused: $*" >&2
        return 1
    fi
    grep -q -- "$text" refused.out || { echo "refused without '$text': $*" >&2; cat refused.out >&2; return 1; }
}

# change FILE N: turns all bits of the Nth byte from the end.
change() {
    at=$(($(wc -c < "$1") - $2))
    byte=$(od -An -tu1 -j $at -N 1 "$1")
    # shellcheck disable=SC2059
    printf "\\$(printf %o $((255 - byte)))" | dd of="$1" bs=1 seek=$at conv=notrunc 2> /dev/null
}

version=$(ossl version | sed 's/OpenSSL \([0-9]*\.[0-9]*\).*/\1/')
# at_least 3.5
at_least() { [ "$(printf '%s\n' "$1" "$version" | sort -t. -k1n -k2n | head -n 1)" = "$1" ]; }
provider=$(ossl list -providers 2>&1) || { echo "$provider" >&2; exit 1; }
case $provider in *neosig*) ;; *) echo "the provider was not loaded" >&2; exit 1 ;; esac

# The sets that TLS may have: those that are not broken or withdrawn.
usable_sets() { "$neosig" list | awk '$2 ~ /^[1-5]$/ && $6 !~ /broken|withdrawn/ { print $1 }'; }
