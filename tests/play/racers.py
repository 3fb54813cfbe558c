"""Races about to start, under way or over, for tests that need one."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from service.game.game import Game
from service.game.policy import fate
from service.game.shuffle import shuffle
from service.play import races
from service.play.games import place
from service.play.identity import new_id, new_race_id, race_game_id
from service.play.lobby import Newcomer, joined, opened
from service.play.race import COUNTDOWN_MS
from service.play.race_terms import terms_of

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.race import Race
    from service.play.race_events import RaceEvent
    from service.play.record import Change
    from tests.play.world import World


SECRET = sha256(b"a secret").digest()


def secret_with(*clears: bool, decks: str = "own") -> bytes:
    """A secret whose deals, seat by seat, clear the dial or lock it; with one entry, the deal that all share."""
    host = new_id()
    terms = terms_of({"capacity": max(2, len(clears)), "decks": decks})
    for number in count():
        secret = sha256(f"secret {number}".encode()).digest()
        race = opened(new_race_id(host), terms, secret, None, Newcomer(host, "host"), 0).race
        for _ in clears[1:]:
            race = joined(race, Newcomer(new_id(), "guest"), None, 0).race
        fates = [fate(Game(shuffle(race.seeds(seat)), race.rules)) for seat in range(1, len(clears) + 1)]
        if tuple(not game.hidden for game in fates) == clears:
            return secret
    raise AssertionError


class Party:
    """A race and those who sit in it, the host first."""

    def __init__(self, world: World, size: int = 2, secret: bytes = SECRET, **terms: object) -> None:
        self.world = world
        self.callers = [world.racer(f"racer {number}") for number in range(1, size + 1)]
        self.id = new_race_id(self.host.token.player_id)
        agreed = terms_of({"capacity": max(size, 2), **terms})
        self.code = "0123ABCD" if agreed.visibility == "private" else None
        newcomer = Newcomer(self.host.token.player_id, "racer 1")
        world.races.create(self.host, self.id, lambda now: opened(self.id, agreed, secret, self.code, newcomer, now))
        for caller in self.callers[1:]:
            races.join(world.hall, caller, self.id, self.code)

    @property
    def host(self) -> Caller:
        return self.callers[0]

    @property
    def race(self) -> Race:
        return self.world.races.load(self.id).race

    @property
    def events(self) -> list[RaceEvent]:
        return list(self.world.races.events(self.id, 0, 100_000).items)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def announced(self) -> Party:
        """Everyone is ready, and the countdown has begun."""
        for caller in self.callers[1:]:
            races.ready(self.world.hall, caller, self.id)
        races.start(self.world.hall, self.host, self.id)
        return self

    def started(self) -> Party:
        """The first instant of the race."""
        self.announced()
        self.world.memory.now += COUNTDOWN_MS
        return self

    def game_id(self, seat: int) -> str:
        return race_game_id(self.id, seat)

    def game(self, seat: int) -> Game:
        return self.world.memory.raced[self.game_id(seat)].game

    def move(self, seat: int, *, right: bool = True) -> Change:
        """The racer in this seat takes the card in hand home, or to the pile after it."""
        flip = self.game(seat).in_hand
        pile = flip.card.home if flip else 1
        caller = self.callers[seat - 1]
        return place(self.world.games, caller, self.game_id(seat), pile if right else pile % 13 + 1)

    def play_out(self, seat: int) -> None:
        """The racer follows the chain to its end."""
        while self.game(seat).outcome is None:
            self.move(seat)
