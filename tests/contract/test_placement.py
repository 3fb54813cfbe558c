"""What every store must do with games whose player sets the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.deal import PILES
from service.game.errors import GameOver
from service.game.rules import VARIANTS, Rules
from service.play.errors import AutoplayNotAllowed, StaleGame, WrongMode
from tests.builders import a_draft, a_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.game.game import Mode
    from service.play.caller import Caller
    from service.play.record import GameRecord
    from tests.worlds import World

FORCED = [rules for rules in VARIANTS.values() if not rules.asks]


def deal(
    world: World, caller: Caller, mode: Mode = "placement", rules: Rules | None = None, *, practice: bool = False
) -> GameRecord:
    draft = a_draft(caller.token.player_id, mode=mode, rules=rules, practice=practice)
    return world.games.open(caller, draft, None).after


def home(record: GameRecord) -> int:
    assert record.game.in_hand
    return record.game.in_hand.card.home


@pytest.mark.parametrize("rules", FORCED)
def test_each_card_goes_to_its_home_pile_the_ending_one_too(world: World, rules: Rules) -> None:
    caller = world.caller()
    record = deal(world, caller, rules=rules)
    for placed in range(1, len(record.game.chain.flips) + 1):
        assert record.game.outcome is None
        change = world.games.place(caller, record.id, home(record))
        assert (change.before, change.accepted) == (record, True)
        record = change.after
        assert (record.version, record.errors, len(record.game.set_flips)) == (placed + 1, 0, placed)
        assert record == world.games.load(caller, record.id)
    assert record.game.outcome is not None
    assert record.game.in_hand is None
    with pytest.raises(GameOver):
        world.games.place(caller, record.id, 1)


def test_a_card_at_any_wrong_pile_is_counted_and_stays_in_hand(world: World) -> None:
    caller = world.caller()
    record = world.games.place(caller, (dealt := deal(world, caller)).id, home(dealt)).after
    wrong = [pile for pile in (*PILES, 0, 14, 99) if pile != home(record)]
    for errors, pile in enumerate(wrong, start=1):
        change = world.games.place(caller, record.id, pile)
        assert (change.before.errors, change.accepted) == (errors - 1, False)
        assert change.after.game == record.game
        assert (change.after.errors, change.after.version) == (errors, record.version + errors)
        assert world.games.load(caller, record.id) == change.after
    after = world.games.place(caller, record.id, home(record)).after
    assert (after.errors, after.version) == (len(wrong), record.version + len(wrong) + 1)


def test_a_mistake_is_answered_again_and_counted_once(world: World) -> None:
    token = world.sign_in()
    record = deal(world, world.caller(token))
    pile = home(record) % 13 + 1
    first = world.games.place(world.caller(token, once=a_once()), record.id, pile)
    world.games.place(world.caller(token), record.id, home(record))
    repeat = world.caller(token, once=a_once())
    assert world.games.place(repeat, record.id, pile) == first
    assert repeat.replayed
    assert world.games.load(world.caller(token), record.id).errors == 1


def test_the_mistakes_of_a_game_are_delivered_with_it(world: World) -> None:
    caller = world.caller()
    record = deal(world, caller)
    for _ in range(3):
        world.games.place(caller, record.id, home(record) % 13 + 1)
    while record.game.outcome is None:
        record = world.games.place(caller, record.id, home(record)).after
    [delivery] = world.outbox.read(10)
    assert delivery.record == record
    assert record.errors == 3


def test_each_mode_has_its_own_way_of_stepping(world: World) -> None:
    caller = world.caller()
    placed, revealed = deal(world, caller), deal(world, caller, "reveal")
    with pytest.raises(WrongMode) as refusal:
        world.games.advance(caller, placed.id, 1)
    assert refusal.value.mode == "placement"
    with pytest.raises(WrongMode) as refusal:
        world.games.place(caller, revealed.id, home(revealed))
    assert refusal.value.mode == "reveal"
    assert world.games.load(caller, placed.id) == placed
    assert world.games.load(caller, revealed.id) == revealed


def test_cards_are_placed_for_players_only_in_practice(world: World) -> None:
    caller = world.caller()
    record = deal(world, caller)
    for until in ("end", "decision"):
        with pytest.raises(AutoplayNotAllowed):
            world.games.autoplay(caller, record.id, until)
    assert world.games.load(caller, record.id) == record
    practice = deal(world, caller, practice=True)
    change = world.games.autoplay(caller, practice.id, "end")
    assert change.after.game == practice.game.step(104)
    assert change.after.game.in_hand is None
    assert change.after.game.outcome is not None


@pytest.mark.parametrize("mode", ["reveal", "placement"])
def test_a_stale_version_comes_before_the_end_and_that_before_the_mode(world: World, mode: Mode) -> None:
    token = world.sign_in()
    game = deal(world, world.caller(token), mode)
    calls: list[Callable[[Caller], object]] = [
        lambda caller: world.games.advance(caller, game.id, 1),
        lambda caller: world.games.place(caller, game.id, 1),
        lambda caller: world.games.autoplay(caller, game.id, "end"),
    ]
    for call in calls:
        with pytest.raises(StaleGame):
            call(world.caller(token, if_match=("7",)))
    world.games.abandon(world.caller(token), game.id)
    for call in calls:
        with pytest.raises(GameOver):
            call(world.caller(token))
