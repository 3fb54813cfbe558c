"""A save is the dial, and the game that is made of it goes on as the saved one would have."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.dial import Dial, dial
from service.game.errors import GameOver, NotSavable
from service.game.game import Game
from service.game.rules import Rules
from service.game.save_documents import check, parse_save, print_save
from service.game.saves import UNSAVABLE, game_of, save_of
from tests.game.deals import EVERY_RULES, PLAIN_RULES, locked, seeded
from tests.game.saves import SOURCES, any_order, before_its_end, grown, in_play, opened, random_save

if TYPE_CHECKING:
    from random import Random

    from service.game.saves import Save


def stands_as(game: Game, save: Save) -> bool:
    return dial(game) == Dial(save.piles, save.in_hand)


def every_state(source: Random) -> list[Game]:
    """A game at each point of its play."""
    game = opened(source)
    return [replace(game, cursor=cursor) for cursor in range(1, game.last)]


def rest_of(game: Game) -> list[str]:
    """The flips still to come."""
    return [str(flip) for flip in game.chain.flips[game.cursor :]]


def test_games_can_be_saved_unless_they_hold_choices_or_restarts() -> None:
    assert [
        rules
        for rules in EVERY_RULES
        if not any(getattr(rules, option) == value for option, (value, _) in UNSAVABLE.items())
    ] == list(PLAIN_RULES)


@given(SOURCES)
def test_the_game_of_a_save_stands_as_the_saved_one_at_every_point_of_its_play(source: Random) -> None:
    for game in every_state(source):
        save = save_of(game)
        again = game_of(save)
        assert save_of(again) == save
        assert (again.cursor, again.mode, again.rules) == (game.cursor, game.mode, game.rules)
        assert stands_as(again, save)


@given(SOURCES)
def test_the_game_of_a_save_meets_the_fate_of_the_saved_one(source: Random) -> None:
    for game in every_state(source):
        again, end = game_of(save_of(game)), locked(game)
        assert rest_of(again) == rest_of(game)
        assert again.last == game.last
        assert locked(again).outcome == end.outcome
        assert dial(locked(again)) == dial(end)


@given(SOURCES)
def test_printing_and_parsing_a_save_are_inverse(source: Random) -> None:
    save = save_of(in_play(source))
    document = json.loads(json.dumps(print_save(save)))
    assert check(document) == []
    assert parse_save(document) == save
    assert print_save(parse_save(document)) == document


@given(SOURCES, st.sampled_from(PLAIN_RULES))
def test_every_dial_with_the_right_counts_is_one_that_a_chain_leads_to(source: Random, rules: Rules) -> None:
    save = random_save(source, rules)
    assert check(print_save(save)) == []
    assert parse_save(print_save(save)) == save
    assert stands_as(game_of(save), save)


@given(SOURCES)
def test_whatever_the_order_in_which_the_piles_grew_the_fate_is_the_same(source: Random) -> None:
    save = save_of(in_play(source))
    one = grown(any_order(source, save), save)
    assert stands_as(one, save)
    assert rest_of(one) == rest_of(game_of(save))
    assert locked(one).outcome == locked(game_of(save)).outcome


@given(SOURCES)
def test_the_card_in_hand_is_from_the_pile_of_the_card_set_last_and_at_first_from_the_opening_pile(
    source: Random,
) -> None:
    game = opened(source)
    assert game.chain.flips[0].pile == game.rules.opening_pile
    for before, flip in zip(game.chain.flips, game.chain.flips[1:], strict=False):
        assert flip.pile == before.card.home


@given(SOURCES)
def test_no_rank_is_completed_in_one_go_by_the_made_up_order_unless_it_must_have_been(source: Random) -> None:
    save = save_of(in_play(source))
    made_up = game_of(save)
    homes = [flip.card.home for flip in made_up.set_flips]
    size = 4 * save.rules.decks
    for start in range(len(homes) - size + 1):
        if len(set(homes[start : start + size])) == 1:
            others = Counter(homes)
            del others[homes[start]]
            assert others.total() <= 1


def test_a_new_game_is_saved_with_nothing_set_and_its_opening_card_in_hand() -> None:
    save = save_of(opened(seeded("new"), Rules(opening_pile=12, decks=2)))
    assert [len(pile.face_down) for pile in save.piles] == [8] * 11 + [7, 8]
    assert not any(pile.face_up for pile in save.piles)
    assert (save.in_hand.pile, save.in_hand.kind) == (12, "open")
    assert parse_save(print_save(save)) == save


def test_the_last_king_may_be_in_hand_where_the_player_is_to_place_it() -> None:
    game = before_its_end(Game(opened(seeded("last"), Rules()).deal, Rules(), "placement"))
    save = save_of(game)
    assert (save.in_hand.card.rank, len(save.piles[12].face_up)) == ("K", 3)
    assert game_of(save).step().outcome == game.step().outcome


@given(SOURCES)
def test_a_game_that_has_ended_is_not_saved(source: Random) -> None:
    game = opened(source)
    for ended in (locked(game), game.abandon()):
        with pytest.raises(GameOver):
            save_of(ended)


@pytest.mark.parametrize("rules", [Rules(reprieves=1), Rules(fork="opposite"), Rules(on_lock="restart")])
def test_a_game_whose_dial_does_not_tell_enough_is_not_saved_and_the_reason_given(rules: Rules) -> None:
    with pytest.raises(NotSavable) as refused:
        save_of(opened(seeded("rules"), rules))
    assert getattr(rules, refused.value.option) != getattr(Rules(), refused.value.option)
    assert "the dial does not show" in refused.value.reason
