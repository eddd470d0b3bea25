"""The corpus of golden records, in the terms of this package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import velella
from velella.headers import read_headers
from velella.records import decode_record
from velella.terms import RDF_LANG_STRING, XSD_STRING

PLACE = Path(__file__).parents[2] / "corpus"
_M64 = (1 << 64) - 1


def lines(name: str, place: Path = PLACE) -> Iterator[dict[str, Any]]:
    with open(place / name, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def dictionaries() -> velella.Dictionaries:
    found = velella.Dictionaries()
    for line in lines("dictionaries.jsonl"):
        used = found.add(unhex(line["key"]), unhex(line["value"]))
        assert used == (line["use"] == "used"), line
    return found


def unhex(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


def headers(record: dict[str, Any]) -> list[tuple[str, bytes | None]]:
    return [(name, unhex(value)) for name, value in record["headers"]]


def term(value: Any) -> Any:
    """A term in the form of the corpus."""
    if value is None:
        return None
    if isinstance(value, velella.IRI):
        return f"<{value.value}>"
    if isinstance(value, velella.BlankNode):
        return f"_:{value.label}"
    if isinstance(value, velella.Literal):
        if value.language is not None:
            assert value.datatype == RDF_LANG_STRING
            return [value.value, "@" + value.language]
        return [value.value] if value.datatype == XSD_STRING else [value.value, value.datatype]
    return {"quoted": [term(value.subject), term(value.predicate), term(value.object)]}


def terms(statement: velella.Statement) -> list[Any]:
    return [term(value) for value in (statement if statement.graph is not None else statement[:3])]


def row(row: Any) -> list[Any]:
    if row[0] in ("A", "D"):
        return [row[0], *terms(row[1])]
    return [value if isinstance(value, str) else term(value) for value in row]


def change(patch: velella.Patch) -> int:
    """What the rows add to the hash of a graph, as a patch without doubles does."""
    total = start = 0
    for row in patch.rows:
        if row[0] == "A":
            total += velella.statement_hash(row[1])
        elif row[0] == "D":
            total -= velella.statement_hash(row[1])
        elif row[0] == "TX":
            start = total
        elif row[0] == "TA":
            total = start
    return total & _M64


def expectation(record: dict[str, Any], known: velella.Dictionaries) -> dict[str, Any]:
    """What this package finds in a record, in the form of the corpus."""
    value = unhex(record["value"])
    if value is None:
        return {"tombstone": True}
    try:
        header = read_headers(headers(record))
        element = decode_record(value, header, known)
    except velella.Version1Error:
        return {"refused": "version 1"}
    except velella.UnreadableRecordError as e:
        return {"refused": "unreadable", "message": str(e)}
    except velella.MissingDictionaryError as e:
        return {"refused": "missing dictionary", "message": str(e).partition(", which is not in ")[0]}
    except velella.MalformedJellyError as e:
        return {"refused": "malformed", "message": str(e)}
    found: dict[str, Any] = {}
    if isinstance(element, velella.Graph):
        found["graph"] = [terms(statement) for statement in element]
        if element.namespaces:
            found["namespaces"] = element.namespaces
        found["hash"] = velella.format_hash(velella.graph_hash(element))
    else:
        found["patch"] = [row(r) for r in element.rows]
        found["change"] = velella.format_hash(change(element))
    if header.event_time is not None:
        found["time"] = header.event_time
    if header.position is not None:
        found["position"] = str(header.position)
    return found
