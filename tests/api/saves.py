"""Save documents to send, and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.game.rules import Rules
from service.game.save_documents import print_save
from service.game.saves import save_of
from tests.api.client import slug
from tests.game.deals import seeded
from tests.game.saves import in_play

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.api.client import Client, Json
    from tests.game.saves import Document


def a_document(number: int = 0, rules: Rules | None = None) -> Document:
    return print_save(save_of(in_play(seeded(f"document {number}"), rules or Rules())))


def violations(answer: TestResponse) -> dict[str, str]:
    """The pointers and details of a 422 `invalid-save`."""
    assert (answer.status_code, slug(answer)) == (422, "invalid-save"), answer.get_data(as_text=True)
    return {error["pointer"]: error["detail"] for error in answer.get_json()["errors"]}


def imported(client: Client, document: Document) -> Json:
    answer = client.post("/v1/games/import", document)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    game: Json = answer.get_json()
    return game
