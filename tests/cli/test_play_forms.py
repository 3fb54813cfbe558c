"""`clock play` with everything that the game has: modes, decisions, practice, rules of one's own, the daily deal."""

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count

import pytest
from click.testing import CliRunner, Result

from service.cli import clock
from service.game.game import Game, Mode
from service.game.policy import autoplay
from service.game.rules import VARIANTS
from service.game.shuffle import Seeds, shuffle
from service.terminal.options import own_rules
from tests.game.deals import locked


def play(server: str, *options: str, keys: str = "") -> Result:
    """`clock play` without a terminal, with these keys pressed."""
    return CliRunner().invoke(clock, ["play", "--server", server, *options], input=keys)


def found(variant: str, wanted: Callable[[Game], bool], mode: Mode = "reveal") -> tuple[str, Game]:
    """A known seed whose game is as it is wanted."""
    return next((seed, game) for seed, game in _games(variant, mode) if wanted(game))


def _games(variant: str, mode: Mode) -> Iterator[tuple[str, Game]]:
    rules = VARIANTS[variant]
    for number in count():
        seed = sha256(f"known {number}".encode()).digest()
        yield seed.hex(), Game(shuffle(Seeds(seed, ""), rules.decks), rules, mode)


def seeded(variant: str, seed: str, *options: str) -> tuple[str, ...]:
    return ("--variant", variant, "--seed", seed, "--client-seed", "", *options)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_placed_by_hand_to_its_verified_end_when_nobody_is_asked(served: str, variant: str) -> None:
    result = play(served, "--auto", "--variant", variant, "--mode", "placement")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.search(r"^Placed by hand in [\d.]+ s, with 0 wrong piles\.$", result.stdout, re.MULTILINE)
    assert "Verified on this machine" in result.stdout


def test_a_wrong_pile_is_explained_and_the_right_one_goes_on(served: str) -> None:
    seed, game = found("standard", lambda game: bool(game.in_hand and game.in_hand.card.home == 11))
    result = play(served, *seeded("standard", seed, "--mode", "placement"), keys="13\n11\nq\n")
    assert "Where does it go?" in result.stdout
    assert "wrong piles 1" in result.stdout
    assert "Flips 2 of 52" in result.stdout
    assert re.search(r"jack", result.stdout)
    assert game.flips == 1


def test_a_locked_watch_is_exchanged_at_the_place_that_was_typed(served: str) -> None:
    seed, game = found("watch", lambda game: locked(game).choices is not None)
    asked = locked(game)
    best = autoplay(game)
    keys = "\n" * (asked.cursor - 1) + "99\n" + f"{str(best.decisions[0])[1:]}\na\n"
    result = play(served, *seeded("watch", seed), keys=keys)
    assert "which locks the game. Exchange it" in result.stdout
    assert "press one of [5.2] take the second card" in result.stdout
    assert f"{best.status.capitalize()}: {best.flips} flips" in result.stdout
    assert "Verified on this machine" in result.stdout


def test_a_reprieve_can_be_declined(served: str) -> None:
    seed, game = found("watch", lambda game: locked(game).choices is not None)
    result = play(served, *seeded("watch", seed), keys="\n" * (locked(game).cursor - 1) + "d\n")
    assert f"Lost: {locked(game).flips} flips" in result.stdout
    assert "Verified on this machine" in result.stdout


def test_a_place_without_a_card_is_refused_and_the_game_goes_on(served: str) -> None:
    seed, game = found("watch", lambda game: locked(game).choices is not None)
    result = play(served, *seeded("watch", seed), keys="\n" * (locked(game).cursor - 1) + "13\nd\n")
    assert result.exit_code == 0
    assert "(422 " in result.stdout
    assert "Lost: " in result.stdout


def test_a_fork_is_followed_across_the_dial(served: str) -> None:
    seed, game = found("watch_fork", lambda game: locked(game).choices is not None)
    asked = locked(game)
    assert asked.choices
    across = asked.choices[1].pile
    result = play(served, *seeded("watch_fork", seed), keys="\n" * (asked.cursor - 1) + f"{across}\na\n")
    assert "its own pile. From which of the two is the next card turned?" in result.stdout
    assert "Verified on this machine" in result.stdout


def test_practice_has_hints_undo_and_a_finish(served: str) -> None:
    seed, game = found("standard", lambda game: bool(game.in_hand and game.in_hand.card.home == 7))
    keys = "h\n7\nu\na\nu\nq\n"
    result = play(served, *seeded("standard", seed, "--mode", "placement", "--practice"), keys=keys)
    shown = [int(flips) for flips in re.findall(r"Flips (\d+) of 52", result.stdout)]
    end = autoplay(game)
    assert shown == [1, 2, 1, end.flips]
    assert f"{end.status.capitalize()}: {end.flips} flips" in result.stdout
    assert "seven" in result.stdout.partition("Flips 2")[0].lower()
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_finished_game_of_practice_that_is_left_is_verified(served: str) -> None:
    result = play(served, "--practice", keys="a\nq\n")
    assert "Verified on this machine" in result.stdout


def test_nothing_that_the_service_placed_is_called_placed_by_hand(served: str) -> None:
    result = play(served, "--mode", "placement", "--practice", keys="a\nq\n")
    assert re.search(r"^Played in \d+\.\d s, with 0 wrong piles\.$", result.stdout, re.MULTILINE)
    assert "by hand" not in result.stdout


def test_a_hint_at_a_reprieve_tells_the_chances_of_the_best_choices(served: str) -> None:
    seed, game = found("watch", lambda game: locked(game).choices is not None)
    keys = "\n" * (locked(game).cursor - 1) + "h\nq\n"
    result = play(served, *seeded("watch", seed, "--practice"), keys=keys)
    assert len(re.findall(r"^\w+ o'clock, card \d from the top: \d+/\d+ \(", result.stdout, re.MULTILINE)) > 1


def test_rules_of_ones_own_are_played(served: str) -> None:
    result = play(served, "--auto", "--rule", "decks=2", "--rule", "on_lock=restart")
    assert "Completed: 104 flips" in result.stdout
    assert "Verified on this machine" in result.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rule", "decks=3"], "--rule decks: must be one of 1, 2"),
        (["--rule", "jokers=2"], "--rule jokers: is no option"),
        (["--rule", "decks"], "--rule decks: must be one of 1, 2"),
        (["--variant", "watch", "--rule", "finales=face_up"], "--rule reprieves: 1 does not go with finales face_up"),
    ],
)
def test_rules_that_make_no_game_are_refused_before_anyone_is_asked(options: list[str], said: str) -> None:
    result = play("http://127.0.0.1:1", *options)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"clock: {said}")


def test_options_are_put_on_top_of_the_variant() -> None:
    assert own_rules("big_clock", []) is None
    assert own_rules("big_clock", ["dealing=packets"]) == VARIANTS["big_clock"].__class__(2, dealing="packets")


def test_the_daily_deal_is_played_once_and_tells_when_its_seed_opens(served: str) -> None:
    first = play(served, "--daily", "--auto")
    assert (first.exit_code, first.stderr) == (0, "")
    assert "Client seed" not in first.stdout
    assert "its seed opens at one in the morning (UTC)" in first.stdout
    again = play(served, "--daily", "--auto")
    assert again.exit_code == 1
    assert "daily-already-played" in again.stderr
