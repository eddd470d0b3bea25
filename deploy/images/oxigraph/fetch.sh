#!/bin/bash
# Puts the Oxigraph programs of all release lines into a directory, as oxigraph-LINE. Each comes in a wheel from the Python
# package index, of the version that oxigraph-LINE.txt names; pip refuses one whose checksum is not among those in there.
#
# Usage: fetch.sh DIRECTORY        (created; must not exist yet)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=${1:?usage: fetch.sh DIRECTORY}
[ ! -e "$bin" ] || { echo "fetch.sh: $bin exists already; name a directory to be created" >&2; exit 2; }
command -v pip3 >/dev/null || { echo "fetch.sh: pip3 is missing; install python3-pip" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$bin"
for pinned in "$here"/oxigraph-*.txt; do
    line=$(basename "$pinned" .txt)
    mkdir "$work/$line"
    pip3 download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
        --requirement "$pinned" --dest "$work/$line"
    python3 -m zipfile -e "$work/$line"/*.whl "$work/$line/unpacked"
    install -m 755 "$work/$line"/unpacked/*.data/scripts/oxigraph "$bin/$line"
done
