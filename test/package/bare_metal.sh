#!/bin/sh
# bare_metal.sh SCRATCH_DIRECTORY
# The amalgamation compiled for a Cortex-M3 without an operating system, without a warning, and a program with it that
# makes keys, signs and verifies in qemu's model of a board. Debian: gcc-arm-none-eabi, libnewlib-arm-none-eabi,
# qemu-system-arm.
set -eu
scratch=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool > /dev/null || { echo "skipped: no $tool"; exit 77; }
done
rm -rf "$scratch"
python3 "$root/tools/amalgamate.py" "$scratch"
cd "$scratch"
compile="arm-none-eabi-gcc -mcpu=cortex-m3 -Wall -Wextra -pedantic -Wshadow -Werror -ffunction-sections"
$compile -O1 -c neosig.c neosig-aarch64.S
$compile -O1 -I. -I"$root" "$root/test/package/bare_metal.c" neosig.o neosig-aarch64.o --specs=rdimon.specs \
    -Wl,--gc-sections,--section-start=.vectors=0,-u,vectors -o program
qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
    -kernel program > output
cat output
[ "$(grep -c ': good$' output)" = "$(python3 "$root/tools/schemes.py" | wc -w)" ] # and qemu's end was that of the program
