"""Both clients on a real broker: VELELLA_TEST_BROKER names it, for example that of a running quickstart (localhost:9092)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import velella

BROKER = os.environ.get("VELELLA_TEST_BROKER", "")
pytestmark = pytest.mark.skipif(not BROKER, reason="VELELLA_TEST_BROKER names no broker")


@pytest.fixture
def topic() -> Any:
    admin = pytest.importorskip("confluent_kafka.admin")
    client = admin.AdminClient({"bootstrap.servers": BROKER})
    name = f"python-{uuid.uuid4().hex[:8]}"
    client.create_topics([admin.NewTopic(name, 3, 1)])[name].result()
    yield name
    client.delete_topics([name])[name].result()


@pytest.fixture(params=["confluent", "aiokafka"])
def client(request: pytest.FixtureRequest) -> str:
    pytest.importorskip({"confluent": "confluent_kafka"}.get(request.param, request.param))
    return str(request.param)


def statement(number: int) -> velella.Statement:
    return velella.Statement(
        velella.IRI("http://e/s"), velella.IRI("http://e/p"), velella.Literal(str(number)), velella.IRI("http://e/g")
    )


def read(topic: str, client: str, at: Any = "begin") -> list[velella.Record]:
    with velella.Reader(BROKER, topic, at, until_end=True, client=client) as reader:
        return list(reader)


def test_what_is_written_is_read(topic: str, client: str) -> None:
    time_of = datetime(2024, 1, 2, 3, 4, 5, 678000, timezone.utc)
    with velella.Writer(BROKER, topic, client=client) as writer:
        for number in range(300):
            writer.send(f"k{number % 7}", [statement(number)], time_of)
        writer.send("k0", None, -5)
    for other in ("confluent", "aiokafka"):
        records = read(topic, other)
        assert len(records) == 301
        assert {r.stream: r.partition for r in records} == {r.stream: r.partition for r in read(topic, client)}
        assert sum(r.element is None for r in records) == 1
        assert {r.time for r in records if r.element is not None} == {time_of}
        k3 = [r.element for r in records if r.stream == "k3"]
        assert k3 == [velella.Graph([statement(n)]) for n in range(3, 300, 7)]


def test_partitions_are_those_of_java(topic: str, client: str) -> None:
    """Java's DefaultPartitioner: murmur2 of the key, modulo 3."""
    with velella.Writer(BROKER, topic, client=client) as writer:
        for key in ("a", "station-1", "Nové Město", "k" * 33):
            writer.send(key, [statement(1)])
    found = {r.stream: r.partition for r in read(topic, client)}
    assert found == {key: murmur2(key.encode()) % 3 for key in found}
    assert len(found) == 4


def murmur2(data: bytes) -> int:
    m, mask = 0x5BD1E995, 0xFFFFFFFF
    h = (0x9747B28C ^ len(data)) & mask
    for i in range(0, len(data) - 3, 4):
        k = int.from_bytes(data[i : i + 4], "little") * m & mask
        h = (h * m & mask) ^ ((k ^ k >> 24) * m & mask)
    rest = data[len(data) & ~3 :]
    if rest:
        h = (h ^ int.from_bytes(rest, "little")) * m & mask
    h = (h ^ h >> 13) * m & mask
    return (h ^ h >> 15) & 0x7FFFFFFF


def test_aborted_records_are_not_seen_and_the_end_is_reached(topic: str, client: str) -> None:
    kafka = pytest.importorskip("confluent_kafka")
    producer = kafka.Producer({"bootstrap.servers": BROKER, "transactional.id": topic})
    producer.init_transactions()
    for number in range(20):
        producer.begin_transaction()
        producer.produce(topic, velella.encode([statement(number)]), b"k", headers=velella.headers_of("graph", number))
        if number % 3 == 0:
            producer.commit_transaction()
        else:
            producer.flush()
            producer.abort_transaction()
    assert [r.event_time for r in read(topic, client)] == list(range(0, 20, 3))


def after(moment: datetime) -> datetime:
    """A later time; timestamps of records are in ms."""
    while (now := datetime.now(timezone.utc)) < moment + timedelta(milliseconds=2):
        pass
    return now


