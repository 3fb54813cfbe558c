"""Players of one race in a live store, whichever it is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from service.play.identity import new_race_id, race_game_id
from service.play.lobby import Newcomer, begun, joined, opened, readied
from service.play.race import COUNTDOWN_MS
from service.play.race_terms import terms_of
from tests.play.racers import SECRET

if TYPE_CHECKING:
    from service.play.caller import Caller
    from service.play.identity import Token
    from service.play.race import Race
    from service.play.race_events import RaceEvent
    from service.play.race_ports import Seen
    from service.play.record import Change, GameRecord
    from tests.worlds import World


class Party:
    """A race whose host sits in seat 1, and the players of the other seats."""

    def __init__(self, world: World, size: int = 2, secret: bytes = SECRET, **terms: object) -> None:
        self.world = world
        self.tokens = [world.sign_in() for _ in range(size)]
        host = self.tokens[0].player_id
        self.id = new_race_id(host)
        agreed = terms_of({"capacity": max(size, 2), **terms})
        code = "0123ABCD" if agreed.visibility == "private" else None
        first = Newcomer(host, "racer 1")
        world.races.create(None, self.id, lambda now: opened(self.id, agreed, secret, code, first, now))
        for number, token in enumerate(self.tokens[1:], 2):
            self.join(token, f"racer {number}", code=code)

    def join(self, token: Token, name: str = "\U0001f0cf", *, code: str | None = None) -> Seen:
        who = Newcomer(token.player_id, name, "a client seed")
        caller = self.world.caller(token)
        return self.world.races.change(caller, self.id, lambda race, now: joined(race, who, code, now))

    def caller(self, seat: int = 1) -> Caller:
        return self.world.caller(self.tokens[seat - 1])

    @property
    def race(self) -> Race:
        return self.world.races.load(self.id).race

    @property
    def events(self) -> list[RaceEvent]:
        return list(self.world.races.events(self.id, 0, 100_000).items)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def ready(self, seat: int) -> Seen:
        player_id = self.tokens[seat - 1].player_id
        return self.world.races.change(None, self.id, lambda race, now: readied(race, player_id, now))

    def begin(self) -> Seen:
        player_id = self.tokens[0].player_id
        return self.world.races.change(None, self.id, lambda race, now: begun(race, player_id, now))

    def announced(self) -> Party:
        """Everyone is ready, and the countdown has begun."""
        for seat in range(2, len(self.tokens) + 1):
            self.ready(seat)
        self.begin()
        return self

    def started(self) -> Party:
        """The race may be run, whether or not anyone has noticed."""
        self.announced()
        self.world.pass_time(COUNTDOWN_MS)
        return self

    def game_id(self, seat: int) -> str:
        return race_game_id(self.id, seat)

    def game(self, seat: int) -> GameRecord:
        return self.world.games.load(self.caller(seat), self.game_id(seat))

    def home(self, seat: int) -> int:
        """Where the card in the racer's hand belongs."""
        flip = self.world.games.peek(self.game_id(seat)).game.in_hand
        return flip.card.home if flip else 1

    def move(self, seat: int, *, right: bool = True, caller: Caller | None = None) -> Change:
        """The racer in this seat takes the card in hand home, or to the pile after it."""
        pile = self.home(seat)
        pile = pile if right else pile % 13 + 1
        return self.world.games.place(caller or self.caller(seat), self.game_id(seat), pile)

    def play_out(self, seat: int) -> None:
        """The racer follows the chain to its end."""
        caller, game_id = self.caller(seat), self.game_id(seat)
        record = self.game(seat)
        while record.game.in_hand and not record.game.outcome:
            record = self.world.games.place(caller, game_id, record.game.in_hand.card.home).after


def assert_told_in_full(party: Party, made: Counter[tuple[int, str]] | None = None) -> None:
    """The events have no gap, time never runs backwards, and seats, games and events tell the same."""
    events, race = party.events, party.race
    assert [event.seq for event in events] == list(range(1, race.seq + 1))
    assert [event.at for event in events] == sorted(event.at for event in events)
    if made is not None:
        kinds = Counter(
            (event.facts["seat"], event.kind) for event in events if event.kind in ("progress", "mistake")
        )
        assert kinds == made
    for seat in race.seats:
        record, progress = party.game(seat.number), seat.progress
        assert progress
        assert (progress.revealed, progress.errors) == (record.game.flips, record.errors)
        told = [
            (event.facts["revealed"], event.facts["errors"])
            for event in events
            if event.facts.get("seat") == seat.number and "revealed" in event.facts
        ]
        assert told == sorted(told)
        assert (told or [(1, 0)])[-1] == (progress.revealed, progress.errors)
