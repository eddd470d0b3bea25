#!/bin/bash
# Puts together the root file system of the Java base image from what is installed on this machine: a Java runtime
# made with jlink, busybox for the shell and its tools, bash, and the shared libraries that these link.
# The image therefore runs on the processor architecture and the C library of the machine it was built on.
#
# Usage: rootfs.sh DIRECTORY        (created; must not exist yet)
set -euo pipefail

root=${1:?usage: rootfs.sh DIRECTORY}
[ ! -e "$root" ] || { echo "rootfs.sh: $root exists already; name a directory to be created" >&2; exit 2; }
jdk=${JAVA_HOME:-/usr/lib/jvm/java-17-openjdk-$(dpkg --print-architecture)}
[ -d "$jdk/jmods" ] || { echo "rootfs.sh: no jmods in $jdk; set JAVA_HOME to a full JDK 17" >&2; exit 2; }
busybox=$(command -v busybox) || { echo "rootfs.sh: busybox is missing; install busybox-static" >&2; exit 2; }
if ldd "$busybox" >/dev/null 2>&1; then
    echo "rootfs.sh: $busybox is linked dynamically; install busybox-static" >&2
    exit 2
fi

# What brokers, Connect workers, Kafka Streams and RDF4J use. java.desktop is in for java.beans only (log4j, Jackson);
# jdk.jcmd and jdk.jfr are for looking into a running container.
modules=java.base,java.compiler,java.desktop,java.instrument,java.logging,java.management,java.management.rmi
modules+=,java.naming,java.net.http,java.scripting,java.security.jgss,java.security.sasl,java.sql,java.xml
modules+=,jdk.crypto.ec,jdk.httpserver,jdk.jcmd,jdk.jfr,jdk.management,jdk.management.agent,jdk.net,jdk.security.auth
modules+=,jdk.unsupported,jdk.zipfs

mkdir -p "$root"/{bin,dev,etc,home,opt,proc,root,run,sys,tmp,usr/bin,var/lib,var/tmp}
chmod 1777 "$root/tmp" "$root/var/tmp"

"$jdk/bin/jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files --no-man-pages \
    --output "$root/opt/java"
# The classes of the JDK itself, read before; an archive of an application's classes stands on it.
"$root/opt/java/bin/java" -Xshare:dump >/dev/null
# Graphics and sound need libraries that a container without a display does not carry.
rm -f "$root"/opt/java/lib/lib{awt_xawt,jawt,splashscreen,jsound}.so

install -m 755 "$busybox" "$root/bin/busybox"
for applet in $("$root/bin/busybox" --list); do
    [ "$applet" = busybox ] || ln -s busybox "$root/bin/$applet"
done
ln -s /bin/env "$root/usr/bin/env"
install -m 755 /bin/bash "$root/bin/bash"

# Each library keeps its path, where the loader of the same distribution looks for it.
linked_libraries() {
    ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\/.*\/ld-linux/ { print $1 }'
}
# Loaded by name at run time, so ldd on the programs does not show them: name service, and what the native parts of
# snappy, zstd, lz4 and RocksDB link.
libraries_by_name() {
    local known name
    known=$(ldconfig -p)
    for name in libc.so.6 libdl.so.2 libgcc_s.so.1 libm.so.6 libnss_dns.so.2 libnss_files.so.2 libpthread.so.0 \
        libresolv.so.2 librt.so.1 libstdc++.so.6 libz.so.1; do
        awk -v name="$name" '$1 == name { print $NF; exit }' <<<"$known"
    done
}
java_lib=$root/opt/java/lib
{
    linked_libraries /bin/bash "$root/opt/java/bin/java" "$java_lib"/{libjava,libjimage,libjli,libnet,libnio,libzip}.so \
        "$java_lib/server/libjvm.so"
    libraries_by_name
} | grep -v "^$root/" | sort -u | while read -r library; do
    mkdir -p "$root${library%/*}"
    cp -L "$library" "$root$library"
done

printf '%s\n' root:x:0:0:root:/root:/bin/sh nobody:x:65534:65534:nobody:/tmp:/bin/false \
    velella:x:1000:1000:velella:/home:/bin/sh >"$root/etc/passwd"
printf '%s\n' root:x:0: nogroup:x:65534: velella:x:1000: >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
