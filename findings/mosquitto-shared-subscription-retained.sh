#!/usr/bin/env bash
# Mosquitto sends one message twice to a client with overlapping filters, and retained messages to members of a shared group.
#
# Version   Mosquitto 2.0.11 (Debian 12), client paho-mqtt 2.1.0 (PyPI), MQTT 5
# Input     1. one client subscribes "site/#" and "site/+/w" with QoS 1, another publishes once to "site/a/w"
#           2. a retained message on "r/a"; then two clients subscribe "$share/group/r/#"
# Expected  1. one delivery (as HiveMQ does) or two: MQTT 5, section 3.3.4, allows both. Whoever counts messages by their
#              deliveries counts wrong
#           2. none: MQTT 5, section 4.8.2: retained messages are not sent to a session when it subscribes to a shared subscription
# Seen      1. two deliveries, with two packet identifiers and without the DUP flag
#           2. each of the two clients gets the retained message
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -q mosquitto libwebsockets17 libcjson1 libmosquitto1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
pip3 install --quiet --disable-pip-version-check --root-user-action=ignore --target python paho-mqtt==2.1.0 >&2
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf 'listener %s 127.0.0.1\nallow_anonymous true\n' "$port" >mosquitto.conf
export LD_LIBRARY_PATH=$PWD/$(echo root/usr/lib/*-linux-gnu)
root/usr/sbin/mosquitto -h | grep -o "mosquitto version 2.0.11"
root/usr/sbin/mosquitto -c mosquitto.conf >mosquitto.log 2>&1 &
pid=$!
PYTHONPATH=python python3 - "$port" <<'PYTHON' | tee seen
import queue
import sys
import time
import paho.mqtt.client as mqtt

PORT = int(sys.argv[1])


def client(name):
    c = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5)
    c.messages, c.subscribed = queue.Queue(), queue.Queue()
    c.on_message = lambda _, __, message: c.messages.put(message)
    c.on_subscribe = lambda *_: c.subscribed.put(True)
    for attempt in range(100):
        try:
            c.connect("127.0.0.1", PORT)
            break
        except ConnectionRefusedError:
            time.sleep(0.05)
    c.loop_start()
    return c


def subscribe(c, *filters):
    c.subscribe([(f, mqtt.SubscribeOptions(qos=1)) for f in filters])
    c.subscribed.get(timeout=10)


def until(c, last):
    """All messages before the one on the topic `last`."""
    seen = []
    while True:
        message = c.messages.get(timeout=10)
        if message.topic == last:
            return seen
        seen.append(message)


publisher = client("publisher")
one = client("one")
subscribe(one, "site/#", "site/+/w", "end")
publisher.publish("site/a/w", "21.5", qos=1).wait_for_publish(10)
publisher.publish("end", "", qos=1).wait_for_publish(10)
seen = until(one, "end")
print("overlapping filters:", len(seen), "deliveries,", len({m.mid for m in seen}), "packet identifiers, DUP", [m.dup for m in seen])

publisher.publish("r/a", "retained", qos=1, retain=True).wait_for_publish(10)
for name in ("two", "three"):
    member = client(name)
    subscribe(member, "$share/group/r/#")
    subscribe(member, "end/" + name)
    publisher.publish("end/" + name, "", qos=1).wait_for_publish(10)
    print("shared subscription,", name + ":", [str(m.payload, "ascii") for m in until(member, "end/" + name)])
PYTHON
diff - seen <<'EXPECTED'
overlapping filters: 2 deliveries, 2 packet identifiers, DUP [False, False]
shared subscription, two: ['retained']
shared subscription, three: ['retained']
EXPECTED
