"""Prints rates of this package in processor time of one core, beside pyjelly's own reader in the same run.

./velella quickstart --graphs 6000 --stations 3                 (at the root; leave it running)
python tests/measure.py --dump FOLDER [SERVERS]                 writes its topics into files
python tests/measure.py FOLDER
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import velella
from velella import kafka


def dump(folder: Path, servers: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    dictionaries = velella.Dictionaries.from_topic(servers)
    for topic in ("graphs", "patches"):
        source = kafka._source(servers, None, None)
        partitions = source.partitions(topic)
        source.assign(topic, {p: begin for p, (begin, _) in source.bounds(topic, partitions).items()})
        count = 0
        with open(folder / f"{topic}.jsonl", "w") as file:
            while True:
                records = source.poll(1.0)
                for raw in records:
                    assert raw.value is not None
                    header = velella.read_headers(raw.headers).velella
                    if header is not None and header.dictionary is not None:
                        dictionaries.find(header.dictionary)
                    headers = [[name, (value or b"").hex()] for name, value in raw.headers]
                    file.write(json.dumps([(raw.key or b"").hex(), headers, raw.value.hex()]) + "\n")
                    count += 1
                if not records and source.is_at_end():
                    break
        source.close()
        print(f"{topic}: {count} records")
    dictionaries.save(folder / "dictionaries")
    kafka.close_dictionaries(dictionaries)


def load(folder: Path, topic: str) -> list[tuple[bytes, list[tuple[str, bytes]], bytes]]:
    with open(folder / f"{topic}.jsonl") as file:
        return [
            (bytes.fromhex(key), [(name, bytes.fromhex(data)) for name, data in headers], bytes.fromhex(value))
            for key, headers, value in map(json.loads, file)
        ]


def rate(what: str, unit: str, run: Callable[[], int]) -> None:
    """Runs three times and prints the median."""
    rates = []
    for _ in range(3):
        begin = time.process_time()
        count = run()
        rates.append(count / (time.process_time() - begin))
    print(f"{what:60} {sorted(rates)[1]:12,.0f} {unit}/s")


def main(folder: Path) -> None:
    from pyjelly.integrations.generic.parse import parse_jelly_flat

    known = velella.Dictionaries.from_file(folder / "dictionaries")
    graphs, patches = load(folder, "graphs"), load(folder, "patches")

    def decode(records: list[Any]) -> int:
        fresh = velella.Dictionaries([d.frame for d in known])
        return sum(len(velella.decode(value, headers, fresh)) for _, headers, value in records)

    some = graphs[: len(graphs) // 6]
    joined = []
    for _, headers, value in some:
        header = velella.read_headers(headers).velella
        dictionary = known.find(header.dictionary) if header is not None and header.dictionary is not None else None
        joined.append((dictionary.frame if dictionary is not None else b"") + value)
    decoded: list[Any] = [velella.decode(value, headers, known) for _, headers, value in some]

    def peer() -> int:
        return sum(sum(1 for _ in parse_jelly_flat(io.BytesIO(frame))) for frame in joined)

    def apply() -> int:
        fresh = velella.Dictionaries([d.frame for d in known])
        states: dict[bytes, velella.GraphState] = {}
        count = 0
        for key, headers, value in patches:
            patch = velella.decode(value, headers, fresh)
            assert isinstance(patch, velella.Patch)
            states.setdefault(key, velella.GraphState()).apply(patch, velella.read_headers(headers).position)
            count += len(patch)
        return count

    rate("graphs on dictionaries, velella.decode", "statements", lambda: decode(graphs))
    rate("the same, joined with their dictionaries, pyjelly", "statements", peer)
    rate("graphs, velella.encode", "statements", lambda: sum(velella.encode(g) is None or len(g) for g in decoded))
    rate(
        "graphs, velella.graph_hash",
        "statements",
        lambda: sum(velella.graph_hash(g) is None or len(g) for g in decoded),
    )
    rate("patches on dictionaries, velella.decode", "operations", lambda: decode(patches))
    rate("patches, decoded, applied and proven", "operations", apply)


if __name__ == "__main__":
    if sys.argv[1] == "--dump":
        dump(Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "localhost:9092")
    else:
        main(Path(sys.argv[1]))
