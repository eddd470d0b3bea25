"""The package beside other libraries, its dictionaries and its writers."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import corpus
import pytest

import velella


def test_nothing_is_loaded_that_could_clash() -> None:
    """Decoding loads neither protobuf nor pyjelly nor a client."""
    code = (
        "import sys; import velella, corpus; d = corpus.dictionaries();"
        "[corpus.expectation(r, d) for r in corpus.lines('records.jsonl')];"
        "loaded = {m.partition('.')[0] for m in sys.modules};"
        "assert not loaded & {'google', 'pyjelly', 'confluent_kafka', 'aiokafka', 'rdflib', 'pyoxigraph'}, loaded"
    )
    path = f"{Path(__file__).parent}:{Path(velella.__file__).parents[1]}"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, env={"PYTHONPATH": path})


def test_pyjelly_reads_what_this_package_writes_in_one_process() -> None:
    parse = pytest.importorskip("pyjelly.integrations.generic.parse")
    graph = velella.Graph(
        [
            velella.Statement(
                velella.IRI("http://e/a"), velella.IRI("http://e/p"), velella.Literal("x", language="en"), None
            ),
            velella.Statement(
                velella.IRI("http://e/a"),
                velella.IRI("http://e/p"),
                velella.Literal("x", language="EN"),
                velella.BlankNode("g"),
            ),
        ]
    )
    read = list(parse.parse_jelly_flat(io.BytesIO(velella.encode(graph))))
    assert len(read) == 2
    assert read[1].o._langtag == "EN"
    assert velella.decode(velella.encode(graph), {"content-type": b"application/x-jelly-rdf"}) == graph


def test_a_dictionary_and_a_record_joined_are_read_by_pyjelly() -> None:
    parse = pytest.importorskip("pyjelly.integrations.generic.parse")
    known = corpus.dictionaries()
    compared = 0
    for record in corpus.lines("records.jsonl"):
        # pyjelly's generic reader takes no namespaces
        if (
            "graph" not in record["expect"]
            or "namespaces" in record["expect"]
            or "on a dictionary" not in record["name"]
        ):
            continue
        header = velella.read_headers(corpus.headers(record)).velella
        assert header is not None
        assert header.dictionary is not None
        dictionary = known.find(header.dictionary)
        assert dictionary is not None
        value = corpus.unhex(record["value"]) or b""
        rows = [row for row in parse.parse_jelly_flat(io.BytesIO(dictionary.frame + value))]
        graph = velella.decode(value, corpus.headers(record), known)
        assert [str(row.p._iri) for row in rows] == [statement.predicate.value for statement in graph]  # type: ignore[union-attr]
        compared += 1
    assert compared > 5


def test_dictionaries_come_from_a_file_and_from_a_mapping(tmp_path: Path) -> None:
    known = corpus.dictionaries()
    known.save(tmp_path / "dictionaries")
    read = velella.Dictionaries.from_file(tmp_path / "dictionaries")
    assert {d.name for d in read} == {d.name for d in known}
    record = next(r for r in corpus.lines("records.jsonl") if r["name"] == "graph 0 on a dictionary")
    for source in (read, {d.digest: d.frame for d in known}, {d.name: d.frame for d in known}):
        assert velella.decode(corpus.unhex(record["value"]) or b"", corpus.headers(record), source) == velella.decode(
            corpus.unhex(record["value"]) or b"", corpus.headers(record), known
        )
    with pytest.raises(velella.MissingDictionaryError, match="no access to the topic of dictionaries"):
        velella.decode(corpus.unhex(record["value"]) or b"", corpus.headers(record))
    whole = (tmp_path / "dictionaries").read_bytes()
    for cut in (len(whole) - 1, 1):
        (tmp_path / "cut").write_bytes(whole[:cut])
        with pytest.raises(velella.MalformedJellyError):
            velella.Dictionaries.from_file(tmp_path / "cut")


def test_a_name_that_two_dictionaries_have_is_used_by_nobody() -> None:
    known = corpus.dictionaries()
    one, two = list(known)[:2]
    forged = velella.Dictionary(two.frame)
    forged.name = one.name
    known._keep(forged)
    known._keep(one)
    assert known.find(one.name) is None


def test_what_cannot_be_written_is_refused() -> None:
    bad = [
        velella.Statement(velella.Literal("x"), velella.IRI("a:p"), velella.IRI("a:o")),  # type: ignore[arg-type]
        velella.Statement(velella.IRI("a:s"), velella.BlankNode("p"), velella.IRI("a:o")),  # type: ignore[arg-type]
        velella.Statement(velella.IRI("a:s"), velella.IRI("a:p"), velella.IRI("a:o"), velella.Literal("g")),  # type: ignore[arg-type]
        velella.Statement(velella.IRI("a:s"), velella.IRI("a:p"), "text"),  # type: ignore[arg-type]
        velella.Statement(velella.IRI("a:s"), velella.IRI("a:p"), velella.Literal("\ud800")),
    ]
    for statement in bad:
        with pytest.raises(velella.MalformedJellyError, match="not a valid term"):
            velella.encode([statement])
    with pytest.raises(velella.UnreadableRecordError, match="tombstone"):
        velella.decode(None)  # type: ignore[arg-type]


def test_many_names_in_one_graph() -> None:
    """More names, prefixes and datatypes than the tables hold."""
    statements = [
        velella.Statement(
            velella.IRI(f"http://h{n % 400}/n{n}"),
            velella.IRI(f"urn:p{n % 7}"),
            velella.Literal("x", f"urn:t:{n % 50}"),
            None,
        )
        for n in range(9000)
    ]
    assert velella.decode(velella.encode(statements)).statements == statements  # type: ignore[union-attr]
