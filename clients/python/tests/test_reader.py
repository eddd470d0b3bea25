"""Readers, writers and followers on topics in memory, in place of a cluster."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

import pytest
from frames import message, row

import velella
from velella import kafka
from velella.kafka import Raw

Record = tuple[bytes, list[tuple[str, bytes]], "bytes | None"]


@dataclass
class Cluster:
    """Topics in memory; ``fails`` makes every call an error."""

    topics: dict[str, list[list[Raw]]] = field(default_factory=dict)
    begins: dict[tuple[str, int], int] = field(default_factory=dict)
    fails: bool = False
    closed: int = 0

    def topic(self, name: str, partitions: int = 1) -> None:
        self.topics[name] = [[] for _ in range(partitions)]

    def write(
        self,
        topic: str,
        key: bytes | None,
        headers: list[tuple[str, bytes | None]],
        value: bytes | None,
        partition: int = 0,
        timestamp: int = 1000,
    ) -> None:
        log = self.topics[topic][partition]
        log.append(Raw(topic, partition, len(log), timestamp, key, headers, value))


class Source:
    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.topic = ""
        self.at: dict[int, int] = {}

    def _check(self) -> None:
        if self.cluster.fails:
            raise velella.VelellaError("the cluster cannot be read: test")

    def partitions(self, topic: str) -> list[int]:
        self._check()
        if topic not in self.cluster.topics:
            raise velella.VelellaError(f"topic {topic} cannot be read")
        return list(range(len(self.cluster.topics[topic])))

    def bounds(self, topic: str, partitions: Iterable[int]) -> dict[int, tuple[int, int]]:
        self._check()
        return {p: (self.cluster.begins.get((topic, p), 0), len(self.cluster.topics[topic][p])) for p in partitions}

    def at_time(self, topic: str, partitions: Iterable[int], ms: int) -> dict[int, int | None]:
        return {
            p: next((r.offset for r in self.cluster.topics[topic][p] if (r.timestamp or 0) >= ms), None)
            for p in partitions
        }

    def assign(self, topic: str, offsets: Mapping[int, int]) -> None:
        self.topic = topic
        self.at = dict(offsets)

    def poll(self, seconds: float) -> list[Raw]:
        self._check()
        found = []
        for partition, offset in self.at.items():
            log = self.cluster.topics[self.topic][partition]
            found += log[offset:]
            self.at[partition] = len(log)
        return found

    def is_at_end(self) -> bool:
        return all(at >= len(self.cluster.topics[self.topic][p]) for p, at in self.at.items())

    def close(self) -> None:
        self.cluster.closed += 1


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    made = Cluster()
    made.topic(kafka.DICTIONARIES_TOPIC)
    monkeypatch.setattr(kafka, "_source", lambda *_, **__: Source(made))
    monkeypatch.setattr(kafka, "_client", lambda name: "confluent")
    monkeypatch.setattr(kafka, "_AWAIT_S", 0)
    return made


def statement(number: int, subject: str = "http://e/s") -> velella.Statement:
    return velella.Statement(velella.IRI(subject), velella.IRI("http://e/p"), velella.Literal(str(number)), None)


def graph(*statements: velella.Statement) -> bytes:
    return velella.encode(velella.Graph(statements))


# A patch of Jelly by hand: options; names s, p; D and A rows of one statement; its literal is written in each.
def patch(adds: Iterable[int], deletes: Iterable[int] = ()) -> bytes:
    def change(number: int, value: int) -> bytes:
        terms = message(1, message(1, 1, 2, 1), 5, message(2, 2), 11, message(1, str(value)), 15, b"")
        return row(number, terms)

    return b"".join(
        [
            row(1, message(1, 2, 2, 1, 9, 16, 10, 8, 15, 1)),
            row(12, message(2, "http://e/")),
            row(11, message(2, "s")),
            row(11, message(2, "p")),
            row(6, b""),
            *(change(3, value) for value in deletes),
            *(change(2, value) for value in adds),
            row(7, b""),
        ]
    )


def patch_headers(number: int, *statements: velella.Statement) -> list[tuple[str, bytes | None]]:
    return list(velella.headers_of("patch", 5, velella.Position(number, velella.graph_hash(statements))))


def test_records_have_what_their_headers_say(cluster: Cluster) -> None:
    cluster.topic("t", 2)
    cluster.write("t", b"a", list(velella.headers_of("graph", 7)), graph(statement(1)))
    cluster.write("t", b"a", list(velella.headers_of("graph", -7)), graph(statement(2)))
    cluster.write("t", None, [], graph(), partition=1, timestamp=9)
    cluster.write("t", b"b", patch_headers(3, statement(1)), patch([1]), partition=1)
    cluster.write("t", b"b", [("event-time", b"12")], None, partition=1)
    with velella.Reader("b", "t", until_end=True) as reader:
        read = list(reader)
    assert [r.event_time for r in read] == [7, -7, 9, 5, 12]
    assert read[1].time == datetime.fromtimestamp(-0.007, timezone.utc)
    assert [len(r.element or ()) for r in read] == [1, 1, 0, 3, 0]  # type: ignore[arg-type]
    assert read[3].number == 3
    assert read[3].hash == velella.graph_hash([statement(1)])
    assert read[4].element is None
    assert [str(r) for r in read] == ["t-0@0", "t-0@1", "t-1@0", "t-1@1", "t-1@2"]
    assert cluster.closed == 1


def test_a_reader_begins_where_it_is_told(cluster: Cluster) -> None:
    cluster.topic("t", 2)
    for n, p in itertools.product(range(4), range(2)):
        cluster.write("t", b"k", [], graph(), p, timestamp=n * 1000)
    cluster.begins["t", 1] = 2

    def places(at: Any, **more: Any) -> list[str]:
        return sorted(str(r) for r in velella.Reader("b", "t", at, until_end=True, **more))

    assert len(places("begin")) == 6
    assert places("end") == []
    assert places(3) == ["t-0@3", "t-1@3"]
    assert places({1: 2}) == ["t-1@2", "t-1@3"]
    assert places(datetime.fromtimestamp(2.5, timezone.utc), partitions=[0]) == ["t-0@3"]
    assert places(datetime.fromtimestamp(10, timezone.utc)) == []
    with pytest.raises(ValueError, match="at is begin"):
        places("middle")
    with pytest.raises(velella.VelellaError, match="topic x cannot be read"):
        velella.Reader("b", "x")


def test_a_record_that_cannot_be_read_is_named_and_the_next_step_goes_on(cluster: Cluster) -> None:
    cluster.topic("t")
    cluster.write("t", b"k", [], b"\x0a\x01")
    cluster.write("t", b"k", [("velella", b"\x03\x00")], graph())
    cluster.write("t", b"k", [("jelly", b"g1AAAAAAAAAAAA0.0")], graph())
    cluster.write("t", b"k", [], graph(statement(1)))
    reader = velella.Reader("b", "t", until_end=True)
    for offset, cause in (
        (0, velella.MalformedJellyError),
        (1, velella.UnreadableRecordError),
        (2, velella.Version1Error),
    ):
        with pytest.raises(velella.RecordError, match=f"t-0@{offset}: ") as caught:
            next(reader)
        assert caught.value.offset == offset
        assert type(caught.value.__cause__) is cause
    assert len(next(reader).element or ()) == 1  # type: ignore[arg-type]
    with pytest.raises(StopIteration):
        next(reader)


def test_a_record_whose_dictionary_is_missing_is_tried_again(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster.topic("t")
    frame = graph()
    name = hashlib.sha256(frame).digest()
    cluster.write("t", b"k", [("velella", b"\x02\x02" + name[:6])], b"")
    cluster.write(kafka.DICTIONARIES_TOPIC, b"forged".ljust(32), [], frame)
    reader = velella.Reader("b", "t", until_end=True)
    for _ in range(2):
        with pytest.raises(
            velella.RecordError, match="t-0@0: the record builds on dictionary " + name[:6].hex()
        ) as caught:
            next(reader)
        assert isinstance(caught.value.__cause__, velella.MissingDictionaryError)
    cluster.fails = True
    with pytest.raises(velella.RecordError, match="cannot be read: the cluster") as caught:
        next(reader)
    assert not isinstance(caught.value.__cause__, velella.MissingDictionaryError)
    cluster.fails = False
    cluster.write(kafka.DICTIONARIES_TOPIC, name, [], frame)
    assert next(reader).element == velella.Graph()


def test_partitions_that_are_added_are_noticed(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster.topic("t")
    reader = velella.Reader("b", "t")
    some = velella.Reader("b", "t", partitions=[0])
    assert reader.poll(0) is None
    cluster.topics["t"].append([])
    assert reader.poll(0) is None, "looks once a minute"
    monkeypatch.setattr(kafka, "_PARTITIONS_S", 0)
    with pytest.raises(velella.VelellaError, match="topic t has 2 partitions now, and had 1: begin to read it anew"):
        reader.poll(0)
    assert some.poll(0) is None


@pytest.mark.parametrize("time", [b"1_000", b"x", b"", b"9223372036854775808", "٣".encode()])
def test_an_event_time_that_is_no_number_is_refused(time: bytes) -> None:
    with pytest.raises(velella.UnreadableRecordError, match="event-time is not a time"):
        velella.read_headers([("event-time", time)])
    assert velella.read_headers([("Event-Time", b'" +5 "'), ("event-time", b'"+5"')]).event_time == 5


def test_lost_and_repeated_records_of_a_writer_are_counted(cluster: Cluster) -> None:
    cluster.topic("t", 2)
    for partition, number, value in [
        (0, 0, 1),
        (0, 1, 1),
        (0, 1, 1),
        (0, 5, 1),
        (0, 2, 1),
        (1, 7, 1),
        (1, 8, 1),
        (1, 8, 2),
    ]:
        header = velella.VelellaHeader("graph", writer=b"abcd", sequence=number)
        cluster.write("t", b"k", [("velella", header.to_bytes())], graph(statement(value)), partition)
    read = list(velella.Reader("b", "t", until_end=True))
    assert [r.lost for r in read] == [0, 0, 0, 3, 0, 0, 0, 0]
    assert [r.is_duplicate for r in read] == [False, False, True, False, False, False, False, False]


def stores() -> list[Any]:
    made = []
    for module, name in (("pyoxigraph", "Store"), ("rdflib", "Dataset")):
        try:
            made.append(getattr(__import__(module), name))
        except ImportError:
            made.append(pytest.param(None, marks=pytest.mark.skip(f"{module} is not installed")))
    return made


@pytest.fixture(params=stores(), ids=["pyoxigraph", "rdflib"])
def store(request: pytest.FixtureRequest) -> Any:
    return request.param()


def size(store: Any) -> int:
    return len(store) if not hasattr(store, "quads") else len(list(store.quads()))


def test_a_store_follows_patches(cluster: Cluster, store: Any) -> None:
    cluster.topic("p")
    one, two, three = statement(1), statement(2), statement(3)
    cluster.write("p", b"k", patch_headers(1, one), patch([1]))
    with velella.follow("b", "p", store, until_end=True) as follower:
        assert size(store) == 1
        cluster.write("p", b"k", patch_headers(2, two), patch([2], [1]))
        cluster.write("p", b"k", patch_headers(2, two), patch([2], [1]))
        cluster.write("p", b"k", patch_headers(4, two, three), patch([3]))
        changes = list(follower)
        assert [(c.added, c.deleted) for c in changes] == [(1, 1), (0, 0), (0, 0)]
        assert changes[2].broken == "p-0@3: expected patch number 3, found 4"
        assert follower.broken == {b"k": "p-0@3: expected patch number 3, found 4"}
        with pytest.raises(velella.DivergedError, match="1 streams of topic p are broken, for example b'k': p-0@3"):
            follower.check()
        cluster.write("p", b"k", patch_headers(3, one, two), patch([1]))
        assert [c.broken for c in follower] == [None]
        follower.check()
        assert size(store) == 2
    # Another process goes on with the same store; what it finds there of nobody is deleted.
    cluster.write("p", b"k", patch_headers(4, one, two, three), patch([3]))
    if hasattr(store, "quads"):
        rdflib = pytest.importorskip("rdflib")
        store.add((rdflib.URIRef("a:s"), rdflib.URIRef("a:p"), rdflib.URIRef("a:o")))
    with velella.follow("b", "p", store, until_end=True) as follower:
        assert size(store) == 3
        state = follower.state("k")
        assert state is not None
        assert set(state) == {one, two, three}
        if hasattr(store, "quads"):
            store.remove((None, None, None))
        else:
            store.clear()
        with pytest.raises(velella.DivergedError, match="3 statements are missing and 0 are too many"):
            follower.check()


def test_a_broken_stream_is_said_at_the_begin(cluster: Cluster, store: Any) -> None:
    cluster.topic("p")
    cluster.topic("s")
    cluster.write("p", b"k", patch_headers(2, statement(1), statement(2)), patch([2]))
    cluster.write("p", b"k", patch_headers(3, statement(1), statement(3)), patch([3], [2]))
    with pytest.raises(velella.DivergedError, match="expected patch number 1, found"):
        velella.follow("b", "p", store)
    text = b"1." + velella.format_hash(velella.graph_hash([statement(1)])).encode() + b".s"
    cluster.write("s", b"k", [("content-type", b"application/x-jelly-rdf"), ("patch", text)], graph(statement(1)))
    with velella.follow("b", "p", store, snapshots="s", until_end=True) as follower:
        state = follower.state("k")
        assert state is not None
        assert set(state) == {statement(1), statement(3)}


def test_a_store_follows_graphs_of_streams_that_share_statements(cluster: Cluster, store: Any) -> None:
    cluster.topic("g")
    node = velella.BlankNode("b 0")
    blank = velella.Statement(node, velella.IRI("http://e/p"), node, velella.BlankNode("g"))

    def write(key: bytes, *statements: velella.Statement) -> None:
        cluster.write("g", key, list(velella.headers_of("graph", 1)), graph(*statements))

    write(b"a", statement(1), blank)
    write(b"b", statement(1), blank)
    with velella.follow("b", "g", store, until_end=True) as follower:
        assert size(store) == 3, "the same label in two streams is two nodes"
        write(b"a", statement(2), statement(2), blank)
        write(b"b", statement(1))
        cluster.write("g", b"b", [], None)
        assert [(c.added, c.deleted) for c in follower] == [(1, 1), (0, 1), (0, 1)]
        assert size(store) == 2
        follower.check()


def test_what_a_store_cannot_hold_changes_nothing(cluster: Cluster, store: Any) -> None:
    cluster.topic("g")
    quoted = velella.QuotedTriple(velella.IRI("a:s"), velella.IRI("a:p"), velella.IRI("a:o"))
    bad = velella.Statement(quoted, velella.IRI("a:p"), velella.Literal("x"))
    cluster.write("g", b"a", [], graph(statement(1)))
    with velella.follow("b", "g", store, until_end=True) as follower:
        cluster.write("g", b"a", [], graph(statement(2), bad))
        with pytest.raises(velella.DivergedError, match="g-0@1: the store cannot hold a statement of stream b'a'"):
            list(follower)
        assert size(store) == 1
        follower.check()
        cluster.write("g", b"a", [], graph(statement(3)))
        assert [(c.added, c.deleted) for c in follower] == [(1, 1)]
        follower.check()


def test_literals_that_oxigraph_writes_alike_are_counted(cluster: Cluster) -> None:
    pyoxigraph = pytest.importorskip("pyoxigraph")
    cluster.topic("g")
    xsd = "http://www.w3.org/2001/XMLSchema#"
    one, other, typed = (
        velella.Statement(velella.IRI("a:s"), velella.IRI("a:p"), velella.Literal(text, xsd + kind))
        for text, kind in (("1", "integer"), ("01", "integer"), ("1", "int"))
    )
    cluster.write("g", b"a", [], graph(one, other, typed))
    store = pyoxigraph.Store()
    with velella.follow("b", "g", store, until_end=True) as follower:
        assert len(store) == 1
        assert follower.respelled == 2, "one has another text, and one another type"
        cluster.write("g", b"a", [], graph(other))
        assert [c.deleted for c in follower] == [2]
        assert len(store) == 1, "one of the three is still there"
        cluster.write("g", b"a", [], graph())
        list(follower)
        assert len(store) == 0
        follower.check()


def test_a_store_of_another_kind_is_refused(cluster: Cluster) -> None:
    cluster.topic("g")
    with pytest.raises(ValueError, match=r"a pyoxigraph.Store or an rdflib.Dataset, not a dict"):
        velella.follow("b", "g", {})
    assert cluster.closed == 1
