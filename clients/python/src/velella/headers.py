"""The record headers of Velella: what they say about a value, and the binary header ``velella`` itself.

The grammar is in docs/key-frames.md of Velella, section "Header velella".
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Union

from velella.errors import UnreadableRecordError, Version1Error
from velella.hashing import format_hash, parse_hash
from velella.jelly import Kind, kind_of

VELELLA = "velella"
JELLY = "jelly"
CONTENT_TYPE = "content-type"
RDF_MESSAGE = "rdf-message-content-type"
EVENT_TIME = "event-time"
PATCH = "patch"
JELLY_RDF = "application/x-jelly-rdf"
JELLY_PATCH = "application/x-jelly-rdf-patch"

# Headers as clients of Kafka give them: pairs of name and value (confluent-kafka, aiokafka, kafka-python), or a mapping.
Headers = Union[Iterable[tuple[str, bytes | str | None]], Mapping[str, bytes | str | None], None]

_LONGEST = 2 + 6 + 5 + 4 + 9 + 6 + 9 + 8
_LIMIT_48 = 1 << 48
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}")
_KINDS: dict[str, Kind] = {JELLY_RDF: "graph", JELLY_PATCH: "patch"}


@dataclass(frozen=True)
class Position:
    """The place of a patch in the chain of its stream.

    Attributes:
        number: number of the patch in its stream, from 1
        hash: hash of the stream's graph after the patch, 64 bits, not signed
        snapshot: whether the record holds the whole graph instead of a change
    """

    number: int
    hash: int
    snapshot: bool = False

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError(f"patches are counted from 1, not {self.number}")

    def __str__(self) -> str:
        return f"{self.number}.{format_hash(self.hash)}" + (".s" if self.snapshot else "")

    @classmethod
    def parse(cls, text: str) -> Position:
        """Reads the text of a header ``patch``: number, dot, hash.

        Raises:
            ValueError: it has another form
        """
        parts = text.split(".")
        number = parts[0]
        if (
            len(parts) not in (2, 3)
            or (len(parts) == 3 and parts[2] != "s")
            or not (number.isascii() and number.isdigit() and number[0] != "0" and int(number) < 1 << 63)
        ):
            raise ValueError(f"not a patch header (number.hash): {text}")
        try:
            return cls(int(number), parse_hash(parts[1]), len(parts) == 3)
        except ValueError:
            raise ValueError(f"not a patch header (number.hash): {text}") from None


@dataclass(frozen=True)
class VelellaHeader:
    """The binary header ``velella``.

    Attributes:
        kind: ``graph`` or ``patch``
        dictionary: name of the dictionary, 6 bytes; None if the value is self-contained
        carried: bytes of the dictionary that stand in front of the rows in the value; 0 if it is elsewhere
        writer: 4 bytes, the number of the writer; None if the record is not counted
        sequence: number of the record of this writer in its partition, from 0
        event_time: in ms since 1970; None if it is not known
        position: place of a patch in its stream; None for graphs, and if there is none
    """

    kind: Kind
    dictionary: bytes | None = None
    carried: int = 0
    writer: bytes | None = None
    sequence: int = 0
    event_time: int | None = None
    position: Position | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("graph", "patch"):
            raise ValueError(f"neither graph nor patch: {self.kind}")
        if self.dictionary is not None and len(self.dictionary) != 6:
            raise ValueError("the name of a dictionary has 6 bytes")
        if not 0 <= self.carried < 1 << 31 or (self.carried and self.dictionary is None):
            raise ValueError(f"a dictionary of {self.carried} bytes")
        if self.writer is not None and len(self.writer) != 4:
            raise ValueError("the number of a writer has 4 bytes")
        if not 0 <= self.sequence < 1 << 63:
            raise ValueError(f"records are counted from 0, not {self.sequence}")
        if self.position is not None and self.kind != "patch":
            raise ValueError("a graph has no position in a chain of patches")
        if self.event_time is not None and not 0 <= self.event_time < _LIMIT_48:
            raise ValueError(f"an event time of {self.event_time} ms since 1970 cannot be written")

    def to_bytes(self) -> bytes:
        """The header's value; there is one spelling for every header."""
        flags = 1 if self.kind == "patch" else 0
        out = bytearray(b"\x02\x00")
        if self.dictionary is not None:
            flags |= 2
            out += self.dictionary
            if self.carried:
                flags |= 4
                _put_varint(out, self.carried)
        if self.writer is not None:
            flags |= 8
            out += self.writer
            _put_varint(out, self.sequence)
        if self.event_time is not None:
            flags |= 0x10
            out += self.event_time.to_bytes(6, "big")
        if self.position is not None:
            flags |= 0x60 if self.position.snapshot else 0x20
            _put_varint(out, self.position.number)
            out += (self.position.hash & (1 << 64) - 1).to_bytes(8, "big")
        out[1] = flags
        return bytes(out)

    @classmethod
    def parse(cls, value: bytes) -> VelellaHeader:
        """Reads the value of a header, in binary form or as its base64 text, as header converters write it.

        Raises:
            ValueError: the value does not follow the grammar
        """
        try:
            return cls._read(_bytes_of_text(value) if value[:1] in (b"A", b'"') else value)
        except _Missing:
            reason = "bytes are missing"
        except ValueError as e:
            reason = str(e)
        raise ValueError(f"header velella is malformed ({reason}): {value[:_LONGEST].hex()}")

    @classmethod
    def _read(cls, data: bytes) -> VelellaHeader:
        cursor = _Cursor(data)
        version = cursor.take(1)[0]
        if version != 2:
            signed = version - 256 if version > 127 else version
            raise ValueError(f"version {signed}; a copy of records needs ByteArrayConverter as header.converter")
        flags = cursor.take(1)[0]
        if (
            flags & 0x80
            or (flags & 4 and not flags & 2)
            or (flags & 0x20 and not flags & 1)
            or (flags & 0x40 and not flags & 0x20)
        ):
            raise ValueError(f"flags {flags:x}")
        dictionary = None
        carried = 0
        if flags & 2:
            dictionary = cursor.take(6)
            if flags & 4:
                carried = cursor.varint()
                if not 1 <= carried < 1 << 31:
                    raise ValueError(f"a dictionary of {carried} bytes")
        writer = None
        sequence = 0
        if flags & 8:
            writer = cursor.take(4)
            sequence = cursor.varint()
        time = int.from_bytes(cursor.take(6), "big") if flags & 0x10 else None
        position = None
        if flags & 0x20:
            number = cursor.varint()
            position = Position(number, int.from_bytes(cursor.take(8), "big"), bool(flags & 0x40))
        left = len(data) - cursor.at
        if left:
            raise ValueError(f"{left} bytes left over")
        return cls("patch" if flags & 1 else "graph", dictionary, carried, writer, sequence, time, position)


