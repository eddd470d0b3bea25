"""Topics of graphs and patches, read and written with confluent-kafka or aiokafka, whichever is installed."""

from __future__ import annotations

import asyncio
import importlib.util
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from types import TracebackType
from typing import Any, NamedTuple, Protocol, TypeVar, Union
from typing import Literal as Choice

from velella.dictionaries import Dictionaries
from velella.errors import DictionaryUnavailableError, RecordError, VelellaError
from velella.headers import headers_of, read_headers
from velella.records import decode_record, encode
from velella.terms import Graph, Patch, Statement

DICTIONARIES_TOPIC = "velella-dictionaries"

# Where a reader begins: everywhere at the begin or at the end, at an offset, at an offset for each partition, or at the
# first records whose timestamp is not before a time.
Start = Union[Choice["begin", "end"], int, Mapping[int, int], datetime]
Config = Union[Mapping[str, Any], None]

_MOST_WRITERS = 1000
_ANSWER_S = 30.0
_PARTITIONS_S = 60.0
_LOOKS_A_MINUTE = 600
_AWAIT_S = 5.0
T = TypeVar("T")


class Raw(NamedTuple):
    """A record as a client gives it; ``timestamp`` is in ms since 1970, None if there is none."""

    topic: str
    partition: int
    offset: int
    timestamp: int | None
    key: bytes | None
    headers: list[tuple[str, bytes | None]]
    value: bytes | None


