"""Decisions: printed and parsed symmetrically, and taken only where they are asked for."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.decisions import Choice, Decision, Decline, Exchange, Fork, parse_decisions, print_decisions
from service.game.dial import dial
from service.game.errors import BrokenSave, InvalidDecision, NothingToDecide
from service.game.game import Game
from service.game.rules import Rules
from tests.game.deals import HOUR_CARDS, KINGS, MODES, dealt_to_flip, decided, games, histories, locked

WATCH, FORK = Rules(reprieves=1), Rules(fork="opposite")
REPRIEVED = [Rules(reprieves=1), Rules(reprieves=1, decks=2), Rules(reprieves=1, opening_pile=12)]
ANY_DECISION = st.one_of(
    st.builds(Exchange, st.integers(1, 13), st.integers(1, 8)),
    st.just(Decline()),
    st.builds(Fork, st.integers(1, 12)),
)


def at_the_lock(*, mode: str = "reveal") -> Game:
    """The shortest Watch: four kings, and then the question."""
    return locked(Game(dealt_to_flip(KINGS, WATCH), WATCH, "placement" if mode == "placement" else "reveal"))


@given(st.lists(ANY_DECISION, max_size=6).map(tuple))
def test_parsing_is_the_inverse_of_printing(made: tuple[Decision, ...]) -> None:
    assert parse_decisions(print_decisions(made)) == made


@given(st.text(alphabet="rfd.,0123456789 -"))
def test_a_text_is_read_only_as_it_was_printed(code: str) -> None:
    try:
        made = parse_decisions(code)
    except InvalidDecision:
        return
    assert print_decisions(made) == code


@pytest.mark.parametrize("mode", MODES)
def test_a_lock_with_hidden_cards_asks_whether_to_exchange_the_locking_card(mode: str) -> None:
    game = at_the_lock(mode=mode)
    assert (game.status, game.flips, game.hidden, len(game.set_flips)) == ("awaiting_reprieve", 4, 48, 3)
    assert game.in_hand == game.chain.flips[3]
    assert game.choices == tuple(Choice(pile, depth) for pile in range(1, 13) for depth in range(1, 5))


@given(st.data(), games(REPRIEVED))
def test_an_exchange_lays_the_locking_card_in_the_place_of_the_one_taken(data: st.DataObject, game: Game) -> None:
    asked = locked(game)
    if asked.choices is None:
        assert asked.hidden == 0
        return
    choice = data.draw(st.sampled_from(asked.choices))
    after = asked.decide(decided(choice))
    before_pile, after_pile = (dial(it).piles[choice.pile - 1].face_down for it in (asked, after))
    assert choice.depth is not None
    assert asked.in_hand
    assert after.in_hand
    assert after_pile[-choice.depth] == asked.in_hand.card
    assert before_pile[-choice.depth] == after.in_hand.card
    assert (after.flips, after.hidden, after.in_hand.pile) == (asked.flips, asked.hidden, choice.pile)
    assert after.locking_seen == asked.locking_seen - 1


@given(histories(REPRIEVED))
def test_a_reprieved_game_ends_as_its_locking_card_comes_again_and_wins_if_it_is_the_last(
    states: list[Game],
) -> None:
    ended = states[-1]
    if any(flip.kind == "reprieve" for flip in ended.revealed):
        at = [flip.kind for flip in ended.revealed].index("reprieve")
        assert ended.revealed[-1].card == ended.revealed[at - 1].card
        assert ended.status == ("lost" if ended.hidden else "won")


@given(histories(REPRIEVED))
def test_only_a_finale_can_win_and_only_if_its_whole_rank_comes_up_before_the_rest(games: list[Game]) -> None:
    ended = games[-1]
    if ended.status == "won" and ended.decisions:
        (exchange,) = ended.decisions
        asked = next(game for game in games if game.status == "awaiting_reprieve")
        assert isinstance(exchange, Exchange)
        assert exchange.depth == len(dial(asked).piles[exchange.pile - 1].face_down)


@pytest.mark.parametrize("mode", MODES)
def test_declining_sets_the_locking_card_at_once_and_loses(mode: str) -> None:
    declined = at_the_lock(mode=mode).decide(Decline())
    assert (declined.status, declined.flips, declined.hidden, declined.in_hand) == ("lost", 4, 48, None)
    assert len(declined.set_flips) == 4
    assert declined.undo() == at_the_lock(mode=mode)


def test_a_game_is_reprieved_once_only() -> None:
    game = at_the_lock().decide(Exchange(5, 1))
    assert locked(game).status in ("won", "lost")


@pytest.mark.parametrize("place", [(13, 1), (5, 5), (5, 0), (0, 1), (14, 1)])
def test_only_a_card_that_lies_face_down_can_be_taken(place: tuple[int, int]) -> None:
    with pytest.raises(InvalidDecision):
        at_the_lock().decide(Exchange(*place))


def test_a_decision_of_another_kind_answers_nothing() -> None:
    with pytest.raises(NothingToDecide):
        at_the_lock().decide(Fork(5))
    with pytest.raises(NothingToDecide):
        at_the_lock().undo().decide(Decline())


def test_a_win_is_never_put_off() -> None:
    won = locked(Game(dealt_to_flip([*KINGS[:3], *HOUR_CARDS, KINGS[3]], WATCH), WATCH))
    assert (won.status, won.choices) == ("won", None)


def a_fork() -> Game:
    """The ace of spades comes out of its own pile, so the player may go on at one o'clock or at seven."""
    aces = [card for card in HOUR_CARDS if card.rank == "A"]
    return Game(dealt_to_flip([KINGS[0], aces[0], aces[1]], FORK), FORK)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("pile", [1, 7])
