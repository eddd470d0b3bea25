"""Reads and writes bare Jelly frames: Jelly-RDF 1.1 (graphs) and Jelly-Patch 1.0 (patches).

The decoder works on the bytes themselves: no generated classes, so nothing can clash with those of another library in
one process. It reads rows in the form that writers use in one loop; every other row, right or wrong, is read by the
careful methods of ``_Careful``, which know all rules and name what is wrong with frame, row and byte.
"""

from __future__ import annotations

from typing import Any, Literal as Choice

from velella.errors import MalformedJellyError
from velella.terms import (
    IRI,
    RDF_LANG_STRING,
    XSD_STRING,
    BlankNode,
    Graph,
    Literal,
    Patch,
    QuotedTriple,
    Row,
    Statement,
    Term,
    tagged,
)

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
_EXPANSION = 64
_LIGHT = 256

_TRIPLES, _QUADS, _GRAPHS = 1, 2, 3
_PHYSICAL = {1: "TRIPLES", 2: "QUADS", 3: "GRAPHS"}
_LOGICAL = (1, 2, 3, 4, 13, 14, 114)
_FRAME, _FLAT, _PUNCTUATED = 1, 2, 3
_PATCH_STREAMS = {1: "FRAME", 2: "FLAT", 3: "PUNCTUATED"}

# The running prefix or name where there is none. No list has so many items, so a look-up fails.
_NO_ID = -1
_FAR = 1 << 40

_new = tuple.__new__

# Entries of the caches of a decoder. Full caches are forgotten as a whole.
_MOST_ROWS = 1 << 14
_MOST_LITERALS = 1 << 14
_MOST_IRIS = 1 << 14


class _Table:
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
        self.last_set = _NO_ID

    def cut_back(self) -> None:
        del self.texts[self.base + 1 :]
        del self.sizes[self.base + 1 :]
        self.bytes = self.base_bytes
        self.last_set = _NO_ID

    def get(self, id: int) -> str | None:
        return self.texts[id] if 0 <= id < len(self.texts) else None

    def outside(self, id: int) -> str:
        if id == 0 and self.last_set == _NO_ID:
            return f"the first entry of the {self.what} table in a frame that builds on a dictionary has no id"
        shown = (self.last_set + 1 if id == 0 else id) & 0xFFFFFFFF
        return f"id {shown} is outside the {self.what} table of {self.capacity} entries"

    def unset(self, id: int) -> str:
        if self.last_set == _NO_ID and id in (_NO_ID, 0):
            return f"the first reference to the {self.what} table in a frame that builds on a dictionary has no id"
        return f"{self.what} id {id & 0xFFFFFFFF} was never set"


class _Wire:
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
    wire = _Wire()
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


def _kind_of_options(wire: _Wire, end: int) -> Kind:
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


class _Options:
    """The options row of a stream; two rows are equal if all their fields are."""

    __slots__ = ("physical", "stream", "generalized", "rdf_star", "names", "prefixes", "datatypes", "version", "name")

    def __init__(self) -> None:
        self.name = ""
        self.physical = self.stream = self.names = self.prefixes = self.datatypes = self.version = 0
        self.generalized = self.rdf_star = False

    def __eq__(self, other: object) -> bool:
        return all(getattr(self, field) == getattr(other, field) for field in _Options.__slots__)

    __hash__ = None  # type: ignore[assignment]


def _read_options(kind: Kind, wire: _Wire, end: int) -> _Options:
    options = _Options()
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


def _check_version(wire: _Wire, version: int, newest: int) -> None:
    if version < 1 or version > newest:
        raise wire.fail(f"version tag {version & 0xFFFFFFFF} cannot be read, only 1 to {newest}")


def _check_rdf(wire: _Wire, options: _Options) -> None:
    _check_version(wire, options.version, 2)
    physical = options.physical
    if physical not in _PHYSICAL:
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
    if base != 0 and (base in (1, 3)) != (physical == _TRIPLES):
        raise wire.fail(f"logical stream type {code} does not go with physical stream type {_PHYSICAL[physical]}")


def _check_patch(wire: _Wire, options: _Options) -> None:
    if options.physical == 0:
        raise wire.fail("no patch statement type: this is a Jelly-RDF frame, not a Jelly-Patch frame")
    _check_version(wire, options.version, 1)
    if options.physical not in (1, 2):
        raise wire.fail(f"patch statement type {options.physical & 0xFFFFFFFF} is none of TRIPLES, QUADS")
    if not 1 <= options.stream <= 3:
        raise wire.fail(
            f"patch stream type {options.stream & 0xFFFFFFFF} is none of FRAME (1), FLAT (2), PUNCTUATED (3)"
        )