def test_a_reader_begins_at_a_time_and_waits_for_more(topic: str, client: str) -> None:
    with velella.Writer(BROKER, topic, client=client) as writer:
        writer.send("k", [statement(1)])
        writer.flush()
        now = after(datetime.now(timezone.utc))
        after(now)
        writer.send("k", [statement(2)])
    with velella.Reader(BROKER, topic, now, client=client) as reader:
        assert next(reader).element == velella.Graph([statement(2)])
        with velella.Writer(BROKER, topic, client=client) as writer:
            writer.send("k", [statement(3)])
        assert next(reader).element == velella.Graph([statement(3)])
        while not reader.is_at_end():
            assert reader.poll(0.2) is None


def test_offsets_that_are_not_there_and_topics_that_are_not_there_are_errors(topic: str, client: str) -> None:
    with pytest.raises(velella.VelellaError, match="topic not-there cannot be read"):
        velella.Reader(BROKER, "not-there", client=client)
    with velella.Reader(BROKER, topic, 10_000, client=client) as reader, pytest.raises(velella.VelellaError):
        next(reader)


@pytest.mark.parametrize("name", ["graphs", "patches"])
def test_a_store_follows_the_quickstart(client: str, name: str) -> None:
    """Only where the broker is that of a quickstart, whose topics and dictionaries are read."""
    pyoxigraph = pytest.importorskip("pyoxigraph")
    store = pyoxigraph.Store()
    try:
        follower = velella.follow(BROKER, name, store, until_end=True, client=client)
    except velella.VelellaError as e:
        pytest.skip(str(e))
    with follower:
        follower.check()
        assert len(store) > 100
        other = velella.follow(BROKER, "graphs", pyoxigraph.Store(), until_end=True, client=client)
        with other:
            for key in follower.streams:
                one, two = follower.state(key), other.state(key)
                assert one is not None
                assert two is not None
                assert without_graphs(one) == without_graphs(two), "the patches lead to the last graph"


def without_graphs(state: velella.GraphState) -> set[Any]:
    """The triples of a graph; the diff app puts each stream into a graph of its own, under another name."""
    names = {statement.graph for statement in state}
    return {(None if s in names else s, p, o) for s, p, o, _ in state}


_FOLLOW = """
import sys, pyoxigraph, velella
store = pyoxigraph.Store(sys.argv[3])
with velella.follow(sys.argv[1], sys.argv[2], store, client=sys.argv[4]) as follower:
    print("equal", flush=True)
    for change in follower:
        print(change.record.offset, flush=True)
"""


def test_a_store_is_equal_after_kills_and_aborted_transactions(topic: str, client: str, tmp_path: Path) -> None:
    kafka = pytest.importorskip("confluent_kafka")
    pyoxigraph = pytest.importorskip("pyoxigraph")
    draw = random.Random(5)
    last: dict[str, list[velella.Statement]] = {}
    producer = kafka.Producer({"bootstrap.servers": BROKER, "transactional.id": topic, "partitioner": "murmur2_random"})
    producer.init_transactions()
    environment = {**os.environ, "PYTHONPATH": str(Path(velella.__file__).parents[1])}
    for kill in range(6):
        command = [sys.executable, "-c", _FOLLOW, BROKER, topic, str(tmp_path / "store"), client]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        assert child.stdout is not None
        assert child.stdout.readline() == b"equal\n"
        for number in range(40):
            producer.begin_transaction()
            written = {}
            for stream in draw.sample(range(30), 10):
                key = f"k{stream}"
                written[key] = [subject(stream, number * 7 + kill, n) for n in range(draw.randrange(20))]
                headers = velella.headers_of("graph", number)
                producer.produce(topic, velella.encode(written[key]), key.encode(), headers=headers)
            if number % 4 == 1:
                producer.flush()
                producer.abort_transaction()
            else:
                producer.commit_transaction()
                last.update(written)
        child.stdout.readline()
        child.kill()
        child.wait()
        child.stdout.close()
    store = pyoxigraph.Store(tmp_path / "store")
    with velella.follow(BROKER, topic, store, until_end=True, client=client) as follower:
        for change in follower:
            assert change.broken is None
        follower.check()
        for key, statements in last.items():
            state = follower.state(key)
            assert state is not None
            assert set(state) == set(statements)
    assert len(store) == len({statement for statements in last.values() for statement in statements})


def subject(stream: int, number: int, row: int) -> velella.Statement:
    return velella.Statement(
        velella.IRI(f"http://e/s{stream}/{row}"), velella.IRI("http://e/p"), velella.Literal(str(number)), None
    )
