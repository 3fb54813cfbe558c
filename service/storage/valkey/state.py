"""The numbers of a stored game, which the scripts change; they are checked here and by `record.lua` alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from service.game.errors import BrokenSave
from service.play.record import LIFETIME_MS
from service.storage.valkey.fields import in_range

if TYPE_CHECKING:
    from service.play.record import Draft

_INSTANT = r"(\d{1,15})"
_CURSOR, _COUNT, _FLAG = r"([1-9]\d{0,3})", r"(\d{1,9})", "([01])"
_STATE = re.compile(
    f"{_INSTANT} {_INSTANT} {_CURSOR} {_COUNT} {_COUNT} {_FLAG} {_FLAG}(?: {_INSTANT})?",
    re.ASCII,
)


class State(NamedTuple):
    """Instants in milliseconds since 1970; `deadline` only where it is not `LIFETIME_MS` after the opening."""

    opened_at: int
    updated_at: int
    cursor: int
    version: int
    errors: int
    abandoned: bool
    recorded: bool
    deadline: int | None

    @staticmethod
    def parse(text: bytes) -> State:
        """What a script wrote, in the order of the fields and with spaces between; `BrokenSave` for anything else."""
        found = _STATE.fullmatch(text.decode("ascii", "replace"))
        if found is None:
            raise BrokenSave("the state is not seven or eight numbers")
        opened_at, updated_at, cursor, version, errors = map(int, found.groups()[:5])
        *_, abandoned, recorded, deadline = found.groups()
        return State(
            opened_at,
            updated_at,
            cursor,
            version,
            errors,
            abandoned=abandoned == "1",
            recorded=recorded == "1",
            deadline=int(deadline) if deadline else None,
        )

    @staticmethod
    def of_new(draft: Draft, opened_at: int) -> State:
        """The numbers of a game that begins at this instant."""
        expires_at = draft.expires_at(opened_at)
        return State(
            opened_at,
            opened_at,
            draft.game.cursor,
            version=1,
            errors=0,
            abandoned=False,
            recorded=False,
            deadline=None if expires_at == opened_at + LIFETIME_MS else expires_at,
        )

    @property
    def text(self) -> bytes:
        """The inverse of `parse`."""
        return b" ".join(b"%d" % number for number in self if number is not None)

    def fits(self, draft: Draft) -> bool:
        """Whether a game opened with this draft can have such a state, as far as that shows without its chain."""
        usual = self.opened_at + LIFETIME_MS
        expires_at = usual if self.deadline is None else self.deadline
        return (
            in_range(self.opened_at, self.updated_at)
            and expires_at == draft.expires_at(self.opened_at)
            and self.deadline != usual
            and adds_up(draft, self.cursor, self.version, self.errors, abandoned=self.abandoned)
        )


def adds_up(draft: Draft, cursor: int, version: int, errors: int, *, abandoned: bool) -> bool:
    """Whether the version counts what was done: positions gone, errors, the giving up, and two for each undo.

    A step back is a change too, and takes a position away. Only practice games know it, and errors only placement.
    """
    start = draft.game.cursor
    spare = version - (1 + cursor - start + errors + abandoned)
    undone = draft.practice and spare > 0 and spare % 2 == 0
    return cursor >= start and (spare == 0 or undone) and (errors == 0 or draft.game.mode == "placement")