class _Careful(_Wire):
    """Reads any row that the format allows, and names what is wrong with every other one."""

    __slots__ = (
        "kind",
        "names",
        "prefixes",
        "datatypes",
        "options",
        "by_name",
        "iris",
        "last_prefix",
        "last_name",
        "own",
        "subject",
        "predicate",
        "object",
        "graph",
        "graph_known",
        "heavy",
        "expansion",
        "text_budget",
        "statements",
        "rows",
        "namespaces",
        "graph_open",
        "open_graph",
        "in_transaction",
        "patch_ends",
    )

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        self.names = _Table("name", None)
        self.prefixes = _Table("prefix", "")
        self.datatypes = _Table("datatype", None)
        # For each name: the text of a prefix, and the IRI of both. None once the name is set again.
        self.by_name: list[tuple[str, IRI] | None] = [None]
        self.iris: dict[tuple[str, str], IRI] = {}
        self.options: _Options | None = None
        self.begin_frame()

    def begin_frame(self) -> None:
        """Forgets what the last frame has read, except for the tables."""
        self.last_prefix = 0
        self.last_name = 0
        self.own = False
        self.subject: Any = None
        self.predicate: Any = None
        self.object: Any = None
        self.graph: Any = None
        self.graph_known = False
        self.heavy = [0, 0, 0, 0]
        self.expansion = MAX_FRAME_BYTES * _EXPANSION
        self.text_budget = MAX_FRAME_BYTES * 4
        self.statements: list[Statement] = []
        self.rows: list[Row] = []
        self.namespaces: dict[str, str] = {}
        self.graph_open = False
        self.open_graph: Any = None
        self.in_transaction = False
        self.patch_ends: list[int] = []
        self.row = -1

    # ---- rows

    def field(self, end: int) -> None:
        """Reads a field of the frame: a row, or something that is skipped."""
        tag = self.tag(end)
        if tag == 0x0A:
            row_end = self.body_end(end)
            self.row += 1
            if self.row >= MAX_ROWS:
                raise self.fail(f"more rows in a frame than the limit of {MAX_ROWS}")
            tag = self._open(row_end)
            self._row(tag, self.body_end(row_end))
            self.pos = row_end
        elif tag == 0x7A and self.kind == "graph":
            self._metadata(self.body_end(end))
        else:
            self.skip(tag, end)

    def _metadata(self, end: int) -> None:
        while self.pos < end:
            tag = self.tag(end)
            if tag == 0x0A:
                self.string(end)
            else:
                self.skip(tag, end)

    def _open(self, end: int) -> int:
        fields = 0b1110_0111_1110 if self.kind == "graph" else 0b1111_1001_1111_1110
        start = self.pos
        found = body = 0
        while self.pos < end:
            tag = self.tag(end)
            if tag & 7 == 2 and tag >> 3 < 16 and fields >> (tag >> 3) & 1:
                if found:
                    raise self.fail_at(start, "a row holds more than one kind of message")
                found = tag
                body = self.pos
            self.skip(tag, end)
        if not found:
            raise self.fail_at(start, "a row that holds nothing, or a kind of message that is not known")
        self.pos = body
        return found

    def _row(self, tag: int, end: int) -> None:
        if tag == 0x0A:
            start = self.pos
            read = _read_options(self.kind, self, end)
            if self.options is None:
                self.options = read
                self.names.capacity = read.names
                self.prefixes.capacity = read.prefixes
                self.datatypes.capacity = read.datatypes
            elif self.options != read:
                raise self.fail_at(start, "options that differ from the first ones of the stream")
            return
        if self.options is None:
            raise self.fail("the first row of a stream must hold its options")
        first = 0x4A if self.kind == "graph" else 0x5A
        if tag == first:
            self._entry(self.names, end)
        elif tag == first + 8:
            self._entry(self.prefixes, end)
        elif tag == first + 16:
            self._entry(self.datatypes, end)
        elif self.kind == "graph":
            self._graph_row(tag, end, self.options.physical)
        else:
            self._patch_row(tag, end, self.options)

    def _entry(self, table: _Table, end: int) -> None:
        start = self.pos
        id = 0
        value = ""
        size = 0
        while self.pos < end:
            tag = self.tag(end)
            if tag == 0x08:
                id = self.varint(end)
            elif tag == 0x12:
                size = self.length(end)
                at = self.pos
                value = self.text(at, size)
                self.pos = at + size
            else:
                self.skip(tag, end)
        self.set_entry(table, id, value, size, start)

    def set_entry(self, table: _Table, id: int, value: str, size: int, start: int) -> None:
        resolved = table.last_set + 1 if id == 0 else id
        if resolved < 1 or resolved > table.capacity:
            raise self.fail_at(start, table.outside(id))
        if resolved <= table.base:
            raise self.fail_at(
                start, f"id {resolved} of the {table.what} table belongs to the dictionary, and cannot be set again"
            )
        texts = table.texts
        sizes = table.sizes
        missing = resolved + 1 - len(texts)
        if missing > 0:
            texts.extend([None] * missing)
            sizes.extend([0] * missing)
        table.bytes += size - sizes[resolved]
        sizes[resolved] = size
        # A string of its own: IRIs are found by the object of their prefix.
        texts[resolved] = value
        table.last_set = resolved
        if table is self.names:
            by_name = self.by_name
            missing = resolved + 1 - len(by_name)
            if missing > 0:
                by_name.extend([None] * missing)
            by_name[resolved] = None
        if self.names.bytes + self.prefixes.bytes + self.datatypes.bytes > MAX_TABLE_BYTES:
            raise self.fail_at(
                start, f"the lookup tables would hold more than the limit of {MAX_TABLE_BYTES} bytes"
            )

    # ---- terms

    def _reference(self, end: int) -> None:
        prefix = name = 0
        while self.pos < end:
            tag = self.tag(end)
            if tag == 0x08:
                prefix = self.varint(end)
            elif tag == 0x10:
                name = self.varint(end)
            else:
                self.skip(tag, end)
        if prefix != 0:
            self.last_prefix = prefix
        self.last_name = name if name != 0 else self.last_name + 1

    def iri(self, outer: int) -> IRI:
        start = self.pos
        self._reference(self.body_end(outer))
        known = self.known_iri(self.last_prefix, self.last_name)
        return known if known is not None else self._make_iri(start)

    def known_iri(self, prefix: int, name: int) -> IRI | None:
        """The IRI that was made before of the present entries; None if there is none."""
        by_name = self.by_name
        if not (0 <= name < len(by_name) and 0 <= prefix < len(self.prefixes.texts)):
            return None
        known = by_name[name]
        if known is None:
            return None
        prefix_text = self.prefixes.texts[prefix]
        if known[0] is prefix_text:
            return known[1]
        name_text = self.names.texts[name]
        return None if prefix_text is None or name_text is None else self.iris.get((prefix_text, name_text))

    def _iri_text(self, start: int) -> tuple[str, str]:
        prefix = self.prefixes.get(self.last_prefix)
        if prefix is None:
            raise self.fail_at(start, self.prefixes.unset(self.last_prefix))
        name = self.names.get(self.last_name)
        if name is None:
            raise self.fail_at(start, self.names.unset(self.last_name))
        length = len(prefix) + len(name)
        self.text_budget -= length
        if length > MAX_STRING_BYTES or self.text_budget < 0:
            raise self.fail_at(start, "the IRIs of the frame take more memory than the limits allow")
        return prefix, name

    def _make_iri(self, start: int) -> IRI:
        prefix, name = self._iri_text(start)
        made = self.iris.get((prefix, name))
        if made is None:
            try:
                made = IRI(prefix + name)
            except ValueError as e:
                raise self.invalid_term(start, e) from None
        if len(prefix) + len(name) <= _LIGHT:
            self.keep_iri(prefix, name, made)
        return made

    def keep_iri(self, prefix: str, name: str, made: IRI) -> None:
        """Keeps an IRI of the running prefix and name, whose texts these are."""
        iris = self.iris
        if len(iris) >= _MOST_IRIS:
            iris.clear()
        iris[prefix, name] = made
        if self.by_name[self.last_name] is None:
            self.by_name[self.last_name] = (prefix, made)

    def _literal(self, outer: int) -> Literal:
        start = self.pos
        end = self.body_end(outer)
        label = ""
        language: str | None = None
        datatype: int | None = None
        while self.pos < end:
            tag = self.tag(end)
            if tag == 0x0A:
                label = self.string(end)
            elif tag == 0x12:
                language = self.string(end)
            elif tag == 0x18:
                datatype = self.varint(end)
            else:
                self.skip(tag, end)
        if datatype is not None:
            if language is not None:
                raise self.fail_at(start, "a literal has both a language tag and a datatype")
            text = self.datatypes.get(datatype)
            if text is None:
                raise self.fail_at(start, self.datatypes.unset(datatype))
            return self.typed(label, text, start)
        if language is None:
            return _new(Literal, (4, label, XSD_STRING, None))
        if language == "":
            raise self.fail_at(start, "the language tag of a literal is empty")
        return tagged(label, language)

    def typed(self, label: str, datatype: str, start: int) -> Literal:
        if ":" not in datatype:
            raise self.fail_at(start, f"not a valid term: Not a valid (absolute) IRI: {datatype}")
        if datatype == RDF_LANG_STRING:
            raise self.fail_at(start, "a literal of type rdf:langString has no language tag")
        return _new(Literal, (4, label, datatype, None))

    def _scan(self, end: int, quad: bool) -> list[tuple[int, int] | None]:
        fields = 16 if quad else 12
        found: list[tuple[int, int] | None] = [None, None, None, None]
        while self.pos < end:
            tag = self.tag(end)
            field = tag >> 3
            if field > fields or tag & 7 != 2:
                self.skip(tag, end)
                continue
            position = (field - 1) >> 2
            if found[position] is not None:
                raise self.fail("a term of a statement is given twice")
            found[position] = (tag, self.pos)
            self.pos = self.body_end(end)
        return found

    def _quoted(self, outer: int, depth: int) -> QuotedTriple:
        start = self.pos
        assert self.options is not None
        if not self.options.rdf_star:
            raise self.fail_at(start, "a quoted triple in a stream whose options do not say RDF-star")
        if depth > MAX_NESTING:
            raise self.fail_at(start, f"a quoted triple is nested deeper than the limit of {MAX_NESTING}")
        end = self.body_end(outer)
        s, p, o, _ = self._scan(end, False)
        if s is None or p is None or o is None:
            raise self.fail_at(start, "a quoted triple lacks a subject, predicate or object")
        tag, self.pos = s
        subject = self._subject(tag, end, depth)
        tag, self.pos = p
        predicate = self._predicate(tag, end)
        tag, self.pos = o
        object = self._object(tag, end, depth)
        self.pos = end
        return _new(QuotedTriple, (7, subject, predicate, object))

    def _subject(self, tag: int, end: int, depth: int) -> Any:
        if tag == 0x0A:
            return self.iri(end)
        if tag == 0x12:
            return BlankNode(self.string(end))
        if tag == 0x22:
            return self._quoted(end, depth + 1)
        raise self._generalized("a literal as subject")

    def _predicate(self, tag: int, end: int) -> IRI:
        if tag != 0x2A:
            raise self._generalized("a predicate that is not an IRI")
        return self.iri(end)

    def _object(self, tag: int, end: int, depth: int) -> Term:
        if tag == 0x4A:
            return self.iri(end)
        if tag == 0x52:
            return BlankNode(self.string(end))
        if tag == 0x5A:
            return self._literal(end)
        return self._quoted(end, depth + 1)

    def _generalized(self, what: str) -> MalformedJellyError:
        assert self.options is not None
        if self.options.generalized:
            return self.fail(f"{what}: the stream declares generalized statements, but RDF4J values cannot hold one")
        return self.fail(
            f"{what} in a stream whose options do not declare generalized statements; nor could RDF4J values hold one"
        )

    # ---- statements

    def _charge(self, position: int, start: int) -> None:
        self.expansion -= self.heavy[position]
        if self.expansion < 0:
            raise self.fail_at(
                start,
                f"the frame repeats long terms so often that its text is more than {_EXPANSION} times the limit of a"
                " frame",
            )

    def _terms(self, fields: list[tuple[int, int] | None], end: int, start: int) -> None:
        for position in range(3):
            field = fields[position]
            if field is None:
                self._charge(position, start)
                if (self.subject, self.predicate, self.object)[position] is None:
                    what = ("subject", "predicate", "object")[position]
                    raise self.fail_at(start, f"a repeated {what}, but no statement before has one")
                continue
            tag, self.pos = field
            if position == 0:
                self.subject = term = self._subject(tag, end, 0)
            elif position == 1:
                self.predicate = term = self._predicate(tag, end)
            else:
                self.object = term = self._object(tag, end, 0)
            self.heavy[position] = _weight(term)

    def _triple(self, end: int) -> None:
        start = self.pos
        self._terms(self._scan(end, False), end, start)
        self.pos = end

    def _quad(self, end: int) -> None:
        start = self.pos
        fields = self._scan(end, True)
        self._terms(fields, end, start)
        if fields[3] is not None:
            tag, self.pos = fields[3]
            self._read_graph(tag - 0x60, end)
        else:
            self._charge(3, start)
        self.pos = end
        self._repeated_graph(start)

    def _quad_without_graph(self, end: int) -> None:
        start = self.pos
        fields = self._scan(end, True)
        if fields[3] is not None:
            self.pos = fields[3][1]
            raise self.fail("a graph in a stream of TRIPLES")
        self._terms(fields, end, start)
        self.pos = end

    def _read_graph(self, tag: int, end: int) -> Any:
        if tag == 0x0A:
            self.graph = self.iri(end)
        elif tag == 0x12:
            self.graph = BlankNode(self.string(end))
        elif tag == 0x1A:
            self.pos = self.body_end(end)
            self.graph = None
        else:
            raise self._generalized("a literal as graph name")
        self.graph_known = True
        self.heavy[3] = _weight(self.graph)
        return self.graph

    def _repeated_graph(self, start: int) -> Any:
        if not self.graph_known:
            raise self.fail_at(start, "a repeated graph, but no row before has one")
        return self.graph

    def _statement(self, graph: Any) -> Statement:
        return _new(Statement, (self.subject, self.predicate, self.object, graph))

    # ---- rows of graphs

    def _graph_row(self, tag: int, end: int, physical: int) -> None:
        if tag == 0x32:
            self._namespace_declaration(end)
        elif tag == 0x12 and physical == _TRIPLES:
            self._triple(end)
            self.statements.append(self._statement(None))
        elif tag == 0x1A and physical == _QUADS:
            self._quad(end)
            self.statements.append(self._statement(self.graph))
        elif tag != 0x1A and physical == _GRAPHS:
            self._graphs_row(tag, end)
        else:
            raise self.fail(f"a row of field {tag >> 3} in a stream of {_PHYSICAL[physical]}")

    def _graphs_row(self, tag: int, end: int) -> None:
        if tag == 0x22:
            if self.graph_open:
                raise self.fail("a graph starts before the last one has ended")
            self._graph_start(end)
            self.graph_open = True
        elif tag == 0x2A:
            if not self.graph_open:
                raise self.fail("a graph ends that has not started")
            self.graph_open = False
            self.open_graph = None
        else:
            if not self.graph_open:
                raise self.fail("a triple outside of a graph")
            self._triple(end)
            self.statements.append(self._statement(self.open_graph))

    def _graph_start(self, end: int) -> None:
        start = self.pos
        named = False
        while self.pos < end:
            tag = self.tag(end)
            if tag >> 3 <= 4 and tag & 7 == 2:
                if named:
                    raise self.fail("a graph has two names")
                self.open_graph = self._read_graph(tag, end)
                named = True
            else:
                self.skip(tag, end)
        if not named:
            raise self.fail_at(start, "a graph starts without its name, which may not be left out here")

    def _namespace_declaration(self, end: int) -> None:
        start = self.pos
        prefix = ""
        namespace: str | None = None
        while self.pos < end:
            tag = self.tag(end)
            if tag == 0x0A:
                prefix = self.string(end)
            elif tag == 0x12 and namespace is None:
                at = self.pos
                self._reference(self.body_end(end))
                namespace = "".join(self._iri_text(at))
            elif tag == 0x12:
                raise self.fail("a namespace declaration has two IRIs")
            else:
                self.skip(tag, end)
        if namespace is None:
            raise self.fail_at(start, "a namespace declaration without IRI")
        self.namespaces[prefix] = namespace

    # ---- rows of patches

    def _patch_row(self, tag: int, end: int, options: _Options) -> None:
        quads = options.physical == _QUADS
        if tag == 0x12 or tag == 0x1A:
            if quads:
                self._quad(end)
            else:
                self._quad_without_graph(end)
            self.rows.append(("A" if tag == 0x12 else "D", self._statement(self.graph if quads else None)))
        elif tag == 0x22 or tag == 0x2A:
            self._patch_namespace(end, tag == 0x22, quads)
        elif tag == 0x32:
            if self.in_transaction:
                raise self.fail("TX within a transaction")
            self.in_transaction = True
            self.rows.append(("TX",))
        elif tag == 0x3A or tag == 0x42:
            if not self.in_transaction:
                raise self.fail("TC or TA without TX")
            self.in_transaction = False
            self.rows.append(("TC",) if tag == 0x3A else ("TA",))
        elif tag == 0x72:
            self._header(end)
        else:
            if options.stream != _PUNCTUATED:
                raise self.fail(f"a punctuation row in a stream of type {_PATCH_STREAMS[options.stream]}")
            if self.in_transaction:
                raise self.fail(
                    "a transaction does not end in its patch: TC or TA is missing before the punctuation"
                )
            self.patch_ends.append(len(self.rows))

    def _patch_namespace(self, end: int, added: bool, quads: bool) -> None:
        start = self.pos
        prefix = ""
        namespace_at = -1
        graph: tuple[int, int] | None = None
        while self.pos < end:
            tag = self.tag(end)
            if tag == 0x0A:
                prefix = self.string(end)
                continue
            if tag == 0x12:
                if namespace_at >= 0:
                    raise self.fail("a namespace has two IRIs")
                namespace_at = self.pos
            elif tag in (0x1A, 0x22, 0x2A, 0x32):
                if graph is not None:
                    raise self.fail("a namespace has two graphs")
                graph = (tag, self.pos)
            self.skip(tag, end)
        # References count on from term to term, so the IRI is read before the graph, whatever the order of the fields.
        namespace: IRI | None = None
        if namespace_at >= 0:
            self.pos = namespace_at
            namespace = self.iri(end)
        if graph is not None:
            tag, self.pos = graph
            if not quads:
                raise self.fail("a graph in a stream of TRIPLES")
            self._read_graph(tag - 0x10, end)
        self.pos = end
        place = self._repeated_graph(start) if quads else None
        if not added:
            self.rows.append(("PD", prefix, namespace, place))
            return
        if namespace is None:
            raise self.fail_at(start, "a namespace is added without its IRI")
        self.rows.append(("PA", prefix, namespace, place))

    def _header(self, end: int) -> None:
        start = self.pos
        key = ""
        value: Term | None = None
        while self.pos < end:
            tag = self.tag(end)
            if tag == 0x0A:
                key = self.string(end)
            elif tag & 7 != 2 or tag >> 3 > 5:
                self.skip(tag, end)
            elif value is not None:
                raise self.fail("a header has two values")
            else:
                value = self._object(tag + 0x38, end, 0)
        if value is None:
            raise self.fail_at(start, "a header without value")
        self.rows.append(("H", key, value))


