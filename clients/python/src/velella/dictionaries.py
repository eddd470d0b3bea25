"""The dictionaries on which records build, and where to find them."""

from __future__ import annotations

import hashlib
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping

from velella.errors import DictionaryUnavailableError, MalformedJellyError
from velella.jelly import FrameDecoder, Kind, kind_of

_LOG = logging.getLogger("velella")

# Dictionaries whose decoder is kept.
_MOST_DECODERS = 64


class Dictionary:
    """A dictionary: the frame on which records build. Its name comes from its bytes, so it never changes.

    Attributes:
        frame: the bytes
        digest: SHA-256 of the frame, 32 bytes: the key of its record
        name: the first 6 bytes of the digest, by which records refer to it
        kind: ``graph`` or ``patch``

    Raises:
        MalformedJellyError: the frame does not begin with options
    """

    __slots__ = ("frame", "digest", "name", "kind")

    def __init__(self, frame: bytes) -> None:
        self.kind: Kind = kind_of(frame)
        self.frame = bytes(frame)
        self.digest = hashlib.sha256(self.frame).digest()
        self.name = self.digest[:6]

    def __str__(self) -> str:
        return f"dictionary {self.name.hex()} of {len(self.frame)} bytes"

    __repr__ = __str__


class Dictionaries:
    """Finds dictionaries by name, and keeps a decoder for each of those used last. Not thread-safe.

    Args:
        source: frames of dictionaries, or a mapping whose values are frames (whatever its keys are)
        more: called for a name that is not known; it hands records of the topic of dictionaries to :meth:`add`

    A frame whose name another frame has too is used by nobody: one of them is forged.
    """

    def __init__(
        self,
        source: Mapping[bytes, bytes] | Iterable[bytes] | None = None,
        more: Callable[[Dictionaries, bytes], None] | None = None,
    ) -> None:
        self._frames: dict[bytes, Dictionary] = {}
        self._ambiguous: set[bytes] = set()
        self._decoders: OrderedDict[bytes, FrameDecoder] = OrderedDict()
        self._plain: dict[Kind, FrameDecoder] = {}
        self._more = more
        self.place = "these dictionaries"
        if source is not None:
            for frame in source.values() if isinstance(source, Mapping) else source:
                self._keep(Dictionary(frame))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Dictionaries:
        """Dictionaries of a file that :meth:`save` has written: frames, each after its length as a varint.

        Raises:
            MalformedJellyError: the file is cut off, or holds another thing than frames with options
        """
        with open(path, "rb") as file:
            data = file.read()
        found = cls()
        found.place = f"file {os.fspath(path)}"
        at = 0
        while at < len(data):
            length = shift = 0
            while True:
                if at >= len(data) or shift > 28:
                    raise MalformedJellyError(0, -1, at, "a number is cut off")
                byte = data[at]
                at += 1
                length |= (byte & 0x7F) << shift
                shift += 7
                if byte < 0x80:
                    break
            if length > len(data) - at:
                raise MalformedJellyError(0, -1, at, f"a length of {length} bytes overruns its message")
            found._keep(Dictionary(data[at : at + length]))
            at += length
        return found

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all dictionaries to a file for :meth:`from_file`."""
        with open(path, "wb") as file:
            for dictionary in self._frames.values():
                length = len(dictionary.frame)
                while length > 0x7F:
                    file.write(bytes([length & 0x7F | 0x80]))
                    length >>= 7
                file.write(bytes([length]))
                file.write(dictionary.frame)

    @classmethod
    def from_topic(
        cls,
        bootstrap: str,
        topic: str = "velella-dictionaries",
        client: str | None = None,
        config: Mapping[str, object] | None = None,
    ) -> Dictionaries:
        """Dictionaries of their topic, which is read again, to its end, for each name that is not known.

        Args:
            bootstrap: servers, as ``host:port,host:port``
            topic: the topic of dictionaries (``jelly.dictionaries.topic``)
            client: ``confluent`` or ``aiokafka``; by default the one that is installed
            config: options of this client, for TLS and logins

        Raises:
            DictionaryUnavailableError: by a later look-up, if the topic cannot be read
        """
        from velella.kafka import dictionaries_of_topic

        return dictionaries_of_topic(bootstrap, topic, client, config)

    def add(self, key: bytes | None, value: bytes | None) -> bool:
        """Takes a record of the topic of dictionaries; a record that is no dictionary is left out, with a warning.

        Returns:
            whether it is a dictionary
        """
        if value is None or key is None or len(key) != 32:
            reason = "it has no value, or its key has not 32 bytes"
        elif hashlib.sha256(value).digest() != key:
            reason = "its key is not the SHA-256 of its value"
        else:
            try:
                self._keep(Dictionary(value))
                return True
            except MalformedJellyError as e:
                reason = f"it is not a Jelly frame: {e}"
        _LOG.warning("Left out: a record of %s is no dictionary: %s", self.place, reason)
        return False

    def _keep(self, dictionary: Dictionary) -> None:
        name = dictionary.name
        other = self._frames.get(name)
        if other is not None and other.digest != dictionary.digest:
            self._ambiguous.add(name)
            del self._frames[name]
            _LOG.warning(
                "%s has two dictionaries of the name %s: one of them is forged. Records that name it are refused",
                self.place,
                name.hex(),
            )
        elif name not in self._ambiguous:
            self._frames[name] = dictionary

    def find(self, name: bytes) -> Dictionary | None:
        """The dictionary of a name; None if there is none, or if two have it.

        Raises:
            DictionaryUnavailableError: the topic cannot be read at the moment
        """
        found = self._frames.get(name)
        if found is None and self._more is not None and name not in self._ambiguous:
            self._more(self, name)
            found = self._frames.get(name)
        return found

    def __iter__(self) -> Iterator[Dictionary]:
        return iter(self._frames.values())

    def __len__(self) -> int:
        return len(self._frames)

    def __str__(self) -> str:
        return self.place

    def decoder(self, dictionary: Dictionary) -> FrameDecoder:
        """A decoder of frames on a dictionary, from :meth:`find` or carried in a record.

        Raises:
            MalformedJellyError: the dictionary is malformed
        """
        decoders = self._decoders
        decoder = decoders.get(dictionary.digest)
        if decoder is None:
            decoder = FrameDecoder(dictionary.kind, dictionary.frame)
            decoders[dictionary.digest] = decoder
            if len(decoders) > _MOST_DECODERS:
                decoders.popitem(last=False)
        else:
            decoders.move_to_end(dictionary.digest)
        return decoder

    def plain_decoder(self, kind: Kind) -> FrameDecoder:
        """A decoder of self-contained frames."""
        decoder = self._plain.get(kind)
        if decoder is None:
            decoder = self._plain[kind] = FrameDecoder(kind)
        return decoder


__all__ = ["Dictionaries", "Dictionary", "DictionaryUnavailableError"]
