"""What every store must do with steps back in practice games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.errors import GameOver, NothingToUndo
from service.game.rules import VARIANTS, Rules
from service.play.errors import TooManyOpenGames
from service.play.record import LIFETIME_MS, DealKind
from tests.builders import a_draft, a_once
from tests.turns import undo

if TYPE_CHECKING:
    from service.game.game import Mode
    from service.play.caller import Caller
    from service.play.record import GameRecord
    from tests.worlds import NewWorld, World


def deal(world: World, caller: Caller, rules: Rules | None = None, mode: Mode = "reveal") -> GameRecord:
    draft = a_draft(caller.token.player_id, rules=rules, mode=mode, practice=True)
    return world.games.open(caller, draft, None).after


def ended(world: World, caller: Caller) -> GameRecord:
    return world.games.autoplay(caller, deal(world, caller).id, "end").after


@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("rules", VARIANTS.values())
def test_a_practice_game_can_be_taken_back_to_its_start_and_played_again(
    world: World, rules: Rules, mode: Mode
) -> None:
    caller = world.caller()
    start = deal(world, caller, rules, mode)
    end = world.games.autoplay(caller, start.id, "end").after
    record = end
    while record.game.cursor > 1:
        change = undo(world, caller, start.id)
        assert change.before == record
        assert change.after.game == record.game.undo()
        assert change.after.version == record.version + 1
        record = change.after
    assert record.game == start.game
    assert world.games.load(caller, start.id) == record
    with pytest.raises(NothingToUndo):
        undo(world, caller, start.id)
    again = world.games.autoplay(caller, start.id, "end").after
    assert (again.game, again.version) == (end.game, 3 * end.version - 2)


def test_a_step_back_keeps_the_mistakes(world: World) -> None:
    caller = world.caller()
    record = deal(world, caller, mode="placement")
    assert record.game.in_hand
    world.games.place(caller, record.id, record.game.in_hand.card.home)
    card = world.games.load(caller, record.id).game.in_hand
    assert card
    world.games.place(caller, record.id, card.card.home % 13 + 1)
    after = undo(world, caller, record.id).after
    assert (after.game, after.errors, after.version) == (record.game, 1, 4)


def test_an_imported_game_goes_back_no_further_than_it_was_brought(world: World) -> None:
    caller = world.caller()
    draft = a_draft(caller.token.player_id, kind=DealKind.IMPORT, practice=True, start=7)
    opened = world.games.open(caller, draft, None).after
    assert (opened.game.cursor, opened.version) == (7, 1)
    assert world.games.load(caller, draft.id) == opened
    world.games.advance(caller, draft.id, 1)
    assert undo(world, caller, draft.id).after.game == draft.game
    with pytest.raises(NothingToUndo):
        undo(world, caller, draft.id)


def test_a_game_that_was_given_up_stays_so(world: World) -> None:
    caller = world.caller()
    game = deal(world, caller)
    world.games.advance(caller, game.id, 3)
    world.games.abandon(caller, game.id)
    with pytest.raises(GameOver):
        undo(world, caller, game.id)


def test_a_game_that_is_opened_again_is_in_play_until_its_deadline(world: World) -> None:
    caller = world.caller()
    game = ended(world, caller)
    assert not world.games.page(caller, None, 5, in_play=True).items
    reopened = undo(world, caller, game.id).after
    assert reopened.game.outcome is None
    assert world.games.page(caller, None, 5, in_play=True).items == (reopened,)
    world.pass_time(LIFETIME_MS)
    assert world.games.expire(10) == 1
    record = world.games.load(caller, game.id)
    assert (record.game.status, record.version) == ("abandoned", reopened.version + 1)
    assert not world.outbox.read(10)


def test_a_finished_game_whose_time_is_up_stays_as_it_ended(world: World) -> None:
    caller = world.caller()
    game = ended(world, caller)
    world.pass_time(LIFETIME_MS)
    with pytest.raises(GameOver) as refusal:
        undo(world, caller, game.id)
    assert refusal.value.outcome == game.game.outcome
    assert world.games.load(caller, game.id).game == game.game
    assert world.games.expire(10) == 0


def test_no_game_is_opened_again_beyond_the_limit(new_world: NewWorld) -> None:
    world = new_world(open_limit=2)
    caller = world.caller()
    first, second = ended(world, caller), ended(world, caller)
    open_ones = [deal(world, caller), deal(world, caller)]
    with pytest.raises(TooManyOpenGames) as refusal:
        undo(world, caller, first.id)
    assert refusal.value.limit == 2
    assert world.games.load(caller, first.id) == first
    world.games.abandon(caller, open_ones[0].id)
    undo(world, caller, first.id)
    undo(world, caller, first.id)
    with pytest.raises(TooManyOpenGames):
        undo(world, caller, second.id)
    with pytest.raises(TooManyOpenGames):
        deal(world, caller)


def test_what_was_taken_back_is_still_answered_as_it_was(world: World) -> None:
    token = world.sign_in()
    game = deal(world, world.caller(token), VARIANTS["watch"])
    first = world.games.autoplay(world.caller(token, once=a_once()), game.id, "end")
    back = [undo(world, world.caller(token, once=a_once(f"{n}")), game.id) for n in range(3)]
    while world.games.load(world.caller(token), game.id).game.cursor > 1:
        undo(world, world.caller(token), game.id)
    assert world.games.autoplay(world.caller(token, once=a_once()), game.id, "end") == first
    for number, change in enumerate(back):
        repeat = world.caller(token, once=a_once(f"{number}"))
        assert undo(world, repeat, game.id) == change
        assert repeat.replayed
    assert world.games.load(world.caller(token), game.id).game == game.game
