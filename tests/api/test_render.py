"""The fast printing says what the schemas describe and what the rules' own values hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api import examples, render
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
from service.game.rules import OPTIONS, Rules
from service.play.record import Change, DealKind, GameRecord
from tests.builders import a_draft, a_record

if TYPE_CHECKING:
    from marshmallow import Schema

    from service.game.game import Game

RULES = st.builds(Rules, **{option: st.sampled_from(values) for option, values in OPTIONS.items()})


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Games at any moment, of any kind."""
    rules, number = draw(RULES), draw(st.integers(0, 50))
    kind, practice = draw(st.sampled_from(DealKind)), draw(st.booleans())
    record = a_record(a_draft(number=number, kind=kind, rules=rules, practice=practice))
    flips = draw(st.integers(1, len(record.game.chain)))
    game = replace(record.game, flips=flips)
    if game.outcome is None and draw(st.booleans()):
        game = game.abandon()
    elapsed = draw(st.integers(0, 10**9))
    return replace(
        record, game=game, version=flips, updated_at=record.opened_at + elapsed, recorded=draw(st.booleans())
    )


def allowed(schema: Schema, printed: dict[str, Any]) -> None:
    """Assert that the schema knows every field that was printed, misses none, and would print the same."""
    assert schema.dump(printed) == printed
    assert list(schema.dump(printed)) != []


@given(records())
def test_a_printed_game_is_its_schemas_dump(record: GameRecord) -> None:
    allowed(GameSchema(), render.game(record))


@given(records(), st.integers(1, 104))
def test_a_printed_turn_is_its_schemas_dump(record: GameRecord, flips: int) -> None:
    before = replace(record, game=replace(record.game, flips=min(flips, record.game.flips), abandoned=False))
    allowed(TurnSchema(), render.turn(Change(before, record)))


@given(records())
def test_a_printed_dial_is_the_rules_own(record: GameRecord) -> None:
    board, printed = dial(record.game), render.game(record)
    assert [pile["pile"] for pile in printed["piles"]] == [pile.number for pile in board.piles]
    assert [pile["face_down"] for pile in printed["piles"]] == [len(pile.face_down) for pile in board.piles]
    assert [pile["face_up"] for pile in printed["piles"]] == [
        [str(card) for card in pile.face_up] for pile in board.piles
    ]
    assert (printed["hand"] or {}).get("card") == (str(board.in_hand.card) if board.in_hand else None)


@given(records())
def test_flips_and_hidden_and_what_lies_on_the_dial_agree(record: GameRecord) -> None:
    printed = render.game(record)
    up = sum(len(pile["face_up"]) for pile in printed["piles"]) + (printed["hand"] is not None)
    down = sum(pile["face_down"] for pile in printed["piles"])
    assert (printed["flips"], printed["hidden"], printed["cards"]) == (up, down, up + down)


@given(records())
def test_the_log_is_its_schemas_dump_and_the_proof_too(record: GameRecord) -> None:
    for one in moves(record.game):
        allowed(MoveSchema(), render.move(one))
    allowed(ProofSchema(), render.proof(record))


@pytest.mark.parametrize(
    ("schema", "printed"),
    [
        (PlayerSchema(), examples.PLAYER),
        (SessionSchema(), examples.SESSION),
        (WelcomeSchema(), examples.WELCOME),
        (LinkCodeSchema(), examples.LINK_CODE),
        (CommitmentSchema(), examples.COMMITMENT),
        (RecordedResultSchema(), examples.RESULT_PAGE["items"][0]),
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
    assert render.instant(millis) == text


@given(st.fractions(0, 1, max_denominator=10**9))
def test_a_fraction_is_in_lowest_terms_beside_the_nearest_double(value: Fraction) -> None:
    printed = render.fraction(value)
    assert Fraction(printed["numerator"], printed["denominator"]) == value
    assert printed["value"] == float(value)
    assert orjson.loads(orjson.dumps(printed)) == printed


def ended(game: Game) -> bool:
    return game.outcome is not None


@given(records())
def test_a_result_is_there_exactly_when_the_game_is_over(record: GameRecord) -> None:
    printed = render.game(record)
    assert (printed["result"] is not None) == (printed["finished_at"] is not None) == ended(record.game)
