#!/bin/bash
# Builds the images that the container tests need, from this machine's Java, Mosquitto and Prometheus, Maven's jars, two Python wheels
# and the distribution that the build has made: no image is pulled.
#
#   velella/jre:17       Java runtime, busybox, bash, and the C and C++ libraries of this machine
#   velella/kafka        single-node broker; the container tests can use it in place of apache/kafka
#   velella/oxigraph     Oxigraph servers of two release lines
#   velella/mosquitto    MQTT broker, in place of eclipse-mosquitto in the compose file
#   velella/velella      Connect worker with the plugin, diff app and command line
#   velella/prometheus   in place of prom/prometheus in the compose file
#   velella/alertmanager in place of prom/alertmanager there
#   velella/python       in place of python in the examples
#
# Usage: build.sh [KAFKA [OXIGRAPH [MOSQUITTO [VELELLA [PROMETHEUS [ALERTMANAGER [PYTHON]]]]]]]     names, default those above, :latest
# Needs: JDK 17 with jmods, Maven, busybox-static, mosquitto, mosquitto-clients, prometheus, prometheus-alertmanager, Python 3
# with pip, a Docker engine
# (DOCKER_HOST or the default socket), and the distribution: mvn package -DskipTests.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
kafka_image=${1:-velella/kafka:latest}
oxigraph_image=${2:-velella/oxigraph:latest}
mosquitto_image=${3:-velella/mosquitto:latest}
velella_image=${4:-velella/velella:latest}
prometheus_image=${5:-velella/prometheus:latest}
alertmanager_image=${6:-velella/alertmanager:latest}
python_image=${7:-velella/python:latest}
jre_image=velella/jre:17
work=$here/target
# The plain builder is in every engine; the newer one is a plug-in that may be missing.
export DOCKER_BUILDKIT=0

docker info >/dev/null || { echo "build.sh: no Docker engine answers; start one or set DOCKER_HOST" >&2; exit 2; }
[ -d "$here/../app/target/distribution/velella/plugins" ] ||
    { echo "build.sh: there is no distribution; run mvn package -DskipTests first" >&2; exit 2; }
rm -rf "$work"
mkdir -p "$work"/{jre,kafka,oxigraph,mosquitto,monitoring,python}

"$here/jre/rootfs.sh" "$work/jre/rootfs"
cp "$here/jre/Dockerfile" "$work/jre/"
docker build --quiet --tag "$jre_image" "$work/jre"

mvn -B -q -ntp -f "$here/kafka/pom.xml" dependency:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$work/kafka/libs"
cp "$here"/kafka/{Dockerfile,kafka-console-producer.sh,kafka-topics.sh,log4j2.properties,run} "$work/kafka/"
docker build --quiet --tag "$kafka_image" --build-arg JRE_IMAGE="$jre_image" "$work/kafka"

"$here/oxigraph/fetch.sh" "$work/oxigraph/bin"
cp "$here/oxigraph/Dockerfile" "$work/oxigraph/"
docker build --quiet --tag "$oxigraph_image" --build-arg BASE_IMAGE="$jre_image" "$work/oxigraph"

"$here/mosquitto/rootfs.sh" "$work/mosquitto/rootfs"
cp "$here/mosquitto/Dockerfile" "$work/mosquitto/"
docker build --quiet --tag "$mosquitto_image" --build-arg BASE_IMAGE="$jre_image" "$work/mosquitto"

cp "$here/monitoring/Dockerfile" "$work/monitoring/"
cp "$(command -v prometheus)" "$work/monitoring/prometheus"
cp "$(command -v prometheus-alertmanager)" "$work/monitoring/alertmanager"
docker build --quiet --tag "$prometheus_image" --build-arg BASE_IMAGE="$jre_image" --build-arg PROGRAM=prometheus \
    "$work/monitoring"
docker build --quiet --tag "$alertmanager_image" --build-arg BASE_IMAGE="$jre_image" --build-arg PROGRAM=alertmanager \
    "$work/monitoring"

"$here/python/rootfs.sh" "$work/python/rootfs"
cp "$here/python/Dockerfile" "$work/python/"
docker build --quiet --tag "$python_image" --build-arg BASE_IMAGE="$jre_image" "$work/python"

docker build --quiet --tag "$velella_image" --build-arg JRE_IMAGE="$jre_image" \
    --file "$here/velella/Dockerfile" "$here/.."
rm -rf "$work"
