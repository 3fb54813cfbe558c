"""Many racers at one instant: nothing is lost, nothing happens twice, and the race and its games say the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from service.play.errors import PlayError
from service.play.lobby import Newcomer, joined
from service.play.race import Race
from service.play.race_errors import RaceFull, RaceStarted
from service.play.recording import record_results
from service.storage.valkey.race_codec import RaceCodec
from tests.builders import a_once
from tests.crowd import THREADS, at_once
from tests.fakes import FakeResults
from tests.party import Party, assert_told_in_full
from tests.play.racers import secret_with
from tests.worlds import SECRETS

if TYPE_CHECKING:
    from service.play.identity import Token
    from tests.worlds import ValkeyWorld


def write(world: ValkeyWorld, race: Race) -> None:
    """Let the race have become this."""
    world.redis.hset(world.key("race", race.id), mapping=RaceCodec(SECRETS).fields(race))


@pytest.mark.at_once
def test_sixty_four_racers_moving_at_once_lose_no_event_and_double_none(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 64).started()
    made: Counter[tuple[int, str]] = Counter()

    def race(seat: int) -> Counter[tuple[int, str]]:
        random, done = Random(seat), Counter[tuple[int, str]]()  # noqa: S311  what is played must be the same each time
        record = party.game(seat)
        while record.game.in_hand and sum(done.values()) < 12:
            right = random.random() < 0.8
            home = record.game.in_hand.card.home
            change = valkey.games.place(party.caller(seat), record.id, home if right else home % 13 + 1)
            record = change.after
            if record.game.outcome is None:
                done[seat, "progress" if right else "mistake"] += 1
        return done

    for done in at_once(lambda at: race(at + 1), 64):
        made += done
    assert made.total() > 600
    assert_told_in_full(party, made)

    def give_up(seat: int) -> None:
        if party.game(seat).game.outcome is None:
            valkey.games.abandon(party.caller(seat), party.game_id(seat))

    at_once(lambda at: give_up(at + 1), 64)
    results = FakeResults()
    assert (party.race.status, party.kinds.count("over")) == ("finished", 1)
    assert_told_in_full(party)
    while record_results(valkey.outbox, results, 100):
        pass
    assert results.recorded.keys() == {party.game_id(seat) for seat in range(1, 65)}
    assert results.run.keys() == {party.id}


@pytest.mark.at_once
def test_joins_at_once_never_overfill_a_race_and_give_each_a_seat_of_their_own(valkey: ValkeyWorld) -> None:
    for _ in range(40):
        tokens = [valkey.sign_in() for _ in range(8)]
        party = Party(valkey, 1, capacity=5)

        def join(at: int, party: Party = party, tokens: list[Token] = tokens) -> bool:
            try:
                party.join(tokens[at])
            except RaceFull:
                return False
            return True

        seated = at_once(join, len(tokens))
        race = party.race
        assert sum(seated) == 4
        assert [seat.number for seat in race.seats] == [1, 2, 3, 4, 5]
        assert {seat.player_id for seat in race.seats[1:]} == {
            token.player_id for token, has in zip(tokens, seated, strict=True) if has
        }
        assert party.kinds == ["joined"] * 5


@pytest.mark.at_once
def test_one_player_joining_many_times_at_once_has_one_seat(valkey: ValkeyWorld) -> None:
    party, token = Party(valkey, 1, capacity=5), valkey.sign_in()
    seats = at_once(lambda _: party.join(token).race.seat_of(token.player_id).number)
    assert set(seats) == {2}
    assert len(party.race.seats) == 2


@pytest.mark.at_once
def test_a_race_that_starts_when_full_starts_once_with_whoever_came_in_time(valkey: ValkeyWorld) -> None:
    for _ in range(20):
        tokens = [valkey.sign_in() for _ in range(8)]
        party = Party(valkey, 1, capacity=4, start="full", decks="shared")

        def join(at: int, party: Party = party, tokens: list[Token] = tokens) -> bool:
            try:
                party.join(tokens[at])
            except (RaceFull, RaceStarted):
                return False
            return True

        assert sum(at_once(join, len(tokens))) == 3
        race = party.race
        assert (race.status, len(race.seats), party.kinds.count("countdown")) == ("countdown", 4, 1)
        games = [valkey.games.peek(party.game_id(seat)) for seat in range(1, 5)]
        assert {game.draft.seeds for game in games} == {race.seeds(1)}
        assert {game.opened_at for game in games} == {race.starts_at}


@pytest.mark.at_once
def test_starts_and_joins_at_once_leave_a_race_with_as_many_games_as_seats(valkey: ValkeyWorld) -> None:
    for _ in range(15):
        tokens = [valkey.sign_in() for _ in range(6)]
        party = Party(valkey, 2, capacity=8)
        party.ready(2)

        def act(at: int, party: Party = party, tokens: list[Token] = tokens) -> None:
            try:
                if at % 3 == 2:
                    party.begin()
                else:
                    party.join(tokens[at % 6])
            except PlayError:
                return

        at_once(act, 9)
        race = party.race
        dealt = list(valkey.redis.scan_iter(f"*:game:{party.id[:-4]}*", count=10_000))
        assert len(dealt) == (len(race.seats) if race.status == "countdown" else 0)
        assert party.kinds.count("countdown") <= 1


@pytest.mark.at_once
def test_whoever_finishes_in_the_same_millisecond_shares_the_place(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 3, secret_with(True), decks="shared").started()
    for seat in (1, 2, 3):
        party.move(seat)
    race = party.race
    # The race's own time never runs backwards: so everything of the next minute happens in this one millisecond.
    write(valkey, replace(race, updated_at=race.updated_at + 60_000))
    at_once(lambda at: party.play_out(at + 1), 2)
    valkey.games.abandon(party.caller(3), party.game_id(3))
    race = party.race
    times = [seat.progress and seat.progress.time_ms for seat in race.seats]
    assert times[0] == times[1]
    assert race.places == {1: 1, 2: 1, 3: 3}


@pytest.mark.at_once
def test_racers_who_end_at_once_have_one_order_for_everyone_who_looks(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 8, decks="shared").started()
    for seat in range(1, 9):
        while party.game(seat).game.last - party.game(seat).game.cursor > 1:
            party.move(seat)
    looks = at_once(lambda at: party.move(at + 1) if at < 8 else party.race, 12)
    seen = [look for look in (*looks, *at_once(lambda _: party.race)) if isinstance(look, Race) and look.is_over]
    assert len(seen) >= THREADS
    assert all(look == seen[0] for look in seen)
    ends = [event for event in party.events if event.kind in ("finished", "locked")]
    times = [event.facts["time_ms"] for event in ends]
    assert (len(ends), times) == (8, sorted(times))
    assert seen[0].places == {event.facts["seat"]: 1 + times.index(event.facts["time_ms"]) for event in ends}
    assert_told_in_full(party)


def test_time_never_runs_backwards_for_a_race(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2).started()
    party.move(1)
    ahead = party.race.updated_at + 60_000
    write(valkey, replace(party.race, updated_at=ahead))
    assert party.move(2).after.updated_at == ahead
    assert valkey.races.load(party.id).now == ahead
    assert_told_in_full(party)
    assert party.events[-1].at == ahead


@pytest.mark.at_once
def test_one_key_used_by_many_at_once_makes_one_move_and_one_seat(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2, capacity=3)
    guest = valkey.sign_in()
    callers = [valkey.caller(guest, once=a_once("join")) for _ in range(THREADS)]
    who = Newcomer(guest.player_id, "guest")
    seen = at_once(
        lambda at: valkey.races.change(callers[at], party.id, lambda race, now: joined(race, who, None, now))
    )
    assert all(one == seen[0] for one in seen)
    assert sum(not caller.replayed for caller in callers) == 1
    party.tokens.append(guest)
    party.started()
    token, pile = party.tokens[0], party.home(1)
    movers = [valkey.caller(token, once=a_once("move")) for _ in range(THREADS)]
    changes = at_once(lambda at: valkey.games.place(movers[at], party.game_id(1), pile))
    assert all(change == changes[0] for change in changes)
    assert sum(not caller.replayed for caller in movers) == 1
    assert party.game(1).version == 2
