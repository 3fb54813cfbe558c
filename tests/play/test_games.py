"""Dealing, moving, listing, and what is told of a deal when it is over."""

import pytest

from service.game.cards import PACK
from service.game.deal import Deal
from service.game.errors import GameOver, InvalidDeal, InvalidSeed
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds, shuffle
from service.play.caller import Caller
from service.play.commitments import commit
from service.play.errors import CommitmentNotFound, CommitmentUsed, GameNotFound, GameNotOver, Unauthenticated
from service.play.games import (
    SCAN,
    CustomDeal,
    Order,
    RandomDeal,
    SeedDeal,
    abandon,
    autoplay,
    deal_game,
    own_games,
    proof,
    show,
    step,
)
from service.play.identity import Token, new_id, partition_of
from service.play.record import DealKind, GameRecord
from tests.play.world import World

SEEDS = Seeds(b"\5" * 32, "mine")
STANDARD = Order(Rules())


def deal(world: World, caller: Caller, order: Order = STANDARD) -> GameRecord:
    return deal_game(world.games, world.commitments, caller, order).after


def test_a_random_deal_is_ranked_shuffled_from_fresh_seeds_and_lies_beside_its_player(world: World) -> None:
    caller = world.caller()
    one, other = (deal(world, caller, Order(Rules(), RandomDeal("mine"))) for _ in range(2))
    assert one.draft.seeds
    assert one.draft.seeds.client == "mine"
    assert one.game.deal == shuffle(one.draft.seeds)
    assert one.draft.ranked
    assert one.game.deal != other.game.deal
    assert partition_of(one.id) == partition_of(caller.token.player_id)


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        (Order(Rules(), practice=True), DealKind.RANDOM),
        (Order(Rules(dealing="packets")), DealKind.RANDOM),
        (Order(Rules(), SeedDeal(SEEDS)), DealKind.SEED),
        (Order(Rules(), CustomDeal(Deal(PACK))), DealKind.CUSTOM),
    ],
)
def test_practice_custom_rules_and_known_deals_are_not_ranked(world: World, order: Order, kind: DealKind) -> None:
    record = deal(world, world.caller(), order)
    assert (record.draft.kind, record.draft.ranked) == (kind, False)


@pytest.mark.parametrize("variant", VARIANTS)
def test_known_seeds_deal_what_they_shuffle_to(world: World, variant: str) -> None:
    rules = VARIANTS[variant]
    record = deal(world, world.caller(), Order(rules, SeedDeal(SEEDS)))
    assert record.game.deal == shuffle(SEEDS, rules.decks)
    assert record.draft.variant == variant


def test_given_cards_are_dealt_as_they_are_and_must_be_as_many_as_the_rules_say(world: World) -> None:
    record = deal(world, world.caller(), Order(Rules(), CustomDeal(Deal(PACK))))
    assert (record.game.deal, record.draft.seeds) == (Deal(PACK), None)
    with pytest.raises(InvalidDeal) as refused:
        deal(world, world.caller(), Order(VARIANTS["big_clock"], CustomDeal(Deal(PACK))))
    assert refused.value.faults[0].detail == "these rules deal 104 cards, not 52"


def test_a_client_seed_that_is_too_long_deals_nothing(world: World) -> None:
    caller = world.caller()
    with pytest.raises(InvalidSeed):
        deal(world, caller, Order(Rules(), RandomDeal("x" * 65)))
    assert own_games(world.games, caller, None, None, 10).items == ()


def test_a_commitment_is_kept_by_exactly_one_deal_of_its_player(world: World) -> None:
    caller = world.caller()
    promise = commit(world.commitments, caller)
    order = Order(Rules(), RandomDeal("chosen later", promise.id))
    with pytest.raises(CommitmentNotFound):
        deal(world, world.caller(), order)
    seeds = deal(world, caller, order).draft.seeds
    assert seeds
    assert (seeds.commitment, seeds.client) == (promise.commitment, "chosen later")
    with pytest.raises(CommitmentUsed):
        deal(world, caller, order)


