"""The graph of a stream, and the chain of patches that proves it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any

from velella.errors import ChainBrokenError
from velella.hashing import format_hash, statement_hash
from velella.headers import Position
from velella.terms import Graph, Patch, Statement

_M64 = (1 << 64) - 1
_AGAIN = (
    ", a number that was there before. So it is if the topic is a copy that holds records of aborted transactions:"
    " MirrorMaker 2 copies these unless it has consumer.isolation.level=read_committed"
)
_REMEMBERED = 1024


class GraphState:
    """The graph of one stream, kept by its patches and snapshots.

    Each patch must have the next number and lead to the hash that it announces; the first one may have any number if it
    leads there from the empty graph. The hash is that of the statements that are really there, not the sum over the rows
    of the patch. A patch that breaks the chain changes nothing.

    Attributes:
        position: number and hash of the last patch or snapshot; None before the first
    """

    def __init__(self) -> None:
        # Each statement with its hash.
        self._statements: dict[Statement, int] = {}
        self._hash = 0
        self._recent: OrderedDict[int, tuple[int, Patch]] = OrderedDict()
        self._before: tuple[int, Position | None] = (0, None)
        self.position: Position | None = None
        # What the last change has really changed: statement, its hash, and whether it was added. And its net effect.
        self._log: list[tuple[Statement, int, bool]] = []
        self._net: tuple[set[Statement], set[Statement]] | None = None

    @property
    def hash(self) -> int:
        """Hash of the graph, 64 bits, not signed; :func:`velella.format_hash` writes it."""
        return self._hash

    def __len__(self) -> int:
        return len(self._statements)

    def __iter__(self) -> Iterator[Statement]:
        return iter(self._statements)

    def __contains__(self, statement: object) -> bool:
        return statement in self._statements

    def graph(self) -> Graph:
        """A copy of the graph."""
        return Graph(list(self._statements))

    def apply(self, patch: Patch, position: Position | None = None) -> bool:
        """Applies a patch.

        Args:
            patch: the patch
            position: its place in the stream, from its headers; None for a patch without number, which is applied
                without proof and only while no numbered patch has come

        Returns:
            False if the patch was applied before, or a snapshot covers it; nothing is changed then

        Raises:
            ChainBrokenError: the patch does not follow, or leads to another graph; nothing is changed
            ValueError: its transactions are nested, not begun or not ended; nothing is changed
        """
        if position is not None and position.snapshot:
            if self._is_covered(position):
                return False
            self._take([row[1] for row in patch.effective_rows() if row[0] == "A"], position)
            return True
        before = self.position
        if position is None:
            if before is not None:
                raise ChainBrokenError(
                    f"expected a patch with number {before.number + 1}, found a patch without the header that numbers it"
                )
        elif before is not None and position.number != before.number + 1:
            if self._is_known(position, patch):
                return False
            raise ChainBrokenError(self._wrong_number(before.number + 1, position.number))
        elif before is None and self._statements:
            raise ChainBrokenError(
                f"patch {position.number} finds {len(self._statements)} statements of patches without number"
            )
        log, reached = self._run(patch)
        if position is not None and reached != position.hash:
            self._run_back(log)
            if before is None and position.number != 1:
                raise ChainBrokenError(self._wrong_number(1, position.number))
            raise ChainBrokenError(_wrong_hash(position, reached))
        self._log = log
        self._net = None
        self._before = (self._hash, before)
        self._hash = reached
        if position is not None:
            self.position = position
            self._recent[position.number] = (position.hash, patch)
            if len(self._recent) > _REMEMBERED:
                self._recent.popitem(last=False)
        return True

    def _run(self, patch: Patch) -> tuple[list[tuple[Statement, int, bool]], int]:
        """Changes the statements; returns what has really changed, and the hash that is reached."""
        statements = self._statements
        rows = patch.rows
        if rows and rows[0][0] == "TX" and rows[-1][0] == "TC":
            inner = rows[1:-1]
            if any(len(row) != 2 for row in inner):  # other rows than A and D, as no diff app writes them
                inner = patch.effective_rows()
        else:
            inner = patch.effective_rows()
        log: list[tuple[Statement, int, bool]] = []
        reached = self._hash
        row: Any
        try:
            for row in inner:
                code = row[0]
                if code == "A":
                    statement = row[1]
                    if statement not in statements:
                        value = statement_hash(statement)
                        statements[statement] = value
                        log.append((statement, value, True))
                        reached += value
                elif code == "D":
                    statement = row[1]
                    known = statements.pop(statement, None)
                    if known is not None:
                        log.append((statement, known, False))
                        reached -= known
        except BaseException:  # a row of the caller that holds no statement, or an interrupt
            self._run_back(log)
            raise
        return log, reached & _M64

    def _run_back(self, log: list[tuple[Statement, int, bool]]) -> None:
        for statement, value, is_added in reversed(log):
            if is_added:
                del self._statements[statement]
            else:
                self._statements[statement] = value

    @property
    def added(self) -> set[Statement]:
        """The statements that the last change has really added."""
        return self._changed()[0]

    @property
    def deleted(self) -> set[Statement]:
        """The statements that the last change has really deleted."""
        return self._changed()[1]

    def _changed(self) -> tuple[set[Statement], set[Statement]]:
        if self._net is None:
            added: set[Statement] = set()
            deleted: set[Statement] = set()
            for statement, _, is_added in self._log:
                gained, lost = (added, deleted) if is_added else (deleted, added)
                if statement in lost:
                    lost.remove(statement)
                else:
                    gained.add(statement)
            self._net = (added, deleted)
        return self._net

    def replace(self, graph: Graph | Iterable[Statement], position: Position | None = None) -> bool:
        """Takes a whole graph: the next element of a topic of graphs, or a snapshot.

        Args:
            graph: the statements; one that comes twice counts once
            position: place of a snapshot; its hash is checked

        Returns:
            False if the state is already at the snapshot's number or beyond; nothing is changed then

        Raises:
            ChainBrokenError: the graph has another hash than the snapshot announces; nothing is changed
        """
        if position is not None and self._is_covered(position):
            return False
        self._take(graph, position)
        return True

    def _take(self, graph: Iterable[Statement], position: Position | None) -> None:
        old = self._statements
        new: dict[Statement, int] = {}
        for statement in graph:
            known = old.get(statement)
            new[statement] = statement_hash(statement) if known is None else known
        reached = sum(new.values()) & _M64
        if position is not None and reached != position.hash:
            raise ChainBrokenError(_wrong_hash(position, reached))
        self._before = (self._hash, self.position)
        self._log = [(s, value, False) for s, value in old.items() if s not in new]
        self._log += [(s, value, True) for s, value in new.items() if s not in old]
        self._net = None
        self._statements = new
        self._hash = reached
        self.position = position
        self._recent.clear()

    def undo(self) -> None:
        """Goes back to the graph and position before the last change; may be called once after each."""
        self._run_back(self._log)
        self._hash, self.position = self._before
        self._recent.clear()
        self._log = []
        self._net = None

    def clear(self) -> None:
        """Takes the empty graph, for a stream that has ended. A later patch may have any number, if it begins anew."""
        self._take((), None)

    def _is_covered(self, snapshot: Position) -> bool:
        before = self.position
        if before is None or before.number < snapshot.number:
            return False
        if before.number == snapshot.number and before.hash != snapshot.hash:
            raise ChainBrokenError(_wrong_hash(snapshot, before.hash))
        return True

    def _is_known(self, position: Position, patch: Patch) -> bool:
        before = self.position
        assert before is not None
        if position.number == before.number and position.hash == before.hash:
            return True
        if position.number < before.number and before.snapshot:
            return True
        known = self._recent.get(position.number)
        return known is not None and known[0] == position.hash and known[1] == patch

    @staticmethod
    def _wrong_number(expected: int, found: int) -> str:
        return f"expected patch number {expected}, found {found}" + (_AGAIN if found < expected else "")


def _wrong_hash(position: Position, reached: int) -> str:
    return (
        f"expected state hash {format_hash(position.hash)} after patch {position.number}, found {format_hash(reached)}"
    )
