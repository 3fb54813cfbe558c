"""What every store must do with games that ask their player something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.decisions import Decline, Exchange, Fork
from service.game.errors import DecisionPending, GameOver, InvalidDecision, NothingToDecide
from service.game.policy import autoplay, best_decision
from service.game.rules import VARIANTS, Rules
from service.play.errors import StaleGame
from tests.builders import a_draft, a_once
from tests.turns import decide, options

if TYPE_CHECKING:
    from service.game.decisions import Decision
    from service.game.game import Game, Mode
    from service.play.caller import Caller
    from service.play.record import GameRecord
    from tests.worlds import World

WATCH, WATCH_FORK = VARIANTS["watch"], VARIANTS["watch_fork"]
ASKING = [WATCH, WATCH_FORK, VARIANTS["big_clock_watch"], Rules(reprieves=1, dealing="packets", opening_pile=12)]


def asked(
    world: World,
    caller: Caller,
    rules: Rules = WATCH,
    number: int = 0,
    mode: Mode = "reveal",
) -> GameRecord:
    """A game that waits for a decision."""
    draft = a_draft(caller.token.player_id, number, rules=rules, mode=mode)
    world.games.open(caller, draft, None)
    record = world.games.change(caller, draft.id, lambda record: autoplay(record.game, "decision")).after
    assert record.game.choices
    return record


@pytest.mark.parametrize("rules", ASKING)
def test_a_step_stops_at_a_decision_and_none_is_made_before_it(world: World, rules: Rules) -> None:
    caller = world.caller()
    draft = a_draft(caller.token.player_id, rules=rules)
    world.games.open(caller, draft, None)
    record = world.games.advance(caller, draft.id, 104).after
    assert record.game == draft.game.step(104)
    assert record.game.choices
    with pytest.raises(DecisionPending) as refusal:
        world.games.advance(caller, draft.id, 1)
    assert refusal.value.question == record.game.chain.question
    with pytest.raises(DecisionPending):
        world.games.autoplay(caller, draft.id, "decision")
    assert world.games.load(caller, draft.id) == record


@pytest.mark.parametrize("rules", ASKING)
def test_no_card_is_placed_while_a_decision_is_waited_for(world: World, rules: Rules) -> None:
    caller = world.caller()
    record = asked(world, caller, rules, mode="placement")
    assert record.game.in_hand
    with pytest.raises(DecisionPending) as refusal:
        world.games.place(caller, record.id, record.game.in_hand.card.home)
    assert refusal.value.question == record.game.chain.question
    assert world.games.load(caller, record.id) == record


@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("rules", ASKING)
def test_every_decision_leads_where_the_rules_say(world: World, rules: Rules, mode: Mode) -> None:
    caller = world.caller()
    ways = options(asked(world, caller, rules, mode=mode).game)
    for decision in [*ways[:2], ways[-1]]:
        record = asked(world, caller, rules, mode=mode)
        change = decide(world, caller, record.id, decision)
        assert change.before == record
        assert change.after.game == record.game.decide(decision)
        assert change.after.version == record.version + 1
        assert world.games.load(caller, record.id) == change.after
        if change.after.game.outcome is None and mode == "reveal" and not change.after.game.choices:
            onward = world.games.advance(caller, record.id, 3).after
            assert onward.game == change.after.game.step(3)


def test_a_declined_reprieve_ends_the_game_and_is_delivered_with_it(world: World) -> None:
    caller = world.caller()
    record = asked(world, caller)
    after = decide(world, caller, record.id, Decline()).after
    assert after.game.status == "lost"
    [delivery] = world.outbox.read(10)
    assert delivery.record == after
    assert delivery.record.game.decisions == (Decline(),)
    with pytest.raises(GameOver):
        decide(world, caller, record.id, Decline())
    assert not world.games.page(caller, None, 5, in_play=True).items


@pytest.mark.parametrize(
    ("rules", "decision"),
    [(WATCH, Exchange(13, 1)), (WATCH, Exchange(1, 9)), (WATCH_FORK, Fork(13)), (WATCH_FORK, Fork(99))],
)
def test_a_decision_that_is_not_offered_changes_nothing(world: World, rules: Rules, decision: Decision) -> None:
    caller = world.caller()
    record = asked(world, caller, rules)
    with pytest.raises(InvalidDecision):
        decide(world, caller, record.id, decision)
    assert world.games.load(caller, record.id) == record


def test_nothing_is_decided_before_it_is_asked(world: World) -> None:
    caller = world.caller()
    for rules, decision in ((WATCH, Decline()), (WATCH_FORK, Fork(1)), (Rules(), Decline())):
        game = world.games.open(caller, a_draft(caller.token.player_id, rules=rules), None).after
        with pytest.raises(NothingToDecide):
            decide(world, caller, game.id, decision)
        assert world.games.load(caller, game.id) == game


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("rules", [*VARIANTS.values(), *ASKING[3:]])
def test_autoplay_makes_the_best_decisions_to_the_end(world: World, rules: Rules, mode: Mode, number: int) -> None:
    caller = world.caller()
    draft = a_draft(caller.token.player_id, number, rules=rules, mode=mode, practice=mode == "placement")
    opened = world.games.open(caller, draft, None).after
    change = world.games.autoplay(caller, draft.id, "end")
    fate = autoplay(draft.game)
    assert change.before == opened
    assert (change.after.game, change.after.version) == (fate, fate.cursor)
    assert world.games.load(caller, draft.id) == change.after
    with pytest.raises(GameOver):
        world.games.autoplay(caller, draft.id, "end")


@pytest.mark.parametrize("rules", ASKING)
def test_autoplay_goes_decision_by_decision(world: World, rules: Rules) -> None:
    caller = world.caller()
    record = asked(world, caller, rules)
    while record.game.outcome is None:
        if record.game.choices:
            record = decide(world, caller, record.id, best_decision(record.game.choices)).after
        else:
            record = world.games.autoplay(caller, record.id, "decision").after
    assert record.game == autoplay(record.draft.game)


def test_autoplay_decides_what_is_already_asked(world: World) -> None:
    caller = world.caller()
    record = asked(world, caller)
    change = world.games.autoplay(caller, record.id, "end")
    assert (change.before, change.after.game) == (record, autoplay(record.game))


def test_a_decision_is_answered_again_and_made_once(world: World) -> None:
    token = world.sign_in()
    record = asked(world, world.caller(token))
    decision = options(record.game)[0]
    first = decide(world, world.caller(token, once=a_once()), record.id, decision)
    world.games.autoplay(world.caller(token), record.id, "end")
    current = world.games.load(world.caller(token), record.id)
    repeat = world.caller(token, once=a_once())
    assert decide(world, repeat, record.id, decision) == first
    assert repeat.replayed
    assert world.games.load(world.caller(token), record.id) == current


def test_autoplay_through_decisions_is_answered_again(world: World) -> None:
    token = world.sign_in()
    draft = a_draft(token.player_id, rules=WATCH_FORK)
    world.games.open(world.caller(token), draft, None)
    first = world.games.autoplay(world.caller(token, once=a_once()), draft.id, "end")
    assert first.after.game.decisions
    repeat = world.caller(token, once=a_once())
    assert world.games.autoplay(repeat, draft.id, "end") == first
    assert repeat.replayed


def test_nobody_is_asked_about_a_stale_version(world: World) -> None:
    token = world.sign_in()
    record = asked(world, world.caller(token))

    def turn(record: GameRecord) -> Game:
        raise AssertionError(record)

    with pytest.raises(StaleGame) as refusal:
        world.games.change(world.caller(token, if_match=("1",)), record.id, turn)
    assert refusal.value.version == record.version
    change = world.games.autoplay(world.caller(token, if_match=(record.tag,)), record.id, "end")
    assert change.after.game.outcome
