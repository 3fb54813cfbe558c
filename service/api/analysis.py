"""Analyses: everything about a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.examples import analyses as examples
from service.api.faults import deck_faults
from service.api.payload import InvalidRequest
from service.api.printing.analyses import print_analysis
from service.api.schemas.analysis import AnalysisRequestSchema, AnalysisSchema
from service.game.analysis import analyse
from service.game.deal import Deal
from service.game.errors import InvalidDeal
from service.game.rules import VARIANTS, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response

blueprint = Blueprint("analyses", "Deals taken apart.", "/v1/analyses")

COST = 20
"""How many requests an analysis counts for: the odds of a Watch at every flip take that much longer than a step."""


@blueprint.operation("POST", "")
@blueprint.public(cost=COST)
@blueprint.takes(AnalysisRequestSchema(), *examples.REQUESTS)
@blueprint.answers(
    200, AnalysisSchema(), ("With a reprieve", examples.ANALYSIS), description="Everything about the deal."
)
def analyse_deal(body: dict[str, Any]) -> Response:
    """Take a deal apart.

    Its whole chain with the odds at every flip, its outcome, runs, finales and score. Decisions are taken by the best
    policy. Nothing is stored.
    """
    deal = _deal(body["deck"])
    rules = _rules(body, deal)
    if deal.decks != rules.decks:
        detail = f"These rules deal {rules.cards} cards, not {len(deal.cards)}: send rules with decks {deal.decks}."
        raise InvalidRequest(("/deck", detail))
    return answers.answer(print_analysis(analyse(deal, rules)))


def _deal(codes: list[str]) -> Deal:
    try:
        return Deal.parse(codes)
    except InvalidDeal as error:
        raise InvalidRequest(*deck_faults(error, "/deck")) from None


def _rules(body: Mapping[str, Any], deal: Deal) -> Rules:
    if "rules" in body:
        return Rules(**body["rules"])
    return VARIANTS[body.get("variant", "standard" if deal.decks == 1 else "big_clock")]