def test_a_shuttle_at_an_hour_lets_the_player_go_on_there_or_straight_across(mode: str, pile: int) -> None:
    game = Game(a_fork().deal, FORK, "placement" if mode == "placement" else "reveal").step(2)
    assert (game.status, game.choices) == ("awaiting_fork", (Choice(1, None), Choice(7, None)))
    after = game.decide(Fork(pile))
    assert after.in_hand
    assert (after.flips, after.in_hand.pile, len(after.set_flips)) == (4, pile, 3)


@given(histories([FORK]))
def test_forks_are_asked_at_shuttles_at_hours_with_cards_on_both_sides_and_only_there(games: list[Game]) -> None:
    for game in games:
        if game.in_hand is None:
            continue
        piles = dial(game).piles
        home = game.in_hand.card.home
        shuttle = game.in_hand.pile == home != 13
        across = home + 6 if home <= 6 else home - 6
        both = shuttle and bool(piles[home - 1].face_down) and bool(piles[across - 1].face_down)
        assert (game.status == "awaiting_fork") == both


@given(histories([FORK]))
def test_an_hour_without_cards_passes_the_question_clockwise_and_only_the_centre_locks(games: list[Game]) -> None:
    for before, after in pairwise(games):
        if before.status == "in_progress" and after.in_hand and before.in_hand:
            home = before.in_hand.card.home
            ways = [home] if home == 13 else [(home - 1 + on) % 12 + 1 for on in range(12)]
            assert after.in_hand.pile == next(way for way in ways if dial(before).piles[way - 1].face_down)
    assert games[-1].revealed[-1].card.rank == "K"
    assert games[-1].locking_seen == 4


def test_a_fork_leads_only_to_the_hour_itself_or_straight_across() -> None:
    with pytest.raises(InvalidDecision) as refused:
        a_fork().step(2).decide(Fork(2))
    assert refused.value.reason == "the ways on are 1 and 7"


@pytest.mark.parametrize("decisions", [(Decline(), Decline()), (Exchange(1, 1), Exchange(1, 1)), (Fork(1),)])
def test_there_is_no_game_with_decisions_that_nobody_asked_for(decisions: tuple[Decision, ...]) -> None:
    with pytest.raises(BrokenSave):
        Game(at_the_lock().deal, WATCH, decisions=decisions, cursor=5)


def test_there_is_no_game_that_has_decided_before_it_was_asked() -> None:
    assert Game(at_the_lock().deal, WATCH, decisions=(Exchange(1, 1),), cursor=5).flips == 4
    with pytest.raises(BrokenSave):
        Game(at_the_lock().deal, WATCH, decisions=(Exchange(1, 1),), cursor=4)
