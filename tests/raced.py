"""Races run to their ends, without a store, and their games as they ended."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from service.play.identity import new_race_id, race_game_id
from service.play.lobby import Newcomer, begun, joined, opened, readied
from service.play.race import COUNTDOWN_MS
from service.play.race_results import RaceResult, results_of_race
from service.play.race_terms import terms_of
from service.play.racing import advance, forfeited, placed
from service.play.record import GameRecord
from tests.ranked import NOON

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from service.play.race import Race


@dataclass(frozen=True)
class Run:
    """A race that is over, and its games in the order of the seats."""

    race: Race
    games: tuple[GameRecord, ...]

    def result(self, player_id: str) -> RaceResult:
        """What came of it for this player."""
        return next(result for racer, result in results_of_race(self.race) if racer == player_id)

    @property
    def winners(self) -> set[str]:
        return {racer for racer, result in results_of_race(self.race) if result.won}


def announced(racers: Sequence[str], number: int, at: int, **terms: object) -> tuple[Race, list[GameRecord]]:
    """A race of these players that starts at that instant, and its games. `number` chooses the deals."""
    host, *others = racers
    made_at, secret = at - COUNTDOWN_MS, sha256(f"race {number}".encode()).digest()
    agreed = terms_of({"capacity": max(2, len(racers))} | terms)
    race = opened(new_race_id(host), agreed, secret, None, Newcomer(host, "host"), made_at).race
    for player_id in others:
        race = joined(race, Newcomer(player_id, "guest"), None, made_at).race
        race = readied(race, player_id, made_at).race
    step = begun(race, host, made_at)
    return step.race, [GameRecord(draft, draft.game, version=1, opened_at=at, updated_at=at) for draft in step.opened]


def run(
    *racers: str,
    number: int = 0,
    at: int = NOON,
    pace_ms: int = 500,
    forfeits: Collection[str] = (),
    errs: Collection[str] = (),
    **terms: object,
) -> Run:
    """A race that started at that instant. Some forfeit, some take each third card to a wrong pile first."""
    announced_race, records = announced(racers, number, at, **terms)
    race, games, now, turn = advance(announced_race, at).race, dict(enumerate(records)), at, 0
    while not race.is_over:
        for index, record in games.items():
            if record.game.outcome or race.is_over:
                continue
            now, turn, racer = now + pace_ms, turn + 1, record.draft.player_id
            if racer in forfeits and record.game.cursor > 2:
                race = forfeited(race, racer, now).race
                games[index] = record.changed(record.game.abandon(), now)
                continue
            wrong = racer in errs and record.game.cursor % 3 == 0 and record.errors < record.game.cursor // 3
            moved = placed(race, record, _pile(record, wrong=wrong), now)
            race, games[index] = moved.step.race, moved.record
    return Run(race, tuple(games.values()))


def timed_out(*racers: str, number: int = 0, at: int = NOON) -> Run:
    """A race in which nobody did anything."""
    race, records = announced(racers, number, at, time_limit_s=10)
    ended = advance(race, at + 10_000).race
    return Run(ended, tuple(record.lapsed(at + 10_000) for record in records))


def game_in(race: Race, seat: int) -> str:
    return race_game_id(race.id, seat)


def _pile(record: GameRecord, *, wrong: bool) -> int:
    hand = record.game.in_hand
    home = hand.card.home if hand else 1
    return home % 13 + 1 if wrong else home
