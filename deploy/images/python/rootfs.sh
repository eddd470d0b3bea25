#!/bin/bash
# Puts the Python that is installed on this machine into a root file system: the program, its standard library, and the shared
# libraries that it links.
#
# Usage: rootfs.sh DIRECTORY        (created; must not exist yet)
set -euo pipefail

root=${1:?usage: rootfs.sh DIRECTORY}
[ ! -e "$root" ] || { echo "rootfs.sh: $root exists already; name a directory to be created" >&2; exit 2; }
program=/usr/bin/python3
[ -x "$program" ] || { echo "rootfs.sh: $program is missing; install python3" >&2; exit 2; }
library=$("$program" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')

mkdir -p "$root/usr/bin" "$root$library"
cp -L "$program" "$root/usr/bin/python3"
tar -C "$library" --exclude=__pycache__ --exclude=./test --exclude='./config-*' -c . | tar -C "$root$library" -x
# Each library keeps its path, where the loader of the same distribution looks for it.
ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | while read -r linked; do
    mkdir -p "$root${linked%/*}"
    cp -L "$linked" "$root$linked"
done
