"""The wire format of Jelly frames: Protocol Buffers, the lookup tables, and the options row."""

from __future__ import annotations

from typing import Literal as Choice

from velella.errors import MalformedJellyError

Kind = Choice["graph", "patch"]

# Limits of the Java side (its defaults). Nothing is allocated for an announced size that is above them.
MAX_NAMES = 4096
MAX_PREFIXES = 1024
MAX_DATATYPES = 256
MAX_FRAME_BYTES = 64 << 20
MAX_ROWS = 10_000_000
MAX_STRING_BYTES = 16 << 20
MAX_TABLE_BYTES = 64 << 20
MAX_NESTING = 32

TRIPLES, QUADS, GRAPHS = 1, 2, 3
PHYSICAL = {1: "TRIPLES", 2: "QUADS", 3: "GRAPHS"}
_LOGICAL = (1, 2, 3, 4, 13, 14, 114)
FRAME, FLAT, PUNCTUATED = 1, 2, 3
PATCH_STREAMS = {1: "FRAME", 2: "FLAT", 3: "PUNCTUATED"}

# The running prefix, name or entry where there is none, so that the next one must be explicit.
NO_ID = -1


class Table:
    """A lookup table. ``texts[0]`` is the text of id 0, or None where 0 is no id."""

    __slots__ = ("what", "texts", "sizes", "capacity", "last_set", "bytes", "base", "base_bytes")

    def __init__(self, what: str, zero: str | None) -> None:
        self.what = what
        self.texts: list[str | None] = [zero]
        self.sizes = [0]
        self.capacity = 0
        self.last_set = 0
        self.bytes = 0
        self.base = 0
        self.base_bytes = 0

    def clear(self) -> None:
        del self.texts[1:]
        del self.sizes[1:]
        self.capacity = self.last_set = self.bytes = self.base = self.base_bytes = 0

    def fix(self) -> None:
        self.base = len(self.texts) - 1
        self.base_bytes = self.bytes
        self.last_set = NO_ID

    def cut_back(self) -> None:
        del self.texts[self.base + 1 :]
        del self.sizes[self.base + 1 :]
        self.bytes = self.base_bytes
        self.last_set = NO_ID

    def get(self, id: int) -> str | None:
        return self.texts[id] if 0 <= id < len(self.texts) else None

    def outside(self, id: int) -> str:
        if id == 0 and self.last_set == NO_ID:
            return f"the first entry of the {self.what} table in a frame that builds on a dictionary has no id"
        shown = (self.last_set + 1 if id == 0 else id) & 0xFFFFFFFF
        return f"id {shown} is outside the {self.what} table of {self.capacity} entries"

    def unset(self, id: int) -> str:
        if self.last_set == NO_ID and id in (NO_ID, 0):
            return f"the first reference to the {self.what} table in a frame that builds on a dictionary has no id"
        return f"{self.what} id {id & 0xFFFFFFFF} was never set"


