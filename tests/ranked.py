"""Ended ranked games made to order, and the stores that rank them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import text

from service.game.game import Game
from service.game.ledger import is_cleared
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.play.days import day_at, opens_at
from service.play.identity import new_id
from service.play.record import DealKind, Draft, GameRecord
from service.storage.postgres import PostgresLeaderboards, PostgresPlayers, PostgresResults, PostgresStatistics
from tests.builders import a_deal, id_at, now, some_seeds
from tests.fakes import FakeLeaderboards, FakePlayers, FakeResults, FakeStatistics

if TYPE_CHECKING:
    from datetime import date

    from service.game.game import Mode
    from service.play.ports import Players, Results
    from service.play.result_ports import Leaderboards, Statistics
    from service.storage.postgres import Database

NOON = opens_at(day_at(now())) - 12 * 3_600_000
"""The noon of yesterday: an instant well inside its day."""


@dataclass(frozen=True)
class Rankers:
    """The ports of the results database that have to do with leaderboards."""

    players: Players
    results: Results
    boards: Leaderboards
    statistics: Statistics

    def join(self, name: str = "Ann") -> str:
        """A new player's id."""
        return self.players.add(new_id(), name, secrets.token_bytes(32)).id


def fake_rankers() -> Rankers:
    """In memory."""
    results = FakeResults()
    players = FakePlayers(results)
    return Rankers(players, results, FakeLeaderboards(players, results), FakeStatistics(players, results))


def postgres_rankers(database: Database) -> Rankers:
    """In a database where nobody has played yet."""
    with database.transaction() as connection:
        connection.execute(text(_EMPTY))
    return Rankers(
        PostgresPlayers(database),
        PostgresResults(database),
        PostgresLeaderboards(database),
        PostgresStatistics(database),
    )


_EMPTY = "TRUNCATE players, results, standings, standing_counts, digests, fairness, daily_fates, races CASCADE"


@cache
def deal_numbers(variant: str, *, cleared: bool) -> tuple[int, ...]:
    """Numbers of deals that are cleared by the best decisions, or are not."""
    found = {number: _is_cleared(_played(variant, number, "reveal")) for number in range(150)}
    return tuple(number for number, good in found.items() if good is cleared)


def _is_cleared(game: Game) -> bool:
    return bool(game.outcome and is_cleared(game.outcome.ending, game.restarts))


@cache
def _played(variant: str, number: int, mode: Mode) -> Game:
    rules = VARIANTS[variant]
    return autoplay(Game(a_deal(number, rules.decks), rules, mode))


def ranked_game(
    player_id: str,
    *,
    cleared: bool = False,
    number: int = 0,
    at: int = NOON,
    took_ms: int = 60_000,
    variant: str = "standard",
    mode: Mode = "placement",
    abandoned: bool = False,
    day: date | None = None,
) -> GameRecord:
    """A game that ended at that instant. `number` chooses among the deals that are cleared, or that are not."""
    numbers = deal_numbers(variant, cleared=cleared)
    chosen = numbers[number % len(numbers)]
    ended = _played(variant, chosen, mode)
    opening = Game(ended.deal, ended.rules, mode)
    kind = DealKind.RANDOM if day is None else DealKind.DAILY
    opened_at = at - took_ms
    draft = Draft(id_at(opened_at)[:-2] + player_id[-2:], player_id, kind, False, some_seeds(chosen), opening, day)
    record = GameRecord(draft, opening, version=1, opened_at=opened_at, updated_at=opened_at)
    return record.changed(opening.abandon() if abandoned else ended, at)


def clear(rankers: Rankers, player_id: str, took_ms: int, at: int = NOON) -> str:
    """Record a dial cleared in so much time; the game's id."""
    record = ranked_game(player_id, cleared=True, took_ms=took_ms, at=at)
    rankers.results.record([record])
    return record.id
