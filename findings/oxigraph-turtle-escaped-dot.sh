#!/usr/bin/env bash
# Oxigraph reads another IRI where a name in Turtle has an escaped dot and ends at the dot of the statement.
#
# Version   pyoxigraph 0.5.13 (PyPI), which is Oxigraph's parser in this process
# Input     PREFIX : <u:> :s :p :\.E-0.      (Turtle, rules PN_LOCAL and PLX: a name may hold the escape \.; the last dot ends the
#           statement), the same name with a letter in front, and that with a space before the last dot
# Expected  the objects <u:.E-0>, <u:x.E-0> and <u:x.E-0>, as rdflib 7.6.0 reads them
# Seen      <u:>, <u:x> and <u:x.E-0>: if the dot that ends the statement follows the name at once, the escaped dot and what
#           stands behind it are gone. No error
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
pip3 install --quiet --disable-pip-version-check --root-user-action=ignore --target "$dir/python" pyoxigraph==0.5.13 rdflib==7.6.0 >&2
PYTHONPATH=$dir/python python3 - <<'PYTHON' | tee "$dir/seen"
import pyoxigraph
import rdflib

for text in (r":s :p :\.E-0.", r":s :p :x\.E-0.", r":s :p :x\.E-0 ."):
    document = "PREFIX : <u:> " + text
    print(text, "->", *[q.object for q in pyoxigraph.parse(document, format=pyoxigraph.RdfFormat.TURTLE)], end="; rdflib ")
    try:
        print(*[o.n3() for o in rdflib.Graph().parse(data=document, format="turtle").objects()])
    except Exception as e:
        print("refuses it:", type(e).__name__)
PYTHON
diff - "$dir/seen" <<'EXPECTED'
:s :p :\.E-0. -> <u:>; rdflib <u:.E-0>
:s :p :x\.E-0. -> <u:x>; rdflib <u:x.E-0>
:s :p :x\.E-0 . -> <u:x.E-0>; rdflib <u:x.E-0>
EXPECTED
