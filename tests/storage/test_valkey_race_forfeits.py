"""Giving up a race in the midst of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.play.errors import StoreUnavailable
from service.play.race_errors import RaceOver
from service.storage.valkey.keys import Keys
from tests.crowd import at_once
from tests.party import Party, assert_told_in_full

if TYPE_CHECKING:
    from tests.worlds import ValkeyWorld


@pytest.mark.at_once
def test_whoever_forfeits_while_all_others_move_does_so_at_the_first_try(
    valkey: ValkeyWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(valkey, 12).started()
    assert party.race.status == "running"
    monkeypatch.setattr("service.storage.valkey.race_turns.MOST_TRIES", 1)

    def act(at: int) -> str:
        if at % 2:
            for _ in range(40):
                party.move(at + 1, right=False)
            return "moved"
        return valkey.races.forfeit(party.caller(at + 1), party.id).race.status

    assert at_once(act, 12) == ["running", "moved"] * 6
    assert party.kinds.count("forfeited") == 6
    assert_told_in_full(party)
    with pytest.raises(RaceOver):
        valkey.races.forfeit(party.caller(1), party.id)


def test_a_last_fate_that_cannot_be_noted_among_the_deadlines_changes_nothing(valkey: ValkeyWorld) -> None:
    party = Party(valkey, 2).started()
    valkey.games.abandon(party.caller(2), party.game_id(2))
    before, deadlines = (party.race, party.game(1), party.events), Keys.of(party.id).race_deadlines
    valkey.redis.rename(deadlines, "aside")
    valkey.redis.set(deadlines, "junk")
    with pytest.raises(StoreUnavailable):
        valkey.games.abandon(party.caller(1), party.game_id(1))
    valkey.redis.rename("aside", deadlines)
    assert (party.race, party.game(1), party.events) == before