class Wire:
    """A cursor over the bytes of a frame. No method reads at or after the ``end`` that the caller gives."""

    __slots__ = ("data", "pos", "frame", "row")

    def __init__(self) -> None:
        self.data = b""
        self.pos = 0
        self.frame = 0
        self.row = -1

    def fail(self, reason: str) -> MalformedJellyError:
        return self.fail_at(self.pos, reason)

    def fail_at(self, offset: int, reason: str) -> MalformedJellyError:
        if self.row <= 0:
            reason += _other_than_a_frame(self.data)
        return MalformedJellyError(self.frame, self.row, offset, reason)

    def invalid_term(self, offset: int, cause: ValueError) -> MalformedJellyError:
        return self.fail_at(offset, f"not a valid term: {cause}")

    def varint(self, end: int) -> int:
        """A number of 32 bits, signed as in Java."""
        data = self.data
        value = 0
        for shift in range(0, 70, 7):
            if self.pos >= end:
                raise self.fail("a number is cut off")
            byte = data[self.pos]
            self.pos += 1
            if shift < 35:
                value |= (byte & 0x7F) << shift
            elif byte & 0x7F:
                raise self.fail("a number has more than 32 bits")
            if byte < 0x80:
                if value >> 32:
                    raise self.fail("a number has more than 32 bits")
                return value - (1 << 32) if value >> 31 else value
        raise self.fail("a number has more than 10 bytes")

    def tag(self, end: int) -> int:
        tag = self.varint(end) & 0xFFFFFFFF
        if tag >> 3 == 0:
            raise self.fail("field number 0")
        return tag

    def length(self, end: int) -> int:
        length = self.varint(end)
        if length < 0 or length > end - self.pos:
            raise self.fail(f"a length of {length & 0xFFFFFFFF} bytes overruns its message")
        return length

    def body_end(self, end: int) -> int:
        length = self.length(end)
        return self.pos + length

    def skip(self, tag: int, end: int) -> None:
        kind = tag & 7
        if kind == 2:
            length = self.length(end)
            self.pos += length
        elif kind == 0:
            for _ in range(10):
                if self.pos >= end:
                    raise self.fail("a number is cut off")
                self.pos += 1
                if self.data[self.pos - 1] < 0x80:
                    return
            raise self.fail("a number has more than 10 bytes")
        elif kind == 1 or kind == 5:
            count = 8 if kind == 1 else 4
            if end - self.pos < count:
                raise self.fail("a field is cut off")
            self.pos += count
        else:
            raise self.fail(f"wire type {kind}")

    def string(self, end: int) -> str:
        length = self.length(end)
        start = self.pos
        self.pos = start + length
        return self.text(start, length)

    def text(self, start: int, length: int) -> str:
        if length > MAX_STRING_BYTES:
            raise self.fail_at(start, f"a string of {length} bytes is longer than the limit of {MAX_STRING_BYTES}")
        try:
            return self.data[start : start + length].decode()
        except UnicodeDecodeError:
            raise self.fail_at(start, "a string is not valid UTF-8") from None


def _other_than_a_frame(data: bytes) -> str:
    """What the bytes seem to be if they are no frame; empty if they may be one."""
    if not data or data[0] == 0x0A:
        return ""
    length = 0
    at = 0
    for shift in range(0, 28, 7):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        length |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
    if 1 < length <= len(data) - at and data[at] == 0x0A:
        return (
            "; these bytes are a delimited frame, as files hold them: a record holds the bare frame, without the"
            " length in front"
        )
    shown = data[:24]
    if any((0x80 > b < 0x20 and b not in b"\n\r\t") or b >= 0x7F for b in shown) or len(shown) < 8:
        return ""
    text = " ".join(shown.decode("ascii").split())
    return f"; these bytes are text, such as N-Quads or JSON, and not Jelly; they begin with {text}"


def kind_of(frame: bytes) -> Kind:
    """Tells a graph from a patch by the options row of a self-contained frame, without decoding it.

    Raises:
        MalformedJellyError: the frame does not begin with an options row
    """
    wire = Wire()
    wire.data = frame
    end = len(frame)
    while wire.pos < end:
        tag = wire.tag(end)
        if tag != 0x0A:
            wire.skip(tag, end)
            continue
        wire.row += 1
        row_end = wire.body_end(end)
        if wire.pos == row_end or wire.tag(row_end) != 0x0A:
            break
        return _kind_of_options(wire, wire.body_end(row_end))
    raise wire.fail(
        "the frame does not begin with an options row: it is neither Jelly-RDF nor Jelly-Patch, or it needs the frames"
        " before it"
    )


def _kind_of_options(wire: Wire, end: int) -> Kind:
    physical = False
    while wire.pos < end:
        tag = wire.tag(end)
        if tag == 0x08 and wire.varint(end) != 0:
            return "patch"
        if tag == 0x10:
            physical = wire.varint(end) != 0
        elif tag != 0x08:
            wire.skip(tag, end)
    if physical:
        return "graph"
    raise wire.fail("the options row names neither a physical stream type nor a patch statement type")


