"""Games over HTTP: deal, look, step, autoplay, give up, prove."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.game.chain import chain
from service.game.deal import Deal
from service.game.rules import Rules
from service.game.shuffle import Seeds, shuffle
from service.play.identity import new_id
from tests.api.client import faults, slug
from tests.builders import a_deal

if TYPE_CHECKING:
    from tests.api.client import Client

SEED = "0f" * 32
SEEDED = {"kind": "seed", "server_seed": SEED, "client_seed": "tea"}


def test_an_empty_body_deals_a_ranked_standard_game(ada: Client) -> None:
    answer = ada.post("/v1/games")
    game = answer.get_json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert (game["variant"], game["mode"], game["ranked"], game["practice"]) == ("standard", "reveal", True, False)
    assert (game["status"], game["flips"], game["hidden"], game["cards"]) == ("in_progress", 1, 51, 52)
    assert game["hand"]["from"] == 13
    assert game["result"] is None
    assert game["finished_at"] is None
    assert len(game["commitment"]) == 64


def test_the_odds_are_exact_rationals_in_lowest_terms(ada: Client) -> None:
    game = ada.deal(deal={"kind": "custom", "deck": a_deal(1).codes()})
    seen = game["locking_seen"]
    assert game["odds"]["win"] == {"numerator": 4 - seen, "denominator": 51, "value": (4 - seen) / 51} or seen == 1
    if seen == 1:
        assert game["odds"]["win"]["numerator"] == 1
        assert game["odds"]["win"]["denominator"] == 17


def test_a_step_sets_the_card_in_hand_and_flips_the_next(ada: Client) -> None:
    game = ada.deal()
    answer = ada.post(f"/v1/games/{game['id']}/step")
    turn = answer.get_json()
    assert answer.status_code == 200
    assert answer.headers["ETag"] == '"2"'
    assert (turn["accepted"], turn["coach"]) == (True, None)
    (move,) = turn["moves"]
    assert (move["kind"], move["set"], move["under"]) == ("move", game["hand"]["card"], game["hand"]["home"])
    assert (move["flipped"], move["from"]) == (turn["game"]["hand"]["card"], turn["game"]["hand"]["from"])


def test_steps_by_count_follow_the_chain_that_the_deal_leads_to(ada: Client) -> None:
    deal = shuffle(Seeds(bytes.fromhex(SEED), "tea"))
    game = ada.deal(deal=SEEDED)
    turn = ada.post(f"/v1/games/{game['id']}/step", {"count": 7}).get_json()
    made = [(move["from"], move["flipped"]) for move in turn["moves"]]
    assert made == [(flip.pile, flip.card.code) for flip in chain(deal, Rules()).flips[1:8]]
    assert turn["game"]["flips"] == 8


def test_a_count_beyond_the_end_stops_at_the_end(ada: Client) -> None:
    game = ada.deal()
    ended = ada.post(f"/v1/games/{game['id']}/step", {"count": 104}).get_json()["game"]
    assert ended["status"] in ("won", "lost")
    assert ended["hand"] is None
    assert ended["result"]["flips"] == ended["flips"]


def test_autoplay_is_the_same_as_repeated_steps(ada: Client) -> None:
    stepped, played = ada.deal(deal=SEEDED), ada.deal(deal=SEEDED)
    moves: list[dict[str, object]] = []
    while stepped["status"] == "in_progress":
        turn = ada.post(f"/v1/games/{stepped['id']}/step").get_json()
        stepped, moves = turn["game"], moves + turn["moves"]
    turn = ada.post(f"/v1/games/{played['id']}/autoplay", {"until": "decision"}).get_json()
    assert turn["moves"] == moves
    assert turn["game"]["piles"] == stepped["piles"]
    assert turn["game"]["result"]["ledger"] == stepped["result"]["ledger"]


def test_a_game_that_is_over_takes_no_step_and_no_abandoning(ada: Client) -> None:
    game = ada.finish(ada.deal()["id"])
    for answer in (
        ada.post(f"/v1/games/{game['id']}/step"),
        ada.post(f"/v1/games/{game['id']}/autoplay"),
        ada.delete(f"/v1/games/{game['id']}"),
    ):
        assert (answer.status_code, slug(answer)) == (409, "game-over")


def test_an_abandoned_game_has_no_ledger(ada: Client) -> None:
    game = ada.deal()
    assert ada.delete(f"/v1/games/{game['id']}").status_code == 204
    left = ada.get(f"/v1/games/{game['id']}").get_json()
    assert (left["status"], left["result"]["outcome"], left["result"]["ledger"]) == ("abandoned", "abandoned", None)
    assert left["odds"]["win"] == {"numerator": 0, "denominator": 1, "value": 0.0}
    assert left["hand"] == game["hand"]


def test_a_custom_deal_is_dealt_as_it_was_sent_and_never_ranked(ada: Client) -> None:
    deck = [code.lower() for code in a_deal(3).codes()]
    game = ada.deal(deal={"kind": "custom", "deck": deck})
    assert (game["ranked"], game["commitment"], game["deal_kind"]) == (False, None, "custom")
    assert ada.finish(game["id"])["result"]["luck"] >= 0
    proof = ada.get(f"/v1/games/{game['id']}/proof").get_json()
    assert proof["deck"] == [code.upper() for code in deck]
    assert (proof["server_seed"], proof["commitment"], proof["client_seed"]) == (None, None, None)


def test_a_proof_lets_anyone_recompute_the_deal(ada: Client, stranger: Client) -> None:
    game = ada.deal(deal={"kind": "random", "client_seed": "tea at five"})
    ada.finish(game["id"])
    proof = stranger.get(f"/v1/games/{game['id']}/proof").get_json()
    seeds = Seeds(bytes.fromhex(proof["server_seed"]), proof["client_seed"])
    assert seeds.commitment == proof["commitment"] == game["commitment"]
    assert shuffle(seeds) == Deal.parse(proof["deck"])


def test_a_proof_is_kept_back_until_the_end(ada: Client, stranger: Client) -> None:
    game = ada.deal()
    mine, theirs = (one.get(f"/v1/games/{game['id']}/proof") for one in (ada, stranger))
    assert (mine.status_code, slug(mine)) == (409, "game-not-over")
    assert (theirs.status_code, slug(theirs)) == (404, "not-found")


def test_a_proof_of_an_unranked_game_is_for_its_player_alone(ada: Client, bob: Client) -> None:
    game = ada.deal(practice=True)
    ada.finish(game["id"])
    assert ada.get(f"/v1/games/{game['id']}/proof").headers["Cache-Control"] == "no-store"
    assert slug(bob.get(f"/v1/games/{game['id']}/proof")) == "not-found"


@pytest.mark.parametrize(
    ("wanted", "variant", "cards"),
    [
        ({"variant": "big_clock"}, "big_clock", 104),
        ({"variant": "twelve_start"}, "twelve_start", 52),
        ({"rules": {"decks": 2}}, "big_clock", 104),
        ({"rules": {"dealing": "packets"}}, "custom", 52),
        ({"rules": {}}, "standard", 52),
        ({"variant": "watch"}, "watch", 52),
        ({"variant": "watch_fork"}, "watch_fork", 52),
        ({"variant": "big_clock_watch"}, "big_clock_watch", 104),
        ({"rules": {"decks": 2, "reprieves": 1}}, "big_clock_watch", 104),
        ({"rules": {"finales": "face_up"}}, "face_up_finales", 52),
        ({"rules": {"on_lock": "restart"}}, "perpetual", 52),
        ({"rules": {"on_lock": "restart", "finales": "face_up"}}, "custom", 52),
    ],
)
def test_rules_that_a_variant_has_bear_its_name(
    ada: Client, wanted: dict[str, object], variant: str, cards: int
) -> None:
    game = ada.deal(**wanted)
    assert (game["variant"], game["cards"], game["ranked"]) == (variant, cards, variant != "custom")


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({"variant": "chess"}, "/variant"),
        ({"variant": "custom"}, "/variant"),
        ({"variant": "standard", "rules": {}}, "/rules"),
        ({"mode": "race"}, "/mode"),
        ({"rules": {"reprieves": 2}}, "/rules/reprieves"),
        ({"rules": {"opening_pile": 1}}, "/rules/opening_pile"),
        ({"rules": {"speed": 1}}, "/rules/speed"),
        ({"rules": {"decks": True}}, "/rules/decks"),
        ({"rules": {"decks": "1"}}, "/rules/decks"),
        ({"practice": 1}, "/practice"),
        ({"deal": {"kind": "race"}}, "/deal/kind"),
        ({"deal": {"kind": "import"}}, "/deal/kind"),
        ({"deal": {"kind": "daily", "client_seed": "x"}}, "/deal/client_seed"),
        ({"deal": {"kind": "daily"}, "practice": True}, "/practice"),
        ({"deal": {"kind": "daily"}, "rules": {"dealing": "packets"}}, "/rules"),
        ({"deal": {}}, "/deal/kind"),
        ({"deal": []}, "/deal"),
        ({"deal": {"kind": "seed", "server_seed": "ab"}}, "/deal/server_seed"),
        ({"deal": {"kind": "seed"}}, "/deal/server_seed"),
        ({"deal": {"kind": "random", "client_seed": "x" * 65}}, "/deal/client_seed"),
        ({"deal": {"kind": "random", "client_seed": "ü" * 33}}, "/deal/client_seed"),
        ({"deal": {"kind": "random", "commitment_id": "x"}}, "/deal/commitment_id"),
        ({"deal": {"kind": "random", "commitment_id": new_id()}}, "/deal/commitment_id"),
        ({"deal": {"kind": "random", "deck": []}}, "/deal/deck"),
        ({"deal": {"kind": "custom", "deck": ["7H"] * 52}}, "/deal/deck/1"),
        ({"deal": {"kind": "custom", "deck": ["XX"] * 52}}, "/deal/deck/0"),
        ({"deal": {"kind": "custom", "deck": []}}, "/deal/deck"),
        ({"deal": {"kind": "custom", "deck": a_deal().codes()}, "variant": "big_clock"}, "/deal/deck"),
        ({"score": 1}, "/score"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_where_it_is_wrong(
    ada: Client, wanted: dict[str, object], pointer: str
) -> None:
    assert pointer in faults(ada.post("/v1/games", wanted))


@pytest.mark.parametrize("count", [0, 105, -1, True, 1.0, "1", 1e3, None, [1], 10**17])
def test_a_count_is_an_integer_from_1_to_104(ada: Client, count: object) -> None:
    game = ada.deal()
    assert "/count" in faults(ada.post(f"/v1/games/{game['id']}/step", {"count": count}))
    assert ada.get(f"/v1/games/{game['id']}").get_json() == game


def test_an_abandoned_game_keeps_its_hand_and_has_no_chance_left(ada: Client) -> None:
    game = ada.deal()
    ada.delete(f"/v1/games/{game['id']}")
    left = ada.get(f"/v1/games/{game['id']}").get_json()
    assert left["hand"] == game["hand"]
    assert (left["odds"]["win"]["numerator"], left["odds"]["win"]["denominator"]) == (0, 1)
