"""The dial holds every card once, and is what the log says it is."""

from collections import Counter
from itertools import chain

from hypothesis import given

from service.game.cards import PACK, Card
from service.game.dial import Dial, dial
from service.game.game import Game
from service.game.moves import moves
from service.game.rules import Rules
from tests.game.deals import HOUR_CARDS, KINGS, PLAIN_RULES, dealt_to_flip, games, histories, locked


def every_card(board: Dial) -> Counter[Card]:
    in_piles = (card for pile in board.piles for card in (*pile.face_down, *pile.face_up))
    return Counter(in_piles) + Counter([board.in_hand.card] if board.in_hand else [])


@given(histories())
def test_in_every_state_piles_and_hand_hold_each_card_as_often_as_there_are_decks(states: list[Game]) -> None:
    whole = Counter(PACK * states[0].rules.decks)
    for game in states:
        assert every_card(dial(game)) == whole


@given(histories())
def test_every_card_that_is_up_lies_at_its_home_in_the_order_of_the_log(states: list[Game]) -> None:
    for game in states:
        placed = [move.placed for move in moves(game) if move.placed]
        for pile in dial(game).piles:
            assert list(pile.face_up) == [card for card in placed if card.home == pile.number]


@given(histories())
def test_what_is_face_down_lies_as_it_was_dealt_but_for_one_exchange(states: list[Game]) -> None:
    for game in states:
        down = [list(pile.face_down) for pile in dial(game).piles]
        dealt = game.deal.piles(game.rules.dealing)
        left = [old[: len(pile)] for pile, old in zip(down, dealt, strict=True)]
        changed = [card for card, was in zip(chain(*down), chain(*left), strict=True) if card != was]
        exchanged = any(flip.kind == "reprieve" for flip in game.revealed) and game.hidden
        assert len(changed) <= bool(exchanged)
        assert all(card.rank == game.rules.locking_rank for card in changed)
        assert sum(map(len, down)) == game.hidden


@given(games(PLAIN_RULES, mode="reveal"))
def test_until_the_end_a_pile_gives_a_card_for_each_that_it_takes_and_the_opening_pile_one_more(game: Game) -> None:
    for cursor in range(1, game.last):
        for pile in dial(Game(game.deal, game.rules, cursor=cursor)).piles:
            taken = 4 * game.rules.decks - len(pile.face_down)
            assert taken == len(pile.face_up) + (pile.number == game.rules.opening_pile)


def test_a_new_dial_has_three_cards_in_the_centre_and_four_at_every_hour() -> None:
    board = dial(Game(dealt_to_flip([]), Rules()))
    assert [len(pile.face_down) for pile in board.piles] == [4] * 12 + [3]
    assert [pile.number for pile in board.piles] == list(range(1, 14))


def test_a_cleared_dial_has_four_cards_of_one_rank_at_every_pile() -> None:
    board = dial(locked(Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), Rules())))
    assert board.in_hand is None
    assert all(not pile.face_down and len(pile.face_up) == 4 for pile in board.piles)


def test_a_dial_once_shown_does_not_change_with_the_game() -> None:
    game = Game(dealt_to_flip([]), Rules())
    before = dial(game)
    dial(locked(game))
    assert dial(game) == before
