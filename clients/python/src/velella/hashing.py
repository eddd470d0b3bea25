"""The hash of graphs by which a chain of patches proves that a reader has reached the writer's graph.

It is the sum, modulo 2^64, of the hashes of the statements, so a change costs one addition. It is computed over UTF-16
units and is equal to that of the Java side in every bit. It detects mistakes, not attacks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from operator import mul
from typing import Any

from velella.terms import XSD_STRING, Statement, Term

_M64 = (1 << 64) - 1
_M32 = (1 << 32) - 1
_P = 0x100000001B3
_UTF16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"

# One number holds two powers: P^i modulo 2^64 below, 31^i modulo 2^32 from bit 96 on. A sum of up to 2^15 products
# with units of 16 bits needs 64 + 16 + 15 bits, so the two sums never touch.
_BLOCK = 1 << 12
_POWERS: list[int] = []


def _grow(length: int) -> None:
    """Makes the list of powers longer; highest power first, so that its end serves shorter texts."""
    size = max(64, len(_POWERS))
    while size < length:
        size *= 2
    size = min(size, _BLOCK)
    a = 1
    b = 1
    powers = []
    for _ in range(size):
        powers.append(b | a << 96)
        a = a * 31 & _M32
        b = b * _P & _M64
    powers.reverse()
    _POWERS[:] = powers


_grow(256)


def text_hash(kind: int, text: str) -> int:
    """Hash of a text of a kind of term: two polynomials over its UTF-16 units, mixed to 64 bits."""
    units: Any = text.encode("ascii") if text.isascii() else memoryview(text.encode(_UTF16, "surrogatepass")).cast("H")
    length = len(units)
    if length > len(_POWERS):
        if length > _BLOCK:
            return _long_hash(kind, units)
        _grow(length)
    total = sum(map(mul, units, _POWERS[-length:])) if length else 0
    a = (total >> 96) & _M32
    b = (total + kind * pow(_P, length, 1 << 64)) & _M64
    return _mix(b ^ (a << 32))


def _long_hash(kind: int, units: Any) -> int:
    a = 0
    b = kind
    if len(_POWERS) < _BLOCK:
        _grow(_BLOCK)
    for start in range(0, len(units), _BLOCK):
        part = units[start : start + _BLOCK]
        n = len(part)
        total = sum(map(mul, part, _POWERS[-n:]))
        a = (a * pow(31, n, 1 << 32) + (total >> 96)) & _M32
        b = (b * pow(_P, n, 1 << 64) + (total & ((1 << 96) - 1))) & _M64
    return _mix(b ^ (a << 32))


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _M64
    return z ^ (z >> 31)


# Hashes of terms that were met; forgotten as a whole when there are too many.
_terms: dict[Any, int] = {None: 1}
_MOST_TERMS = 1 << 16


def term_hash(term: Term | None) -> int:
    """Hash of a term; None stands for the default graph."""
    known = _terms.get(term)
    if known is not None:
        return known
    made = _term_hash(term)
    if len(_terms) >= _MOST_TERMS:
        _terms.clear()
        _terms[None] = 1
    if len(term[1]) <= 1024 or term[0] == 7:  # type: ignore[index]
        _terms[term] = made
    return made


def _term_hash(term: Any) -> int:
    kind = term[0]
    if kind == 4:
        h = text_hash(4, term[1])
        if term[3] is not None:
            return _mix((h + text_hash(5, term[3])) & _M64)
        if term[2] == XSD_STRING:
            return h
        return _mix((h + _datatype_hash(term[2])) & _M64)
    if kind == 7:
        h = _mix((7 + term_hash(term[1])) & _M64)
        h = _mix((h + term_hash(term[2])) & _M64)
        return _mix((h + term_hash(term[3])) & _M64)
    return text_hash(kind, term[1])


_datatypes: dict[str, int] = {}


def _datatype_hash(iri: str) -> int:
    known = _datatypes.get(iri)
    if known is None:
        if len(_datatypes) > 1000:
            _datatypes.clear()
        known = _datatypes[iri] = text_hash(6, iri)
    return known


def statement_hash(statement: Statement) -> int:
    """Hash of a statement: 64 bits, not signed. Add it to the hash of a graph, or subtract it, modulo 2^64."""
    s, p, o, g = statement
    get = _terms.get
    m1 = 0xBF58476D1CE4E5B9
    m2 = 0x94D049BB133111EB
    m = _M64
    # 0x9E3779B97F4A7C15 + term, then four times mix, written out: it runs for each row of each patch
    z = (0x9E3779B97F4A7C15 + (get(s) or term_hash(s))) & m
    z = ((z ^ (z >> 30)) * m1) & m
    z = ((z ^ (z >> 27)) * m2) & m
    z = ((z ^ (z >> 31)) + (get(p) or term_hash(p))) & m
    z = ((z ^ (z >> 30)) * m1) & m
    z = ((z ^ (z >> 27)) * m2) & m
    z = ((z ^ (z >> 31)) + (get(o) or term_hash(o))) & m
    z = ((z ^ (z >> 30)) * m1) & m
    z = ((z ^ (z >> 27)) * m2) & m
    z = ((z ^ (z >> 31)) + (get(g) or term_hash(g))) & m
    z = ((z ^ (z >> 30)) * m1) & m
    z = ((z ^ (z >> 27)) * m2) & m
    return z ^ (z >> 31)


def graph_hash(statements: Iterable[Statement]) -> int:
    """Hash of a set of statements. A statement that comes twice counts once."""
    return sum(map(statement_hash, set(statements))) & _M64


def format_hash(value: int) -> str:
    """The written form: ``h`` and 16 hexadecimal digits."""
    return f"h{value & _M64:016x}"


def parse_hash(text: str) -> int:
    """Reads the written form.

    Raises:
        ValueError: the text is not ``h`` and 16 lower-case hexadecimal digits
    """
    if len(text) != 17 or text[0] != "h" or not all(c in "0123456789abcdef" for c in text[1:]):
        raise ValueError(f"not a graph hash (h and 16 lower-case hexadecimal digits): {text}")
    return int(text[1:], 16)
