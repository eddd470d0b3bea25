#!/usr/bin/env bash
# Oxigraph keeps literals by value: terms come back with another type or spelling, and two statements can become one.
#
# Version   pyoxigraph 0.5.13 (PyPI), which is Oxigraph's store in this process
# Input     seven literals that are valid for their types, each in a statement of its own; then two statements with
#           "01"^^xsd:integer and "1"^^xsd:integer on one subject and predicate
# Expected  the terms that were added (RDF 1.1 Concepts, section 3.3: literal terms are equal if spelling and type are), and
#           two statements
# Seen      other types (xsd:long becomes xsd:integer, xsd:dateTimeStamp becomes xsd:dateTime), other spellings, and one
#           statement in place of two. "12"^^xsd:byte keeps its value and loses its type. Nothing is said
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
pip3 install --quiet --disable-pip-version-check --root-user-action=ignore --target "$dir/python" pyoxigraph==0.5.13 >&2
PYTHONPATH=$dir/python python3 - <<'PYTHON' | tee "$dir/seen"
from pyoxigraph import Literal, NamedNode, Quad, Store

XSD = "http://www.w3.org/2001/XMLSchema#"
P = NamedNode("http://e/p")


def literal(text, kind):
    return Literal(text, datatype=NamedNode(XSD + kind))


def show(term):
    return f'"{term.value}"^^{term.datatype.value[len(XSD):]}'


store = Store()
for number, (text, kind) in enumerate([
    ("7", "long"), ("12", "byte"), ("2020-01-01T00:00:00Z", "dateTimeStamp"), ("2020-01-01T24:00:00Z", "dateTime"),
    ("P12M", "duration"), ("1", "boolean"), ("1.00", "decimal"),
]):
    subject = NamedNode(f"http://e/{number}")
    added = literal(text, kind)
    store.add(Quad(subject, P, added))
    print(show(added), "->", show(next(store.quads_for_pattern(subject, None, None, None)).object))
both = NamedNode("http://e/both")
store.add(Quad(both, P, literal("01", "integer")))
store.add(Quad(both, P, literal("1", "integer")))
print("statements", len(list(store.quads_for_pattern(both, None, None, None))))
PYTHON
diff - "$dir/seen" <<'EXPECTED'
"7"^^long -> "7"^^integer
"12"^^byte -> "12"^^integer
"2020-01-01T00:00:00Z"^^dateTimeStamp -> "2020-01-01T00:00:00Z"^^dateTime
"2020-01-01T24:00:00Z"^^dateTime -> "2020-01-02T00:00:00Z"^^dateTime
"P12M"^^duration -> "P1Y"^^duration
"1"^^boolean -> "true"^^boolean
"1.00"^^decimal -> "1"^^decimal
statements 1
EXPECTED
