"""Writes the statements of a delimited Jelly stream: a line for each frame, a term after the other."""

import sys

from pyjelly.integrations.generic.generic_sink import IRI, BlankNode, DefaultGraph, Literal
from pyjelly.integrations.generic.parse import parse_jelly_grouped


def spelling(term):
    if term is DefaultGraph:
        return "-"
    if isinstance(term, IRI):
        return "<" + hexadecimal(term._iri) + ">"
    if isinstance(term, BlankNode):
        return "_" + hexadecimal(term._identifier)
    if isinstance(term, Literal):
        return hexadecimal(term._lex) + "@" + (term._langtag or "") + "^" + hexadecimal(term._datatype or "")
    raise TypeError(repr(term))


def hexadecimal(text):
    return text.encode("utf-8").hex()


with open(sys.argv[1], "rb") as stream:
    for sink in parse_jelly_grouped(stream):
        print("|".join(" ".join(spelling(term) for term in statement) for statement in sink.store))