class _Missing(Exception):
    pass


class _Cursor:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        if len(taken) < count:
            raise _Missing
        self.at += count
        return taken

    def varint(self) -> int:
        value = 0
        for shift in range(0, 63, 7):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                if byte == 0 and shift:
                    raise ValueError("a number that is not in its shortest form")
                return value
        raise ValueError("a number of more than 63 bits")


def _put_varint(out: bytearray, value: int) -> None:
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def _bytes_of_text(text: bytes) -> bytes:
    quoted = text[:1] == b'"'
    if len(text) > 2 * _LONGEST or (quoted and (len(text) < 2 or text[-1:] != b'"')):
        raise ValueError("neither binary nor its base64 text")
    inner = text[1:-1] if quoted else text
    try:
        data = base64.b64decode(inner + b"=" * (-len(inner) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("neither binary nor its base64 text") from None
    if base64.b64encode(data) != inner:
        raise ValueError("another spelling of its base64 text")
    return data


@dataclass(frozen=True)
class RecordHeader:
    """What the headers of a record say about its value.

    Attributes:
        kind: ``graph`` or ``patch``; None if only the options row of the value can tell
        velella: the binary header; None if the record has none
        event_time: time of the element in ms since 1970; None if the headers do not tell it (the record's timestamp does)
        position: place of a patch or snapshot in its stream; None if there is none
    """

    kind: Kind | None = None
    velella: VelellaHeader | None = None
    event_time: int | None = None
    position: Position | None = None


def read_headers(headers: Headers) -> RecordHeader:
    """Reads the headers of a record.

    ``velella`` and ``jelly`` are read in this spelling, and may come once; other names are read in any case, the last
    one counts, and quotes around a text are removed.

    Raises:
        UnreadableRecordError: a header is malformed, or names another format than Jelly
        Version1Error: the record is one of version 1 of the record protocol
    """
    velella: VelellaHeader | None = None
    jelly = False
    texts: dict[str, bytes | str] = {}
    for name, value in _pairs(headers):
        if name == VELELLA:
            if velella is not None:
                raise UnreadableRecordError("the record has several headers velella")
            if value is None:
                raise UnreadableRecordError("header velella is null")
            try:
                velella = VelellaHeader.parse(value.encode() if isinstance(value, str) else bytes(value))
            except ValueError as e:
                raise UnreadableRecordError(str(e)) from None
        elif name == JELLY:
            jelly = True
        elif value is not None:
            lower = name.lower()
            if lower in (CONTENT_TYPE, RDF_MESSAGE, EVENT_TIME, PATCH):
                texts[lower] = value
    time = None if velella is None else velella.event_time
    if time is None and EVENT_TIME in texts:
        text = _text(texts[EVENT_TIME])
        if not _NUMBER.fullmatch(text) or not -(1 << 63) <= int(text) < 1 << 63:
            raise UnreadableRecordError(f"header event-time is not a time in ms since 1970: {text}")
        time = int(text)
    position = None if velella is None else velella.position
    if position is None and PATCH in texts:
        try:
            position = Position.parse(_text(texts[PATCH]))
        except ValueError as e:
            raise UnreadableRecordError(str(e)) from None
    if velella is not None:
        return RecordHeader(velella.kind, velella, time, position)
    if jelly:
        raise Version1Error(
            "the record has a header jelly: it is of version 1 of the record protocol and builds on the record before it,"
            " which this reader does not follow. Let its writer write with dictionaries or self-contained records"
            " (option jelly.mode), or read the topic with velella topic cat"
        )
    kind: Kind | None = None
    named = texts.get(CONTENT_TYPE, texts.get(RDF_MESSAGE))
    if named is not None:
        media_type = _text(named).partition(";")[0].strip().lower()
        kind = _KINDS.get(media_type)
        if kind is None:
            raise UnreadableRecordError(f"content-type {media_type} is not Jelly ({JELLY_RDF} or {JELLY_PATCH})")
    return RecordHeader(kind, None, time, position)


def headers_of(kind: Kind, event_time: int | None = None, position: Position | None = None) -> list[tuple[str, bytes]]:
    """The headers of a self-contained record that is not counted.

    Args:
        kind: ``graph`` or ``patch``
        event_time: in ms since 1970, may be negative; None if it is not known
        position: place of a patch in its stream
    """
    header = VelellaHeader(kind, position=position)
    if event_time is None:
        return [(VELELLA, header.to_bytes())]
    if 0 <= event_time < _LIMIT_48:
        return [(VELELLA, replace(header, event_time=event_time).to_bytes())]
    return [(VELELLA, header.to_bytes()), (EVENT_TIME, str(event_time).encode())]


def _pairs(headers: Headers) -> Iterable[tuple[str, bytes | str | None]]:
    if headers is None:
        return ()
    return headers.items() if isinstance(headers, Mapping) else headers


def _text(value: bytes | str) -> str:
    text = (value if isinstance(value, str) else bytes(value).decode(errors="replace")).strip()
    return text[1:-1] if len(text) > 1 and text[0] == '"' and text[-1] == '"' else text


def kind_of_record(header: RecordHeader, value: bytes) -> Kind:
    """The kind of element in a record, by its headers, or else by its options row. Nothing is decoded.

    Raises:
        MalformedJellyError: only the bytes can tell, and they are not a self-contained Jelly frame
    """
    return header.kind if header.kind is not None else kind_of(value)
