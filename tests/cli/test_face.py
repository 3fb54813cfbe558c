"""The dial in text: a circle of hours, counts face down, cards up, and nothing said by colour alone."""

import re
from typing import Any

import click
import pytest

from service.terminal.face import card, face, status

HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def a_game(**change: Any) -> dict[str, Any]:
    labels = (*(f"{hour} o'clock" for hour in HOURS), "centre")
    piles: list[dict[str, Any]] = [
        {"pile": number, "rank": rank, "label": label, "face_down": 4, "face_up": [], "finale": None}
        for number, (rank, label) in enumerate(zip("A23456789TJQK", labels, strict=True), 1)
    ]
    piles[12]["face_down"] = 3
    game = {
        "cards": 52,
        "mode": "reveal",
        "status": "in_progress",
        "rules": {"on_lock": "end"},
        "restarts": 0,
        "placement_errors": 0,
        "finished_at": None,
        "flips": 1,
        "hidden": 51,
        "locking_rank": "K",
        "locking_seen": 0,
        "hand": {"card": "7H", "from": 13, "home": 7},
        "piles": piles,
        "odds": {"win": {"numerator": 4, "denominator": 51, "value": 4 / 51}},
    }
    return game | change


def plain(game: dict[str, Any]) -> list[str]:
    return click.unstyle(face(game)).splitlines()


def where(lines: list[str], label: str) -> tuple[int, int]:
    (spot,) = [
        (line, found.start())
        for line, text in enumerate(lines)
        for found in re.finditer(rf"(?<!\w){label} [▒·]", text)
    ]
    return spot


def test_the_hours_stand_round_the_centre_as_on_a_clock() -> None:
    lines = plain(a_game())
    rows = {hour: where(lines, str(hour))[0] for hour in range(1, 13)}
    columns = {hour: where(lines, str(hour))[1] for hour in range(1, 13)}
    centre = where(lines, "centre")
    assert rows[12] < rows[11] == rows[1] < rows[10] == rows[2] < rows[9] == rows[3] == centre[0]
    assert centre[0] < rows[8] == rows[4] < rows[7] == rows[5] < rows[6]
    assert columns[9] < columns[8] < columns[7] < columns[6] < columns[5] < columns[4] < columns[3]
    assert columns[9] < centre[1] < columns[3]


def test_it_fits_a_terminal_of_80_columns_and_24_lines_with_all_104_cards_up() -> None:
    game = a_game()
    for pile in game["piles"]:
        pile |= {"face_down": 0, "face_up": [pile["rank"] + suit for suit in "SHDCSHDC"]}
    lines = plain(game)
    assert max(map(len, lines)) < 80
    assert len(lines) + len(status(game).splitlines()) < 23


def test_cards_face_down_are_counted_and_cards_up_are_shown_by_suit() -> None:
    game = a_game()
    game["piles"][9] |= {"face_down": 2, "face_up": ["TD", "TS"]}
    lines = plain(game)
    row, column = where(lines, "10")
    assert lines[row][column:].startswith("10 ▒2")
    assert "10 ♦♠" in lines[row + 1]


def test_a_pile_without_face_down_cards_says_so() -> None:
    game = a_game()
    game["piles"][2]["face_down"] = 0
    assert any(line.endswith("3 ·") for line in plain(game))


def test_the_pile_for_the_card_in_hand_is_marked_by_an_arrow_and_by_colour() -> None:
    assert "▸7 ▒4" in "\n".join(plain(a_game()))
    assert click.style("▸7 ▒4", fg="yellow", bold=True) in face(a_game())
    assert "▸" not in face(a_game(hand=None))


def test_red_suits_are_red() -> None:
    assert [card(code) for code in ("7H", "TD")] == [click.style("7♥", fg="red"), click.style("10♦", fg="red")]
    assert click.unstyle(card("KC")) == "K♣"
    assert "\x1b[31m" not in card("AS")
    game = a_game()
    game["piles"][0]["face_up"] = ["AS", "AH", "AC", "AD"]
    assert f"A ♠{click.style('♥', fg='red')}♣{click.style('♦', fg='red')}" in face(game)


def test_below_the_dial_stand_hand_flips_and_odds() -> None:
    assert click.unstyle(status(a_game())).splitlines() == [
        "In hand: 7♥ from the centre, goes to seven o'clock",
        "Flips 1 of 52, 51 face down, 0 of 4 kings seen",
        "Chance to win 4/51 (7.8 %)",
        "▒ face down   · none face down   ♠♥♦♣ face up   ▸ where the card in hand goes",
    ]


def test_a_narrow_terminal_gets_a_line_for_each_pile() -> None:
    game = a_game()
    game["piles"][9] |= {"face_down": 2, "face_up": ["TD", "TS"]}
    lines = click.unstyle(face(game, 40)).splitlines()
    assert (len(lines), lines[6], lines[9], lines[12]) == (13, "▸7 ▒4", " 10 ▒2     10 ♦♠", " centre ▒3")
    assert len(click.unstyle(face(game, 71)).splitlines()) > 13


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ({"card": "7H", "from": 7, "home": 7}, "In hand: 7♥ from seven o'clock, goes back under seven o'clock"),
        ({"card": "KS", "from": 1, "home": 13}, "In hand: K♠ from one o'clock, goes to the centre"),
        (None, "In hand: nothing"),
    ],
)
def test_the_card_in_hand_is_told_in_words(hand: dict[str, Any] | None, words: str) -> None:
    assert click.unstyle(status(a_game(hand=hand))).splitlines()[0] == words


@pytest.mark.parametrize(
    ("status_word", "words"),
    [
        ("awaiting_reprieve", ", which locks the game. Exchange it for a card that lies face down?"),
        ("awaiting_fork", ", its own pile. From which of the two is the next card turned?"),
    ],
)
def test_a_decision_is_asked_for_in_words(status_word: str, words: str) -> None:
    asked = a_game(status=status_word, hand={"card": "7H", "from": 7, "home": 7})
    assert click.unstyle(status(asked)).splitlines()[0] == f"In hand: 7♥ from seven o'clock{words}"


def test_in_placement_mode_nothing_tells_where_the_card_in_hand_goes() -> None:
    game = a_game(mode="placement", placement_errors=2)
    hand, flips, _, legend = click.unstyle(status(game)).splitlines()
    assert hand == "In hand: 7♥ from the centre. Where does it go?"
    assert flips.endswith("0 of 4 kings seen, wrong piles 2")
    assert "▸" not in click.unstyle(face(game)) + legend
    assert face(game) == click.unstyle(face(game))


def test_finales_that_are_dealt_face_up_are_shown_beside_their_pile() -> None:
    game = a_game()
    game["piles"][4]["finale"] = "TH"
    assert "5 ▒4(10♥)" in "\n".join(plain(game))
    assert status(game).splitlines()[-1] == "(7♥) the deepest card of a pile, which is dealt face up"


def test_a_perpetual_game_tells_its_restarts_and_the_chance_of_none() -> None:
    told = status(a_game(rules={"on_lock": "restart"}, restarts=3))
    assert "kings seen, restarts 3" in told
    assert "Chance to get through without a restart 4/51" in told


def test_a_chance_whose_fraction_is_long_is_told_in_per_cent_alone() -> None:
    watch = {"numerator": 418340488974691403951, "denominator": 1119099404311054366200, "value": 0.3738188827}
    assert "Chance to win 37.4 %" in status(a_game(odds={"win": watch}))


def test_a_game_that_queens_lock_counts_queens() -> None:
    assert "2 of 8 queens seen" in status(a_game(cards=104, locking_rank="Q", locking_seen=2))
