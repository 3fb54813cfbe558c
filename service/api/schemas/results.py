"""Shapes of what came of a game."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Flag
from service.api.schemas.base import Answered
from service.api.schemas.deals import STATUSES
from service.api.schemas.values import whole


class LedgerSchema(Answered):
    """The Horologist Ledger: the score, line by line."""

    clearance = whole("For a cleared dial: 5,000 a deck.")
    partial = whole(  # type: ignore[assignment]  # a field of that name is no setting of the schema
        "For a lost game: 100 for every card set before the locking one."
    )
    speed = whole("For speed, in games that are placed by hand.")
    chains = whole("500 for every rank whose cards were all set one directly after another.")
    cap = whole("Zero or less: what keeps a lost game below the barest win.")
    total = whole("The sum.")


class ResultSchema(Answered):
    """What came of a game."""

    outcome = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES[1:]),
        metadata={"description": "How the game ended."},
    )
    flips = whole("Cards revealed.")
    hidden = whole("Cards still face down.")
    locking_seen = whole("Cards of the locking rank that were revealed.")
    elapsed_ms = whole("From the deal to the end, by the service's time.")
    ms_per_placement = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Null where the service sets the cards, as it does in all games now."},
    )
    placement_errors = whole(
        "Cards taken to a wrong pile: 0 where the service sets the cards, as it does in all games now."
    )
    shuttles = whole("Cards set under the very pile they came from.")
    restarts = whole("How often the chain was started again: 0 under all rules that exist now.")
    longest_run = whole("The most cards of one rank set one after another.")
    title = fields.String(
        required=True, allow_none=True, metadata={"description": "The honour for a cleared dial, else null."}
    )
    luck = fields.Float(
        required=True,
        metadata={
            "description": "The deal's mid-rank percentile among all deals, 0 to 100, by where its chain locks."
        },
    )
    ledger = fields.Nested(
        LedgerSchema, required=True, allow_none=True, metadata={"description": "Null for an abandoned game."}
    )
    recorded = Flag(required=True, metadata={"description": "Whether the result has reached the results database."})
