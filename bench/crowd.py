"""A crowd that has been playing for a month, and the real games that it ends: what there is to record."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

from service.game.game import Game
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.play.daily import daily_client_seed
from service.play.days import day_at
from service.play.record import DealKind, Draft, GameRecord

if TYPE_CHECKING:
    from datetime import date

    from service.game.game import Mode

VARIANT_SHARES = {
    "standard": 50,
    "watch": 12,
    "perpetual": 8,
    "watch_fork": 6,
    "twelve_start": 6,
    "face_up_finales": 6,
    "big_clock": 6,
    "big_clock_watch": 6,
}
NEWCOMERS, PLACEMENT, DAILY, GIVEN_UP = 0.1, 0.5, 0.15, 0.08
"""Of all games: those of players who come for the first time, those played card by card, and so on."""

MISTAKES = 0.02
"""How many cards are taken to a wrong pile."""


class Crowd:
    """So many players, some of whom come far more often than others; the same games for the same number."""

    def __init__(self, players: int, number: int = 0) -> None:
        self._random = Random(number)
        self.players = [self._id_at(1_735_689_600_000 + at) for at in range(players)]

    def games(self, count: int, since: int, until: int) -> list[GameRecord]:
        """Games as they ended between two instants, evenly and in order; milliseconds since 1970."""
        return [self._game(since + (until - since) * at // count) for at in range(count)]

    def join(self) -> str:
        """A newcomer."""
        self.players.append(self._id_at(1_735_689_600_000))
        return self.players[-1]

    def _game(self, ended_at: int) -> GameRecord:
        random = self._random
        player = self._regular() if random.random() > NEWCOMERS else self.join()
        variant = random.choices(list(VARIANT_SHARES), list(VARIANT_SHARES.values()))[0]
        mode: Mode = "placement" if random.random() < PLACEMENT else "reveal"
        opened_at = ended_at - random.randrange(20_000, 300_000)
        day = day_at(opened_at) if random.random() < DAILY else None
        seeds, rules = self._seeds(variant, day), VARIANTS[variant]
        opening = Game(shuffle(seeds, rules.decks), rules, mode)
        kind = DealKind.RANDOM if day is None else DealKind.DAILY
        draft = Draft(self._id_at(opened_at, player), player, kind, False, seeds, opening, day)
        record = GameRecord(draft, opening, version=1, opened_at=opened_at, updated_at=opened_at)
        if random.random() < GIVEN_UP:
            return record.changed(opening.abandon(), ended_at)
        errors = sum(random.random() < MISTAKES for _ in range(rules.cards)) if mode == "placement" else 0
        return record.changed(autoplay(opening), ended_at, errors=errors)

    def _regular(self) -> str:
        """The earlier someone joined, the more often they come."""
        return self.players[int(len(self.players) * self._random.random() ** 2)]

    def _seeds(self, variant: str, day: date | None) -> Seeds:
        if day is None:
            return Seeds(self._random.randbytes(32))
        return Seeds(Random(f"{day} {variant}").randbytes(32), daily_client_seed(day, variant))

    def _id_at(self, millis: int, beside: str | None = None) -> str:
        bits = millis << 80 | 7 << 76 | self._random.getrandbits(12) << 64 | 2 << 62 | self._random.getrandbits(62)
        made = str(UUID(int=bits))
        return made if beside is None else made[:-2] + beside[-2:]
