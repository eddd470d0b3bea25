"""The errors of this package. Their messages are those of Velella's Java side, so that one page explains both."""

from __future__ import annotations

_MESSAGE_CHARACTERS = 1_000


def bounded(text: str, most: int = _MESSAGE_CHARACTERS) -> str:
    """A text on one line, of at most so many characters; too long a text keeps its beginning and its end.

    Messages repeat data of unknown senders, and logs and headers must be able to hold them.
    """
    if len(text) > most:
        note = f" … ({len(text) - most} characters) … "
        tail = (most - len(note)) // 4
        head = most - len(note) - tail
        return _one_line(text[:head], head) + note + _one_line(text[-tail:], tail)
    return _one_line(text, most)


def _one_line(text: str, most: int) -> str:
    if text.isprintable():
        return text
    clean = []
    for c in text:
        code = ord(c)
        if c in "\n\r\t":
            clean.append(" ")
        elif code < 0x20 or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xDFFF or code in (0x2028, 0x2029):
            clean.append(f"\\u{code:04x}")
        else:
            clean.append(c)
    return "".join(clean)[:most]


class VelellaError(Exception):
    """The base of all errors of this package."""


class MalformedJellyError(VelellaError):
    """A frame that is not Jelly, breaks a rule of the format, or is above a limit.

    Attributes:
        frame: number of the frame: 1 if it builds on a dictionary, which is frame 0; else 0
        row: number of the row in the frame, from 0; -1 if no row was reached
        offset: byte in the frame, from 0; -1 when writing
        reason: the problem, without the place
    """

    def __init__(self, frame: int, row: int, offset: int, reason: str) -> None:
        self.frame = frame
        self.row = row
        self.offset = offset
        self.reason = bounded(reason)
        place = f"frame {frame}" + (f", row {row}" if row >= 0 else "") + (f", byte {offset}" if offset >= 0 else "")
        super().__init__(f"{place}: {self.reason}")


class UnreadableRecordError(VelellaError):
    """A record that cannot be read because of its headers or its format. The message says why, without the place."""

    def __init__(self, message: str) -> None:
        super().__init__(bounded(message))


class Version1Error(UnreadableRecordError):
    """A record of version 1 of the record protocol. It builds on the record before it, which this package does not do."""


class DictionaryUnavailableError(VelellaError):
    """Dictionaries cannot be read at the moment. The record itself may be right: try again, and do not leave it out."""


class MissingDictionaryError(DictionaryUnavailableError):
    """A record names a dictionary that is not found. The record itself may be right, so it is never a bad record."""


class ChainBrokenError(VelellaError):
    """A patch does not follow the patch before it, or does not lead to the graph that its header announces.

    Nothing was changed. The graph that was reached before is right; the stream must not go on from it with this patch.
    A snapshot of the stream mends it.
    """


class RecordError(VelellaError):
    """A record that cannot be taken, with its place. The cause is the error in itself (``__cause__``).

    Attributes:
        topic, partition, offset: the place of the record
    """

    def __init__(self, topic: str, partition: int, offset: int, cause: Exception) -> None:
        self.topic = topic
        self.partition = partition
        self.offset = offset
        super().__init__(bounded(f"{topic}-{partition}@{offset}: {cause}", 1_300))
        self.__cause__ = cause


class DivergedError(VelellaError):
    """A store that :func:`velella.follow` keeps is not equal to the stream any more; the message says which stream."""
