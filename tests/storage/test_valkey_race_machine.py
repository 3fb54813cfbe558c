"""Whatever racers do in whatever order, the store says what the pure rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from service.game.errors import GameError
from service.play.errors import PlayError
from service.play.lobby import left
from service.play.race import LOBBY_MS
from service.play.racing import forfeited
from service.play.sessions import ALL_SCOPES
from tests.builders import a_once
from tests.party import Party
from tests.worlds import GENEROUS, MemoryWorld, ValkeyWorld

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.identity import Token

SEATS = st.integers(1, 4)
TERMS = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(["standard", "twelve_start", "perpetual"]),
        "decks": st.sampled_from(["own", "shared"]),
        "errors": st.sampled_from(["count", "penalty", "disqualify"]),
        "start": st.sampled_from(["host", "full"]),
    }
)


class RaceOnValkey(RuleBasedStateMachine):
    """Does the same to a race in the real store and to one in memory, which has the rules do everything."""

    world: ValkeyWorld

    @initialize(terms=TERMS)
    def begin(self, terms: dict[str, Any]) -> None:
        self.model, self.passed = MemoryWorld(GENEROUS, open_limit=100), 0
        self.keep_time()
        self.guests: list[Token] = [self.world.sign_in() for _ in range(2)]
        self.parties = [Party(world, 2, capacity=4, time_limit_s=60, **terms) for world in (self.world, self.model)]
        for token in [*self.parties[0].tokens, *self.guests]:
            self.model.sessions.open(token, ALL_SCOPES)
        for token in self.parties[1].tokens:
            self.world.sessions.open(token, ALL_SCOPES)

    @rule(which=st.integers(0, 1))
    def join(self, which: int) -> None:
        def joined(party: Party) -> object:
            seen = party.join(self.guests[which])
            if self.guests[which] not in party.tokens:
                party.tokens.append(self.guests[which])
            return seen.race.status

        self.both(joined)

    @rule(seat=SEATS)
    def ready(self, seat: int) -> None:
        self.both(lambda party: party.ready(seat).race.status)

    @rule()
    def start(self) -> None:
        self.both(lambda party: party.begin().race.status)

    @rule(seat=SEATS, seldom=st.integers(0, 9))
    def leave(self, seat: int, seldom: int) -> None:
        if seldom == 0:
            self.act(
                seat,
                lambda party, player_id: party.world.races.change(
                    None, party.id, lambda race, now: left(race, player_id, now)
                ),
            )

    @rule(seat=SEATS, right=st.sampled_from([True, True, True, True, False]), times=st.integers(1, 20))
    def move(self, seat: int, right: bool, times: int) -> None:
        for _ in range(times):
            self.both(lambda party: party.move(seat, right=right).after.game.flips)

    @rule(seat=SEATS, key=st.sampled_from("ab"))
    def move_under_a_key(self, seat: int, key: str) -> None:
        def moved(party: Party) -> object:
            token = party.tokens[seat - 1]
            change = party.world.games.place(
                party.world.caller(token, once=a_once(key, f"{key} {seat}")), party.game_id(seat), 7
            )
            return change.before.version, change.after.version, change.accepted

        self.both(moved)

    @rule(seat=SEATS, by=st.sampled_from(["game", "race"]), seldom=st.integers(0, 4))
    def give_up(self, seat: int, by: str, seldom: int) -> None:
        if seldom == 0 and by == "game":
            self.both(lambda party: party.world.games.abandon(party.caller(seat), party.game_id(seat)))
        elif seldom == 0:
            self.act(
                seat,
                lambda party, player_id: party.world.races.change(
                    None, party.id, lambda race, now: forfeited(race, player_id, now)
                ),
            )

    @rule(millis=st.sampled_from([5_000, 5_000, 5_000, 30_000, LOBBY_MS]), swept=st.booleans())
    def time_passes(self, millis: int, swept: bool) -> None:
        self.world.pass_time(millis)
        self.passed += millis
        self.keep_time()
        for party in self.parties if swept else ():
            party.world.races.sweep(10)

    @invariant()
    def both_tell_the_same(self) -> None:
        self.keep_time()
        views = [view(party) for party in self.parties]
        assert views[0] == views[1]

    def teardown(self) -> None:
        delivered = []
        for party in self.parties:
            deliveries = party.world.outbox.read(10)
            party.world.outbox.confirm(deliveries)
            games = {one.record.id[-4:-2]: one.record.game.flips for one in deliveries if one.record}
            delivered.append((games, [one.race.status for one in deliveries if one.race]))
        assert delivered[0] == delivered[1]
        self.world.redis.flushdb()

    def keep_time(self) -> None:
        """The real store's time passes by itself, too."""
        self.model.memory.now = self.world.now() + self.passed

    def act(self, seat: int, act: Callable[[Party, str], object]) -> None:
        """What the player in this seat does."""

        def acted(party: Party) -> str:
            act(party, party.tokens[seat - 1].player_id)
            return "done"

        self.both(acted)

    def both(self, act: Callable[[Party], object]) -> None:
        self.keep_time()
        answers = [answer(party, act) for party in self.parties]
        assert answers[0] == answers[1]


def answer(party: Party, act: Callable[[Party], object]) -> object:
    try:
        return act(party)
    except (PlayError, GameError, IndexError) as error:
        return type(error).__name__


def view(party: Party) -> object:
    """All but the instants and the ids."""
    race = party.race
    seats = [
        (
            seat.number,
            seat.ready,
            seat.progress and (seat.progress.state, seat.progress.revealed, seat.progress.errors),
        )
        for seat in race.seats
    ]
    events = [(event.seq, event.kind, event.facts.get("seat"), event.facts.get("revealed")) for event in party.events]
    return race.status, race.host, race.seq, race.version, seats, events, race.ended_at is None


def test_the_store_agrees_with_the_rules_of_races(valkey_url: str) -> None:
    class Machine(RaceOnValkey):
        world = ValkeyWorld(valkey_url)

    run_state_machine_as_test(Machine, settings=settings(max_examples=25, stateful_step_count=20))
    Machine.world.close()
