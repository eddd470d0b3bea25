"""Reads the rows of Jelly frames in any form that the format allows, and names what is wrong with every other row."""

from __future__ import annotations

from typing import Any

from velella.errors import MalformedJellyError
from velella.terms import (
    IRI,
    RDF_LANG_STRING,
    XSD_STRING,
    BlankNode,
    Literal,
    QuotedTriple,
    Row,
    Statement,
    Term,
    tagged,
)
from velella.wire import (
    GRAPHS,
    MAX_FRAME_BYTES,
    MAX_NESTING,
    MAX_ROWS,
    MAX_STRING_BYTES,
    MAX_TABLE_BYTES,
    PATCH_STREAMS,
    PHYSICAL,
    PUNCTUATED,
    QUADS,
    TRIPLES,
    Kind,
    Options,
    Table,
    Wire,
    read_options,
)

# Repetitions of terms of more than so many characters are counted, and may stand for so many limits of a frame.
LIGHT = 256
_EXPANSION = 64
MOST_IRIS = 1 << 14

_new = tuple.__new__


class RowReader(Wire):
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
        self.names = Table("name", None)
        self.prefixes = Table("prefix", "")
        self.datatypes = Table("datatype", None)
        # For each name: the text of a prefix, and the IRI of both. None once the name is set again.
        self.by_name: list[tuple[str, IRI] | None] = [None]
        self.iris: dict[tuple[str, str], IRI] = {}
        self.options: Options | None = None
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
            read = read_options(self.kind, self, end)
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

    def _entry(self, table: Table, end: int) -> None:
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

    def set_entry(self, table: Table, id: int, value: str, size: int, start: int) -> None:
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
            raise self.fail_at(start, f"the lookup tables would hold more than the limit of {MAX_TABLE_BYTES} bytes")

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
        if len(prefix) + len(name) <= LIGHT:
            self.keep_iri(prefix, name, made)
        return made

    def keep_iri(self, prefix: str, name: str, made: IRI) -> None:
        """Keeps an IRI of the running prefix and name, whose texts these are."""
        iris = self.iris
        if len(iris) >= MOST_IRIS:
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
        elif tag == 0x12 and physical == TRIPLES:
            self._triple(end)
            self.statements.append(self._statement(None))
        elif tag == 0x1A and physical == QUADS:
            self._quad(end)
            self.statements.append(self._statement(self.graph))
        elif tag != 0x1A and physical == GRAPHS:
            self._graphs_row(tag, end)
        else:
            raise self.fail(f"a row of field {tag >> 3} in a stream of {PHYSICAL[physical]}")

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

    def _patch_row(self, tag: int, end: int, options: Options) -> None:
        quads = options.physical == QUADS
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
            if options.stream != PUNCTUATED:
                raise self.fail(f"a punctuation row in a stream of type {PATCH_STREAMS[options.stream]}")
            if self.in_transaction:
                raise self.fail("a transaction does not end in its patch: TC or TA is missing before the punctuation")
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
    return 0 if characters <= LIGHT else characters


def _characters(term: Any) -> int:
    if term is None:
        return 0
    if term[0] == 7:
        return _characters(term[1]) + _characters(term[2]) + _characters(term[3])
    return len(term[1])
