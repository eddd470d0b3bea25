"""Reads a topic with kafka-python: python kafka_python_reader.py SERVERS TOPIC GROUP [default]"""

import sys

from kafka import KafkaConsumer
from lines import show

servers, topic, group, *default = sys.argv[1:]
options = {} if default else {"isolation_level": "read_committed"}
consumer = KafkaConsumer(
    topic,
    bootstrap_servers=servers,
    group_id=group,
    auto_offset_reset="earliest",
    auto_commit_interval_ms=500,
    **options,
)
for record in consumer:
    show(record.offset, record.key, record.value, record.headers)
