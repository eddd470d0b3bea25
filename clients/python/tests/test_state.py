"""Graphs of streams, their hashes and the rows of patches."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import velella
from velella.hashing import text_hash
from velella.terms import fold_case


def statement(number: int, language: str | None = None) -> velella.Statement:
    return velella.Statement(
        velella.IRI(f"http://e/{number}"), velella.IRI("urn:p"), velella.Literal("v", language=language), None
    )


def position(number: int, *statements: velella.Statement, snapshot: bool = False) -> velella.Position:
    return velella.Position(number, velella.graph_hash(statements), snapshot)


def patch(adds: list[velella.Statement], deletes: list[velella.Statement] | None = None) -> velella.Patch:
    return velella.Patch([("TX",), *(("D", s) for s in deletes or ()), *(("A", s) for s in adds), ("TC",)])


def test_a_hash_is_that_of_the_rules_in_slow_arithmetic() -> None:
    draw = random.Random(2)
    for length in [0, 1, 3, 63, 64, 65, 255, 1000, 4096, 4097, 20_000]:
        text = "".join(chr(draw.choice([97, 0xE9, 0xFFFF, 0x1F600])) for _ in range(length))
        units = memoryview(text.encode("utf-16-le")).cast("H") if length else []
        a = 0
        b = 4
        for unit in units:
            a = (a * 31 + unit) & 0xFFFFFFFF
            b = (b * 0x100000001B3 + unit) & (1 << 64) - 1
        x = b ^ (a << 32)
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & (1 << 64) - 1
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & (1 << 64) - 1
        assert text_hash(4, text) == x ^ x >> 31


def test_language_tags_are_equal_in_any_case() -> None:
    one, other = statement(1, "de-AT"), statement(1, "DE-at")
    assert one == other
    assert hash(one) == hash(other)
    assert velella.statement_hash(one) == velella.statement_hash(other)
    assert other.object.language == "DE-at"  # type: ignore[union-attr]
    assert str(other).endswith('"v"@DE-at .')
    assert fold_case("İßẞΣ") == "i\u00dfß\u03c3".replace("\u00df\u00df", "\u00dfß")


def test_terms_of_other_kinds_with_the_same_text_differ() -> None:
    terms = [
        velella.IRI("a:b"),
        velella.BlankNode("a:b"),
        velella.Literal("a:b"),
        velella.Literal("a:b", "urn:t"),
        velella.Literal("a:b", language="en"),
        velella.QuotedTriple(velella.IRI("a:b"), velella.IRI("a:b"), velella.IRI("a:b")),
    ]
    assert len(set(terms)) == len(terms)
    for term in terms:
        assert pickle.loads(pickle.dumps(term)) == term
        assert copy.deepcopy(term) == term
        assert eval(repr(term), vars(velella)) == term
    tagged = velella.Literal("x", language="EN-gb")
    assert pickle.loads(pickle.dumps(tagged)).language == "EN-gb"
    assert copy.copy(tagged).language == "EN-gb"


@pytest.mark.parametrize(
    "make",
    [
        lambda: velella.IRI("no-colon"),
        lambda: velella.Literal("x", language=""),
        lambda: velella.Literal("x", "urn:t", "en"),
        lambda: velella.Literal("x", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"),
        lambda: velella.Literal("x", "no-colon"),
    ],
)
def test_what_is_no_term_cannot_be_made(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError):
        make()


def test_a_patch_that_deletes_what_is_not_there_is_noticed() -> None:
    """The sum over its rows is right, but the graph is not."""
    state = velella.GraphState()
    assert state.apply(patch([statement(1)]), position(1, statement(1)))
    rows = patch([statement(3)], [statement(2)])
    announced = velella.Position(
        2, (state.hash - velella.statement_hash(statement(2)) + velella.statement_hash(statement(3))) & (1 << 64) - 1
    )
    with pytest.raises(velella.ChainBrokenError, match="expected state hash"):
        state.apply(rows, announced)
    assert list(state) == [statement(1)]


def test_an_aborted_transaction_has_no_effect_and_a_broken_one_is_refused() -> None:
    state = velella.GraphState()
    rows: list[velella.Row] = [("A", statement(1)), ("TX",), ("A", statement(2)), ("D", statement(1)), ("TA",)]
    assert state.apply(velella.Patch(rows), position(1, statement(1)))
    assert list(state) == [statement(1)]
    for bad in ([("TX",)], [("TC",)], [("TX",), ("TX",)], [("TA",)]):
        with pytest.raises(ValueError, match="T[XCA]"):
            state.apply(velella.Patch(bad), position(2, statement(1)))  # type: ignore[arg-type]
    assert state.hash == velella.graph_hash([statement(1)])


def test_the_order_of_rows_counts() -> None:
    state = velella.GraphState()
    assert state.apply(
        velella.Patch([("A", statement(1)), ("D", statement(1)), ("D", statement(2)), ("A", statement(2))])
    )
    assert list(state) == [statement(2)]
    assert state.added == {statement(2)}


def test_a_patch_is_a_repeat_only_with_the_content_of_the_first_time() -> None:
    """An earlier number and hash with other rows comes from another writer."""
    one, two, three = statement(1), statement(2), statement(3)
    state = velella.GraphState()
    state.apply(patch([one]), position(1, one))
    state.apply(patch([two]), position(2, one, two))
    state.apply(patch([three]), position(3, one, two, three))
    assert not state.apply(patch([two]), position(2, one, two))
    with pytest.raises(
        velella.ChainBrokenError, match="expected patch number 4, found 2, a number that was there before"
    ):
        state.apply(patch([two, one]), position(2, one, two))


def test_snapshots_begin_a_stream_cover_patches_and_mend_a_break() -> None:
    one, two, three = statement(1), statement(2), statement(3)
    state = velella.GraphState()
    assert state.replace(velella.Graph([one, one]), position(5, one, snapshot=True))
    assert not state.apply(patch([one]), position(4, one))
    assert not state.apply(patch([one]), position(5, one))
    with pytest.raises(
        velella.ChainBrokenError, match="expected patch number 6, found 5, a number that was there before"
    ):
        state.apply(patch([two]), position(5, two))
    assert state.apply(patch([two]), position(6, one, two))
    with pytest.raises(velella.ChainBrokenError, match="expected patch number 7, found 9"):
        state.apply(patch([three]), position(9, one, two, three))
    assert not state.replace([one], position(6, one, two, snapshot=True))
    with pytest.raises(velella.ChainBrokenError, match="expected state hash"):
        state.replace([one], position(9, one, two, snapshot=True))
    assert state.replace([one, three], position(9, one, three, snapshot=True))
    assert state.added == {three}
    assert state.deleted == {two}
    assert state.apply(patch([], [one]), position(10, three))
    state.undo()
    assert state.position == position(9, one, three, snapshot=True)
    assert set(state) == {one, three}
    assert state.hash == velella.graph_hash([one, three])


def test_a_patch_without_number_is_taken_only_before_numbered_ones() -> None:
    state = velella.GraphState()
    assert state.apply(patch([statement(1)]))
    with pytest.raises(velella.ChainBrokenError, match="without number"):
        state.apply(patch([statement(2)]), position(1, statement(2)))
    state.clear()
    assert state.apply(patch([statement(2)]), position(1, statement(2)))
    with pytest.raises(velella.ChainBrokenError, match="expected a patch with number 2, found a patch without"):
        state.apply(patch([statement(3)]))


def test_a_stream_that_has_ended_may_come_back_with_any_number() -> None:
    state = velella.GraphState()
    with pytest.raises(velella.ChainBrokenError, match="expected patch number 1, found 7"):
        state.apply(patch([statement(1)]), position(7, statement(2)))
    assert state.apply(patch([statement(1)]), position(7, statement(1)))
