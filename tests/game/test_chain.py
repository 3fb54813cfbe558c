"""The chain: forced, whole, and decided by the finales alone."""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given

from service.game.cards import PACK, Card
from service.game.chain import MOST_REMEMBERED, Flip, chain
from service.game.decisions import Fork
from service.game.errors import InvalidDecision
from service.game.game import Game
from service.game.rules import Rules
from tests.game.deals import FORCED_RULES, HOUR_CARDS, KINGS, PLAIN_RULES, dealt_to_flip, games, histories, locked


def leads_to(game: Game, hour: int) -> int | None:
    """The pile at which the finales' path from this hour comes to rest: the opening pile, or None in a loop."""
    piles = game.deal.piles(game.rules.dealing)
    seen: set[int] = set()
    while hour not in seen and hour != game.rules.opening_pile:
        seen.add(hour)
        hour = piles[hour - 1][0].home
    return None if hour in seen else hour


@given(games(PLAIN_RULES))
def test_a_game_is_won_if_and_only_if_every_hours_finale_leads_to_the_opening_pile(game: Game) -> None:
    every_hour = all(leads_to(game, hour) == game.rules.opening_pile for hour in range(1, 14))
    assert (locked(game).status == "won") == every_hour


@given(games(PLAIN_RULES))
def test_each_card_is_flipped_from_the_pile_of_the_one_before_and_from_the_top(game: Game) -> None:
    piles = game.deal.piles(game.rules.dealing)
    asked: int = game.rules.opening_pile
    for flip in game.chain.flips:
        assert (flip.pile, flip.card) == (asked, piles[asked - 1].pop())
        asked = flip.card.home
    assert asked == game.rules.opening_pile
    assert not piles[asked - 1]


@given(games(PLAIN_RULES))
def test_the_last_card_is_the_last_of_the_opening_piles_rank(game: Game) -> None:
    locking = [flip.card.rank == game.rules.locking_rank for flip in game.chain.flips]
    assert locking[-1]
    assert sum(locking) == 4 * game.rules.decks


@given(games(FORCED_RULES))
def test_no_card_is_flipped_more_often_than_it_was_dealt(game: Game) -> None:
    assert max(Counter(flip.card for flip in game.chain.flips).values()) <= game.rules.decks


@pytest.mark.parametrize("rules", PLAIN_RULES, ids=lambda rules: rules.code)
def test_the_shortest_chain_has_nothing_but_the_locking_rank(rules: Rules) -> None:
    locking = [card for card in PACK if card.rank == rules.locking_rank] * rules.decks
    deal = dealt_to_flip(locking, rules)
    assert [flip.card for flip in chain(deal, rules).flips] == locking


@pytest.mark.parametrize("last", KINGS, ids=str)
def test_a_win_needs_no_king_at_the_bottom_of_the_centre(last: Card) -> None:
    others = [king for king in KINGS if king != last]
    game = Game(dealt_to_flip([*others, *HOUR_CARDS, last]), Rules())
    assert locked(game).status == "won"
    assert game.deal.piles("one_at_a_time")[12][0].rank == "A"
    assert game.chain.flips[-1] == Flip(12, last)


def test_hidden_cards_that_all_lie_in_their_own_piles_are_lost_all_the_same() -> None:
    game = locked(Game(dealt_to_flip(KINGS), Rules()))
    piles = game.deal.piles("one_at_a_time")
    assert all(card.home == pile for pile, cards in enumerate(piles, 1) for card in cards)
    assert (game.status, game.flips, game.hidden) == ("lost", 4, 48)


def test_a_few_hidden_cards_in_their_own_pile_are_lost_too() -> None:
    others = [card for card in HOUR_CARDS if card.rank != "5"]
    game = locked(Game(dealt_to_flip([*KINGS[:3], *others, KINGS[3]]), Rules()))
    assert {card.rank for card in game.deal.piles("one_at_a_time")[4]} == {"5"}
    assert (game.status, game.flips, game.hidden) == ("lost", 48, 4)


def test_a_first_card_that_locks_is_an_ordinary_one_and_three_early_kings_are_no_loss() -> None:
    game = Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), Rules())
    assert game.in_hand == Flip(13, KINGS[0], "open")
    assert game.step(2).status == "in_progress"
    assert locked(game).status == "won"


def test_a_flip_prints_as_its_pile_and_card_and_knows_a_shuttle() -> None:
    assert str(Flip(13, Card.parse("7H"))) == "13:7H"
    assert Flip(7, Card.parse("7H")).is_shuttle
    assert not Flip(13, Card.parse("7H")).is_shuttle


@given(histories([Rules(fork="opposite")]))
def test_a_deal_remembers_few_chains_however_many_ways_were_taken(games: list[Game]) -> None:
    deal = games[0].deal
    for decided in {game.decisions for game in games}:
        for other in range(1, 13):
            with suppress(InvalidDecision):
                chain(deal, games[0].rules, (*decided, Fork(other)))
            assert len(deal.followed) <= MOST_REMEMBERED
    assert chain(deal, games[0].rules, games[-1].decisions) == games[-1].chain
