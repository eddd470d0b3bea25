"""Writes ``clients/corpus/python.jsonl``: records of this package, which the Java side reads in its build.

python tests/write_corpus.py        (with velella and pyjelly installed)
"""

from __future__ import annotations

import json
from typing import Any

import corpus

import velella
from velella.headers import Position, VelellaHeader


def records() -> list[dict[str, Any]]:
    known = corpus.dictionaries()
    written = []
    patches = 0
    for record in corpus.lines("records.jsonl"):
        value = corpus.unhex(record["value"])
        if value is None or "refused" in record["expect"]:
            continue
        element = velella.decode(value, corpus.headers(record), known)
        if (
            isinstance(element, velella.Graph)
            and _is_alone(record)
            and record["name"].startswith(("graph ", "random "))
        ):
            time = [None, 0, 1_700_000_000_000, -5, 1 << 48][len(written) % 5]
            written.append(_line(record["name"], velella.headers_of("graph", time), velella.encode(element)))
        elif isinstance(element, velella.Patch) and _is_alone(record) and patches < 9:
            # There is one spelling of each header, so the Java side must find these bytes again.
            number = 1 << 7 * patches
            counted = patches % 2 == 1
            header = VelellaHeader(
                "patch",
                writer=bytes([patches, 1, 2, 255]) if counted else None,
                sequence=number - 1 if counted else 0,
                event_time=patches << 40 if patches % 3 else None,
                position=Position(number, (1 << 64) - 1 - patches, patches % 4 == 0),
            )
            written.append(_line(f"header {patches}", [("velella", header.to_bytes())], value))
            patches += 1
    return written


def _is_alone(record: dict[str, Any]) -> bool:
    header = velella.read_headers(corpus.headers(record)).velella
    return header is None or header.dictionary is None


def _line(name: str, headers: list[tuple[str, bytes]], value: bytes) -> dict[str, Any]:
    line: dict[str, Any] = {
        "name": name,
        "headers": [[key, data.hex()] for key, data in headers],
        "value": value.hex(),
    }
    line["expect"] = corpus.expectation(line, velella.Dictionaries())
    return line


if __name__ == "__main__":
    with open(corpus.PLACE / "python.jsonl", "w", encoding="utf-8") as file:
        for record in records():
            file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
