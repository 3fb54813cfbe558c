"""Shapes of players, logins and link codes."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.fields import Flag, Id, Instant, Several
from service.api.schemas.base import Accepted, Answered, next_cursor
from service.api.schemas.deals import MODES
from service.api.schemas.results import ResultSchema
from service.api.schemas.values import is_bot, proven_game
from service.play.players import NAME_LENGTH
from service.play.record import RANKED_KINDS
from service.play.sessions import Scope

_SCOPES = get_args(Scope)
_RANKED_DEALS = sorted(kind.value for kind in RANKED_KINDS)


def _name(**kwargs: Any) -> fields.String:
    described = (
        f"1 to {NAME_LENGTH} code points after normalization to NFC; not blank; no control characters, line "
        "separators, surrogates or text direction controls. Need not be unique."
    )
    return fields.String(metadata={"description": described, "example": "Ada"}, **kwargs)


def scopes() -> fields.List[str]:
    """What a login may do."""
    return fields.List(
        fields.String(validate=validate.OneOf(_SCOPES)),
        required=True,
        metadata={"description": "`play` allows everything, `read` only to look."},
    )


class NewPlayerSchema(Accepted):
    """Whom to open an account for."""

    display_name = _name(required=True)
    bot = Flag(
        load_default=False,
        metadata={
            "description": "Whether a program plays, and not a person. It stays so, everyone can see it, and a bot "
            "is on no leaderboard.",
            "default": False,
        },
    )


class RenameSchema(Accepted):
    """What to change in the account."""

    display_name = _name(required=True)


class PlayerSchema(Answered):
    """A player, as everyone may see them."""

    id = Id(required=True, metadata={"description": "The player's id."})
    display_name = _name(required=True)
    bot = is_bot()
    created_at = Instant(required=True, metadata={"description": "When the account was opened."})


class SessionSchema(Answered):
    """A login."""

    token = fields.String(
        required=True, metadata={"description": "What to send as `Authorization: Bearer <token>`. Keep it secret."}
    )
    scopes = scopes()
    expires_at = Instant(
        required=True, metadata={"description": "When the login ends unless it is used: every use puts this off."}
    )


class WelcomeSchema(Answered):
    """A new account."""

    player = fields.Nested(PlayerSchema, required=True)
    secret = fields.String(
        required=True, metadata={"description": "What opens new logins. Shown here only; it is stored hashed."}
    )
    session = fields.Nested(SessionSchema, required=True)


class SecretSchema(Answered):
    """A new secret."""

    secret = fields.String(required=True, metadata={"description": "The only secret that is valid from now on."})


class SignInSchema(Accepted):
    """A player id and its secret, or a link code."""

    player_id = Id(metadata={"description": "Together with `secret`."})
    secret = fields.String(
        validate=validate.Length(max=200), metadata={"description": "The secret from when the account was opened."}
    )
    link_code = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "A link code, instead of `player_id` and `secret`."},
    )
    scopes = Several(
        fields.String(validate=validate.OneOf(_SCOPES)),
        least=1,
        most=len(_SCOPES),
        load_default=_SCOPES,
        metadata={"description": "What the login may do.", "default": list(_SCOPES)},
    )

    @validates_schema(skip_on_field_errors=False)
    def one_way_in(self, data: dict[str, Any], **_: Any) -> None:
        """Exactly one of the two ways."""
        given = data.keys() & {"player_id", "secret", "link_code"}
        if given not in ({"player_id", "secret"}, {"link_code"}):
            raise ValidationError("Send either player_id and secret, or link_code.")


class LinkCodeSchema(Answered):
    """A code that signs in a second device."""

    code = fields.String(
        required=True, metadata={"description": "Good once. Case, spaces and hyphens do not matter when it is typed."}
    )
    expires_at = Instant(required=True, metadata={"description": "Five minutes from now."})


class RecordedResultSchema(Answered):
    """A ranked game that has ended, as the results database has it."""

    game_id = proven_game("The game")
    variant = fields.String(required=True, metadata={"description": "The variant that was played."})
    mode = fields.String(
        required=True,
        validate=validate.OneOf(MODES),
        metadata={"description": "Who set the cards: the service (`reveal`) or the player (`placement`)."},
    )
    deal_kind = fields.String(
        required=True, validate=validate.OneOf(_RANKED_DEALS), metadata={"description": "Where the cards came from."}
    )
    day = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The UTC date of a daily deal; null of any other.", "format": "date"},
    )
    created_at = Instant(required=True, metadata={"description": "When the game was dealt."})
    finished_at = Instant(required=True, metadata={"description": "When the game ended."})
    result = fields.Nested(ResultSchema, required=True)


class ResultPageSchema(Answered):
    """Some of a player's results, newest first."""

    items = fields.List(fields.Nested(RecordedResultSchema), required=True)
    next = next_cursor()
