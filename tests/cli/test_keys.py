"""What is typed at the prompt: every key means one thing in each state of a game, and nothing else means anything."""

import pytest

from service.api.printing.games import print_game
from service.game.decisions import Exchange, Fork
from service.game.game import Game, Mode
from service.game.policy import autoplay
from service.game.rules import VARIANTS, Rules
from service.play.identity import new_id
from service.play.record import DealKind, Draft, GameRecord
from service.terminal.face import Game as Shown
from service.terminal.keys import HINT, Misread, Turn, menu, read, unattended
from tests.builders import OPENED_AT, some_seeds
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, locked

WATCH, FORK = VARIANTS["watch"], VARIANTS["watch_fork"]
ACES = [card for card in HOUR_CARDS if card.rank == "A"]


def shown(game: Game, *, practice: bool = False) -> Shown:
    opened = Game(game.deal, game.rules, game.mode)
    draft = Draft(new_id(), new_id(), DealKind.RANDOM, practice, some_seeds(), opened)
    version = game.cursor + game.abandoned
    return print_game(GameRecord(draft, game, version, OPENED_AT, OPENED_AT + 1_000))


def a_game(rules: Rules | None = None, mode: Mode = "reveal") -> Game:
    rules = rules or Rules()
    return Game(dealt_to_flip([KINGS[0], ACES[0], ACES[1]], rules), rules, mode)


REVEAL, PLACEMENT = a_game(), a_game(mode="placement")
REPRIEVE = locked(Game(dealt_to_flip(KINGS, WATCH), WATCH))
AT_FORK = a_game(FORK).step(2)


def test_enter_steps_where_the_service_sets_the_cards() -> None:
    assert read(shown(REVEAL), "") == Turn("step")
    assert menu(shown(REVEAL)) == "[Enter] step  [a] autoplay  [q] leave"


@pytest.mark.parametrize(("line", "pile"), [("7", 7), ("12", 12), ("13", 13), ("c", 13), ("Centre", 13), (" 07 ", 7)])
def test_a_pile_is_typed_where_the_player_sets_them(line: str, pile: int) -> None:
    assert read(shown(PLACEMENT), line) == Turn("step", {"pile": pile})


@pytest.mark.parametrize("line", ["", "a", "0", "14", "7.1", "h", "u", "d"])
def test_a_ranked_game_of_placement_takes_piles_only(line: str) -> None:
    with pytest.raises(Misread) as misread:
        read(shown(PLACEMENT), line)
    assert "[1-12, c] pile for the card in hand" in str(misread.value)


@pytest.mark.parametrize(
    ("line", "pile", "depth"), [("5.2", 5, 2), ("5 2", 5, 2), ("5", 5, 4), ("13", 13, 1), ("1.1", 1, 1)]
)
def test_a_reprieve_names_pile_and_depth_or_the_deepest_card(line: str, pile: int, depth: int) -> None:
    assert read(shown(REPRIEVE), line) == Turn("reprieve", {"pile": pile, "depth": depth})


def test_a_reprieve_can_be_declined() -> None:
    assert read(shown(REPRIEVE), "D") == Turn("reprieve", {"decline": True})


def test_a_fork_is_told_with_its_two_ways() -> None:
    assert menu(shown(AT_FORK)).startswith("[1] go on at one o'clock  [7] go on at seven o'clock")
    assert read(shown(AT_FORK), "7") == Turn("fork", {"pile": 7})


@pytest.mark.parametrize("game", [REVEAL, PLACEMENT, REPRIEVE, AT_FORK])
def test_practice_has_a_hint_undo_and_a_finish(game: Game) -> None:
    practice = shown(game, practice=True)
    assert "[a] autoplay  [h] hint  [u] undo  [q] leave" in menu(practice)
    assert [read(practice, key) for key in "ahu"] == [Turn("autoplay"), HINT, Turn("undo")]


def test_a_finished_game_of_practice_can_be_taken_back_and_any_other_only_left() -> None:
    assert menu(shown(autoplay(REVEAL), practice=True)) == "[u] undo  [q] leave"
    assert menu(shown(autoplay(REVEAL))) == "[q] leave"
    assert menu(shown(REVEAL.abandon(), practice=True)) == "[q] leave"


@pytest.mark.parametrize("game", [REVEAL, PLACEMENT, REPRIEVE, AT_FORK, autoplay(REVEAL)])
def test_q_leaves_every_game_and_nonsense_does_nothing(game: Game) -> None:
    assert read(shown(game), "Q") is None
    with pytest.raises(Misread):
        read(shown(game), "what")


@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_that_plays_itself_asks_for_what_brings_it_to_its_best_end(variant: str, mode: Mode) -> None:
    rules = VARIANTS[variant]
    game = Game(dealt_to_flip([], rules), rules, mode)
    best = autoplay(game)
    while game.outcome is None:
        turn = unattended(shown(game))
        if turn.path == "autoplay":
            game = autoplay(game)
        elif turn.path == "step":
            assert game.accepts(turn.body["pile"])
            game = game.step()
        else:
            body = turn.body
            game = game.decide(Fork(body["pile"]) if turn.path == "fork" else Exchange(body["pile"], body["depth"]))
    assert game == best
