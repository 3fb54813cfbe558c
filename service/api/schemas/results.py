"""Shapes of what came of a game."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Flag
from service.api.schemas.base import Answered
from service.api.schemas.values import whole
from service.game.game import Ending


class LedgerSchema(Answered):
    """The Horologist Ledger: the score, line by line."""

    clearance = whole("For a cleared dial: 5,000 a deck.")
    partial = whole(  # type: ignore[assignment]  # a field of that name is no setting of the schema
        "For a game that was not cleared: 100 x (`flips` - 1), which is 100 for every card set before the one that "
        "locked it. An exchange does not count as a lock: after a reprieve these are the flips at the end. A "
        "perpetual game counts as at its first lock. 0 for a cleared game."
    )
    speed = whole(
        "For a dial cleared in placement mode and not for practice: 10 for every full second left of two minutes."
    )
    chains = whole(
        "500 for every rank whose cards were all set one directly after another; before an import as for `shuttles`."
    )
    cap = whole("Zero or less: what keeps a dial that was not cleared below the barest win.")
    total = whole("The sum.")


class ResultSchema(Answered):
    """What came of a game."""

    outcome = fields.String(
        required=True,
        validate=validate.OneOf([ending.value for ending in Ending]),
        metadata={"description": "How the game ended."},
    )
    flips = whole("Cards flipped.")
    hidden = whole("Cards not flipped.")
    locking_seen = whole("Cards of the locking rank that lie face up or were in hand at the end.")
    elapsed_ms = whole("From the deal to the end, by the service's time.")
    ms_per_placement = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "`elapsed_ms` a card set, in placement mode; else null."},
    )
    placement_errors = whole("How often a card was taken to a wrong pile.")
    shuttles = whole(
        "Cards set under the very pile they came from; before an import in an order of the piles that is made up."
    )
    restarts = whole("How often the chain was started again after a lock.")
    longest_run = whole("The most cards of one rank set one after another; before an import as for `shuttles`.")
    title = fields.String(
        required=True, allow_none=True, metadata={"description": "The honour for a cleared dial, else null."}
    )
    luck = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "The deal's mid-rank percentile among all deals, 0 to 100, by where its chain first "
            "locks, or would have locked. Null for a game that was given up, or ended by a mistake, as long as "
            "others may play its deal: until its race is over, or its day's attempts are."
        },
    )
    ledger = fields.Nested(
        LedgerSchema, required=True, allow_none=True, metadata={"description": "Null for an abandoned game."}
    )
    recorded = Flag(required=True, metadata={"description": "Whether the result has reached the results database."})
