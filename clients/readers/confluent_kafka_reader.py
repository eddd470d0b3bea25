"""Reads a topic with confluent-kafka: python confluent_kafka_reader.py SERVERS TOPIC GROUP"""

import sys

from confluent_kafka import Consumer
from lines import show

servers, topic, group = sys.argv[1:4]
consumer = Consumer(
    {
        "bootstrap.servers": servers,
        "group.id": group,
        "auto.offset.reset": "earliest",
        "auto.commit.interval.ms": 500,
    }
)
consumer.subscribe([topic])
while True:
    message = consumer.poll(1.0)
    if message is None:
        continue
    if message.error():
        sys.exit(str(message.error()))
    show(message.offset(), message.key(), message.value(), message.headers() or [])