class _Source(Protocol):
    """What this module needs of a consumer. Every method raises VelellaError if the cluster refuses or is silent."""

    def partitions(self, topic: str) -> list[int]: ...

    def bounds(self, topic: str, partitions: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Offset of the first record and of the next one to be written, for each partition."""

    def at_time(self, topic: str, partitions: Iterable[int], ms: int) -> dict[int, int | None]: ...

    def assign(self, topic: str, offsets: Mapping[int, int]) -> None: ...

    def poll(self, seconds: float) -> list[Raw]: ...

    def is_at_end(self) -> bool:
        """Whether all committed records of all partitions have been handed out."""

    def close(self) -> None: ...


def _client(name: str | None) -> str:
    names: tuple[str, ...] = ("confluent", "aiokafka")
    modules = {"confluent": "confluent_kafka", "aiokafka": "aiokafka"}
    if name is not None:
        if name not in names:
            raise ValueError(f"client {name} is none of {', '.join(names)}")
        names = (name,)
    for candidate in names:
        if importlib.util.find_spec(modules[candidate]) is not None:
            return candidate
    raise VelellaError("no Kafka client is installed: pip install confluent-kafka, or pip install 'aiokafka[zstd]'")


def _source(bootstrap: str, client: str | None, config: Config, committed: bool = True) -> _Source:
    kind = _client(client)
    made = _ConfluentSource if kind == "confluent" else _AioSource
    return made(bootstrap, config, committed)


class _ConfluentSource:
    def __init__(self, bootstrap: str, config: Config, committed: bool) -> None:
        from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition

        self._place = TopicPartition
        self._failure = KafkaException
        self._eof = KafkaError._PARTITION_EOF
        self._assigned: set[int] = set()
        self._ended: set[int] = set()
        self._consumer = Consumer(
            {
                "bootstrap.servers": bootstrap,
                "group.id": "velella-reader",  # the client demands one; nothing is joined or committed
                **(config or {}),
                "enable.auto.commit": False,
                "enable.partition.eof": True,
                "auto.offset.reset": "error",
                "isolation.level": "read_committed" if committed else "read_uncommitted",
            }
        )

    def _ask(self, what: Callable[[], T]) -> T:
        try:
            return what()
        except self._failure as e:
            raise VelellaError(f"the cluster cannot be read: {e.args[0].str()}") from e

    def partitions(self, topic: str) -> list[int]:
        found = self._ask(lambda: self._consumer.list_topics(topic, timeout=_ANSWER_S)).topics[topic]
        if found.error is not None or not found.partitions:
            raise VelellaError(f"topic {topic} cannot be read: {found.error or 'it has no partitions'}")
        return sorted(found.partitions)

    def bounds(self, topic: str, partitions: Iterable[int]) -> dict[int, tuple[int, int]]:
        return {p: self._bounds(self._place(topic, p)) for p in partitions}

    def _bounds(self, place: Any) -> tuple[int, int]:
        begin, end = self._ask(lambda: self._consumer.get_watermark_offsets(place, timeout=_ANSWER_S))
        return begin, end

    def at_time(self, topic: str, partitions: Iterable[int], ms: int) -> dict[int, int | None]:
        asked = [self._place(topic, p, ms) for p in partitions]
        found = self._ask(lambda: self._consumer.offsets_for_times(asked, timeout=_ANSWER_S))
        return {place.partition: place.offset if place.offset >= 0 else None for place in found}

    def assign(self, topic: str, offsets: Mapping[int, int]) -> None:
        self._assigned = set(offsets)
        self._ended = set()
        self._ask(lambda: self._consumer.assign([self._place(topic, p, o) for p, o in offsets.items()]))

    def poll(self, seconds: float) -> list[Raw]:
        records = []
        # The first one is waited for; consume would wait for all 500.
        first = self._ask(lambda: self._consumer.poll(seconds))
        if first is None:
            return []
        for message in [first, *self._ask(lambda: self._consumer.consume(500, 0))]:
            error = message.error()
            if error is not None:
                if error.code() == self._eof:
                    self._ended.add(message.partition())
                    continue
                raise VelellaError(f"the cluster cannot be read: {error.str()}")
            self._ended.discard(message.partition())
            kind, ms = message.timestamp()
            records.append(
                Raw(
                    message.topic(),
                    message.partition(),
                    message.offset(),
                    ms if kind else None,
                    message.key(),
                    message.headers() or [],
                    message.value(),
                )
            )
        return records

    def is_at_end(self) -> bool:
        return self._assigned <= self._ended

    def close(self) -> None:
        self._consumer.close()


class _AioClient:
    """An asynchronous client for code that waits. Its event loop has a thread of its own."""

    def __init__(self, make: Callable[[], Any], failure: type[Exception], failed: str) -> None:
        """`make` makes the client, within its loop; `failed` begins the message of each of its failures."""
        self._failure = failure
        self._failed = failed
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="velella-kafka", daemon=True)
        self._thread.start()

        async def start() -> Any:
            client = make()
            try:
                await client.start()
            except BaseException:
                await client.stop()
                raise
            return client

        try:
            self._client = self._run(start())
        except BaseException:
            self._end()
            raise

    def _run(self, what: Coroutine[Any, Any, T]) -> T:
        try:
            return asyncio.run_coroutine_threadsafe(what, self._loop).result()
        except self._failure as e:
            raise VelellaError(f"{self._failed}: {e!r}") from e
        except RuntimeError as e:
            if "odec" in str(e):  # a codec whose library is missing
                raise VelellaError(f"{e}: pip install 'aiokafka[zstd]'") from e
            raise

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def close(self) -> None:
        try:
            self._run(self._client.stop())
        finally:
            self._end()


class _AioSource(_AioClient):
    def __init__(self, bootstrap: str, config: Config, committed: bool) -> None:
        from aiokafka import AIOKafkaConsumer, TopicPartition
        from aiokafka.errors import KafkaError

        self._place = TopicPartition
        self._committed = committed
        self._assigned: list[Any] = []
        self._quiet = False
        options = {
            "fetch_max_wait_ms": 100,
            **(config or {}),
            "bootstrap_servers": bootstrap,
            "enable_auto_commit": False,
            "auto_offset_reset": "none",
            "isolation_level": "read_committed" if committed else "read_uncommitted",
        }
        super().__init__(lambda: AIOKafkaConsumer(**options), KafkaError, "the cluster cannot be read")

    def partitions(self, topic: str) -> list[int]:
        # All topics are asked for: a question about this one could make a broker create it.
        async def ask() -> list[int]:
            cluster = await self._client._client.fetch_all_metadata()
            return sorted(cluster.partitions_for_topic(topic) or ())

        found = self._run(ask())
        if not found:
            raise VelellaError(f"topic {topic} cannot be read: it does not exist, or this user may not see it")
        return found

    def bounds(self, topic: str, partitions: Iterable[int]) -> dict[int, tuple[int, int]]:
        places = [self._place(topic, p) for p in partitions]
        begins = self._run(self._client.beginning_offsets(places))
        ends = self._run(self._client.end_offsets(places))
        return {place.partition: (begins[place], ends[place]) for place in places}

    def at_time(self, topic: str, partitions: Iterable[int], ms: int) -> dict[int, int | None]:
        places = {self._place(topic, p): ms for p in partitions}
        found = self._run(self._client.offsets_for_times(places))
        return {place.partition: None if at is None else at.offset for place, at in found.items()}

    def assign(self, topic: str, offsets: Mapping[int, int]) -> None:
        self._assigned = [self._place(topic, p) for p in offsets]

        async def assign() -> None:
            self._client.assign(self._assigned)
            for place in self._assigned:
                self._client.seek(place, offsets[place.partition])

        self._run(assign())

    def poll(self, seconds: float) -> list[Raw]:
        fetched = self._run(self._client.getmany(timeout_ms=int(seconds * 1000), max_records=500))
        records = [
            Raw(
                r.topic,
                r.partition,
                r.offset,
                r.timestamp if r.timestamp >= 0 else None,
                r.key,
                list(r.headers),
                r.value,
            )
            for batch in fetched.values()
            for r in batch
        ]
        self._quiet = not records
        return records

    def is_at_end(self) -> bool:
        if not self._quiet:
            return False

        async def ask() -> bool:
            for place in self._assigned:
                end = (self._client.last_stable_offset if self._committed else self._client.highwater)(place)
                if end is None or end < 0 or await self._client.position(place) < end:
                    return False
            return True

        return self._run(ask())


@dataclass(frozen=True)
class Record:
    """A record of a topic of graphs or patches.

    Attributes:
        topic, partition, offset: where it stands
        key: the stream, as bytes; None if it has no key
        element: a graph or a patch; None for a tombstone, with which the stream ends
        event_time: time of the element in ms since 1970: the header's, else the timestamp of the record; None if neither
            is there
        number: number of a patch in its stream, from 1; None if it has none
        hash: hash of the stream's graph after the patch, 64 bits; None if it has none
        is_snapshot: whether the record holds the whole graph after patch ``number``
        lost: number of records of the same writer that were written before this one and never came; they are lost
        is_duplicate: whether it has the same number of its writer as the record before, and the same value
    """

    topic: str
    partition: int
    offset: int
    key: bytes | None
    element: Graph | Patch | None
    event_time: int | None
    number: int | None = None
    hash: int | None = None
    is_snapshot: bool = False
    lost: int = 0
    is_duplicate: bool = False

    @property
    def time(self) -> datetime | None:
        """The event time, in UTC."""
        return None if self.event_time is None else datetime.fromtimestamp(self.event_time / 1000, timezone.utc)

    @property
    def stream(self) -> str:
        """The key as text; bytes that are not UTF-8 are shown escaped."""
        return "" if self.key is None else self.key.decode(errors="backslashreplace")

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}@{self.offset}"


class Reader:
    """Reads a topic, committed records only, one record after another; it joins no group and commits no offset.

    Iterating waits for new records; with ``until_end`` it ends where the topic ends. A record that cannot be taken raises
    :class:`RecordError`, which names its place. If its dictionary is missing, the record may be right: the next step tries
    it again. After another error the next step goes on behind the record, so a caller that goes on has chosen to leave it
    out. Not thread-safe.

    Args:
        bootstrap: servers, as ``host:port,host:port``
        topic: a topic of graphs or patches
        at: where to begin: ``"begin"``, ``"end"``, an offset, a mapping of partitions to offsets, or a time
        until_end: whether to end at the end of the topic
        partitions: which ones; by default all that the topic has now
        dictionaries: the name of their topic, or dictionaries that are at hand
        client: ``confluent`` or ``aiokafka``; by default the one that is installed
        config: options of this client, for TLS and logins, under its own names

    Raises:
        VelellaError: the topic is not there or cannot be read. Also later: a record is not there any more, because retention
            has deleted it before it was read; or the topic has more partitions than at the begin
    """

    def __init__(
        self,
        bootstrap: str,
        topic: str,
        at: Start = "begin",
        *,
        until_end: bool = False,
        partitions: Iterable[int] | None = None,
        dictionaries: str | Dictionaries = DICTIONARIES_TOPIC,
        client: str | None = None,
        config: Config = None,
    ) -> None:
        self.topic = topic
        self._until_end = until_end
        self._waiting: deque[Raw] = deque()
        self._writers: OrderedDict[tuple[int, bytes], tuple[int, bytes]] = OrderedDict()
        self._owned: Dictionaries | None = None
        self._source = _source(bootstrap, client, config)
        try:
            if isinstance(dictionaries, Dictionaries):
                self._dictionaries = dictionaries
            else:
                self._dictionaries = self._owned = dictionaries_of_topic(bootstrap, dictionaries, client, config)
            chosen = self._source.partitions(topic) if partitions is None else list(partitions)
            # How many partitions the topic must go on to have; None if the caller has chosen some.
            self._partitions = len(chosen) if partitions is None else None
            self._counted = time.monotonic()
            self._source.assign(topic, self._start(chosen, at))
        except BaseException:
            self.close()
            raise

    def _start(self, partitions: list[int], at: Start) -> dict[int, int]:
        if isinstance(at, Mapping):
            return {p: at[p] for p in partitions if p in at}
        if isinstance(at, int):
            return {p: at for p in partitions}
        bounds = self._source.bounds(self.topic, partitions)
        if isinstance(at, datetime):
            found = self._source.at_time(self.topic, partitions, int(at.timestamp() * 1000))
            return {p: bounds[p][1] if found[p] is None else found[p] for p in partitions}  # type: ignore[misc]
        if at not in ("begin", "end"):
            raise ValueError(f"at is begin, end, an offset, offsets of partitions, or a time, not {at!r}")
        return {p: bounds[p][0 if at == "begin" else 1] for p in partitions}

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        while True:
            record = self.poll(1.0)
            if record is not None:
                return record
            if self._until_end and self._source.is_at_end():
                raise StopIteration

    def poll(self, seconds: float) -> Record | None:
        """The next record; None if none comes in so many seconds. Raises as iterating does."""
        if not self._waiting:
            self._count_partitions()
            self._waiting.extend(self._source.poll(seconds))
            if not self._waiting:
                return None
        raw = self._waiting[0]
        try:
            record = self._record(raw)
        except DictionaryUnavailableError as e:
            raise RecordError(raw.topic, raw.partition, raw.offset, e) from e
        except VelellaError as e:
            self._waiting.popleft()
            raise RecordError(raw.topic, raw.partition, raw.offset, e) from e
        self._waiting.popleft()
        return record

    def _count_partitions(self) -> None:
        """Notices partitions that were added, whose records this reader would never see. Looks once a minute."""
        now = time.monotonic()
        if self._partitions is None or now - self._counted < _PARTITIONS_S:
            return
        self._counted = now
        found = len(self._source.partitions(self.topic))
        if found != self._partitions:
            raise VelellaError(
                f"topic {self.topic} has {found} partitions now, and had {self._partitions}: begin to read it anew"
            )

    def is_at_end(self) -> bool:
        """Whether all committed records have been handed out."""
        return not self._waiting and self._source.is_at_end()

    def _record(self, raw: Raw) -> Record:
        header = read_headers(raw.headers) if raw.value is not None else read_headers(_texts(raw.headers))
        element = None if raw.value is None else decode_record(raw.value, header, self._dictionaries)
        lost = 0
        duplicate = False
        velella = header.velella
        if velella is not None and velella.writer is not None and raw.value is not None:
            lost, duplicate = self._count(raw, velella.writer, velella.sequence)
        position = header.position
        return Record(
            raw.topic,
            raw.partition,
            raw.offset,
            raw.key,
            element,
            raw.timestamp if header.event_time is None else header.event_time,
            None if position is None else position.number,
            None if position is None else position.hash,
            position is not None and position.snapshot,
            lost,
            duplicate,
        )

    def _count(self, raw: Raw, writer: bytes, sequence: int) -> tuple[int, bool]:
        key = (raw.partition, writer)
        before = self._writers.pop(key, None)
        assert raw.value is not None
        self._writers[key] = (sequence, raw.value)
        if len(self._writers) > _MOST_WRITERS:
            self._writers.popitem(last=False)
        if before is None:
            return 0, False
        return max(0, sequence - before[0] - 1), before == (sequence, raw.value)

    def close(self) -> None:
        """Ends the clients. Also a ``with`` block does."""
        self._source.close()
        if self._owned is not None:
            close_dictionaries(self._owned)

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _texts(headers: list[tuple[str, bytes | None]]) -> list[tuple[str, bytes | None]]:
    """The headers of a tombstone that count: it has neither kind nor dictionary."""
    return [(name, value) for name, value in headers if name.lower() in ("event-time", "patch")]


class _TopicOfDictionaries:
    """Reads the topic of dictionaries from where it stopped to its end, for a name that is not known."""

    def __init__(self, bootstrap: str, topic: str, client: str | None, config: Config) -> None:
        self._bootstrap = bootstrap
        self._topic = topic
        self._client = client
        self._config = config
        self._source: _Source | None = None
        self._next = -1
        self._looks: deque[float] = deque()
        self._waited = -60.0

    def __call__(self, dictionaries: Dictionaries, name: bytes) -> None:
        now = time.monotonic()
        while self._looks and now - self._looks[0] > 60:
            self._looks.popleft()
        if len(self._looks) >= _LOOKS_A_MINUTE:
            return
        self._looks.append(now)
        try:
            if self._look(dictionaries, name) or now - self._waited < 60:
                return
            # A mirrored record can come before its dictionary, and a topic that was made anew may be as long as the old one.
            self._waited = now
            self._next = -1
            while time.monotonic() - now < _AWAIT_S:
                if self._look(dictionaries, name):
                    return
                time.sleep(0.1)
        except VelellaError as e:
            self.close()
            raise DictionaryUnavailableError(f"the dictionaries of topic {self._topic} cannot be read: {e}") from e

    def _look(self, dictionaries: Dictionaries, name: bytes) -> bool:
        if self._source is None:
            # Dictionaries are never written in a transaction.
            self._source = _source(self._bootstrap, self._client, self._config, committed=False)
            self._source.partitions(self._topic)
        source = self._source
        begin, end = source.bounds(self._topic, [0])[0]
        if end < self._next:
            self._next = -1
        at = max(begin, self._next)
        if at < end:
            source.assign(self._topic, {0: at})
            deadline = time.monotonic() + 10
            while at < end and not source.is_at_end():
                for raw in source.poll(0.5):
                    dictionaries.add(raw.key, raw.value)
                    at = raw.offset + 1
                if time.monotonic() > deadline:
                    raise VelellaError("the cluster does not answer")
            self._next = end
        return any(dictionary.name == name for dictionary in dictionaries)

    def close(self) -> None:
        source, self._source = self._source, None
        self._next = -1
        if source is not None:
            source.close()


def dictionaries_of_topic(
    bootstrap: str, topic: str = DICTIONARIES_TOPIC, client: str | None = None, config: Config = None
) -> Dictionaries:
    """See :meth:`Dictionaries.from_topic`."""
    _client(client)
    found = Dictionaries(more=_TopicOfDictionaries(bootstrap, topic, client, config))
    found.place = (
        f"topic {topic} (jelly.dictionaries.topic), or is not looked for, because more than {_LOOKS_A_MINUTE} names that"
        " are not there came in this minute. The topic must be the one that the writer uses, or a whole copy of it if the"
        " records are a copy"
    )
    return found


def close_dictionaries(dictionaries: Dictionaries) -> None:
    """Ends the client of dictionaries of a topic; they keep those that they know."""
    more = dictionaries._more
    if isinstance(more, _TopicOfDictionaries):
        more.close()


class Writer:
    """Writes graphs to a topic, self-contained, each with the header ``velella``.

    A record goes to the partition that Java's clients choose for its key, so all writers of a stream meet there. Use it in
    a ``with`` block: its end waits until all records are acknowledged. Not thread-safe.

    Args:
        bootstrap: servers, as ``host:port,host:port``
        topic: the topic; it must be there, or the cluster must create topics by itself
        client: ``confluent`` or ``aiokafka``; by default the one that is installed
        config: options of this client, under its own names; they win over those of this class

    Raises:
        VelellaError: by :meth:`flush`, the end of the block and later calls of :meth:`send`: a record was refused or not
            acknowledged
    """

    def __init__(self, bootstrap: str, topic: str, *, client: str | None = None, config: Config = None) -> None:
        self.topic = topic
        made = _ConfluentSink if _client(client) == "confluent" else _AioSink
        self._sink: Any = made(bootstrap, config)

    def send(
        self,
        key: str | bytes,
        graph: Graph | Iterable[Statement] | None,
        event_time: int | datetime | None = None,
    ) -> None:
        """Sends the next graph of a stream; does not wait for the acknowledgement.

        Args:
            key: the stream
            graph: the whole graph; None ends the stream
            event_time: in ms since 1970, or a time; by default readers take the record's timestamp

        Raises:
            MalformedJellyError: the graph cannot be written; nothing is sent
        """
        ms = int(event_time.timestamp() * 1000) if isinstance(event_time, datetime) else event_time
        value = None if graph is None else encode(graph)
        headers: list[tuple[str, bytes]] = []
        if graph is not None:
            headers = headers_of("graph", ms)
        elif ms is not None:
            headers = [("event-time", str(ms).encode())]
        self._sink.send(self.topic, key.encode() if isinstance(key, str) else key, value, headers)

    def flush(self) -> None:
        """Waits until all records are acknowledged."""
        self._sink.flush()

    def close(self) -> None:
        """Waits until all records are acknowledged, and ends the client."""
        try:
            self.flush()
        finally:
            self._sink.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._sink.close()


class _ConfluentSink:
    def __init__(self, bootstrap: str, config: Config) -> None:
        from confluent_kafka import KafkaException, Producer

        self._failure = KafkaException
        self._refused: str | None = None
        self._producer = Producer(
            {
                "bootstrap.servers": bootstrap,
                "partitioner": "murmur2_random",
                "enable.idempotence": True,
                "compression.type": "zstd",
                **(config or {}),
            }
        )

    def _delivered(self, error: Any, message: Any) -> None:
        if error is not None and self._refused is None:
            self._refused = f"a record of topic {message.topic()} was not written: {error.str()}"

    def _check(self) -> None:
        if self._refused is not None:
            raise VelellaError(self._refused)

    def send(self, topic: str, key: bytes, value: bytes | None, headers: list[tuple[str, bytes]]) -> None:
        while True:
            self._check()
            try:
                self._producer.produce(topic, value, key, headers=headers, on_delivery=self._delivered)
                self._producer.poll(0)
                return
            except BufferError:
                self._producer.poll(0.1)
            except self._failure as e:
                raise VelellaError(f"a record of topic {topic} was not written: {e.args[0].str()}") from e

    def flush(self) -> None:
        while self._producer.flush(1.0):
            self._check()
        self._check()

    def close(self) -> None:
        self._producer.flush(0)


class _AioSink(_AioClient):
    _MOST_WAITING = 10_000

    def __init__(self, bootstrap: str, config: Config) -> None:
        from aiokafka import AIOKafkaProducer
        from aiokafka.errors import KafkaError

        self._waiting: deque[Any] = deque()
        options = {
            "bootstrap_servers": bootstrap,
            "enable_idempotence": True,
            "compression_type": "zstd" if importlib.util.find_spec("cramjam") is not None else "gzip",
            **(config or {}),
        }
        super().__init__(lambda: AIOKafkaProducer(**options), KafkaError, "a record was not written")

    def send(self, topic: str, key: bytes, value: bytes | None, headers: list[tuple[str, bytes]]) -> None:
        self._waiting.append(self._run(self._client.send(topic, value, key, headers=headers)))
        while len(self._waiting) > self._MOST_WAITING or (self._waiting and self._waiting[0].done()):
            self._run(_result(self._waiting.popleft()))

    def flush(self) -> None:
        self._run(self._client.flush())
        while self._waiting:
            self._run(_result(self._waiting.popleft()))


async def _result(future: Any) -> Any:
    return await future


__all__ = ["Reader", "Record", "Writer"]
