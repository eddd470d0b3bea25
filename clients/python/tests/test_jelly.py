"""The quick loop of the decoder takes nothing that the careful methods would take in another way."""

from __future__ import annotations

import random
from typing import Any

import pytest
from frames import message, row

import velella
from velella import jelly, rows
from velella.jelly import FrameDecoder
from velella.wire import Kind


class Careful(FrameDecoder):
    """Reads every row by the careful methods."""

    def _quick(self, data: bytes, end: int) -> None:
        pass


def outcome(decoder: FrameDecoder, frame: bytes) -> Any:
    try:
        element = decoder.decode(frame)
    except velella.MalformedJellyError as e:
        return str(e)
    return (element.statements, element.namespaces) if isinstance(element, velella.Graph) else element.rows


class Frames:
    """Draws frames on a dictionary of three names, two prefixes and one datatype, with entries of their own."""

    def __init__(self, seed: int, kind: Kind, quads: bool) -> None:
        self.draw = random.Random(seed)
        self.kind = kind
        self.quads = quads
        self.first = 9 if kind == "graph" else 11
        names = self.first
        if kind == "graph":
            options = message(2, 2 if quads else 1, 4, 1, 9, 16, 10, 8, 11, 4, 15, 1)
        else:
            options = message(1, 2 if quads else 1, 2, 1, 4, 1, 9, 16, 10, 8, 11, 4, 15, 1)
        self.options = row(1, options)
        self.entries = b"".join(
            [
                *(row(names, message(2, name)) for name in ("a", "b", "é")),
                *(row(names + 1, message(2, prefix)) for prefix in ("http://x/", "urn:")),
                row(names + 2, message(2, "urn:t:1")),
            ]
        )
        self.dictionary = self.options + self.entries

    def iri(self) -> bytes:
        draw = self.draw.random()
        if draw < 0.3:
            return b""
        name = self.draw.choice([1, 2, 3, 3, 4, 5])
        prefix = self.draw.choice([1, 2, 2, 3])
        if draw < 0.5:
            return message(2, name)
        return message(1, prefix) if draw < 0.6 else message(1, prefix, 2, name)

    def literal(self) -> bytes:
        text = self.draw.choice(["1", "2", "é", "x" * 130, "x" * 300, ""])
        draw = self.draw.random()
        if draw < 0.4:
            return message(1, text, 3, self.draw.choice([1, 1, 2, 2, 3]))
        return message(1, text, 2, self.draw.choice(["en", "EN"])) if draw < 0.6 else message(1, text)

    def term(self, base: int) -> tuple[int, Any]:
        draw = self.draw.random()
        if draw < 0.15:
            return base + 1, self.draw.choice(["n", "m"])
        if base == 9 and draw < 0.6:
            return 11, self.literal()
        if base == 9 and draw < 0.65:
            return 12, message(1, self.iri(), 5, self.iri(), 9, self.iri())
        return base, self.iri()

    def statement(self, first: bool) -> bytes:
        parts: list[tuple[int, Any]] = []
        if first or self.draw.random() < 0.5:
            parts.append(self.term(1))
        if first or self.draw.random() < 0.5:
            parts.append((5, self.iri()))
        if first or self.draw.random() < 0.8:
            parts.append(self.term(9))
        if self.quads and (first or self.draw.random() < 0.3):
            parts.append(self.draw.choice([(15, b""), self.term(13)]))
        if self.draw.random() < 0.03:
            self.draw.shuffle(parts)
        body = message(*(value for part in parts for value in part))
        number = (3 if self.quads else 2) if self.kind == "graph" else self.draw.choice([2, 3])
        if self.draw.random() < 0.02:
            return message(1, message(number, body) + message(self.draw.choice([10, 14, 20]), "x"))
        return row(number, body)

    def entry(self) -> bytes:
        table, ids, texts = self.draw.choice(
            [
                (self.first, [4, 5, 0, 0], ["k", "a", "z"]),
                (self.first + 1, [3, 0], ["http://y/", "urn:q:"]),
                (self.first + 2, [2, 0], ["urn:t:2", "urn:t:3"]),
            ]
        )
        id = self.draw.choice(ids)
        text = self.draw.choice(texts)
        return row(table, message(2, text) if id == 0 else message(1, id, 2, text))

    def frame(self) -> bytes:
        parts = [
            row(self.first, message(1, 4, 2, self.draw.choice(["k", "l"]))),
            row(self.first + 1, message(1, 3, 2, self.draw.choice(["http://y/", "urn:z:"]))),
            row(self.first + 2, message(1, 2, 2, self.draw.choice(["urn:t:2", "urn:t:3"]))),
        ]
        self.draw.shuffle(parts)
        parts = parts[: self.draw.randrange(4)]
        for number in range(self.draw.randrange(9)):
            if self.draw.random() < 0.1:
                parts.append(self.entry())
            parts.append(self.statement(number == 0))
        return b"".join(parts)


@pytest.mark.parametrize("quads", [True, False])
@pytest.mark.parametrize("kind", ["graph", "patch"])
def test_the_quick_loop_reads_what_the_careful_methods_read(kind: Kind, quads: bool) -> None:
    """One decoder for all frames, beside a new one for each; so nothing that one frame has left changes another."""
    frames = Frames(1, kind, quads)
    quick = FrameDecoder(kind, frames.dictionary)
    plain = FrameDecoder(kind)
    decoded = 0
    for _ in range(4000):
        frame = frames.frame()
        expected = outcome(Careful(kind, frames.dictionary), frame)
        assert outcome(quick, frame) == expected
        decoded += not isinstance(expected, str)
        whole = frames.dictionary + frame
        assert outcome(plain, whole) == outcome(Careful(kind), whole)
    assert decoded > 500
    assert len(quick.memo) > 100, "the loop has kept rows"


def test_a_caches_end_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_MOST_ROWS", "_MOST_LITERALS", "MOST_IRIS"):
        monkeypatch.setattr(jelly, name, 3)
    monkeypatch.setattr(rows, "MOST_IRIS", 3)
    frames = Frames(2, "graph", True)
    quick = FrameDecoder("graph", frames.dictionary)
    for _ in range(1000):
        frame = frames.frame()
        assert outcome(quick, frame) == outcome(Careful("graph", frames.dictionary), frame)
    assert len(quick.memo) <= 3


def test_rows_that_repeat_long_terms_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_FRAME_BYTES", 100)
    frames = Frames(3, "graph", True)
    iri = message(1, 1, 2, 1)
    long = row(3, message(1, iri, 5, iri, 11, message(1, "x" * 1000), 15, b""))
    again = row(3, b"")
    assert len(outcome(FrameDecoder("graph", frames.dictionary), long + again * 6)[0]) == 7
    with pytest.raises(velella.MalformedJellyError, match="repeats long terms so often"):
        FrameDecoder("graph", frames.dictionary).decode(long + again * 7)


def test_the_iris_of_a_frame_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_FRAME_BYTES", 100)
    frames = Frames(3, "graph", True)
    text = "x" * 150
    entries = b"".join(row(9, message(1, 4 + n, 2, text + str(n))) for n in range(3))
    first = row(
        3, message(*(part for field in (1, 5, 9) for part in (field, message(1, 1, 2, 4 + field // 4))), 15, b"")
    )
    with pytest.raises(velella.MalformedJellyError, match="take more memory than the limits allow"):
        FrameDecoder("graph", frames.dictionary).decode(entries + first)
