"""Decisions and steps back at one instant: the rules are asked outside the store, and yet nothing is done twice."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from service.game.decisions import Exchange
from service.game.errors import DecisionPending, GameOver, NothingToDecide, NothingToUndo
from service.play.errors import StaleGame, TooManyOpenGames
from tests.builders import a_once
from tests.crowd import THREADS, at_once
from tests.turns import asked, decide, ended, options, undo
from tests.worlds import ValkeyWorld

if TYPE_CHECKING:
    from service.play.record import Change, GameRecord

REFUSALS = NothingToDecide, NothingToUndo, DecisionPending, GameOver


def assert_follow_on(first: GameRecord, changes: list[Change], last: GameRecord) -> None:
    """Each change begins where the one before has ended: none was lost, none made twice."""
    record = first
    for change in sorted(changes, key=lambda change: change.before.version):
        assert change.before.version == record.version
        assert (change.before.game, change.before.errors) == (record.game, record.errors)
        record = change.after
    assert (record.game, record.version, record.errors) == (last.game, last.version, last.errors)


def test_of_many_decisions_at_once_one_is_made(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token)
    ways = options(record.game)

    def choose(at: int) -> list[Change]:
        try:
            return [decide(valkey, valkey.caller(token), record.id, ways[at % len(ways)])]
        except (NothingToDecide, GameOver):
            return []

    [change] = [made for answer in at_once(choose) for made in answer]
    assert change.after == valkey.games.load(valkey.caller(token), record.id)
    assert len(change.after.game.decisions) == 1


def test_of_many_decisions_on_one_version_one_is_made_and_the_others_hear_that_it_is_stale(
    valkey: ValkeyWorld,
) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token)

    def choose(_: int) -> int:
        try:
            decide(valkey, valkey.caller(token, if_match=(record.tag,)), record.id, Exchange(3, 1))
        except StaleGame as refusal:
            return refusal.version
        return 0

    versions = sorted(at_once(choose))
    assert versions == [0, *[record.version + 1] * (THREADS - 1)]


def test_one_key_used_for_many_decisions_at_once_makes_one(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    record = asked(valkey, token, practice=True)
    callers = [valkey.caller(token, once=a_once()) for _ in range(THREADS)]
    changes = at_once(lambda at: valkey.games.autoplay(callers[at], record.id, "end"))
    assert all(change == changes[0] for change in changes)
    assert sum(not caller.replayed for caller in callers) == 1
    back = [valkey.caller(token, once=a_once("back")) for _ in range(THREADS)]
    undone = at_once(lambda at: undo(valkey, back[at], record.id))
    assert all(change == undone[0] for change in undone)
    assert valkey.games.load(valkey.caller(token), record.id).version == changes[0].after.version + 1


def test_each_of_many_steps_back_at_once_takes_one_position(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    game = ended(valkey, token)

    def back(_: int) -> list[Change]:
        made: list[Change] = []
        while True:
            try:
                made.append(undo(valkey, valkey.caller(token), game.id))
            except NothingToUndo:
                return made

    changes = [change for made in at_once(back, 6) for change in made]
    assert len(changes) == game.game.cursor - 1
    assert_follow_on(game, changes, valkey.games.load(valkey.caller(token), game.id))


def test_steps_decisions_and_steps_back_at_once_follow_on_one_another(valkey: ValkeyWorld) -> None:
    token = valkey.sign_in()
    first = asked(valkey, token, practice=True, mode="placement")

    def onward() -> Change:
        game = valkey.games.peek(first.id).game
        if game.choices:
            return decide(valkey, valkey.caller(token), first.id, Exchange(3, 1))
        home = game.in_hand.card.home if game.in_hand else 1
        return valkey.games.place(valkey.caller(token), first.id, home)

    def play(number: int) -> list[Change]:
        made: list[Change] = []
        for turn in range(12):
            with suppress(*REFUSALS):
                back = turn and (number + turn) % 6 == 0
                made.append(undo(valkey, valkey.caller(token), first.id) if back else onward())
        return made

    changes = [change for made in at_once(play, 6) for change in made]
    forth = [change for change in changes if change.after.game.cursor > change.before.game.cursor]
    back = [change for change in changes if change.after.game.cursor < change.before.game.cursor]
    assert min(len(forth), len(back)) > 5
    assert any(change.after.game.decisions for change in forth)
    assert_follow_on(first, changes, valkey.games.load(valkey.caller(token), first.id))


def test_games_reopened_at_once_do_not_get_past_the_limit_of_open_games(valkey_url: str) -> None:
    world = ValkeyWorld(valkey_url, open_limit=3)
    token = world.sign_in()
    games = [ended(world, token) for _ in range(8)]

    def reopen(at: int) -> bool:
        try:
            undo(world, world.caller(token), games[at].id)
        except TooManyOpenGames:
            return False
        return True

    assert sum(at_once(reopen, len(games))) == 3
    assert len(world.games.page(world.caller(token), None, 10, in_play=True).items) == 3
    world.close()
