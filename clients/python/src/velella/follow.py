"""Keeps a store in memory or on disk equal to a topic."""

from __future__ import annotations

import hashlib
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

from velella.dictionaries import Dictionaries
from velella.errors import ChainBrokenError, DivergedError
from velella.headers import Position
from velella.kafka import DICTIONARIES_TOPIC, Config, Reader, Record
from velella.state import GraphState
from velella.terms import IRI, XSD_STRING, BlankNode, Graph, Patch, QuotedTriple, Statement

_LOG = logging.getLogger("velella")
_PLAIN_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\Z")
_MOST_TERMS = 1 << 16


class _Store(Protocol):
    """A store, in its own quads. A quad of the store may stand for several statements that differ in spelling only."""

    respelled: int

    def quad(self, statement: Statement) -> Any:
        """The quad that the store will hold for a statement; ValueError if it can hold none."""

    def change(self, adds: Iterable[Any], deletes: Iterable[Any]) -> None: ...

    def quads(self) -> set[Any]: ...


def _store(store: Any) -> _Store:
    name = type(store).__module__.partition(".")[0]
    if name == "pyoxigraph":
        return _Oxigraph(store)
    if name == "rdflib":
        return _Rdflib(store)
    raise ValueError(f"a store is a pyoxigraph.Store or an rdflib.Dataset, not a {type(store).__name__}")


def _label(label: str) -> str:
    """A label that each store takes; two labels never become the same one."""
    if _PLAIN_LABEL.match(label) and not label.startswith("x--"):
        return label
    return "x--" + label.encode("utf-8", "surrogatepass").hex()


class _Oxigraph:
    def __init__(self, store: Any) -> None:
        import pyoxigraph

        self._rdf = pyoxigraph
        self._store = store
        self._terms: dict[Any, Any] = {}
        self._probe = pyoxigraph.Store()
        self.respelled = 0

    def quad(self, statement: Statement) -> Any:
        s, p, o, g = statement
        if type(s) is QuotedTriple:
            raise ValueError("pyoxigraph holds no quoted triple as subject")
        graph = self._rdf.DefaultGraph() if g is None else self._term(g)
        return self._rdf.Quad(self._term(s), self._term(p), self._term(o), graph)

    def _term(self, term: Any) -> Any:
        known = self._terms.get(term)
        if known is None:
            known = self._make(term)
            if len(self._terms) >= _MOST_TERMS:
                self._terms.clear()
            self._terms[term] = known
        return known

    def _make(self, term: Any) -> Any:
        kind = type(term)
        if kind is IRI:
            return self._rdf.NamedNode(term[1])
        if kind is BlankNode:
            return self._rdf.BlankNode(_label(term[1]))
        if kind is QuotedTriple:
            if type(term[1]) is QuotedTriple:
                raise ValueError("pyoxigraph holds no quoted triple as subject")
            return self._rdf.Triple(self._term(term[1]), self._term(term[2]), self._term(term[3]))
        if term[3] is not None:
            return self._rdf.Literal(term[1], language=term.language)
        if term[2] == XSD_STRING:
            return self._rdf.Literal(term[1])
        literal = self._rdf.Literal(term[1], datatype=self._rdf.NamedNode(term[2]))
        # Oxigraph keeps the value of numbers and times in place of text and type. What it makes of a literal is asked.
        node = self._rdf.NamedNode("urn:x")
        self._probe.clear()
        self._probe.add(self._rdf.Quad(node, node, literal))
        kept = next(iter(self._probe)).object
        if kept != literal:
            if self.respelled == 0:
                _LOG.warning("The store keeps %s as %s, and other numbers and times in its own way too", literal, kept)
            self.respelled += 1
        return kept

    def change(self, adds: Iterable[Any], deletes: Iterable[Any]) -> None:
        self._store.extend(adds)
        for quad in deletes:
            self._store.remove(quad)

    def quads(self) -> set[Any]:
        return set(self._store)


