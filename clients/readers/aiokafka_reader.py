"""Reads a topic with aiokafka: python aiokafka_reader.py SERVERS TOPIC GROUP [default]"""

import asyncio
import sys

from aiokafka import AIOKafkaConsumer
from lines import show


async def read(servers: str, topic: str, group: str, *default: str) -> None:
    options = {} if default else {"isolation_level": "read_committed"}
    async with AIOKafkaConsumer(
        topic,
        bootstrap_servers=servers,
        group_id=group,
        auto_offset_reset="earliest",
        auto_commit_interval_ms=500,
        **options,
    ) as consumer:
        async for record in consumer:
            show(record.offset, record.key, record.value, record.headers)


asyncio.run(read(*sys.argv[1:]))
