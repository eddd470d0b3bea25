"""Decodes bare Jelly frames: Jelly-RDF 1.1 (graphs) and Jelly-Patch 1.0 (patches).

The decoder works on the bytes themselves: no generated classes, so nothing can clash with those of another library in
one process. It reads rows in the form that writers use in one loop; every other row, right or wrong, is read by
:class:`velella.rows.RowReader`, which knows all rules.
"""

from __future__ import annotations

from typing import Any

from velella.rows import LIGHT, MOST_IRIS, RowReader
from velella.terms import IRI, RDF_LANG_STRING, XSD_STRING, BlankNode, Graph, Literal, Patch, Statement, tagged
from velella.wire import (
    FLAT,
    FRAME,
    GRAPHS,
    MAX_FRAME_BYTES,
    MAX_ROWS,
    NO_ID,
    PUNCTUATED,
    QUADS,
    TRIPLES,
    Kind,
    kind_of,
)

__all__ = ["FrameDecoder", "Kind", "kind_of"]

# Stands for no running prefix in the quick loop: no list has so many items, so a look-up fails.
_FAR = 1 << 40

# Entries of the caches of a decoder. Full caches are forgotten as a whole.
_MOST_ROWS = 1 << 14
_MOST_LITERALS = 1 << 14

_new = tuple.__new__


class FrameDecoder(RowReader):
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
                self._read(frame, 1, NO_ID)
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
        if self.in_transaction and stream == FRAME:
            raise self.fail("a transaction does not end in its frame: TC or TA is missing")
        if stream == PUNCTUATED:
            if len(self.patch_ends) != 1 or self.patch_ends[0] != len(self.rows):
                raise self.fail(
                    "a frame of a PUNCTUATED stream that is not exactly one whole patch: read it as a stream"
                )
        elif stream == FLAT:
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
            add = 0x12 if physical == TRIPLES or (physical == GRAPHS and self.graph_open) else 0
            add = 0x1A if physical == QUADS else add
            delete = 0
            first = 0x4A
        else:
            add, delete, first = 0x12, 0x1A, 0x5A
        quads = physical == QUADS
        graphs = graph_kind and physical == GRAPHS
        append: Any = self.statements.append if graph_kind else self.rows.append
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
        self.last_prefix = lp if lp != _FAR else NO_ID
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
            if len(text) > LIGHT or ":" not in text or self.text_budget < len(text):
                return None
            self.text_budget -= len(text)
            made = _new(IRI, (2, text))
            if len(self.iris) >= MOST_IRIS:
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