class _Rdflib:
    def __init__(self, store: Any) -> None:
        import rdflib

        if not isinstance(store, rdflib.Dataset):
            raise ValueError("only an rdflib.Dataset has named graphs: give one in place of a Graph")
        self._rdf = rdflib
        self._store = store
        self.respelled = 0
        self._default = (
            store.default_graph.identifier if hasattr(store, "default_graph") else store.default_context.identifier
        )
        self._context = store.get_context if hasattr(store, "get_context") else store.graph

    def quad(self, statement: Statement) -> Any:
        s, p, o, g = statement
        return (self._term(s), self._term(p), self._term(o), self._default if g is None else self._term(g))

    def _term(self, term: Any) -> Any:
        kind = type(term)
        if kind is IRI:
            return self._rdf.URIRef(term[1])
        if kind is BlankNode:
            return self._rdf.BNode(_label(term[1]))
        if kind is QuotedTriple:
            raise ValueError("rdflib holds no quoted triples")
        if term[3] is not None:
            return self._rdf.Literal(term[1], lang=term.language)
        datatype = None if term[2] == XSD_STRING else self._rdf.URIRef(term[2])
        return self._rdf.Literal(term[1], datatype=datatype, normalize=False)

    def change(self, adds: Iterable[Any], deletes: Iterable[Any]) -> None:
        for s, p, o, g in adds:
            self._context(g).add((s, p, o))
        for s, p, o, g in deletes:
            self._context(g).remove((s, p, o))

    def quads(self) -> set[Any]:
        found = set()
        for s, p, o, g in self._store.quads((None, None, None, None)):
            found.add((s, p, o, self._default if g is None else getattr(g, "identifier", g)))
        return found


@dataclass(frozen=True)
class Change:
    """What a record has changed.

    Attributes:
        record: the record
        added, deleted: number of statements that the stream's graph has gained and lost
        broken: why the stream is not equal any more, or the record was left out; None if all is well
    """

    record: Record
    added: int
    deleted: int
    broken: str | None = None


