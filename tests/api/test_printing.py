"""The fast printing says what the schemas describe and what the rules' own values hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.examples import accounts as accounts_examples
from service.api.examples import games as examples
from service.api.printing.games import print_coach, print_game, print_move, print_narrated, print_turn
from service.api.printing.proofs import print_proof
from service.api.printing.values import print_fraction, print_instant
from service.api.schemas.games import GameSchema, MoveSchema, TurnSchema
from service.api.schemas.players import (
    LinkCodeSchema,
    PlayerSchema,
    RecordedResultSchema,
    SessionSchema,
    WelcomeSchema,
)
from service.api.schemas.proofs import CommitmentSchema, ProofSchema
from service.game.dial import dial
from service.game.moves import moves
from service.play.days import day_at
from service.play.record import Change, DealKind, GameRecord
from tests.builders import OPENED_AT, a_draft, a_record
from tests.game.deals import EVERY_RULES, MODES, decisions

if TYPE_CHECKING:
    from marshmallow import Schema

    from service.game.game import Game

DAY = day_at(OPENED_AT)

MOST_MOMENTS = 104


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Games at any moment, of any kind, under any rules, in both modes."""
    rules, number, mode = draw(st.sampled_from(EVERY_RULES)), draw(st.integers(0, 50)), draw(st.sampled_from(MODES))
    kind, practice = draw(st.sampled_from(DealKind)), draw(st.booleans())
    record = a_record(a_draft(number=number, kind=kind, rules=rules, practice=practice, mode=mode, day=DAY))
    game = draw(later(record.game))
    if game.outcome is None and draw(st.booleans()):
        game = game.abandon()
    changed = record.changed(game, record.opened_at + draw(st.integers(0, 10**9)), errors=draw(st.integers(0, 3)))
    return replace(changed, recorded=draw(st.booleans()))


@st.composite
def later(draw: st.DrawFn, game: Game) -> Game:
    """The game at any later moment, after any decisions."""
    for _ in range(draw(st.integers(0, 4))):
        if game.status == "in_progress":
            game = game.step(draw(st.one_of(st.integers(1, 5), st.just(MOST_MOMENTS))))
        elif game.choices is not None:
            game = game.decide(draw(decisions(game.choices)))
    return game


def allowed(schema: Schema, printed: dict[str, Any]) -> None:
    """Assert that the schema knows every field that was printed, misses none, and would print the same."""
    assert schema.dump(printed) == printed
    assert list(schema.dump(printed)) != []


@given(records())
def test_a_printed_game_is_its_schemas_dump(record: GameRecord) -> None:
    allowed(GameSchema(), print_game(record))


@given(records(), st.data())
def test_a_printed_turn_is_its_schemas_dump(record: GameRecord, data: st.DataObject) -> None:
    if record.game.outcome is None:
        after = record.changed(data.draw(later(record.game)), record.updated_at)
        allowed(TurnSchema(), print_turn(Change(record, after)))


@given(records(), st.integers(1, 13))
def test_a_printed_mistake_is_its_schemas_dump(record: GameRecord, claimed: int) -> None:
    if record.game.in_hand is not None and claimed != record.game.in_hand.card.home:
        change = Change(record, record.changed(record.game, record.updated_at, errors=1))
        printed = print_turn(change, print_coach(change, claimed, "de"))
        allowed(TurnSchema(), printed)
        assert (printed["accepted"], printed["moves"]) == (False, [])
        assert printed["coach"]["pile"] == record.game.in_hand.card.home


@given(records())
def test_what_is_printed_beside_the_dial_is_the_rules_own(record: GameRecord) -> None:
    game, printed = record.game, print_game(record)
    choices = None if game.choices is None else [(choice.pile, choice.depth) for choice in game.choices]
    shown = printed["choices"] and [(choice["pile"], choice.get("depth")) for choice in printed["choices"]]
    assert (printed["status"], printed["mode"], printed["restarts"], shown) == (
        game.status,
        game.mode,
        game.restarts,
        choices,
    )
    assert printed["placement_errors"] == record.errors


@given(records())
def test_finales_are_printed_where_they_lie_face_up_and_nowhere_else(record: GameRecord) -> None:
    piles = record.game.deal.piles(record.game.rules.dealing)
    for pile, printed in zip(piles, print_game(record)["piles"], strict=True):
        shown = record.game.rules.finales == "face_up" and printed["face_down"] > 0
        assert printed["finale"] == (pile[0].code if shown else None)


@given(records())
def test_a_printed_dial_is_the_rules_own(record: GameRecord) -> None:
    board, printed = dial(record.game), print_game(record)
    assert [pile["pile"] for pile in printed["piles"]] == [pile.number for pile in board.piles]
    assert [pile["face_down"] for pile in printed["piles"]] == [len(pile.face_down) for pile in board.piles]
    assert [pile["face_up"] for pile in printed["piles"]] == [
        [str(card) for card in pile.face_up] for pile in board.piles
    ]
    assert (printed["hand"] or {}).get("card") == (str(board.in_hand.card) if board.in_hand else None)


@given(records())
def test_flips_and_hidden_and_what_lies_on_the_dial_agree(record: GameRecord) -> None:
    printed = print_game(record)
    up = sum(len(pile["face_up"]) for pile in printed["piles"]) + (printed["hand"] is not None)
    down = sum(pile["face_down"] for pile in printed["piles"])
    assert (printed["flips"], printed["hidden"], printed["cards"]) == (up, down, up + down)


@given(records())
def test_the_log_is_its_schemas_dump_and_the_proof_too(record: GameRecord) -> None:
    for one in moves(record.game):
        allowed(MoveSchema(), print_move(one))
        allowed(MoveSchema(), print_narrated(one, "en"))
    allowed(ProofSchema(), print_proof(record))


@pytest.mark.parametrize(
    ("schema", "printed"),
    [
        (PlayerSchema(), accounts_examples.PLAYER),
        (SessionSchema(), accounts_examples.SESSION),
        (WelcomeSchema(), accounts_examples.WELCOME),
        (LinkCodeSchema(), accounts_examples.LINK_CODE),
        (CommitmentSchema(), examples.COMMITMENT),
        (RecordedResultSchema(), accounts_examples.RESULT_PAGE["items"][0]),
    ],
)
def test_everything_else_that_is_printed_is_its_schemas_dump(schema: Schema, printed: dict[str, Any]) -> None:
    allowed(schema, printed)


@pytest.mark.parametrize(
    ("millis", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (999, "1970-01-01T00:00:00.999Z"),
        (1_709_164_799_999, "2024-02-28T23:59:59.999Z"),
        (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
        (1_774_746_000_001, "2026-03-29T01:00:00.001Z"),
    ],
)
def test_moments_are_printed_in_utc_to_the_millisecond(millis: int, text: str) -> None:
    assert print_instant(millis) == text


@given(st.fractions(0, 1, max_denominator=10**9))
def test_a_fraction_is_in_lowest_terms_beside_the_nearest_double(value: Fraction) -> None:
    printed = print_fraction(value)
    assert Fraction(printed["numerator"], printed["denominator"]) == value
    assert printed["value"] == float(value)
    assert orjson.loads(orjson.dumps(printed)) == printed


def ended(game: Game) -> bool:
    return game.outcome is not None


@given(records())
def test_a_result_is_there_exactly_when_the_game_is_over(record: GameRecord) -> None:
    printed = print_game(record)
    assert (printed["result"] is not None) == (printed["finished_at"] is not None) == ended(record.game)
