#!/bin/sh
# cbmc.sh --make DIRECTORY  unpacks CBMC 6.6, of the next Debian, into DIRECTORY, beside the system (next-debian.sh)
# cbmc.sh DIRECTORY         prints the folder of its programs cbmc, goto-cc and goto-instrument; fails where it was not
#                           made
set -eu
if [ "$1" != --make ]; then
    [ -x "$1/bin/cbmc" ] || exit 1
    cd "$1/bin" && pwd
    exit
fi
[ ! -x "$2/bin/cbmc" ] || exit 0
sh "$(dirname "$0")/next-debian.sh" "$2" cbmc minisat libc6 libgcc-s1 libstdc++6 zlib1g
mkdir -p "$2/bin"
for program in goto-cc goto-instrument cbmc; do
    printf '#!/bin/sh\nexec "%s/run" %s "$@"\n' "$(cd "$2" && pwd)" "$program" > "$2/bin/$program"
    chmod +x "$2/bin/$program"
done
"$2/bin/cbmc" --version
