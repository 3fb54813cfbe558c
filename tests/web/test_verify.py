"""A deal is verified in the browser, with the service and without it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.running import until
from tests.web.people import VERIFIED, Person
from tests.web.playing import deal, press

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.running import Up
    from tests.web.complaints import Complaints


@pytest.fixture(scope="module")
def ada(up: Up) -> Person:
    return Person.joined(up, "Ada")


@pytest.fixture(scope="module")
def proofs(ada: Person) -> dict[str, dict[str, Any]]:
    """A proof of a game with one deck, and of one with two."""
    games = dict(zip(("standard", "big_clock"), ada.plays("standard", "big_clock"), strict=True))
    return {variant: ada.does("GET", f"/v1/games/{game}/proof") for variant, game in games.items()}


@pytest.fixture
def alone(page: Page) -> Page:
    """The page for pasted texts in a browser without a network: whatever it asks for fails, and is told of."""
    page.goto("/#/verify")
    expect(page.get_by_role("button", name="Verify")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    return page


def paste(page: Page, text: object) -> None:
    page.get_by_label("Proof, as").fill(text if isinstance(text, str) else json.dumps(text))
    page.get_by_role("button", name="Verify").click()


@pytest.mark.parametrize("variant", ["standard", "big_clock"])
def test_anyone_verifies_a_ranked_game_by_its_id(page: Page, ada: Person, variant: str) -> None:
    (game,) = ada.plays(variant)
    page.goto(f"/#/verify/{game}")
    expect(page.get_by_role("heading", name=VERIFIED)).to_be_visible()
    expect(page.get_by_text("The shuffle: passed")).to_be_visible()
    expect(page.get_by_text("The game: passed")).to_have_count(0)
    assert page.evaluate("localStorage.length") == 0


def test_its_player_sees_that_it_is_the_game_that_was_shown(page: Page, ada: Person) -> None:
    (game,) = ada.plays("watch")
    ada.comes_to(page)
    shown = ada.does("GET", f"/v1/games/{game}")["commitment"]
    page.goto(f"/#/verify/{game}?promised={shown}")
    expect(page.get_by_role("heading", name=VERIFIED)).to_be_visible()
    expect(page.get_by_text("The game: passed")).to_be_visible()
    expect(page.get_by_text("The promise: passed")).to_be_visible()


def test_the_end_of_a_game_leads_to_its_record_and_to_a_check_of_what_was_first_promised(page: Page) -> None:
    deal(page)
    press(page, "All at once").click()
    expect(page.get_by_role("status").filter(has_text="Recorded: see the boards or your results.")).to_be_visible()
    page.get_by_role("link", name="Verify this deal").click()
    expect(page.get_by_role("heading", name=VERIFIED)).to_be_visible()
    expect(page.get_by_text("The promise: passed")).to_be_visible()


@pytest.mark.parametrize("variant", ["standard", "big_clock"])
def test_a_pasted_proof_is_verified_without_asking_anyone(
    alone: Page, proofs: dict[str, dict[str, Any]], variant: str
) -> None:
    paste(alone, proofs[variant])
    expect(alone.get_by_role("heading", name=VERIFIED)).to_be_visible()
    alone.get_by_text("The chain, card by card").click()
    opening = proofs[variant]["deck"][-1]
    expect(alone.get_by_role("list").last.get_by_role("listitem").first).to_contain_text("from the centre")
    assert opening


def test_a_swapped_pair_of_cards_is_found_out(alone: Page, proofs: dict[str, dict[str, Any]]) -> None:
    proof = proofs["standard"]
    paste(alone, proof | {"deck": [*proof["deck"][1::-1], *proof["deck"][2:]]})
    expect(alone.get_by_role("heading", name="Not verified")).to_be_visible()
    expect(alone.get_by_text("The shuffle: failed")).to_be_visible()
    expect(alone.get_by_text(f"card 1 is {proof['deck'][0]}, and not {proof['deck'][1]}")).to_be_visible()
    expect(alone.get_by_text("The commitment: passed")).to_be_visible()


def test_another_commitment_than_the_one_kept_is_found_out(alone: Page, proofs: dict[str, dict[str, Any]]) -> None:
    alone.get_by_label("Commitment that you were shown").fill("00" * 32)
    paste(alone, proofs["standard"])
    expect(alone.get_by_text("The promise: failed")).to_be_visible()


def test_a_text_that_is_no_proof_is_told_at_its_field(alone: Page, proofs: dict[str, dict[str, Any]]) -> None:
    field = alone.get_by_label("Proof, as")
    paste(alone, json.dumps(proofs["standard"])[:-1])
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(
        "This is not JSON. A proof begins with { and ends with }; was part of it left out?"
    )
    paste(alone, proofs["standard"])
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(alone.get_by_role("heading", name=VERIFIED)).to_be_visible()


def test_where_the_browser_hashes_nothing_that_is_said_and_nothing_is_called_verified(
    page: Page, proofs: dict[str, dict[str, Any]]
) -> None:
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    page.goto("/#/verify")
    paste(page, proofs["standard"])
    expect(page.get_by_role("heading", name="Not verified: this browser could not check all of it.")).to_be_visible()
    expect(page.get_by_text("The shuffle: not checked")).to_be_visible()
    expect(page.get_by_text("over https").first).to_be_visible()
    expect(page.get_by_text("The chain: passed")).to_be_visible()


def test_a_game_that_goes_on_has_no_proof_yet(page: Page, ada: Person, complaints: Complaints) -> None:
    complaints.expect("404|409")
    game = ada.does("POST", "/v1/games", {})["id"]
    ada.comes_to(page)
    page.goto(f"/#/verify/{game}")
    expect(page.get_by_role("alert").filter(has_text="over")).to_be_visible()


@pytest.mark.parametrize("decks", ["own", "shared"])
def test_the_game_of_a_race_is_verified_with_the_seeds_of_its_racers(
    page: Page, up: Up, ada: Person, decks: str
) -> None:
    bob = Person.joined(up, "Bob")
    race = ada.does("POST", "/v1/races", {"capacity": 2, "decks": decks, "start": "full"})["id"]
    ada.does("POST", f"/v1/races/{race}/join", {"client_seed": "tea at five"})
    bob.does("POST", f"/v1/races/{race}/join", {"client_seed": "Zoë ♣"})
    until(lambda: ada.does("GET", f"/v1/races/{race}")["status"] == "running")
    for racer in (ada, bob):
        racer.does("POST", f"/v1/races/{race}/forfeit")
    (game,) = (
        one["game_id"] for one in ada.does("GET", f"/v1/races/{race}")["entries"] if one["player"]["id"] == ada.id
    )
    ada.comes_to(page)
    page.goto(f"/#/verify/{game}")
    expect(page.get_by_text("The race: passed")).to_be_visible()
    expect(page.get_by_role("heading", name=VERIFIED)).to_be_visible()