def _weight(term: Any) -> int:
    """Number of characters of a term; 0 if it is not long."""
    characters = _characters(term)
    return 0 if characters <= _LIGHT else characters


def _characters(term: Any) -> int:
    if term is None:
        return 0
    if term[0] == 7:
        return _characters(term[1]) + _characters(term[2]) + _characters(term[3])
    return len(term[1])


class FrameDecoder(_Careful):
    """Decodes frames of one kind, each by itself: self-contained ones, or ones that build on a dictionary.

    A frame changes nothing for the next one, so frames may come in any order. Not thread-safe.

    Args:
        kind: ``graph`` or ``patch``
        dictionary: the frame of the dictionary that all frames build on; None for self-contained frames

    Raises:
        MalformedJellyError: the dictionary is malformed, or holds other rows than options and entries
    """

    __slots__ = ("has_dictionary", "literals", "memo")

    def __init__(self, kind: Kind, dictionary: bytes | None = None) -> None:
        super().__init__(kind)
        self.has_dictionary = False
        self.literals: dict[bytes, Literal] = {}
        self.memo: dict[Any, Any] = {}
        if dictionary is None:
            return
        self._read(dictionary, 0, None)
        if self.statements or self.namespaces or self.graph_open or self.rows or self.patch_ends:
            raise self.fail("a dictionary holds options and entries only, and this frame holds other rows")
        for table in (self.names, self.prefixes, self.datatypes):
            table.fix()
        self.has_dictionary = True

    def decode(self, frame: bytes) -> Graph | Patch:
        """Decodes a frame.

        Raises:
            MalformedJellyError: the frame is malformed, above the limits, or refers to anything but the dictionary and
                itself
        """
        try:
            if self.has_dictionary:
                self._read(frame, 1, _NO_ID)
            else:
                for table in (self.names, self.prefixes, self.datatypes):
                    table.clear()
                del self.by_name[1:]
                self.options = None
                self._read(frame, 0, None)
            return self._element()
        finally:
            if self.has_dictionary:
                for table in (self.names, self.prefixes, self.datatypes):
                    table.cut_back()
                del self.by_name[self.names.base + 1 :]
            self.data = b""
            self.begin_frame()

    def _element(self) -> Graph | Patch:
        options = self.options
        assert options is not None
        if self.kind == "graph":
            if self.graph_open and self.has_dictionary:
                raise self.fail(
                    "a frame that builds on a dictionary ends within a graph: the row that ends it is missing"
                )
            return Graph(self.statements, self.namespaces)
        stream = options.stream
        if self.in_transaction and stream == _FRAME:
            raise self.fail("a transaction does not end in its frame: TC or TA is missing")
        if stream == _PUNCTUATED:
            if len(self.patch_ends) != 1 or self.patch_ends[0] != len(self.rows):
                raise self.fail(
                    "a frame of a PUNCTUATED stream that is not exactly one whole patch: read it as a stream"
                )
        elif stream == _FLAT:
            if self.has_dictionary:
                raise self.fail("a frame of a FLAT stream is not known to be a whole patch: read it as a stream")
            if self.in_transaction:
                raise self.fail("a transaction does not end in its patch: TC or TA is missing")
        return Patch(self.rows)

    def _read(self, data: bytes, frame: int, running: int | None) -> None:
        if type(data) is not bytes:
            data = bytes(data)
        self.begin_frame()
        if running is not None:
            # Without a prefix table there are no prefix ids to write.
            self.last_prefix = running if self.prefixes.capacity > 0 else 0
            self.last_name = running
        self.data = data
        self.pos = 0
        self.frame = frame
        end = len(data)
        if end > MAX_FRAME_BYTES:
            raise self.fail(f"a frame of {end} bytes is longer than the limit of {MAX_FRAME_BYTES}")
        while self.pos < end:
            self._quick(data, end)
            if self.pos < end:
                self.field(end)
        if self.options is None:
            raise self.fail("the frame holds no options row")

    def _quick(self, data: bytes, end: int) -> None:
        """Reads rows in the form that writers use, up to the first row that has another form or is wrong.

        Every check of the careful methods is made here too, or the row is left to them: a row is taken only if its
        tags are those of statements, each term stands once and in order, and its references are set.
        """
        options = self.options
        if options is None or any(self.heavy):
            return
        graph_kind = self.kind == "graph"
        physical = options.physical
        if graph_kind:
            # The row tag of statements; 0 where only the careful methods take them.
            add = 0x12 if physical == _TRIPLES or (physical == _GRAPHS and self.graph_open) else 0
            add = 0x1A if physical == _QUADS else add
            delete = 0
            first = 0x4A
        else:
            add, delete, first = 0x12, 0x1A, 0x5A
        quads = physical == _QUADS
        graphs = graph_kind and physical == _GRAPHS
        append = self.statements.append if graph_kind else self.rows.append
        new = _new
        Statement_ = Statement
        by_name = self.by_name
        prefixes = self.prefixes.texts
        names_base = self.names.base
        prefixes_base = self.prefixes.base
        datatypes_base = self.datatypes.base
        literals = self.literals
        memo = self.memo if self.has_dictionary else None
        lp = self.last_prefix if self.last_prefix >= 0 else _FAR
        ln = self.last_name
        s: Any = self.subject
        p: Any = self.predicate
        o: Any = self.object
        g: Any = self.open_graph if graphs else self.graph
        g_known = self.graph_known
        row = self.row
        last_row = MAX_ROWS - 1
        at = self.pos
        try:
            while at < end:
                if data[at] != 0x0A or row >= last_row:
                    break
                size = data[at + 1]
                q = at + 2
                if size >= 0x80:
                    high = data[q]
                    if high >= 0x80:
                        break
                    size = (size & 0x7F) | high << 7
                    q += 1
                row_end = q + size
                if row_end > end or size < 2:
                    break
                tag = data[q]
                size = data[q + 1]
                q += 2
                if size >= 0x80:
                    high = data[q]
                    if high >= 0x80:
                        break
                    size = (size & 0x7F) | high << 7
                    q += 1
                if q + size != row_end:
                    break
                if tag != add and tag != delete:
                    table = (
                        self.names
                        if tag == first
                        else self.prefixes
                        if tag == first + 8
                        else self.datatypes
                        if tag == first + 16
                        else None
                    )
                    if table is None or size < 3:
                        break
                    # An entry: [08 id] 12 length text
                    start = q
                    id = 0
                    if data[q] == 0x08:
                        id = data[q + 1]
                        q += 2
                        if id >= 0x80:
                            high = data[q]
                            if high >= 0x80:
                                break
                            id = (id & 0x7F) | high << 7
                            q += 1
                    if row_end - q < 2 or data[q] != 0x12:
                        break
                    size = data[q + 1]
                    q += 2
                    if size >= 0x80:
                        break
                    if q + size != row_end:
                        break
                    try:
                        text = data[q:row_end].decode()
                    except UnicodeDecodeError:
                        break
                    self.row = row + 1
                    self.set_entry(table, id, text, size, start)
                    row += 1
                    at = row_end
                    continue
                body = data[q:row_end]
                if memo is not None:
                    key = (body, lp, ln)
                    known = memo.get(key)
                    if known is not None:
                        # Terms that the row names; None for a repeated term, False for a graph that is repeated.
                        ks, kp, ko, kg, klp, kln = known
                        if ks is None:
                            if s is None:
                                break
                        else:
                            s = ks
                        if kp is None:
                            if p is None:
                                break
                        else:
                            p = kp
                        if ko is None:
                            if o is None:
                                break
                        else:
                            o = ko
                        if quads:
                            if kg is False:
                                if not g_known:
                                    break
                            else:
                                g = kg
                                g_known = True
                        lp = klp
                        ln = kln
                        if graph_kind:
                            append(new(Statement_, (s, p, o, g)))
                        else:
                            append(("A" if tag == add else "D", new(Statement_, (s, p, o, g))))
                        row += 1
                        at = row_end
                        continue
                # A statement: terms in order, each in a common form. Nothing is taken over before the row is whole.
                qlp = lp
                qln = ln
                ns = np = no = None
                ng: Any = False
                own = False
                done = 0
                while q < row_end:
                    field = data[q]
                    size = data[q + 1]
                    q += 2
                    if size >= 0x80 or field <= done:
                        break
                    term_end = q + size
                    if term_end > row_end:
                        break
                    if field == 0x0A or field == 0x2A or field == 0x4A or field == 0x6A:
                        if size == 4:
                            if data[q] != 0x08 or data[q + 2] != 0x10:
                                break
                            qlp = data[q + 1]
                            qln = data[q + 3]
                            if not 0 < qlp < 0x80 or not 0 < qln < 0x80:
                                break
                        elif size == 0:
                            qln += 1
                        elif size == 2:
                            id = data[q + 1]
                            if not 0 < id < 0x80:
                                break
                            if data[q] == 0x10:
                                qln = id
                            elif data[q] == 0x08:
                                qlp = id
                                qln += 1
                            else:
                                break
                        elif size == 3:
                            id = data[q + 2]
                            if data[q + 1] < 0x80 or not 0 < id < 0x80:
                                break
                            id = (data[q + 1] & 0x7F) | id << 7
                            if data[q] == 0x10:
                                qln = id
                            elif data[q] == 0x08:
                                qlp = id
                                qln += 1
                            else:
                                break
                        elif size == 5 and data[q] == 0x08 and data[q + 2] == 0x10:
                            qlp = data[q + 1]
                            id = data[q + 4]
                            if not 0 < qlp < 0x80 or data[q + 3] < 0x80 or not 0 < id < 0x80:
                                break
                            qln = (data[q + 3] & 0x7F) | id << 7
                        else:
                            break
                        known = by_name[qln]
                        prefix = prefixes[qlp]
                        if known is not None and known[0] is prefix:
                            term: Any = known[1]
                        else:
                            term = self._find_iri(prefix, qln)
                            if term is None:
                                break
                        if qln > names_base or qlp > prefixes_base:
                            own = True
                        if field == 0x0A:
                            ns = term
                        elif field == 0x2A:
                            np = term
                        elif field == 0x4A:
                            no = term
                        else:
                            ng = term
                        # Tags up to here belong to the same position.
                        done = field | 0x1F
                    elif field == 0x5A:
                        content = data[q:term_end]
                        no = literals.get(content)
                        if no is None:
                            no, fixed = self._quick_literal(data, q, term_end, datatypes_base)
                            if no is None:
                                break
                            if fixed:
                                if len(literals) >= _MOST_LITERALS:
                                    literals.clear()
                                literals[content] = no
                            else:
                                own = True
                        done = 0x62
                    elif field == 0x7A:
                        if not quads:
                            break
                        ng = None
                        done = 0x82
                    elif field == 0x12 or field == 0x52 or field == 0x72:
                        try:
                            term = new(BlankNode, (3, data[q:term_end].decode()))
                        except UnicodeDecodeError:
                            break
                        if field == 0x12:
                            ns = term
                            done = 0x22
                        elif field == 0x52:
                            no = term
                            done = 0x62
                        else:
                            ng = term
                            done = 0x82
                    else:
                        break
                    q = term_end
                else:
                    if (ns is None and s is None) or (np is None and p is None) or (no is None and o is None):
                        break
                    if quads:
                        if ng is False:
                            if not g_known:
                                break
                        else:
                            g = ng
                            g_known = True
                    elif ng is not False:
                        break
                    if ns is not None:
                        s = ns
                    if np is not None:
                        p = np
                    if no is not None:
                        o = no
                    lp = qlp
                    ln = qln
                    if memo is not None and not own:
                        if len(memo) >= _MOST_ROWS:
                            memo.clear()
                        memo[key] = (ns, np, no, ng, qlp, qln)
                    if graph_kind:
                        append(new(Statement_, (s, p, o, g)))
                    else:
                        append(("A" if tag == add else "D", new(Statement_, (s, p, o, g))))
                    row += 1
                    at = row_end
                    continue
                break
        except IndexError:
            pass  # a row that is cut off, or a reference that is not set
        self.row = row
        self.pos = at
        self.last_prefix = lp if lp != _FAR else _NO_ID
        self.last_name = ln
        self.subject = s
        self.predicate = p
        self.object = o
        if not graphs:
            self.graph = g
        self.graph_known = g_known

    def _find_iri(self, prefix: str | None, name_id: int) -> IRI | None:
        """The IRI of a prefix and a name, which is made and kept if it is a usual one; else None."""
        name = self.names.texts[name_id] if name_id > 0 else None
        if prefix is None or name is None:
            return None
        made = self.iris.get((prefix, name))
        if made is None:
            text = prefix + name
            if len(text) > _LIGHT or ":" not in text or self.text_budget < len(text):
                return None
            self.text_budget -= len(text)
            made = _new(IRI, (2, text))
            if len(self.iris) >= _MOST_IRIS:
                self.iris.clear()
            self.iris[prefix, name] = made
        self.by_name[name_id] = (prefix, made)
        return made

    def _quick_literal(self, data: bytes, q: int, end: int, base: int) -> tuple[Literal | None, bool]:
        """A literal ``0A length text [18 datatype | 12 length language]`` of less than 128 bytes, else None.

        The second result says whether these bytes mean the same literal in all frames of this decoder.
        """
        if end - q < 3 or data[q] != 0x0A:
            return None, False
        size = data[q + 1]
        q += 2
        text_end = q + size
        if size >= 0x80 or text_end > end:
            return None, False
        try:
            label = data[q:text_end].decode()
            if text_end == end:
                return _new(Literal, (4, label, XSD_STRING, None)), True
            rest = end - text_end
            if rest < 2 or not 0 < data[text_end + 1] < 0x80:
                return None, False
            if data[text_end] == 0x18 and rest == 2:
                id = data[text_end + 1]
                datatype = self.datatypes.texts[id]
                if datatype is None or ":" not in datatype or datatype == RDF_LANG_STRING:
                    return None, False
                return _new(Literal, (4, label, datatype, None)), id <= base
            if data[text_end] == 0x12 and rest == 2 + data[text_end + 1]:
                return tagged(label, data[text_end + 2 : end].decode()), True
        except UnicodeDecodeError:
            pass
        return None, False
