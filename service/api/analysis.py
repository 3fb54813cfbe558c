"""Analyses: everything about a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api import answers, exact, examples
from service.api.blueprint import Blueprint
from service.api.payload import InvalidRequest
from service.api.schemas.analysis import AnalysisRequestSchema, AnalysisSchema
from service.game.analysis import analyse
from service.game.deal import Deal
from service.game.errors import InvalidDeal
from service.game.rules import VARIANTS, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response

    from service.game.errors import Fault

blueprint = Blueprint("analyses", "Deals taken apart.", "/v1/analyses")

_DECK = examples.PROOF["deck"]
_REQUESTS = (
    ("By the standard rules", {"deck": _DECK}),
    ("With a reprieve", {"deck": _DECK, "variant": "watch"}),
    ("By rules of your own", {"deck": _DECK, "rules": {"opening_pile": 12, "dealing": "packets"}}),
)
_ANSWER = exact.analysis(analyse(Deal.parse(_DECK), VARIANTS["watch"]))


@blueprint.operation("POST", "")
@blueprint.public()
@blueprint.takes(AnalysisRequestSchema(), *_REQUESTS)
@blueprint.answers(200, AnalysisSchema(), ("With a reprieve", _ANSWER), description="Everything about the deal.")
def analyse_deal(body: dict[str, Any]) -> Response:
    """Take a deal apart.

    Its whole chain with the odds at every flip, its outcome, runs, finales and score. Decisions are taken by the best
    policy. Nothing is stored.
    """
    deal = _deal(body["deck"])
    rules = _rules(body, deal)
    if deal.decks != rules.decks:
        raise InvalidRequest(("/deck", f"These rules deal {rules.cards} cards, not {len(deal.cards)}."))
    return answers.answer(exact.analysis(analyse(deal, rules)))


def _deal(codes: list[str]) -> Deal:
    try:
        return Deal.parse(codes)
    except InvalidDeal as error:
        raise InvalidRequest(*map(_fault, error.faults)) from None


def _fault(fault: Fault) -> tuple[str, str]:
    pointer = "/deck" if fault.index is None else f"/deck/{fault.index}"
    return pointer, f"{fault.detail[:1].upper()}{fault.detail[1:]}."


def _rules(body: Mapping[str, Any], deal: Deal) -> Rules:
    if "rules" in body:
        return Rules(**body["rules"])
    return VARIANTS[body.get("variant", "standard" if deal.decks == 1 else "big_clock")]
