"""What is told of a deal when its game is over: to whom, and for how long."""

import pytest

from service.game.rules import Rules
from service.play.caller import Caller
from service.play.errors import GameNotFound, GameNotOver, SaveDiscarded, StoreUnavailable, Unauthenticated
from service.play.games import Order, abandon, autoplay, deal_game, proof, show
from service.play.identity import NOBODY, Token, new_id
from service.play.players import erase
from service.play.record import GameRecord
from service.play.recording import record_results
from tests.fakes import FakeResults
from tests.play.world import World

STANDARD = Order(Rules())


class Away(FakeResults):
    """A results database that does not answer."""

    def find(self, game_id: str) -> GameRecord:
        assert game_id
        raise StoreUnavailable("postgres")


def deal(world: World, caller: Caller, order: Order = STANDARD) -> GameRecord:
    return deal_game(world.games, world.commitments, world.dailies, world.now, caller, order).after


def recorded(world: World, caller: Caller, *, given_up: bool = False) -> GameRecord:
    """A ranked game of the caller's that is over and has its result in the database."""
    game_id = deal(world, caller).id
    (abandon if given_up else autoplay)(world.games, caller, game_id)
    record_results(world.outbox, world.results, 10)
    return world.games.peek(game_id)


def test_a_proof_is_for_everyone_once_a_ranked_game_is_over(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller).id
    with pytest.raises(GameNotOver):
        proof(world.games, world.results, world.now, caller, game_id)
    for anyone in (None, world.caller()):
        with pytest.raises(GameNotFound):
            proof(world.games, world.results, world.now, anyone, game_id)
    autoplay(world.games, caller, game_id)
    for anyone in (None, world.caller(), caller):
        assert proof(world.games, world.results, world.now, anyone, game_id).id == game_id


def test_the_proof_of_a_game_that_is_not_ranked_is_for_its_player_alone(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller, Order(Rules(), practice=True)).id
    autoplay(world.games, caller, game_id)
    assert proof(world.games, world.results, world.now, caller, game_id).id == game_id
    for anyone in (None, world.caller()):
        with pytest.raises(GameNotFound):
            proof(world.games, world.results, world.now, anyone, game_id)


def test_a_proof_is_not_for_whoever_shows_a_token_that_is_none(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller).id
    autoplay(world.games, caller, game_id)
    with pytest.raises(Unauthenticated):
        proof(world.games, world.results, world.now, Caller(Token.new(new_id())), game_id)


@pytest.mark.parametrize("given_up", [False, True])
def test_a_ranked_game_that_the_live_store_has_forgotten_is_served_from_its_result(
    world: World, given_up: bool
) -> None:
    caller = world.caller()
    record = recorded(world, caller, given_up=given_up)
    world.memory.games.clear()
    for anyone in (None, world.caller(), caller):
        assert proof(world.games, world.results, world.now, anyone, record.id) == record
    assert show(world.games, world.results, world.now, caller, record.id) == record
    with pytest.raises(GameNotFound):
        show(world.games, world.results, world.now, world.caller(), record.id)


def test_an_erased_players_proof_stays_without_the_player(world: World) -> None:
    caller = world.caller()
    world.players.add(caller.token.player_id, "Ada", b"1" * 32)
    record = recorded(world, caller)
    erase(world.players, world.sessions, world.races, caller)
    found = proof(world.games, world.results, world.now, None, record.id)
    assert (found.game, found.draft.seeds, found.draft.player_id) == (record.game, record.draft.seeds, NOBODY)


def test_a_recorded_game_whose_bytes_break_afterwards_keeps_its_public_proof(world: World) -> None:
    caller = world.caller()
    record = recorded(world, caller)
    world.games.discard(record.id)
    assert proof(world.games, world.results, world.now, None, record.id) == record
    with pytest.raises(SaveDiscarded):
        proof(world.games, world.results, world.now, caller, record.id)


def test_the_results_are_asked_only_for_what_the_live_store_does_not_have(world: World) -> None:
    caller = world.caller()
    ended, playing = recorded(world, caller), deal(world, caller)
    for anyone in (None, world.caller(), caller):
        assert proof(world.games, Away(), world.now, anyone, ended.id) == ended
    assert show(world.games, Away(), world.now, caller, playing.id) == playing
    with pytest.raises(GameNotFound):
        proof(world.games, Away(), world.now, None, playing.id)
    with pytest.raises(StoreUnavailable):
        show(world.games, Away(), world.now, caller, new_id())
    with pytest.raises(StoreUnavailable):
        proof(world.games, Away(), world.now, caller, new_id())
