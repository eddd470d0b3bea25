#!/usr/bin/env bash
# owlrl says that two things are the same although one of them has no value for the last property of a key.
#
# Version   owlrl 7.6.2 with rdflib 7.6.0 (PyPI)
# Input     :C owl:hasKey (:p :q); :a and :b of type :C with the same value for :p; only :a has a value for :q
# Expected  no owl:sameAs between :a and :b (OWL 2 Profiles, table 5, prp-key: a common value for each property)
# Seen      :a owl:sameAs :b; with the key (:q :p) there is none
#
# The script ends with 0 if both answers come, else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" -q install owlrl==7.6.2 rdflib==7.6.0 >&2
"$dir/venv/bin/python" - <<'PYTHON'
import sys
import owlrl
import rdflib

def same(key):
    graph = rdflib.Graph().parse(format="turtle", data=f"""
        @prefix : <urn:ex:> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        :C owl:hasKey ({key}) . :a a :C ; :p 1 ; :q 2 . :b a :C ; :p 1 .""")
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(graph)
    a, b = rdflib.URIRef("urn:ex:a"), rdflib.URIRef("urn:ex:b")
    return (a, rdflib.OWL.sameAs, b) in graph

first, second = same(":p :q"), same(":q :p")
print("the same with the key (:p :q):", first, "and with the key (:q :p):", second)
sys.exit(0 if first and not second else 1)
PYTHON
