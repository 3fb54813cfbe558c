"""The score of a finished game, line by line, and what stands beside it."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

import pytest

from service.game.cards import PACK
from service.game.policy import autoplay
from service.game.rules import Rules
from tests.api.rules.table import deal, deal_where
from tests.builders import a_deal
from tests.game.deals import HOUR_CARDS, KINGS, dealt_to_flip, locked

if TYPE_CHECKING:
    from tests.api.client import Client

BY_SUIT = tuple(card for card in PACK if card.rank != "K")
"""The hour cards such that no two of a rank follow each other."""
BAREST_WIN = (KINGS[0], *BY_SUIT[:12], *KINGS[1:3], *BY_SUIT[12:], KINGS[3])
RICHEST_WIN = (*KINGS[:3], *HOUR_CARDS, KINGS[3])


def lines(clearance: int, partial: int, speed: int, chains: int, cap: int) -> dict[str, int]:
    total = clearance + partial + speed + chains + cap
    found = {"clearance": clearance, "partial": partial, "speed": speed, "chains": chains, "cap": cap}
    return found | {"total": total}


def result(client: Client, flipped: Any, rules: Rules | None = None, **more: Any) -> Any:
    return deal(client, dealt_to_flip(flipped, rules), rules, **more).play()["result"]


def test_the_barest_win_is_the_clearance_and_its_title(ada: Client) -> None:
    told = result(ada, BAREST_WIN)
    assert told["ledger"] == lines(5_000, 0, 0, 0, 0)
    assert told["title"] == "Master Horologist of the Royal Chronometer"


def test_a_chain_is_a_rank_set_card_after_card(ada: Client) -> None:
    told = result(ada, RICHEST_WIN)
    assert told["ledger"] == lines(5_000, 0, 0, 12 * 500, 0)
    assert told["longest_run"] == 4


@pytest.mark.parametrize(("flips", "cap"), [(4, 0), (50, 0), (51, -1)])
def test_a_loss_earns_a_hundred_for_each_card_before_the_locking_one_and_is_capped(
    ada: Client, flips: int, cap: int
) -> None:
    kings = KINGS if flips == 4 else BAREST_WIN[: flips - 1] + KINGS[3:]
    told = result(ada, kings)
    chains = 500 if flips == 4 else 0
    assert (told["flips"], told["title"]) == (flips, None)
    assert told["ledger"] == lines(0, 100 * (flips - 1), 0, chains, cap)


def test_a_loss_with_chains_stays_below_the_barest_win(ada: Client) -> None:
    told = result(ada, (*KINGS[:3], *HOUR_CARDS[:44], KINGS[3]))
    assert told["ledger"] == lines(0, 4_700, 0, 5_500, 4_999 - 10_200)


def test_two_decks_count_twice_and_a_chain_of_theirs_has_eight_cards(ada: Client) -> None:
    hours, rules = sorted(HOUR_CARDS * 2, key=lambda card: card.home), Rules(decks=2)
    won = result(ada, [*(KINGS * 2)[:7], *hours, KINGS[3]], rules)
    assert won["ledger"] == lines(10_000, 0, 0, 6_000, 0)
    lost = result(ada, [*(KINGS * 2)[:7], *hours[:-1], KINGS[3]], rules)
    assert lost["ledger"] == lines(0, 10_200, 0, 5_500, 9_998 - 15_700)


def test_speed_is_for_a_dial_cleared_by_placement_and_not_for_practice(ada: Client) -> None:
    placed = result(ada, BAREST_WIN, mode="placement")
    assert placed["ledger"]["speed"] == 10 * ((120_000 - placed["elapsed_ms"]) // 1000) > 0
    assert placed["ms_per_placement"] == placed["elapsed_ms"] / 52
    practised = result(ada, BAREST_WIN, mode="placement", practice=True)
    assert practised["ledger"] == lines(5_000, 0, 0, 0, 0)


def test_a_loss_by_placement_has_no_speed(ada: Client) -> None:
    told = result(ada, KINGS, mode="placement")
    assert (told["ledger"]["speed"], told["ms_per_placement"]) == (0, told["elapsed_ms"] / 4)


def test_stepped_and_autoplayed_games_raced_nobody(ada: Client) -> None:
    stepped = result(ada, BAREST_WIN)
    played = deal(ada, dealt_to_flip(BAREST_WIN)).autoplay()["result"]
    for told in (stepped, played):
        assert (told["ledger"]["speed"], told["ms_per_placement"]) == (0, None)


def test_an_abandoned_game_has_no_ledger_in_any_mode(ada: Client) -> None:
    for mode in ("reveal", "placement"):
        table = deal(ada, a_deal(1), mode=mode)
        ada.delete(f"/v1/games/{table.game['id']}")
        told = ada.get(f"/v1/games/{table.game['id']}").get_json()["result"]
        assert (told["outcome"], told["ledger"], told["title"]) == ("abandoned", None, None)
        assert told["ms_per_placement"] is None


def test_beside_the_score_stands_what_was_seen_and_counted(ada: Client) -> None:
    table = deal(ada, a_deal(5))
    told = table.play()["result"]
    assert told["shuttles"] == sum(move["shuttle"] for move in table.log)
    assert (told["flips"], told["hidden"]) == (table.game["flips"], table.game["hidden"])
    assert (told["locking_seen"], told["restarts"], told["placement_errors"]) == (4, 0, 0)


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("number", range(3))
def test_luck_is_the_mid_rank_percentile_of_the_flips(ada: Client, decks: Any, number: int) -> None:
    told = deal(ada, a_deal(number, decks), Rules(decks=decks)).autoplay()["result"]
    k, seen = 4 * decks, told["flips"] - 1
    exact = 100 * (comb(seen, k) + comb(seen, k - 1) / 2) / comb(52 * decks, k)
    assert told["luck"] == pytest.approx(exact, rel=1e-12)


def test_walking_away_improves_no_luck(ada: Client) -> None:
    played, left = deal(ada, a_deal(4)), deal(ada, a_deal(4))
    ada.delete(f"/v1/games/{left.game['id']}")
    told = ada.get(f"/v1/games/{left.game['id']}").get_json()["result"]
    assert told["luck"] == played.play()["result"]["luck"]


def test_luck_counts_the_flips_to_the_first_lock_whatever_the_reprieve_gains(ada: Client) -> None:
    rules = Rules(reprieves=1)
    cards = deal_where(lambda game: len(locked(game).choices or ()) > 4, rules)
    reprieved, ended = deal(ada, cards, rules), deal(ada, cards)
    assert reprieved.autoplay()["flips"] > ended.play()["flips"]
    assert reprieved.game["result"]["luck"] == ended.game["result"]["luck"]


@pytest.mark.parametrize("status", ["won", "lost"])
def test_a_reprieved_win_earns_the_clearance_and_a_reprieved_loss_its_cards(ada: Client, status: str) -> None:
    rules = Rules(reprieves=1)
    cards = deal_where(lambda game: bool(locked(game).choices) and autoplay(game).status == status, rules)
    told = deal(ada, cards, rules).autoplay()["result"]
    earned = told["ledger"]["clearance"], told["ledger"]["partial"]
    assert earned == ((5_000, 0) if status == "won" else (0, 100 * (told["flips"] - 1)))
