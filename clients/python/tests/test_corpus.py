"""The golden records: what the Java side has written is read here as there, and refused here as there."""

from __future__ import annotations

import json
import os
import random
from importlib.metadata import version
from typing import Any

import corpus
import pytest
import write_corpus

import velella

RECORDS = list(corpus.lines("records.jsonl"))


@pytest.fixture(scope="module")
def dictionaries() -> velella.Dictionaries:
    return corpus.dictionaries()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])
def test_a_record_means_what_it_means_to_java(record: dict[str, Any], dictionaries: velella.Dictionaries) -> None:
    found = corpus.expectation(record, dictionaries)
    if "refused" in found and "message" not in record["expect"]:
        found.pop("message", None)
    assert found == record["expect"]


def test_records_are_read_in_any_order_and_change_nothing() -> None:
    known = corpus.dictionaries()
    shuffled = RECORDS * 2
    random.Random(1).shuffle(shuffled)
    for record in shuffled:
        found = corpus.expectation(record, known)
        if "message" in record["expect"] or "refused" not in found:
            assert found == record["expect"], record["name"]


def test_a_header_is_written_as_java_writes_it() -> None:
    written = 0
    for record in RECORDS:
        for name, value in corpus.headers(record):
            if name == "velella" and value is not None and value[:1] == b"\x02":
                try:
                    header = velella.VelellaHeader.parse(value)
                except ValueError:
                    continue
                assert header.to_bytes() == value
                written += 1
    assert written > 100


def test_an_encoded_graph_is_the_graph(dictionaries: velella.Dictionaries) -> None:
    written = 0
    for record in RECORDS:
        if "graph" not in record["expect"]:
            continue
        graph = velella.decode(corpus.unhex(record["value"]) or b"", corpus.headers(record), dictionaries)
        assert isinstance(graph, velella.Graph)
        again = velella.decode(velella.encode(graph), velella.headers_of("graph"))
        assert isinstance(again, velella.Graph)
        assert [corpus.terms(s) for s in again] == [corpus.terms(s) for s in graph]
        assert again.namespaces == graph.namespaces
        written += 1
    assert written > 40


@pytest.mark.skipif(version("pyjelly") != "0.8.2", reason="the bytes are those of this version of pyjelly")
def test_the_file_that_java_reads_is_what_this_package_writes() -> None:
    assert list(corpus.lines("python.jsonl")) == json.loads(json.dumps(write_corpus.records()))


def test_a_damaged_record_is_refused_or_decoded_and_nothing_else_is_thrown(dictionaries: velella.Dictionaries) -> None:
    """No other error comes out, whatever the bytes are; that it is what Java decodes is compared by compare.py."""
    draw = random.Random(3)
    whole = [record for record in RECORDS if record["value"]]
    for _ in range(int(os.environ.get("VELELLA_FLIPS", "5000"))):
        record = dict(draw.choice(whole))
        value = bytearray(corpus.unhex(record["value"]) or b"")
        value[draw.randrange(len(value))] ^= 1 << draw.randrange(8)
        record["value"] = value.hex()
        corpus.expectation(record, dictionaries)
    for record in whole:
        good = corpus.expectation(record, dictionaries)
        if "message" in record["expect"] or "refused" not in good:
            assert good == record["expect"]


def flipped(data: bytes, draw: random.Random) -> bytes:
    other = bytearray(data)
    other[draw.randrange(len(other))] ^= 1 << draw.randrange(8)
    return bytes(other)


def test_patches_that_lead_elsewhere_are_noticed() -> None:
    """A flipped bit in value or header of a numbered patch is refused, breaks the chain, or leads to the same graph."""
    chain = []
    whole = velella.GraphState()
    for line in corpus.lines("chains.jsonl"):
        if line["chain"] == "in order":
            value, headers = corpus.unhex(line["value"]) or b"", corpus.headers(line)
            patch = velella.decode(value, headers)
            assert isinstance(patch, velella.Patch)
            whole.apply(patch, velella.read_headers(headers).position)
            chain.append((value, headers, set(whole)))
    draw = random.Random(4)
    flips = int(os.environ.get("VELELLA_FLIPS", "2000"))
    noticed = 0
    for _ in range(flips):
        state = velella.GraphState()
        damaged = draw.randrange(len(chain))
        for number, (value, headers, graph) in enumerate(chain):
            if number == damaged:
                if draw.randrange(2):
                    value = flipped(value, draw)
                else:
                    headers = [(name, flipped(data or b"", draw)) for name, data in headers]
            try:
                element = velella.decode(value, headers)
                assert isinstance(element, velella.Patch)
                state.apply(element, velella.read_headers(headers).position)
            except (velella.UnreadableRecordError, velella.MalformedJellyError, velella.ChainBrokenError):
                noticed += 1
                break
            assert set(state) == graph
            assert velella.graph_hash(state) == state.hash
    assert noticed > flips * 0.8


def test_a_damaged_dictionary_is_never_used() -> None:
    known = [line for line in corpus.lines("dictionaries.jsonl") if line["use"] == "used"]
    draw = random.Random(5)
    for _ in range(int(os.environ.get("VELELLA_FLIPS", "2000"))):
        line = draw.choice(known)
        key, value = corpus.unhex(line["key"]) or b"", corpus.unhex(line["value"]) or b""
        if draw.randrange(2):
            key = flipped(key, draw)
        else:
            value = flipped(value, draw)
        assert not velella.Dictionaries().add(key, value)


def test_chains_are_followed_as_java_follows_them() -> None:
    states: dict[str, velella.GraphState] = {}
    for line in corpus.lines("chains.jsonl"):
        state = states.setdefault(line["chain"], velella.GraphState())
        patch = velella.decode(corpus.unhex(line["value"]) or b"", corpus.headers(line))
        assert isinstance(patch, velella.Patch)
        before = set(state), state.hash, state.position
        try:
            outcome = "applied" if state.apply(patch, velella.read_headers(corpus.headers(line)).position) else "repeat"
        except velella.ChainBrokenError as e:
            outcome = f"broken: {e}"
        # Java names the hash that the rows add up to, this package that of the graph which they really make.
        assert outcome.partition(", found h")[0] == line["outcome"].partition(", found h")[0], line["chain"]
        if outcome != "applied":
            assert (set(state), state.hash, state.position) == before
