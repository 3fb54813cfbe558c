"""Dealing, moving, listing, and what is told of a deal when it is over."""

import pytest

from service.game.cards import PACK
from service.game.deal import Deal
from service.game.decisions import Decline, Fork
from service.game.errors import GameOver, InvalidDeal, InvalidSeed, NothingToDecide
from service.game.game import Game
from service.game.policy import best_decision
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds, shuffle
from service.play.caller import Caller
from service.play.commitments import commit
from service.play.errors import (
    AutoplayNotAllowed,
    CommitmentNotFound,
    CommitmentUsed,
    GameNotFound,
    WrongMode,
)
from service.play.games import (
    CustomDeal,
    Order,
    RandomDeal,
    SeedDeal,
    abandon,
    autoplay,
    deal_game,
    decide,
    own_games,
    place,
    show,
    step,
)
from service.play.identity import partition_of
from service.play.record import DealKind, GameRecord
from tests.game.deals import MODES
from tests.play.world import World

SEEDS = Seeds(b"\5" * 32, "mine")
STANDARD = Order(Rules())


def deal(world: World, caller: Caller, order: Order = STANDARD) -> GameRecord:
    return deal_game(world.games, world.commitments, world.dailies, world.now, caller, order).after


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
    told = "these rules deal 104 cards, not 52: send rules with decks 1, or a variant that has them (standard or "
    assert refused.value.faults[0].detail.startswith(told)


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
    assert show(world.games, world.results, world.now, caller, game_id) == change.after
    ended = autoplay(world.games, caller, game_id).after
    assert ended.game.outcome
    with pytest.raises(GameOver):
        step(world.games, caller, game_id)


def test_a_card_taken_to_a_wrong_pile_is_counted_and_stays_in_hand(world: World) -> None:
    caller = world.caller()
    opened = deal(world, caller, Order(Rules(), mode="placement"))
    home = opened.game.revealed[0].card.home
    wrong = place(world.games, caller, opened.id, home % 13 + 1)
    assert (wrong.accepted, wrong.after.errors, wrong.after.game) == (False, 1, opened.game)
    right = place(world.games, caller, opened.id, home)
    assert (right.accepted, right.after.errors, right.after.game.cursor) == (True, 1, 2)


def test_a_game_is_moved_in_its_own_mode_alone(world: World) -> None:
    caller = world.caller()
    revealed, placed = (deal(world, caller, Order(Rules(), mode=mode)).id for mode in MODES)
    with pytest.raises(WrongMode):
        place(world.games, caller, revealed, 1)
    with pytest.raises(WrongMode):
        step(world.games, caller, placed)
    with pytest.raises(AutoplayNotAllowed):
        autoplay(world.games, caller, placed)


@pytest.mark.parametrize("variant", ["watch", "watch_fork"])
def test_a_game_waits_for_its_decision_and_is_listed_as_waiting(world: World, variant: str) -> None:
    caller = world.caller()
    change = autoplay(world.games, caller, deal_that_asks(world, caller, variant).id, "decision")
    game = change.after.game
    assert game.choices is not None
    assert own_games(world.games, caller, game.status, None, 10).items == (change.after,)
    assert own_games(world.games, caller, "in_progress", None, 10).items == ()
    decided = decide(world.games, caller, change.after.id, best_decision(game.choices))
    assert decided.after.game.decisions == (best_decision(game.choices),)
    with pytest.raises(NothingToDecide):
        decide(world.games, caller, change.after.id, Fork(1) if variant == "watch" else Decline())


def deal_that_asks(world: World, caller: Caller, variant: str) -> GameRecord:
    """A game with a question on its way."""
    seeds = (Seeds(bytes([number]) * 32, "") for number in range(256))
    rules = VARIANTS[variant]
    asking = next(seed for seed in seeds if Game(shuffle(seed), rules).chain.question)
    return deal(world, caller, Order(rules, SeedDeal(asking)))


def test_an_abandoned_game_is_over(world: World) -> None:
    caller = world.caller()
    game_id = deal(world, caller).id
    abandon(world.games, caller, game_id)
    assert show(world.games, world.results, world.now, caller, game_id).game.status == "abandoned"
    with pytest.raises(GameOver):
        abandon(world.games, caller, game_id)


def test_a_strangers_game_is_no_game(world: World) -> None:
    game_id = deal(world, world.caller()).id
    stranger = world.caller()
    for refused in (step, autoplay, abandon):
        with pytest.raises(GameNotFound):
            refused(world.games, stranger, game_id)
    with pytest.raises(GameNotFound):
        show(world.games, world.results, world.now, stranger, game_id)