def test_steps_show_and_autoplay_move_one_game(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller).id
    change = step(world.games, caller, game_id, 2)
    assert (change.before.game.flips, change.after.game.flips) == (1, 3)
    assert show(world.games, caller, game_id) == change.after
    ended = autoplay(world.games, caller, game_id).after
    assert ended.game.outcome
    with pytest.raises(GameOver):
        step(world.games, caller, game_id)


def test_an_abandoned_game_is_over(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller).id
    abandon(world.games, caller, game_id)
    assert show(world.games, caller, game_id).game.status == "abandoned"
    with pytest.raises(GameOver):
        abandon(world.games, caller, game_id)


def test_a_strangers_game_is_no_game(world: World) -> None:
    game_id = deal(world, world.caller()).id
    stranger = world.caller()
    for refused in (show, step, autoplay, abandon):
        with pytest.raises(GameNotFound):
            refused(world.games, stranger, game_id)


def many_games(world: World, caller: Caller, count: int) -> list[str]:
    """The ids of so many games, newest first; every third is over, and they come in pairs of one instant."""
    world.memory.open_limit = count
    made = []
    for number in range(count):
        world.memory.now += number % 2
        record = deal(world, caller)
        made.append(record.key)
        if number % 3 == 0:
            abandon(world.games, caller, record.id)
    return [game_id for _, game_id in sorted(made, reverse=True)]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
def test_own_games_come_newest_first_each_once_whatever_the_page_size(world: World, limit: int) -> None:
    caller = world.caller()
    made = many_games(world, caller, 12)
    deal(world, world.caller())
    seen, after, more = [], None, True
    while more:
        page = own_games(world.games, caller, None, after, limit)
        assert 0 < len(page.items) <= limit
        seen += [record.id for record in page.items]
        after, more = page.next, page.next is not None
    assert seen == made


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_a_status_filters_the_list_however_far_its_games_lie_apart(world: World, limit: int) -> None:
    caller = world.caller()
    first = deal(world, caller).id
    abandon(world.games, caller, first)
    world.memory.now += 1
    world.memory.open_limit = 2 * SCAN
    for _ in range(SCAN + 5):
        deal(world, caller)
    world.memory.now += 1
    last = deal(world, caller).id
    abandon(world.games, caller, last)
    page = own_games(world.games, caller, "abandoned", None, limit)
    found = [record.id for record in page.items]
    if page.next:
        found += [record.id for record in own_games(world.games, caller, "abandoned", page.next, limit).items]
    assert found == [last, first]
    assert own_games(world.games, caller, "won", None, limit).items == ()


def test_a_discarded_game_is_left_out_of_the_list(world: World) -> None:
    caller = world.caller()
    made = many_games(world, caller, 5)
    world.games.discard(made[1])
    page = own_games(world.games, caller, None, None, 3)
    assert [record.id for record in page.items] == [made[0], made[2], made[3]]
    assert page.next


def test_a_page_full_of_discarded_games_is_not_the_end_of_the_list(world: World) -> None:
    caller = world.caller()
    made = many_games(world, caller, 5)
    for game_id in made[:4]:
        world.games.discard(game_id)
    assert [record.id for record in own_games(world.games, caller, None, None, 1).items] == made[4:]


def test_a_proof_is_for_everyone_once_a_ranked_game_is_over(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller).id
    with pytest.raises(GameNotOver):
        proof(world.games, caller, game_id)
    for anyone in (None, world.caller()):
        with pytest.raises(GameNotFound):
            proof(world.games, anyone, game_id)
    autoplay(world.games, caller, game_id)
    for anyone in (None, world.caller(), caller):
        assert proof(world.games, anyone, game_id).id == game_id


def test_the_proof_of_a_game_that_is_not_ranked_is_for_its_player_alone(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller, Order(Rules(), practice=True)).id
    autoplay(world.games, caller, game_id)
    assert proof(world.games, caller, game_id).id == game_id
    for anyone in (None, world.caller()):
        with pytest.raises(GameNotFound):
            proof(world.games, anyone, game_id)


def test_a_proof_is_not_for_whoever_shows_a_token_that_is_none(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller).id
    autoplay(world.games, caller, game_id)
    with pytest.raises(Unauthenticated):
        proof(world.games, Caller(Token.new(new_id())), game_id)
