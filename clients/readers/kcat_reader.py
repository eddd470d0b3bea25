"""Reads a topic with kcat: python kcat_reader.py SERVERS TOPIC GROUP [default]

kcat puts the bytes of keys, values and headers into its JSON as they are. Read as Latin-1, each character is a byte.
"""

import json
import subprocess
import sys

from lines import show

servers, topic, group, *default = sys.argv[1:]
options = ["-X", "auto.offset.reset=earliest", "-X", "auto.commit.interval.ms=500"]
if not default:
    options += ["-X", "isolation.level=read_committed"]
command = ["kcat", "-b", servers, "-G", group, "-u", "-q", "-J", *options, topic]


def data(text: str | None) -> bytes | None:
    return None if text is None else text.encode("latin-1")


with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
    for line in process.stdout or ():
        record = json.loads(line.decode("latin-1"))
        headers = record.get("headers", [])
        pairs = [(name, data(value)) for name, value in zip(headers[::2], headers[1::2])]
        show(record["offset"], data(record["key"]), data(record["payload"]), pairs)
