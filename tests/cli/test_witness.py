"""Whoever plays trusts nothing: the deal must be the promised one, and the game the one that was shown."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from service.api.printing.games import print_game
from service.api.printing.proofs import print_proof
from service.cli import clock
from service.game.game import Game, Mode
from service.game.policy import autoplay, best_decision
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import Seeds, shuffle
from service.play.record import GameRecord
from service.terminal.proof import Proof
from service.terminal.witness import Promise, fault
from tests.builders import a_draft, a_record, some_seeds
from tests.cli.stand_in import Answer, stand_in

DEALT = a_record(a_draft())
PROMISE = Promise(some_seeds().commitment, some_seeds().client, Rules())
LENGTH = len(DEALT.game.chain.flips)


def at(flips: int) -> GameRecord:
    return replace(DEALT, game=replace(DEALT.game, cursor=flips), version=flips, updated_at=DEALT.opened_at + flips)


SEEN = [print_game(at(flips)) for flips in range(1, LENGTH + 1)]


def proof(**change: Any) -> Proof:
    return Proof.of(print_proof(at(LENGTH)) | change)


def proof_of(seeds: Seeds) -> Proof:
    return proof(
        server_seed=seeds.server.hex(),
        client_seed=seeds.client,
        commitment=seeds.commitment,
        deck=shuffle(seeds).codes(),
    )


def test_an_honest_game_has_no_fault() -> None:
    assert fault(proof(), SEEN, PROMISE) is None
    assert fault(proof(), SEEN, None) is None


def test_an_abandoned_game_is_checked_as_far_as_it_went() -> None:
    given_up = print_game(replace(at(5), game=at(5).game.abandon()))
    assert fault(proof(), [*SEEN[:4], given_up], PROMISE) is None
    elsewhere = given_up | {"hand": {"card": "AS", "from": 1, "home": 1}}
    assert fault(proof(), [elsewhere], PROMISE) == "the deck leads to another board than the one shown at flip 5"


def test_a_client_seed_that_the_service_chose_instead_is_a_fault() -> None:
    ground = proof_of(Seeds(some_seeds().server, "ground until it loses"))
    assert fault(ground, [], PROMISE) == "the deck was shuffled with another client seed than yours"


def test_a_seed_made_of_several_players_seeds_is_not_promised_and_all_else_is() -> None:
    shared = Promise(PROMISE.commitment, None, PROMISE.rules)
    assert fault(proof_of(Seeds(some_seeds().server, "of us all")), [], shared) is None
    assert fault(proof_of(some_seeds(1)), [], shared) is not None


def test_a_proof_of_another_commitment_is_a_fault() -> None:
    other = proof_of(some_seeds(1))
    assert fault(other, SEEN, PROMISE) == "the proof is of another commitment than the one made before the deal"
    assert fault(other, SEEN, None) == "the proof is of another commitment than the game's"


def test_seeds_that_shuffle_to_another_deck_are_a_fault() -> None:
    swapped = proof(deck=shuffle(some_seeds(1)).codes())
    assert fault(swapped, SEEN, PROMISE) == "these seeds shuffle to another deck"


def test_other_rules_than_the_ones_asked_for_are_a_fault() -> None:
    asked = Promise(PROMISE.commitment, PROMISE.client_seed, VARIANTS["twelve_start"])
    assert fault(proof(), SEEN, asked) == "the game was played by other rules than the ones asked for"


def swap_hand(game: dict[str, Any]) -> None:
    game["hand"]["card"] = "AS" if game["hand"]["card"] != "AS" else "AH"


def swap_cards_up(game: dict[str, Any]) -> None:
    pile = next(pile for pile in game["piles"] if pile["face_up"])
    pile["face_up"][0] = pile["rank"] + next(suit for suit in "SHDC" if suit != pile["face_up"][0][1])


def move_a_hidden_card(game: dict[str, Any]) -> None:
    full = next(pile for pile in game["piles"] if pile["face_down"])
    full["face_down"] -= 1
    next(pile for pile in game["piles"] if pile is not full)["face_down"] += 1


def end_too_soon(game: dict[str, Any]) -> None:
    game["status"] = "lost"


def count_a_card_less(game: dict[str, Any]) -> None:
    game["hidden"] -= 1


@pytest.mark.parametrize("lie", [swap_hand, swap_cards_up, move_a_hidden_card, end_too_soon, count_a_card_less])
def test_one_false_board_on_the_way_is_a_fault_though_the_end_is_true(
    lie: Callable[[dict[str, Any]], None],
) -> None:
    seen = copy.deepcopy(SEEN)
    lie(seen[8])
    said = "the deck leads to another board than the one shown at flip 9"
    assert fault(proof(), seen, PROMISE) == said
    assert fault(proof(), seen, None) == said


def shown(game: Game, mode: Mode) -> GameRecord:
    opened = Game(game.deal, game.rules, mode)
    draft = replace(DEALT.draft, game=opened)
    return GameRecord(draft, game, game.cursor + game.abandoned, DEALT.opened_at, DEALT.opened_at + game.cursor)


@pytest.mark.parametrize("mode", ["reveal", "placement"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_board_of_every_variant_is_checked_through_all_decisions(variant: str, mode: Mode) -> None:
    rules = VARIANTS[variant]
    for number in range(3):
        states = [Game(shuffle(some_seeds(number), rules.decks), rules, mode)]
        while states[-1].outcome is None:
            game = states[-1]
            states.append(game.step() if game.choices is None else game.decide(best_decision(game.choices)))
        draft = replace(DEALT.draft, seeds=some_seeds(number))
        records = [replace(shown(game, mode), draft=replace(draft, game=states[0])) for game in states]
        told = Proof.of(print_proof(records[-1]))
        seen = [print_game(record) for record in records]
        assert fault(told, seen, None) is None
        swap_hand(seen[8])
        said = fault(told, seen, None)
        assert said
        assert said.startswith("the deck leads to another board")


def test_a_finale_that_was_shown_and_is_another_is_a_fault() -> None:
    game = Game(shuffle(some_seeds()), VARIANTS["face_up_finales"])
    seen = print_game(shown(game, "reveal"))
    told = Proof.of(print_proof(shown(autoplay(game), "reveal")))
    assert fault(told, [seen], None) is None
    seen["piles"][4]["finale"] = "AS" if seen["piles"][4]["finale"] != "AS" else "2S"
    assert fault(told, [seen], None) == "the deck leads to another board than the one shown at flip 1"


def test_a_game_that_went_on_after_the_decks_end_is_a_fault() -> None:
    longer = SEEN[-1] | {"flips": LENGTH + 1}
    said = f"the deck leads to another board than the one shown at flip {LENGTH + 1}"
    assert fault(proof(), [longer], PROMISE) == said


def test_clock_play_tells_a_swapped_client_seed() -> None:
    """The service commits, then takes a client seed of its own choice; each of its answers fits the others."""
    over, last = at(LENGTH), print_game(at(LENGTH))
    welcome = {"player": {"id": "me", "display_name": "Ada"}, "secret": "s", "session": {"token": "t"}}
    answers = {
        "POST /v1/players": Answer(201, welcome),
        "GET /v1/players/me": Answer(200, welcome["player"]),
        "POST /v1/commitments": Answer(201, {"id": "c", "commitment": some_seeds().commitment}),
        "POST /v1/games": Answer(201, SEEN[0]),
        f"POST /v1/games/{over.id}/autoplay": Answer(200, {"game": last, "coach": None}),
        f"GET /v1/games/{over.id}/proof": Answer(200, print_proof(over)),
    }
    with stand_in(answers) as server:
        command = ["play", "--server", server.url, "--auto", "--client-seed"]
        honest = CliRunner().invoke(clock, [*command, some_seeds().client])
        assert (honest.exit_code, honest.stderr) == (0, "")
        assert "commitment, client seed and all cards you saw agree" in honest.stdout
        ground = CliRunner().invoke(clock, [*command, "mine"])
    assert ground.exit_code == 1
    assert ground.stderr == "clock: not verified: the deck was shuffled with another client seed than yours\n"
