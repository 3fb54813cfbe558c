"""What is due in a race happens at its instant, once, whoever comes by, and the sweeper comes by in any case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.errors import GameOver
from service.play.lobby import readied
from service.play.race import COUNTDOWN_MS, LOBBY_MS
from service.play.race_errors import RaceOver
from service.play.race_events import MOST_MISTAKES
from service.storage.valkey.keys import Keys, member
from tests.crowd import at_once
from tests.party import Party, assert_told_in_full

if TYPE_CHECKING:
    from service.play.race import Race
    from service.play.race_events import Step
    from tests.worlds import ValkeyWorld


def come_by(party: Party, way: int) -> None:
    """Touch a race in one of four ways."""
    match way % 4:
        case 0:
            party.world.races.load(party.id)
        case 1:
            party.world.races.events(party.id, 0, 10)
        case 2:
            party.world.races.sweep(10)
        case 3:
            party.move(1, right=False)


@pytest.mark.at_once
def test_the_start_is_noticed_by_all_at_once_and_happens_once(valkey: ValkeyWorld) -> None:
    for _ in range(10):
        party = Party(valkey, 2).started()
        at_once(lambda at, party=party: come_by(party, at), 12)  # type: ignore[misc]  # bound at once, on purpose
        assert party.kinds.count("started") == 1
        assert_told_in_full(party)


@pytest.mark.at_once
def test_moves_at_the_deadline_come_in_time_or_not_at_all(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 6, time_limit_s=10).started()
    ends_at = party.race.ends_at
    assert ends_at
    valkey.pass_time(ends_at - valkey.now() - 700)
    ends_at = party.race.ends_at

    def race(seat: int) -> int:
        moved = 0
        while True:
            try:
                party.move(seat, right=False)
            except (RaceOver, GameOver):
                return moved
            moved += 1

    moved = at_once(lambda at: race(at + 1), 6)
    events, over = party.events, party.race
    assert (over.status, over.ended_at) == ("finished", ends_at)
    assert all(event.at < (ends_at or 0) for event in events if event.kind == "mistake")
    assert party.kinds.count("timed_out") == 6
    assert sum(min(one, MOST_MISTAKES) for one in moved) == party.kinds.count("mistake") > 0
    assert_told_in_full(party)


def test_what_was_thought_out_before_the_deadline_is_not_done_after_it(valkey: ValkeyWorld) -> None:
    party, asked = Party(valkey, 2), list[str]()

    def slowly(race: Race, now: int) -> Step:
        asked.append(race.status)
        if race.status == "open":
            valkey.pass_time(race.created_at + LOBBY_MS - now - 1)  # and the last millisecond by itself
        return readied(race, party.tokens[1].player_id, now)

    with pytest.raises(RaceOver):
        valkey.races.change(None, party.id, slowly)
    assert asked == ["open", "cancelled"]
    assert party.kinds == ["joined", "joined", "cancelled"]


def test_the_sweeper_goes_on_where_a_worker_was_killed(valkey: ValkeyWorld) -> None:
    parties = [Party(valkey, 2, time_limit_s=10).announced() for _ in range(3)]
    valkey.pass_time(COUNTDOWN_MS + 11_000)
    assert valkey.races.sweep(10) == 3
    assert {party.race.status for party in parties} == {"finished"}
    assert valkey.races.sweep(10) == 0
    assert not [key for key in valkey.redis.scan_iter("*:race-deadlines") if valkey.redis.zcard(key)]


@pytest.mark.parametrize("junk", [b"", b"x", b"x" * 16, b"\xff" * 17])
def test_the_sweeper_strikes_off_what_is_no_race(valkey: ValkeyWorld, junk: bytes) -> None:
    party = Party(valkey, 2).started()
    deadlines = Keys.of(party.id).race_deadlines
    valkey.redis.zadd(deadlines, {junk: 1})
    assert valkey.races.sweep(10) == 1
    assert valkey.redis.zscore(deadlines, junk) is None


def test_the_sweeper_puts_right_what_is_noted_of_a_race_that_is_not_due(valkey: ValkeyWorld) -> None:
    waiting, ended = Party(valkey, 2), Party(valkey, 2, time_limit_s=10).started()
    valkey.pass_time(10_000)
    assert ended.race.status == "finished"
    for party in (waiting, ended):
        valkey.redis.zadd(Keys.of(party.id).race_deadlines, {member(party.id): 1})
    assert valkey.races.sweep(10) == 0
    assert valkey.redis.zscore(Keys.of(waiting.id).race_deadlines, member(waiting.id)) == waiting.race.due
    assert valkey.redis.zscore(Keys.of(ended.id).race_deadlines, member(ended.id)) is None


def test_a_race_that_cannot_be_swept_is_told_of_and_keeps_no_other_from_it(valkey: ValkeyWorld) -> None:
    blocked, sound = (Party(valkey, 2, time_limit_s=10).started() for _ in range(2))
    before = blocked.race
    valkey.pass_time(10_000)
    outbox = Keys.of(blocked.id).outbox
    valkey.redis.set(outbox, "junk")
    assert valkey.races.sweep(10) == 1
    assert sound.kinds[-1] == "over"
    [fault] = valkey.faults["races"].values()
    assert "WRONGTYPE" in fault
    valkey.redis.delete(outbox)
    assert valkey.races.sweep(10) == 1
    assert (blocked.race.status, blocked.race.seq) == ("finished", before.seq + 3)
    assert_told_in_full(blocked)
    assert valkey.faults["races"] == {}
