"""Whatever players do in whatever order, and whatever the clock does, races keep what they promise."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from service.game.errors import BrokenSave, GameError
from service.game.shuffle import commitment_to, shuffle
from service.play import games, races
from service.play.errors import PlayError
from service.play.identity import NOBODY, race_game_id
from service.play.race import COUNTDOWN_MS, LOBBY_MS
from service.play.race_terms import PENALTIES_MS, RaceTerms
from service.play.race_texts import parse_race, print_race
from tests.game.test_race import beats
from tests.play.world import World

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.play.race import Race
    from service.play.race_events import RaceEvent
    from service.play.race_ports import Seen
    from service.play.record import Draft

PLAYERS = 5
LIMIT_S = 10
ANYONE, SOME_RACE = st.integers(0, PLAYERS - 1), st.integers(0, 20)
TERMS = st.builds(
    RaceTerms,
    capacity=st.integers(2, 4),
    variant=st.sampled_from(["perpetual", "standard", "perpetual", "twelve_start"]),
    decks=st.sampled_from(["own", "shared"]),
    errors=st.sampled_from(["disqualify", "count"]),
    time_limit_s=st.just(LIMIT_S),
    visibility=st.sampled_from(["public", "private"]),
    start=st.sampled_from(["host", "full"]),
) | st.builds(RaceTerms, st.just(2), errors=st.just("penalty"), penalty_ms=st.sampled_from(PENALTIES_MS[::5_000]))


class Racing(RuleBasedStateMachine):
    """Five players, and as many races as they make."""

    @initialize(terms=TERMS, racers=st.integers(1, 4))
    def begin(self, terms: RaceTerms, racers: int) -> None:
        """A lobby in which one sits, or a race of some that is just starting: the way there is rarely found."""
        self.world = World()
        self.players = [self.world.racer(f"player {number}") for number in range(PLAYERS)]
        self.last: dict[str, Race] = {}
        self.erased: set[str] = set()
        self.checked: dict[str, Draft] = {}
        hall, race = self.world.hall, races.create(self.world.hall, self.players[0], terms).race
        for caller in self.players[1 : min(racers, terms.capacity)]:
            races.join(hall, caller, race.id, race.join_code)
            if self.world.memory.races[race.id].status == "open":
                races.ready(hall, caller, race.id)
        self.attempt(race, lambda: races.start(hall, self.players[0], race.id))
        self.world.memory.now += COUNTDOWN_MS if racers > 1 else 0

    @property
    def all_races(self) -> list[Race]:
        return list(self.world.memory.races.values())

    def some_race(self, number: int) -> Race:
        return self.all_races[number % len(self.all_races)]

    def attempt(self, race: Race, act: Callable[[], object]) -> bool:
        """Whether it was done; what was refused has changed nothing but what was due."""
        self.world.races.load(race.id)
        before = dict(self.world.memory.races), len(self.world.memory.outbox)
        try:
            act()
        except BrokenSave:
            raise
        except (PlayError, GameError):
            assert (self.world.memory.races, len(self.world.memory.outbox)) == before
            return False
        return True

    @rule(who=ANYONE, terms=TERMS, seed=st.text(max_size=3))
    def create(self, who: int, terms: RaceTerms, seed: str) -> None:
        if len(self.all_races) < 4:
            races.create(self.world.hall, self.players[who], terms, seed)

    @precondition(lambda self: self.world.memory.races)
    @rule(who=ANYONE, number=SOME_RACE, knows=st.booleans())
    def join(self, who: int, number: int, knows: bool) -> None:
        race, caller = self.some_race(number), self.players[who]
        before = self.world.races.load(race.id).race
        code = race.join_code if knows else None
        joined = self.attempt(race, lambda: races.join(self.world.hall, caller, race.id, code))
        assert joined or not before.seats_player(caller.token.player_id)
        if joined and not before.seats_player(caller.token.player_id):
            assert before.status == "open"
            assert before.free
            assert knows or before.terms.visibility == "public"
            assert caller.token.player_id not in before.kicked

    @precondition(lambda self: self.world.memory.races)
    @rule(number=SOME_RACE)
    def fill(self, number: int) -> None:
        """Everybody comes at once."""
        race = self.some_race(number)
        for caller in self.players:
            self.attempt(race, lambda: races.join(self.world.hall, caller, race.id, race.join_code))  # noqa: B023

    @precondition(lambda self: self.world.memory.races)
    @rule(who=ANYONE, number=SOME_RACE, call=st.sampled_from([races.leave, races.forfeit, races.rematch]))
    def call(self, who: int, number: int, call: Callable[..., Seen]) -> None:
        race, caller = self.some_race(number), self.players[who]
        if call is not races.rematch or len(self.all_races) < 7:
            self.attempt(race, lambda: call(self.world.hall, caller, race.id))

    @precondition(lambda self: self.world.memory.races)
    @rule(number=SOME_RACE, seat=st.integers(1, 4))
    def kick(self, number: int, seat: int) -> None:
        race = self.some_race(number)
        for caller in self.players:
            self.attempt(race, lambda: races.kick(self.world.hall, caller, race.id, seat))  # noqa: B023
            after = self.world.races.load(race.id).race
            if after != race:
                return

    @precondition(lambda self: self.world.memory.races)
    @rule(number=SOME_RACE)
    def start(self, number: int) -> None:
        """Everyone is ready, and everyone tries to start: at most one of them can."""
        race = self.some_race(number)
        for caller in self.players:
            self.attempt(race, lambda: races.ready(self.world.hall, caller, race.id))  # noqa: B023
        starts = [
            self.attempt(race, lambda: races.start(self.world.hall, caller, race.id))  # noqa: B023
            for caller in self.players
        ]
        assert sum(starts) <= 1

    @precondition(lambda self: self.world.memory.raced)
    @rule(number=SOME_RACE, count=st.sampled_from([1, 2, 7, 60, 60]), right=st.booleans())
    def place(self, number: int, count: int, right: bool) -> None:
        """Someone places so many cards, at a millisecond each, the first of them perhaps wrongly."""
        raced = list(self.world.memory.raced)
        going = [game_id for game_id in raced if not self.world.memory.raced[game_id].game.outcome]
        game_id = (going or raced)[number % len(going or raced)]
        owner = self.world.memory.raced[game_id].draft.player_id
        caller = next((one for one in self.players if one.token.player_id == owner), None)
        if caller is None:  # erased while the race counted down
            return
        for move in range(count):
            self.world.memory.now += 1
            flip = self.world.memory.raced[game_id].game.in_hand
            home = flip.card.home if flip else 1
            pile = home if right or move else home % 13 + 1
            race = self.world.memory.races[f"{game_id[:-4]}00{game_id[-2:]}"]
            if not self.attempt(race, lambda: games.place(self.world.games, caller, game_id, pile)):  # noqa: B023
                return

    @rule(millis=st.sampled_from([1, 50, 900, COUNTDOWN_MS, COUNTDOWN_MS, 1_000 * LIMIT_S, LOBBY_MS, -3_000]))
    def let_time_pass(self, millis: int) -> None:
        self.world.memory.now += millis

    @precondition(lambda self: any(race.status == "running" for race in self.all_races))
    @rule()
    def run_out_of_time(self) -> None:
        self.world.memory.now += 1_000 * LIMIT_S

    @rule()
    def sweep(self) -> None:
        self.world.races.sweep(100)
        assert all(race.due is None or race.due > self.world.memory.now for race in self.all_races)

    @precondition(lambda self: not self.erased)
    @rule(who=st.just(0))
    def erase(self, who: int) -> None:
        self.erased.add(self.players[who].token.player_id)
        self.world.races.forget(self.players[who].token.player_id)
        self.players[who] = self.world.racer("another")

    @invariant()
    def everybody_sits_alone_and_a_host_among_them(self) -> None:
        for race in self.all_races:
            known = [seat.player_id for seat in race.seats if seat.player_id != NOBODY]
            assert len(known) == len(set(known))
            assert not set(known) & {*race.kicked, *self.erased}
            numbers = [seat.number for seat in race.seats]
            assert numbers == sorted(set(numbers))
            assert set(numbers) <= set(range(1, race.terms.capacity + 1))
            assert race.host in numbers if numbers else race.host is None

    @invariant()
    def events_are_numbered_without_gaps_and_tell_everything(self) -> None:
        for race in self.all_races:
            events = self.world.memory.race_events[race.id]
            assert [event.seq for event in events] == list(range(1, race.seq + 1))
            times = [event.at for event in events]
            assert times == sorted(times)
            assert times[-1] == race.updated_at
            assert [event for event in events if event.is_last] == (events[-1:] if race.is_over else [])
            assert told(events) == shown(race)

    @invariant()
    def what_is_over_stays_as_it_is_and_nothing_that_was_promised_changes(self) -> None:
        for race in self.all_races:
            before = self.last.get(race.id, race)
            assert (before.terms, before.commitments, before.join_code) == (
                race.terms,
                race.commitments,
                race.join_code,
            )
            if before.is_over:
                assert (shown(before), before.seq, before.ended_at) == (shown(race), race.seq, race.ended_at)
            self.last[race.id] = race

    @invariant()
    def deals_are_those_promised(self) -> None:
        for record in self.world.memory.raced.values():
            if self.checked.get(record.id) is record.draft:
                continue
            self.checked[record.id] = record.draft
            race, seeds = self.world.memory.races[str(record.race_id)], record.draft.seeds
            assert seeds
            assert record.draft.game.deal == shuffle(seeds, race.rules.decks)
            own = race.terms.decks == "own"
            assert commitment_to(seeds.server) == race.commitments[int(record.id[-4:-2], 16) - 1 if own else 0]
        for race in self.all_races:
            deals = {
                self.world.memory.raced[race_game_id(race.id, seat.number)].game.deal
                for seat in race.seats
                if race.starts_at is not None
            }
            assert race.terms.decks == "own" or len(deals) <= 1

    @invariant()
    def racers_are_as_far_as_their_games(self) -> None:
        for race in self.all_races:
            for seat in race.seats:
                record = self.world.memory.raced.get(race_game_id(race.id, seat.number))
                if seat.progress is not None:
                    assert record
                    assert (seat.progress.revealed, seat.progress.errors) == (record.game.flips, record.errors)
                    assert seat.is_racing == (record.game.outcome is None)
                    assert seat.is_racing or record.updated_at - record.opened_at == race_ms(race, seat.number)

    @invariant()
    def places_are_right_and_results_go_out_once(self) -> None:
        sent = Counter(entry.ended.id for entry in self.world.memory.outbox.values())
        over = [race for race in self.all_races if race.status == "finished"]
        games_of_them = [race_game_id(race.id, seat.number) for race in over for seat in race.seats]
        assert sent == Counter([*games_of_them, *(race.id for race in over)])
        for race in over:
            finishes = [seat.progress.finish(seat.number) for seat in race.seats if seat.progress]
            known = [finish for finish in finishes if finish]
            assert race.places == {one.seat: 1 + sum(beats(other, one) for other in known) for one in known}
            assert len(known) == len(race.seats) >= 2

    @invariant()
    def texts_hold_all_of_it(self) -> None:
        for race in self.all_races:
            assert parse_race(race.id, print_race(race)) == race

    def teardown(self) -> None:
        """Nobody does anything any more, and every race comes to its end."""
        if not hasattr(self, "world"):
            return
        self.world.memory.now += LOBBY_MS + 3_000
        self.world.races.sweep(100)
        self.world.memory.now += COUNTDOWN_MS + 1_000 * max(
            (race.terms.time_limit_s for race in self.all_races), default=0
        )
        self.world.races.sweep(100)
        assert all(race.is_over for race in self.all_races)
        assert all(record.game.outcome for record in self.world.memory.raced.values())
        self.places_are_right_and_results_go_out_once()
        self.events_are_numbered_without_gaps_and_tell_everything()


def race_ms(race: Race, number: int) -> int:
    """The time of a racer without penalties."""
    progress = race.seat(number).progress
    assert progress
    penalties = progress.errors * race.terms.penalty_ms if progress.state == "finished" else 0
    return (progress.time_ms or 0) - penalties


def shown(race: Race) -> tuple[Any, ...]:
    """What everyone may see of a race, but for names, which can be erased."""
    seats = {
        seat.number: (
            seat.ready,
            (seat.progress.state, seat.progress.revealed, seat.progress.errors, seat.progress.time_ms)
            if seat.progress
            else None,
        )
        for seat in race.seats
    }
    return race.status, race.host, race.starts_at, race.ends_at, seats, race.places


def told(events: list[RaceEvent]) -> tuple[Any, ...]:
    """The same, by someone who has seen nothing but the events."""
    status, host, starts_at, ends_at, places = "open", 1, None, None, None
    seats: dict[int, tuple[bool, Any]] = {}
    for event in events:
        facts = event.facts
        seat = facts.get("seat")
        match event.kind:
            case "joined":
                seats[facts["seat"]] = False, None
            case "left":
                del seats[facts["seat"]]
                host = facts["host"]
            case "ready":
                seats[facts["seat"]] = True, None
            case "countdown":
                status, starts_at, ends_at = "countdown", facts["starts_at"], facts["ends_at"]
            case "started":
                status = "running"
                seats = {number: (ready, ("racing", 1, 0, None)) for number, (ready, _) in seats.items()}
            case "progress" | "mistake":
                seats[facts["seat"]] = seats[facts["seat"]][0], ("racing", facts["revealed"], facts["errors"], None)
            case "cancelled":
                status = "cancelled"
            case "over":
                status, places = "finished", {one["seat"]: one["place"] for one in facts["places"]}
            case fate:
                assert seat
                seats[seat] = seats[seat][0], (fate, facts["revealed"], facts["errors"], facts["time_ms"])
    return status, host, starts_at, ends_at, seats, places


TestRacing = Racing.TestCase
TestRacing.settings = settings(max_examples=50, stateful_step_count=40)
