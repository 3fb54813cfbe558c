"""The dial holds every card once, and is what the log says it is."""

from collections import Counter

from hypothesis import given

from service.game.cards import PACK, Card
from service.game.dial import Dial, dial
from service.game.game import Game
from service.game.moves import moves
from service.game.rules import Rules
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, games


def every_card(board: Dial) -> Counter[Card]:
    in_piles = (card for pile in board.piles for card in (*pile.face_down, *pile.face_up))
    return Counter(in_piles) + Counter([board.in_hand.card] if board.in_hand else [])


@given(games())
def test_at_every_step_piles_and_hand_hold_each_card_as_often_as_there_are_decks(game: Game) -> None:
    whole = Counter(PACK * game.rules.decks)
    for flips in range(1, len(game.chain) + 1):
        assert every_card(dial(Game(game.deal, game.rules, flips))) == whole


@given(games())
def test_every_card_that_is_up_lies_at_its_home_in_the_order_of_the_log(game: Game) -> None:
    for flips in (1, len(game.chain) // 2, len(game.chain)):
        now = Game(game.deal, game.rules, flips)
        placed = [move.placed for move in moves(now) if move.placed]
        for pile in dial(now).piles:
            assert list(pile.face_up) == [card for card in placed if card.home == pile.number]


@given(games())
def test_what_is_face_down_lies_as_it_was_dealt(game: Game) -> None:
    now = game.autoplay()
    for pile, dealt in zip(dial(now).piles, game.deal.piles(game.rules.dealing), strict=True):
        assert list(pile.face_down) == dealt[: len(pile.face_down)]
    assert sum(len(pile.face_down) for pile in dial(now).piles) == now.hidden


@given(games())
def test_until_the_end_a_pile_gives_a_card_for_each_that_it_takes_and_the_opening_pile_one_more(game: Game) -> None:
    for flips in range(1, len(game.chain)):
        for pile in dial(Game(game.deal, game.rules, flips)).piles:
            taken = 4 * game.rules.decks - len(pile.face_down)
            assert taken == len(pile.face_up) + (pile.number == game.rules.opening_pile)


def test_a_new_dial_has_three_cards_in_the_centre_and_four_at_every_hour() -> None:
    board = dial(Game(dealt_to_flip([]), Rules()))
    assert [len(pile.face_down) for pile in board.piles] == [4] * 12 + [3]
    assert [pile.number for pile in board.piles] == list(range(1, 14))


def test_a_cleared_dial_has_four_cards_of_one_rank_at_every_pile() -> None:
    board = dial(Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]]), Rules()).autoplay())
    assert board.in_hand is None
    assert all(not pile.face_down and len(pile.face_up) == 4 for pile in board.piles)


def test_a_dial_once_shown_does_not_change_with_the_game() -> None:
    game = Game(dealt_to_flip([]), Rules())
    before = dial(game)
    dial(game.autoplay())
    assert dial(game) == before
