"""Reads and writes Velella's topics of graphs and patches.

The functions of the first group need no Kafka client: :func:`decode`, :func:`encode`, :class:`Dictionaries`,
:class:`GraphState`. :class:`Reader`, :class:`Writer` and :func:`follow` need one of the extras ``confluent`` and
``aiokafka``. The formats are in docs/key-frames.md and docs/diff.md of Velella.
"""

from velella.dictionaries import Dictionaries, Dictionary
from velella.errors import (
    ChainBrokenError,
    DictionaryUnavailableError,
    DivergedError,
    MalformedJellyError,
    MissingDictionaryError,
    RecordError,
    UnreadableRecordError,
    VelellaError,
    Version1Error,
)
from velella.follow import Follower, follow
from velella.hashing import format_hash, graph_hash, parse_hash, statement_hash
from velella.headers import Position, RecordHeader, VelellaHeader, headers_of, read_headers
from velella.kafka import Reader, Record, Writer
from velella.records import decode, encode
from velella.state import GraphState
from velella.terms import IRI, BlankNode, Graph, Literal, Patch, QuotedTriple, Row, Statement, Term

__version__ = "0.1.0"

__all__ = [
    "IRI",
    "BlankNode",
    "ChainBrokenError",
    "Dictionaries",
    "Dictionary",
    "DictionaryUnavailableError",
    "DivergedError",
    "Follower",
    "Graph",
    "GraphState",
    "Literal",
    "MalformedJellyError",
    "MissingDictionaryError",
    "Patch",
    "Position",
    "QuotedTriple",
    "Reader",
    "Record",
    "RecordError",
    "RecordHeader",
    "Row",
    "Statement",
    "Term",
    "UnreadableRecordError",
    "VelellaError",
    "VelellaHeader",
    "Version1Error",
    "Writer",
    "decode",
    "encode",
    "follow",
    "format_hash",
    "graph_hash",
    "headers_of",
    "parse_hash",
    "read_headers",
    "statement_hash",
]
