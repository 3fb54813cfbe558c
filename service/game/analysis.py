"""Everything about a deal: its whole fate under given rules, decisions taken by the best policy."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, cast

from service.game.finales import finales, reaching
from service.game.game import Game
from service.game.ledger import ledger, unbroken_runs
from service.game.odds import win_probability
from service.game.policy import best_decision, first_lock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from service.game.cards import Card
    from service.game.chain import Flip
    from service.game.deal import Deal
    from service.game.ledger import Ledger
    from service.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Run:
    """Cards of one rank that were set one directly after another."""

    rank: str
    length: int
    at: int
    """The number of the first of them among all sets, from 1 on."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where a pile's finale leads."""

    pile: int
    finale: Card
    reaches_opening: bool
    """Whether it leads to the opening pile, on from finale to finale."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A deal, played out."""

    game: Game
    """At its end."""
    odds: tuple[Fraction, ...]
    """P(win) as it was known after each of the game's flips, in their order."""
    runs: tuple[Run, ...]
    ways: tuple[Way, ...]
    """For every pile, pile 1 first."""
    first_lock: int
    """Flips to the first lock."""
    ledger: Ledger
    """The score, without any speed."""


def analyse(deal: Deal, rules: Rules) -> Analysis:
    """What these rules make of this deal, which has as many decks as they ask for."""
    states = tuple(_history(Game(deal, rules)))
    game = states[-1]
    return Analysis(
        game=game,
        odds=tuple(map(win_probability, states)),
        runs=tuple(_runs(game.set_flips)),
        ways=tuple(_ways(deal, rules)),
        first_lock=first_lock(game.chain, rules),
        ledger=cast("Ledger", ledger(game, unbroken_runs(game))),  # it has ended
    )


def _history(game: Game) -> Iterator[Game]:
    """The game after every flip. It never declines, so no state is without a flip of its own."""
    yield game
    while game.outcome is None:
        game = game.step() if game.choices is None else game.decide(best_decision(game.choices))
        yield game


def _runs(flips: Sequence[Flip]) -> Iterator[Run]:
    at = 1
    for rank, run in groupby(flip.card.rank for flip in flips):
        length = len(list(run))
        if length > 1:
            yield Run(rank, length, at)
        at += length


def _ways(deal: Deal, rules: Rules) -> Iterator[Way]:
    dealt = finales(deal, rules)
    reached = reaching(dealt, rules.opening_pile)
    return (Way(pile, finale, pile in reached) for pile, finale in dealt.items())
