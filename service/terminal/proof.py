"""A deal that anyone can check: a proof read, recomputed, and found right or wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from service.game.deal import Deal
from service.game.decisions import parse_decision
from service.game.errors import InvalidDeal, InvalidDecision, InvalidRules, InvalidSeed
from service.game.rules import VARIANTS, Rules
from service.game.shuffle import ALGORITHM, Seeds, shuffle
from service.terminal.errors import Unreadable

if TYPE_CHECKING:
    from service.game.decisions import Decision


@dataclass(frozen=True, slots=True)
class Proof:
    """What a service claims of a deal. Without seeds it was not shuffled but given."""

    deal: Deal
    rules: Rules
    seeds: Seeds | None
    commitment: str | None
    decisions: tuple[Decision, ...] = ()
    """What the player decided, where the rules let them."""

    @staticmethod
    def parse(text: bytes, variant: str | None = None) -> Proof:
        """The proof in this JSON text, under the named variant's rules or else its own; `Unreadable`."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            raise Unreadable("this is not a proof: it is not JSON") from None
        if not isinstance(document, dict):
            raise Unreadable("this is not a proof: it is not a JSON object")
        return Proof.of(document, variant)

    @staticmethod
    def of(document: dict[str, Any], variant: str | None = None) -> Proof:
        """The proof in this JSON object, as `parse` reads it."""
        try:
            deal = _deal(document.get("deck"))
            rules = _rules(document, deal, variant)
            return Proof(deal, rules, _seeds(document), _text(document, "commitment"), _decisions(document))
        except InvalidDeal as invalid:
            raise Unreadable(f"the deck of this proof is no deal: {invalid.faults[0].detail}") from None
        except InvalidSeed as invalid:
            raise Unreadable(f"the {invalid.seed} of this proof {invalid.reason}") from None
        except InvalidRules as invalid:
            raise Unreadable(f"the rules of this proof are none: {invalid.option} {invalid.reason}") from None
        except InvalidDecision as invalid:
            raise Unreadable(f"a decision of this proof is none: {invalid.reason}") from None

    def fault(self) -> str | None:
        """Why the claim is not proved, as a sentence; None when it is."""
        if self.seeds is None:
            return "this deal was given card by card: it has no seeds from which it could be checked"
        if self.commitment != self.seeds.commitment:
            return f"the commitment is not the hash of the server seed, which is {self.seeds.commitment}"
        if shuffle(self.seeds, self.deal.decks) != self.deal:
            return "these seeds shuffle to another deck"
        return None


def _deal(deck: Any) -> Deal:
    if not isinstance(deck, list) or not all(isinstance(code, str) for code in deck):
        raise Unreadable("this is not a proof: it has no deck, a list of card codes")
    return Deal.parse(deck)


def _seeds(document: dict[str, Any]) -> Seeds | None:
    server, client = _text(document, "server_seed"), _text(document, "client_seed")
    if server is None:
        return None
    if document.get("algorithm") not in (None, ALGORITHM):
        raise Unreadable(f"this proof's algorithm is not {ALGORITHM}, the only one known here")
    try:
        return Seeds(bytes.fromhex(server), client or "")
    except ValueError:
        raise Unreadable("the server_seed of this proof is not hex") from None


def _decisions(document: dict[str, Any]) -> tuple[Decision, ...]:
    listed = document.get("decisions", [])
    if not isinstance(listed, list) or not all(isinstance(code, str) for code in listed):
        raise Unreadable("the decisions of this proof are no list of texts")
    return tuple(map(parse_decision, listed))


def _text(document: dict[str, Any], field: str) -> str | None:
    value = document.get(field)
    if value is not None and not isinstance(value, str):
        raise Unreadable(f"the {field} of this proof is not a text")
    return value


def _rules(document: dict[str, Any], deal: Deal, variant: str | None) -> Rules:
    options = document.get("rules")
    if variant is not None:
        rules = VARIANTS[variant]
    elif isinstance(options, dict):
        try:
            rules = Rules(**options)
        except TypeError:
            raise Unreadable("the rules of this proof have options that are not known here") from None
    else:
        rules = VARIANTS["big_clock" if deal.decks == 2 else "standard"]
    if rules.decks != deal.decks:
        raise Unreadable(f"these rules deal {rules.cards} cards, and this proof has {len(deal.cards)}")
    return rules
