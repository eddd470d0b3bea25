"""Values of records: decoding and encoding, without any Kafka client."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Union

from velella.dictionaries import Dictionaries, Dictionary
from velella.errors import MalformedJellyError, MissingDictionaryError, UnreadableRecordError
from velella.headers import Headers, RecordHeader, VelellaHeader, kind_of_record, read_headers
from velella.terms import IRI, XSD_STRING, BlankNode, Graph, Literal, Patch, QuotedTriple, Statement

DictionarySource = Union[Dictionaries, Mapping[bytes, bytes], None]


def decode(value: bytes, headers: Headers = None, dictionaries: DictionarySource = None) -> Graph | Patch:
    """Decodes the value of a record.

    Args:
        value: the value; not null (a null value is a tombstone and has no element)
        headers: pairs of name and value as Kafka clients give them, or a mapping
        dictionaries: where the dictionary is that the record names; a mapping has names or hashes as keys and frames as
            values. Give the same :class:`Dictionaries` each time: it keeps what it has decoded

    Returns:
        the whole element; a record that cannot be decoded changes nothing

    Raises:
        MalformedJellyError: the value is malformed, above the limits, or refers to anything but its dictionary and itself
        UnreadableRecordError: the headers are malformed or name another format; or the dictionary does not fit
        Version1Error: the record is one of version 1 of the record protocol
        MissingDictionaryError: the dictionary is not found. The record may be right
        DictionaryUnavailableError: the topic of dictionaries cannot be read at the moment

    Source: docs/key-frames.md of Velella, "Records" and "Dictionary".
    """
    return decode_record(value, read_headers(headers), dictionaries)


def decode_record(value: bytes, header: RecordHeader, dictionaries: DictionarySource = None) -> Graph | Patch:
    """Decodes a value whose headers have been read; otherwise as :func:`decode`."""
    if value is None:
        raise UnreadableRecordError("a null value is a tombstone: it holds neither a graph nor a patch")
    if dictionaries is None or not isinstance(dictionaries, Dictionaries):
        has_access = dictionaries is not None
        source = Dictionaries(dictionaries)
    else:
        has_access = True
        source = dictionaries
    second = header.velella
    if second is None or second.dictionary is None:
        return source.plain_decoder(kind_of_record(header, value)).decode(value)
    if second.carried:
        dictionary = _carried(second, value)
        value = value[second.carried :]
    else:
        dictionary = _find(second.dictionary, source if has_access else None)
    if dictionary.kind != second.kind:
        raise UnreadableRecordError(
            f"header velella says {second.kind.upper()}, but {dictionary} is for {dictionary.kind.upper()}"
        )
    return source.decoder(dictionary).decode(value)


def _carried(header: VelellaHeader, value: bytes) -> Dictionary:
    assert header.dictionary is not None
    if header.carried > len(value):
        raise UnreadableRecordError(
            f"header velella says that a dictionary of {header.carried} bytes is in front, but the value has only"
            f" {len(value)}"
        )
    dictionary = Dictionary(value[: header.carried])
    if dictionary.name != header.dictionary:
        raise UnreadableRecordError(
            f"the record names dictionary {header.dictionary.hex()}, but has {dictionary} in front"
        )
    return dictionary


def _find(name: bytes, source: Dictionaries | None) -> Dictionary:
    if source is None:
        raise MissingDictionaryError(
            f"the record builds on dictionary {name.hex()}, and this reader has no access to the topic of dictionaries"
        )
    dictionary = source.find(name)
    if dictionary is None:
        raise MissingDictionaryError(f"the record builds on dictionary {name.hex()}, which is not in {source}")
    return dictionary


def encode(graph: Graph | Iterable[Statement]) -> bytes:
    """Writes a graph as a self-contained bare frame of Jelly-RDF 1.1, as a stream of quads.

    The frame is written with pyjelly's encoder and messages. Its headers are those of :func:`velella.headers_of`.

    Raises:
        MalformedJellyError: a term cannot be written
    """
    frame: bytes = _encoder().encode(graph)
    return frame


_made: Any = None


def _encoder() -> Any:
    global _made
    if _made is None:
        _made = _make_encoder()
    return _made


def _make_encoder() -> Any:
    # Only writers need pyjelly, so it is loaded by the first call.
    from pyjelly import jelly
    from pyjelly.options import LookupPreset, StreamParameters, StreamTypes
    from pyjelly.serialize.encode import (
        TermEncoder,
        encode_namespace_declaration,
        encode_options,
        encode_quad,
    )

    class Encoder(TermEncoder):  # type: ignore[misc]
        def encode_spo(self, term: Any, slot: Any, statement: Any) -> Any:
            kind = type(term)
            if kind is IRI:
                return self.encode_iri(term[1], self.get_iri_field(statement, slot))
            if kind is Literal:
                return self.encode_literal(
                    lex=term[1],
                    language=term.language,
                    datatype=None if term[3] is not None or term[2] == XSD_STRING else term[2],
                    literal=self.get_literal_field(statement, slot),
                )
            if kind is BlankNode:
                self.set_bnode_field(statement, slot, term[1])
                return ()
            if kind is QuotedTriple:
                return self.encode_quoted_triple(term[1:], self.get_triple_field(statement, slot))
            raise TypeError(f"unknown kind of term: {kind.__name__}")

        def encode_graph(self, term: Any, statement: Any) -> Any:
            kind = type(term)
            if term is _DEFAULT:
                return self.encode_default_graph(statement.g_default_graph)
            if kind is IRI:
                return self.encode_iri(term[1], statement.g_iri)
            if kind is BlankNode:
                statement.g_bnode = term[1]
                return ()
            raise TypeError(f"unknown kind of graph name: {kind.__name__}")

    class Frames:
        def encode(self, graph: Graph | Iterable[Statement]) -> bytes:
            namespaces = graph.namespaces if isinstance(graph, Graph) else {}
            statements = list(graph)
            has_quoted = any(type(s) is QuotedTriple or type(o) is QuotedTriple for s, _, o, _ in statements)
            preset = LookupPreset()
            terms = Encoder(preset)
            frame = jelly.RdfStreamFrame()
            rows = frame.rows
            rows.append(
                encode_options(
                    preset,
                    StreamTypes(jelly.PHYSICAL_STREAM_TYPE_QUADS, jelly.LOGICAL_STREAM_TYPE_DATASETS),
                    StreamParameters(rdf_star=has_quoted, namespace_declarations=bool(namespaces)),
                )
            )
            for prefix, namespace in namespaces.items():
                rows.extend(encode_namespace_declaration(prefix, namespace, terms))
            repeated: list[Any] = [None, None, None, None]
            try:
                for s, p, o, g in statements:
                    if type(p) is not IRI or s[0] == 4:
                        raise TypeError("a subject is an IRI, a blank node or a quoted triple, a predicate an IRI")
                    if repeated[2] == o and type(o) is Literal and o[3] is not None:
                        repeated[2] = None  # equal tags may be spelled differently
                    rows.extend(encode_quad((s, p, o, _DEFAULT if g is None else g), terms, repeated))
                return bytes(frame.SerializeToString())
            except (TypeError, ValueError, UnicodeEncodeError) as e:
                raise MalformedJellyError(0, -1, -1, f"not a valid term: {e}") from e

    return Frames()


class _Default:
    """Stands for the default graph, because None means "no graph before" to the encoder."""

    def __ne__(self, other: object) -> bool:
        return self is not other


_DEFAULT = _Default()