class Options:
    """The options row of a stream; two rows are equal if all their fields are."""

    __slots__ = ("physical", "stream", "generalized", "rdf_star", "names", "prefixes", "datatypes", "version", "name")

    def __init__(self) -> None:
        self.name = ""
        self.physical = self.stream = self.names = self.prefixes = self.datatypes = self.version = 0
        self.generalized = self.rdf_star = False

    def __eq__(self, other: object) -> bool:
        return all(getattr(self, field) == getattr(other, field) for field in Options.__slots__)

    __hash__ = None  # type: ignore[assignment]


def read_options(kind: Kind, wire: Wire, end: int) -> Options:
    options = Options()
    graph = kind == "graph"
    while wire.pos < end:
        tag = wire.tag(end)
        if tag == 0x0A:
            if not graph:
                raise wire.fail("this is a Jelly-RDF frame, not a Jelly-Patch frame")
            options.name = wire.string(end)
        elif tag == 0x08:
            if graph:
                raise wire.fail("this is a Jelly-Patch frame, not a Jelly-RDF frame")
            options.physical = wire.varint(end)
        elif tag == 0x10:
            if graph:
                options.physical = wire.varint(end)
            else:
                options.stream = wire.varint(end)
        elif tag == 0x18:
            options.generalized = wire.varint(end) != 0
        elif tag == 0x20:
            options.rdf_star = wire.varint(end) != 0
        elif tag == 0x48:
            options.names = wire.varint(end)
        elif tag == 0x50:
            options.prefixes = wire.varint(end)
        elif tag == 0x58:
            options.datatypes = wire.varint(end)
        elif tag == 0x70:
            logical = wire.varint(end)
            if graph:
                options.stream = logical
        elif tag == 0x78:
            options.version = wire.varint(end)
        else:
            wire.skip(tag, end)
    if graph:
        _check_rdf(wire, options)
    else:
        _check_patch(wire, options)
    for what, size, least, most in (
        ("name", options.names, 8, MAX_NAMES),
        ("prefix", options.prefixes, 0, MAX_PREFIXES),
        ("datatype", options.datatypes, 0, MAX_DATATYPES),
    ):
        if size < 0 or size > most:
            raise wire.fail(f"{what} table of {size & 0xFFFFFFFF} entries is above the limit of {most}")
        if size < least:
            raise wire.fail(f"{what} table of {size} entries is below the minimum of {least}")
    return options


def _check_version(wire: Wire, version: int, newest: int) -> None:
    if version < 1 or version > newest:
        raise wire.fail(f"version tag {version & 0xFFFFFFFF} cannot be read, only 1 to {newest}")


def _check_rdf(wire: Wire, options: Options) -> None:
    _check_version(wire, options.version, 2)
    physical = options.physical
    if physical not in PHYSICAL:
        raise wire.fail(f"physical stream type {physical & 0xFFFFFFFF} is none of TRIPLES, QUADS, GRAPHS")
    code = options.stream & 0xFFFFFFFF
    closest = 0
    for modulus in (1000, 100, 10):
        tail = code % modulus
        if tail in _LOGICAL and tail >= modulus // 10:
            closest = tail
            break
    if closest == 0 and code != 0:
        raise wire.fail(f"logical stream type {code} has none of the base types 1 to 4")
    base = closest % 10
    if base != 0 and (base in (1, 3)) != (physical == TRIPLES):
        raise wire.fail(f"logical stream type {code} does not go with physical stream type {PHYSICAL[physical]}")


def _check_patch(wire: Wire, options: Options) -> None:
    if options.physical == 0:
        raise wire.fail("no patch statement type: this is a Jelly-RDF frame, not a Jelly-Patch frame")
    _check_version(wire, options.version, 1)
    if options.physical not in (1, 2):
        raise wire.fail(f"patch statement type {options.physical & 0xFFFFFFFF} is none of TRIPLES, QUADS")
    if not 1 <= options.stream <= 3:
        raise wire.fail(
            f"patch stream type {options.stream & 0xFFFFFFFF} is none of FRAME (1), FLAT (2), PUNCTUATED (3)"
        )
