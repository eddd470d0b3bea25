#!/bin/bash
# Puts the MQTT broker Mosquitto that is installed on this machine into a root file system: its programs, and the shared
# libraries that these link.
#
# Usage: rootfs.sh DIRECTORY        (created; must not exist yet)
set -euo pipefail

root=${1:?usage: rootfs.sh DIRECTORY}
[ ! -e "$root" ] || { echo "rootfs.sh: $root exists already; name a directory to be created" >&2; exit 2; }

mkdir -p "$root/usr/bin"
programs=()
for name in mosquitto mosquitto_passwd mosquitto_pub mosquitto_sub; do
    program=$(command -v "$name") ||
        { echo "rootfs.sh: $name is missing; install mosquitto and mosquitto-clients" >&2; exit 2; }
    install -m 755 "$program" "$root/usr/bin/"
    programs+=("$program")
done
# Each library keeps its path, where the loader of the same distribution looks for it.
ldd "${programs[@]}" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | while read -r library; do
    mkdir -p "$root${library%/*}"
    cp -L "$library" "$root$library"
done
