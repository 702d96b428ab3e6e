#!/bin/sh
# setup.sh [build]           installs what `make` needs
# setup.sh test              installs what `make test` and `make check` need
# setup.sh test-all          installs what `make test-all` and all other targets but these need:
# setup.sh prove             installs what `make prove` needs besides
# setup.sh browser           installs what `make test-browser` needs
# setup.sh packages          installs what `make packages` needs
# setup.sh --check GROUP...  installs nothing: fails and says what is missing
#
# Where apt-get may be used it names the Debian packages, waits for the package manager's lock and installs them; on
# other systems it names the commands and files that are missing.
set -eu
cd "$(dirname "$0")/.."

# Lines of <what must be there>:<Debian packages>. What must be there: commands with | between, a file, a C header, or a
# Python module.
needs() {
    case $1 in
    build) printf '%s\n' make:make cmake:cmake cc:gcc stdlib.h:libc6-dev ;;
    python) printf '%s\n' python3:python3 ;;
    venv) printf '%s\n' python3:python3 ensurepip.py:python3-venv ;;
    native)
        printf '%s\n' valgrind:valgrind pkg-config:pkg-config c++:g++ abidiff:abigail-tools openssl:openssl \
            openssl/core.h:libssl-dev
        ;;
    clang)
        echo 'clang|clang-22|clang-21|clang-20|clang-19|clang-18|clang-17|clang-16|clang-15|clang-14:clang llvm libclang-rt-dev'
        echo clang-format:clang-format
        ;;
    qemu) printf '%s\n' qemu-aarch64:qemu-user ;;
    arm)
        needs qemu
        printf '%s\n' aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu \
            /usr/aarch64-linux-gnu/lib/libc.a:libc6-dev-arm64-cross
        ;;
    portable)
        needs qemu
        printf '%s\n' arm-linux-gnueabihf-gcc:gcc-arm-linux-gnueabihf \
            /usr/arm-linux-gnueabihf/lib/libc.a:libc6-dev-armhf-cross s390x-linux-gnu-gcc:gcc-s390x-linux-gnu \
            /usr/s390x-linux-gnu/lib/libc.a:libc6-dev-s390x-cross powerpc-linux-gnu-gcc:gcc-powerpc-linux-gnu \
            /usr/powerpc-linux-gnu/lib/libc.a:libc6-dev-powerpc-cross \
            arm-none-eabi-gcc:gcc-arm-none-eabi qemu-system-arm:qemu-system-arm \
            /usr/lib/arm-none-eabi/newlib/rdimon.specs:libnewlib-arm-none-eabi
        ;;
    oldest) sh tools/oldest.sh ;;
    model)
        printf '%s\n' c++:g++ llvm-mc-19:llvm-19 llvm-config-19:llvm-19 \
            /usr/lib/llvm-19/include/llvm/MCA/Pipeline.h:llvm-19-dev
        ;;
    prove) printf '%s\n' frama-c:frama-c-base cadical:cadical z3:z3 ;;
    browser)
        needs venv
        echo 'chromium|chromium-browser|google-chrome:chromium'
        ;;
    packages)
        needs build
        needs venv
        printf '%s\n' dpkg-buildpackage:dpkg-dev dh:debhelper dh_python3:dh-python lintian:lintian \
            mmdebstrap:mmdebstrap autopkgtest:autopkgtest openssl/core.h:libssl-dev \
            /usr/bin/python3-config:python3-dev /usr/lib/python3/dist-packages/cffi/__init__.py:python3-cffi
        ;;
    test)
        for group in build python native; do needs $group; done
        case $(uname -m) in aarch64 | arm64) ;; *) needs arm ;; esac
        ;;
    test-all)
        for group in test venv clang qemu portable oldest model; do needs $group; done
        ;;
    *)
        echo "setup.sh: no '$1', but build python venv native clang qemu arm portable oldest model prove browser" \
            packages test test-all >&2
        return 2
        ;;
    esac
}

there() {
    case $1 in
    /*) [ -e "$1" ] ;;
    *.h) echo "#include <$1>" | cc -E - > /dev/null 2>&1 ;;
    *.py) python3 -c "import ${1%.py}" 2> /dev/null ;;
    *)
        for name in $(echo "$1" | tr '|' ' '); do
            ! command -v "$name" > /dev/null 2>&1 || return 0
        done
        return 1
        ;;
    esac
}

# Sets missing and packages.
look() {
    missing= packages= list=
    for group; do
        list="$list
$(needs "$group")"
    done
    list=$(echo "$list" | awk '!seen[$0]++')
    while IFS=: read -r what from; do
        if [ -n "$what" ] && ! there "$what"; then
            missing="$missing $what"
            packages="$packages $from"
        fi
    done << EOF
$list
EOF
}

# apt-get waits for dpkg's lock only; others, and networks, come back after a while.
patiently() {
    for seconds in 10 30 60; do
        "$@" && return
        echo "setup.sh: again in $seconds seconds"
        sleep $seconds
    done
    "$@"
}

if [ "${1:-}" = --check ]; then
    shift
    look "$@"
    if [ -n "$missing" ]; then
        what=test
        case $* in
        build) what= ;;
        prove | packages) what=$* ;;
        *browser) what=browser ;;
        *venv* | *clang* | *portable | *oldest | *model) what=test-all ;;
        esac
        echo "missing:$missing" >&2
        echo "run: sh tools/setup.sh $what" >&2
        exit 1
    fi
    exit
fi

group=${1:-build}
look "$group"
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
if ! command -v apt-get > /dev/null || { [ -n "$as_root" ] && ! command -v sudo > /dev/null; }; then
    if [ -n "$missing" ]; then
        echo "missing:$missing" >&2
        echo "Debian's packages of these:$packages" >&2
        exit 1
    fi
elif [ -n "$missing" ] || { [ "$group" = test-all ] && [ -z "$(sh tools/oldest.sh)" ]; }; then
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600"
    patiently $apt update
    look "$group" # the lists say which compilers are the oldest
    if [ -n "$packages" ]; then
        echo "setup.sh: installs$packages"
        # What Debian recommends besides takes most of the time, and no test needs it.
        case $group in build | test | test-all) apt="$apt --no-install-recommends" ;; esac
        # shellcheck disable=SC2086
        patiently $apt install -y $packages
    fi
fi
if [ "$group" = test-all ]; then
    sh tools/python.sh --make build-python > /dev/null
    sh tools/newer-openssl.sh --make build-openssl || echo "setup.sh: tests with a newer OpenSSL skip" >&2
    (cd bindings/rust && cargo fetch) || echo "setup.sh: the test rust skips" >&2
    sh tools/cbmc.sh --make build-cbmc || echo "setup.sh: the test prove-cbmc skips" >&2
fi
look "$group"
[ -z "$missing" ] || { echo "still missing:$missing" >&2; exit 1; }
echo "setup.sh: everything for make$([ "$group" = build ] || echo " $group") is there"