class Follower:
    """Keeps a store equal to a topic of graphs or patches; :func:`follow` makes one.

    Iterate over it to go on: each step is a :class:`Change`. It keeps the graph of each stream in memory, so that number
    and hash of each patch are proven before the store is touched.

    Attributes:
        broken: streams that are not equal any more, by key, each with the reason. Nothing of such a stream is changed
            until a snapshot, a tombstone or the missing patch comes; what the store holds of it is its last proven graph
    """

    def __init__(self, reader: Reader, store: Any, snapshots: Reader | None = None) -> None:
        self._reader = reader
        self._store = _store(store)
        self._states: dict[bytes | None, GraphState] = {}
        # How many statements of all streams each quad of the store stands for.
        self._counts: Counter[Any] = Counter()
        self.broken: dict[bytes | None, str] = {}
        self._scopes: dict[bytes | None, str] = {}
        for record in snapshots or ():
            self._prove(record)
        # What is in the topic now is read without touching the store, which then gets the difference at once. So a
        # store that a killed process has left half written becomes whole.
        while True:
            taken = reader.poll(0.5)
            if taken is not None:
                self._prove(taken)
            elif reader.is_at_end():
                break
        for key, state in self._states.items():
            try:
                self._count(state, ())
            except ValueError as e:
                raise DivergedError(f"the store cannot hold a statement of stream {key!r}: {e}") from e
        found = self._store.quads()
        wanted = set(self._counts)
        self._store.change(wanted - found, found - wanted)
        self.check()

    @property
    def respelled(self) -> int:
        """Number of literals so far whose text or type the store has changed, as Oxigraph does with numbers and times."""
        return self._store.respelled

    def state(self, key: bytes | str | None) -> GraphState | None:
        """The graph of a stream; None if no record of it has come."""
        return self._states.get(key.encode() if isinstance(key, str) else key)

    @property
    def streams(self) -> list[bytes | None]:
        """The keys of all streams."""
        return list(self._states)

    def __iter__(self) -> Iterator[Change]:
        for record in self._reader:
            yield self.apply(record)

    def poll(self, seconds: float) -> Change | None:
        """Takes the next record; None if none comes in so many seconds."""
        record = self._reader.poll(seconds)
        return None if record is None else self.apply(record)

    def apply(self, record: Record) -> Change:
        """Takes a record into the store.

        Raises:
            DivergedError: the store cannot hold a statement; neither the store nor the stream's graph is changed
        """
        change = self._prove(record)
        if change.added or change.deleted:
            state = self._states[record.key]
            try:
                adds, deletes = self._count(state.added, state.deleted)
            except ValueError as e:
                state.undo()
                raise DivergedError(f"{record}: the store cannot hold a statement of stream {record.key!r}: {e}") from e
            self._store.change(adds, deletes)
        return change

    def check(self) -> None:
        """Compares the whole store with all streams.

        Raises:
            DivergedError: a statement is missing or too many, or a stream is broken
        """
        held = self._store.quads()
        wanted = set(self._counts)
        if held != wanted:
            missing = wanted - held
            more = held - wanted
            one = next(iter(missing or more))
            raise DivergedError(
                f"the store is not equal to topic {self._reader.topic}: {len(missing)} statements are missing and"
                f" {len(more)} are too many, for example {one}"
            )
        if self.broken:
            key, reason = next(iter(self.broken.items()))
            raise DivergedError(
                f"{len(self.broken)} streams of topic {self._reader.topic} are broken, for example {key!r}: {reason}"
            )

    def _prove(self, record: Record) -> Change:
        """Takes a record into the graph of its stream, and not yet into the store."""
        key = record.key
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = GraphState()
        try:
            if not self._apply(state, record):
                return Change(record, 0, 0)
        except (ChainBrokenError, ValueError) as e:
            reason = f"{record}: {e}"
            if key not in self.broken:
                _LOG.warning("The stream %r is not equal to its topic any more: %s", key, reason)
            self.broken[key] = reason
            return Change(record, 0, 0, reason)
        self.broken.pop(key, None)
        return Change(record, len(state.added), len(state.deleted))

    def _apply(self, state: GraphState, record: Record) -> bool:
        element = record.element
        position = None
        if record.number is not None and record.hash is not None:
            position = Position(record.number, record.hash, record.is_snapshot)
        if element is None:
            if position is None:
                state.clear()
                return True
            return state.replace((), position)
        if isinstance(element, Patch):
            return state.apply(element, position)
        if position is not None:
            return state.replace(element, position)
        return state.replace(self._scoped(record.key, element))

    def _scoped(self, key: bytes | None, graph: Graph) -> Iterable[Statement]:
        """A graph whose blank nodes have the stream in their labels: the same label in two streams is not one node."""
        scope = self._scopes.get(key)
        if scope is None:
            scope = self._scopes[key] = "s" + hashlib.sha256(key or b"").hexdigest()[:16] + "-"
        made: dict[Any, Any] = {}

        def scoped(term: Any) -> Any:
            kind = type(term)
            if kind is BlankNode:
                known = made.get(term)
                if known is None:
                    known = made[term] = BlankNode(scope + term[1])
                return known
            if kind is QuotedTriple:
                return QuotedTriple(scoped(term[1]), term[2], scoped(term[3]))
            return term

        return [Statement(scoped(s), p, scoped(o), scoped(g)) for s, p, o, g in graph]

    def _count(self, added: Iterable[Statement], deleted: Iterable[Statement]) -> tuple[list[Any], list[Any]]:
        """Counts the quads of a change; returns those that the store gains and loses."""
        quad = self._store.quad
        more = [quad(statement) for statement in added]
        less = [quad(statement) for statement in deleted]
        counts = self._counts
        touched: dict[Any, bool] = {}
        for one in more:
            touched.setdefault(one, one in counts)
            counts[one] += 1
        for one in less:
            touched.setdefault(one, one in counts)
            counts[one] -= 1
            if not counts[one]:
                del counts[one]
        adds = [one for one, was in touched.items() if not was and one in counts]
        deletes = [one for one, was in touched.items() if was and one not in counts]
        return adds, deletes

    def close(self) -> None:
        """Ends the reader; the store stays as it is."""
        self._reader.close()

    def __enter__(self) -> Follower:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def follow(
    bootstrap: str,
    topic: str,
    store: Any,
    *,
    snapshots: str | None = None,
    until_end: bool = False,
    dictionaries: str | Dictionaries = DICTIONARIES_TOPIC,
    client: str | None = None,
    config: Config = None,
) -> Follower:
    """Makes a store equal to a topic, and returns a :class:`Follower` that keeps it so while it is iterated over.

    Each stream's statements stand in the graphs that its records name. Statements of the store that no stream has are
    deleted, so give it a store of its own. Of a topic of graphs, blank nodes get the stream into their labels.

    Args:
        bootstrap: servers, as ``host:port,host:port``
        topic: a topic of graphs, or of patches from the first one on
        store: a ``pyoxigraph.Store`` or an ``rdflib.Dataset``
        snapshots: the topic of snapshots of these patches; needed if retention has deleted the first patches
        until_end: whether iterating ends at the end of the topic
        dictionaries: the name of their topic, or dictionaries that are at hand
        client: ``confluent`` or ``aiokafka``; by default the one that is installed
        config: options of this client

    Raises:
        VelellaError: a topic is not there or cannot be read
        RecordError: a record cannot be taken
        DivergedError: the store is not equal to the topic, or a stream is broken
    """
    options: dict[str, Any] = {"dictionaries": dictionaries, "client": client, "config": config}
    reader = Reader(bootstrap, topic, until_end=until_end, **options)
    try:
        if snapshots is None:
            return Follower(reader, store)
        with Reader(bootstrap, snapshots, until_end=True, **options) as begin:
            return Follower(reader, store, begin)
    except BaseException:
        reader.close()
        raise


__all__ = ["Change", "Follower", "follow"]
