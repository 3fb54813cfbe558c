"""Rules as the kernel takes them: plain numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from service.game.rules import Rules


class Terms(NamedTuple):
    """The options that change how a laid-out deal is played."""

    opening: int
    """The opening pile, 0 to 12."""
    reprieves: int
    restarts: bool
    forks: bool
    opposite: bool
    """Whether a fork is answered with the pile across the dial; with the hour's own otherwise."""


def terms_of(rules: Rules, *, opposite: bool = False) -> Terms:
    """The terms of these rules; forks go to the hour's own pile, as autoplay has them, or else across the dial.

    Nobody but the tests goes across: no other decision would show that the kernel and the rules agree on forks.
    """
    return Terms(
        opening=rules.opening_pile - 1,
        reprieves=rules.reprieves,
        restarts=rules.on_lock == "restart",
        forks=rules.fork == "opposite",
        opposite=opposite,
    )
