"""Frames made by hand, field by field."""

from __future__ import annotations

from typing import Any


def varint(value: int) -> bytes:
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def message(*parts: Any) -> bytes:
    """Fields and values in turn: a number, a text, or bytes."""
    out = b""
    for number, value in zip(parts[::2], parts[1::2]):
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
        else:
            data = value.encode() if isinstance(value, str) else value
            out += varint(number << 3 | 2) + varint(len(data)) + data
    return out


def row(number: int, body: bytes) -> bytes:
    return message(1, message(number, body))
