"""Examples of players, their logins and their results."""

from __future__ import annotations

from typing import Any

from service.api.examples.deals import NOW, PLAYER_ID
from service.api.examples.games import LOST
from service.api.printing.players import print_link_code, print_player, print_session
from service.api.printing.results import print_recorded_result
from service.play.identity import Token
from service.play.players import Player
from service.play.results import RecordedResult, result_of
from service.play.sessions import LinkCode, Session

_MONTH_MS = 30 * 86_400_000
SECRET = "c8Zq1rYk0u3TqGd5mWv7b2nXfJ4sLpA9eHiRoKtUyMw"  # noqa: S105  opens nothing
_TOKEN_TEXT = "Jx2mVb7Qe9TfLr4KwZ0sNcYh6PdUg1AoEi3RtXyMvB8"  # noqa: S105  as above

NEW_SECRET = {"secret": SECRET}
PLAYER = print_player(Player(PLAYER_ID, "Ada", NOW - 60_000))
SESSION = print_session(
    Session(Token(PLAYER_ID, f"{PLAYER_ID}.{_TOKEN_TEXT}"), frozenset(("play", "read")), NOW + _MONTH_MS)
)
WELCOME = {"player": PLAYER, "secret": SECRET, "session": SESSION}
LINK_CODE = print_link_code(LinkCode("47W3K9QZ5T1XHV", NOW + 300_000))
RESULT_PAGE: dict[str, Any] = {
    "items": [
        print_recorded_result(RecordedResult.of(record, result))
        for record in (LOST,)
        if (result := result_of(record)) is not None
    ],
    "next": None,
}

SIGN_INS = (
    ("With the secret", {"player_id": PLAYER_ID, "secret": SECRET}),
    ("With a link code, to look only", {"link_code": LINK_CODE["code"], "scopes": ["read"]}),
)
