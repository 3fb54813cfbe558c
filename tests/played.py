"""Games played to an end of their own, at random: every decision, mistake and surrender that there is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.game.decisions import Decline, Exchange, Fork
from service.game.game import Game
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.play.daily import daily_client_seed
from service.play.days import day_at
from service.play.identity import new_id
from service.play.record import DealKind, Draft, GameRecord
from tests.builders import id_at, now

if TYPE_CHECKING:
    from random import Random

    from service.game.decisions import Choice, Decision
    from service.game.game import Mode

_QUIT = 0.01
_MISTAKE = 0.1


def played_game(
    random: Random,
    variant: str = "standard",
    mode: Mode = "reveal",
    *,
    player_id: str | None = None,
    kind: DealKind = DealKind.RANDOM,
) -> GameRecord:
    """A ranked game of the last two days, as it ended."""
    opened_at = now() - random.randrange(2 * 24 * 60 * 60 * 1000)
    day = day_at(opened_at) if kind is DealKind.DAILY else None
    client = random.choice(["", "tea at five", "\U0001f0cf é"]) if day is None else daily_client_seed(day, variant)
    seeds, rules = Seeds(random.randbytes(32), client), VARIANTS[variant]
    opening = Game(shuffle(seeds, rules.decks), rules, mode)
    owner = player_id or new_id()
    draft = Draft(id_at(opened_at)[:-2] + owner[-2:], owner, kind, False, seeds, opening, day)
    record = GameRecord(draft, opening, version=1, opened_at=opened_at, updated_at=opened_at)
    while record.game.outcome is None:
        record = _after_a_moment(random, record)
    return record


def _after_a_moment(random: Random, record: GameRecord) -> GameRecord:
    game = record.game
    record = replace(record, version=record.version + 1, updated_at=record.updated_at + random.randrange(2_000))
    if random.random() < _QUIT:
        return replace(record, game=game.abandon())
    if game.choices is not None:
        return replace(record, game=game.decide(_decision(random, game.choices)))
    if game.mode == "placement" and random.random() < _MISTAKE:
        return replace(record, errors=record.errors + 1)
    return replace(record, game=game.step())


def _decision(random: Random, choices: tuple[Choice, ...]) -> Decision:
    chosen = random.choice(choices)
    if chosen.depth is None:
        return Fork(chosen.pile)
    return Decline() if random.random() < _MISTAKE else Exchange(chosen.pile, chosen.depth)
