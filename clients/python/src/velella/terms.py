"""RDF terms, statements, graphs and patches: plain immutable values without any other library.

Terms are tuples whose first item is their kind, so that comparing and hashing them is done by the interpreter itself.
Two terms are equal if RDF says so; language tags are compared in any case, as RDF4J and Velella's hash do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, NamedTuple, Union
from typing import Literal as Choice

__all__ = [
    "IRI",
    "BlankNode",
    "Literal",
    "QuotedTriple",
    "Term",
    "Statement",
    "Graph",
    "Patch",
    "Row",
    "XSD_STRING",
    "RDF_LANG_STRING",
]

XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"
RDF_LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"

# Kinds of terms. The numbers are those of the hash (velella.hashing).
_IRI = 2
_BLANK = 3
_LITERAL = 4
_QUOTED = 7

_new = tuple.__new__


def fold_case(tag: str) -> str:
    """One spelling for all language tags that differ in case only, unit by unit of UTF-16 as Java folds them."""
    if tag.isascii():
        return tag.lower()
    return "".join(_fold(c) for c in tag)


def _fold(c: str) -> str:
    # Java maps one unit of UTF-16 to one; where Python maps to several characters, Java takes the simple mapping.
    if c > "\uffff":
        return c
    upper = c.upper()
    if len(upper) != 1 or upper > "\uffff":
        upper = c.title() if len(c.title()) == 1 else c
    lower = upper.lower()
    if len(lower) != 1:
        return "i" if upper == "\u0130" else upper
    return lower if lower <= "\uffff" else upper


class IRI(tuple[Any, ...]):
    """An absolute IRI.

    Raises:
        ValueError: the text has no colon
    """

    __slots__ = ()

    def __new__(cls, value: str) -> IRI:
        if ":" not in value:
            raise ValueError(f"Not a valid (absolute) IRI: {value}")
        return _new(cls, (_IRI, value))

    value: str = property(itemgetter(1), doc="The text of the IRI.")  # type: ignore[assignment]

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self[1],)

    def __repr__(self) -> str:
        return f"IRI({self[1]!r})"

    def __str__(self) -> str:
        return f"<{_escape_iri(self[1])}>"


class BlankNode(tuple[Any, ...]):
    """A blank node.

    The label counts within its graph; in patches it is an id of the stream, the same in all its patches.
    """

    __slots__ = ()

    def __new__(cls, label: str) -> BlankNode:
        return _new(cls, (_BLANK, label))

    label: str = property(itemgetter(1), doc="The label, without ``_:``.")  # type: ignore[assignment]

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self[1],)

    def __repr__(self) -> str:
        return f"BlankNode({self[1]!r})"

    def __str__(self) -> str:
        return f"_:{self[1]}"


class Literal(tuple[Any, ...]):
    """A literal: a text with a datatype (``xsd:string`` unless it is given) or with a language tag.

    Raises:
        ValueError: both or neither fit: a language tag beside a datatype, an empty tag, ``rdf:langString`` without a tag,
            or a datatype that is no absolute IRI
    """

    # A tag that is not in its folded spelling is kept in the instance; equality and hash see the folded one.
    _language: str

    def __new__(cls, value: str, datatype: str | IRI | None = None, language: str | None = None) -> Literal:
        if language is not None:
            if language == "":
                raise ValueError("the language tag of a literal is empty")
            if datatype is not None and str_of(datatype) != RDF_LANG_STRING:
                raise ValueError("a literal has both a language tag and a datatype")
            return tagged(value, language)
        text = XSD_STRING if datatype is None else str_of(datatype)
        if text == RDF_LANG_STRING:
            raise ValueError("a literal of type rdf:langString has no language tag")
        if ":" not in text:
            raise ValueError(f"Not a valid (absolute) IRI: {text}")
        return _new(cls, (_LITERAL, value, text, None))

    value: str = property(itemgetter(1), doc="The lexical form.")  # type: ignore[assignment]
    datatype: str = property(itemgetter(2), doc="The IRI of the datatype, as text.")  # type: ignore[assignment]

    @property
    def language(self) -> str | None:
        """The language tag as it was written; None without one."""
        language: str | None = getattr(self, "_language", None) or self[3]
        return language

    def __getnewargs__(self) -> tuple[Any, ...]:
        language = self.language
        return (self[1], None if language else self[2], language)

    def __getstate__(self) -> None:
        return None

    def __repr__(self) -> str:
        if self[3] is not None:
            return f"Literal({self[1]!r}, language={self.language!r})"
        return f"Literal({self[1]!r})" if self[2] == XSD_STRING else f"Literal({self[1]!r}, {self[2]!r})"

    def __str__(self) -> str:
        text = f'"{_escape(self[1])}"'
        if self[3] is not None:
            return f"{text}@{self.language}"
        return text if self[2] == XSD_STRING else f"{text}^^<{_escape_iri(self[2])}>"


class QuotedTriple(tuple[Any, ...]):
    """A quoted triple (RDF-star). It may stand as subject and as object."""

    __slots__ = ()

    def __new__(cls, subject: IRI | BlankNode | QuotedTriple, predicate: IRI, object: Term) -> QuotedTriple:
        return _new(cls, (_QUOTED, subject, predicate, object))

    subject: IRI | BlankNode | QuotedTriple = property(itemgetter(1))  # type: ignore[assignment]
    predicate: IRI = property(itemgetter(2))  # type: ignore[assignment]
    object: Term = property(itemgetter(3))  # type: ignore[assignment]

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self[1], self[2], self[3])

    def __repr__(self) -> str:
        return f"QuotedTriple({self[1]!r}, {self[2]!r}, {self[3]!r})"

    def __str__(self) -> str:
        return f"<< {self[1]} {self[2]} {self[3]} >>"


Term = Union[IRI, BlankNode, Literal, QuotedTriple]


class Statement(NamedTuple):
    """A statement; ``graph`` is None in the default graph. ``str(statement)`` is a line of N-Quads."""

    subject: IRI | BlankNode | QuotedTriple
    predicate: IRI
    object: Term
    graph: IRI | BlankNode | None = None

    def __str__(self) -> str:
        terms = [str(term) for term in self if term is not None]
        return " ".join(terms) + " ."


# Rows of patches by the codes of RDF Patch.
Row = Union[
    tuple[Choice["A", "D"], Statement],
    tuple[Choice["TX", "TC", "TA"]],
    tuple[Choice["H"], str, Term],
    tuple[Choice["PA"], str, IRI, IRI | BlankNode | None],
    tuple[Choice["PD"], str, IRI | None, IRI | BlankNode | None],
]


class Graph:
    """A graph or dataset: its statements in the order of the frame, and its namespaces.

    Two graphs are equal if they have the same statements, in any order; labels of blank nodes are compared as they are.
    """

    __slots__ = ("statements", "namespaces")

    def __init__(self, statements: Iterable[Statement] = (), namespaces: Mapping[str, str] | None = None) -> None:
        self.statements: list[Statement] = statements if type(statements) is list else list(statements)
        self.namespaces: dict[str, str] = dict(namespaces) if namespaces else {}

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    def __len__(self) -> int:
        return len(self.statements)

    def __contains__(self, statement: object) -> bool:
        return statement in self.statements

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and set(self.statements) == set(other.statements)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """The graph as N-Quads."""
        return "".join(f"{statement}\n" for statement in self.statements)

    def __repr__(self) -> str:
        return f"<Graph of {len(self.statements)} statements>"


class Patch:
    """A patch: rows in order, by the codes of RDF Patch.

    A row is a tuple that begins with its code: ``("A", statement)`` adds, ``("D", statement)`` deletes, ``("TX",)``,
    ``("TC",)`` and ``("TA",)`` are the borders of transactions, ``("H", key, term)`` is a header,
    ``("PA", prefix, iri, graph)`` and ``("PD", prefix, iri or None, graph)`` change namespaces.
    """

    __slots__ = ("rows",)

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: list[Row] = rows if type(rows) is list else list(rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Patch) and self.rows == other.rows

    __hash__ = None  # type: ignore[assignment]

    @property
    def adds(self) -> list[Statement]:
        """The statements of A rows that take effect, in order."""
        return [row[1] for row in self.effective_rows() if row[0] == "A"]

    @property
    def deletes(self) -> list[Statement]:
        """The statements of D rows that take effect, in order."""
        return [row[1] for row in self.effective_rows() if row[0] == "D"]

    def effective_rows(self) -> list[Row]:
        """The rows that have an effect: A, D, PA and PD, in order, without those of aborted transactions.

        Raises:
            ValueError: transactions are nested, not begun or not ended
        """
        rows: list[Row] = []
        begin = -1
        for row in self.rows:
            code = row[0]
            if code == "A" or code == "D":
                rows.append(row)
            elif code == "TX":
                if begin >= 0:
                    raise ValueError("TX inside a transaction")
                begin = len(rows)
            elif code == "TC" or code == "TA":
                if begin < 0:
                    raise ValueError(f"{code} without TX")
                if code == "TA":
                    del rows[begin:]
                begin = -1
            elif code != "H":
                rows.append(row)
        if begin >= 0:
            raise ValueError("TX without TC or TA")
        return rows

    def __repr__(self) -> str:
        return f"<Patch of {len(self.rows)} rows>"


def str_of(datatype: str | IRI) -> str:
    """The text of an IRI that may be given as text."""
    return datatype[1] if isinstance(datatype, IRI) else datatype


def tagged(value: str, language: str) -> Literal:
    """A literal with a language tag, which must not be empty."""
    folded = fold_case(language)
    literal: Literal = _new(Literal, (_LITERAL, value, RDF_LANG_STRING, folded))
    if folded != language:
        literal._language = language
    return literal


_ESCAPES = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\b": "\\b",
    "\f": "\\f",
}


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(c) or (f"\\u{ord(c):04X}" if c < " " or c == "\x7f" else c) for c in text)


def _escape_iri(text: str) -> str:
    return "".join(f"\\u{ord(c):04X}" if c <= " " or c in '<>"{}|^`\\' else c for c in text)
