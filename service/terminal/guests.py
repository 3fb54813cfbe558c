"""Guest accounts: one a server, kept in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.terminal.errors import Failed, Refused

if TYPE_CHECKING:
    from service.terminal.server import Server

SCOPES = ["play", "read"]


def guests_file() -> Path:
    """Where the accounts are kept, below the user's folder for settings."""
    return Path(click.get_app_dir("clock-solitaire")) / "guests.json"


def sign_in(server: Server, name: str | None, *, kept_as: str = "", bot: bool = False) -> str:
    """Give the server a token of the guest kept for it, or of a new one; the display name.

    A kept guest is renamed when `name` is another. Whoever plays as several at one server keeps each as another.
    """
    kept = _read(guests_file())
    place = f"{server.url} {kept_as}".rstrip()
    guest = kept.get(place)
    player = _return(server, guest) if isinstance(guest, dict) else None
    if player is None:
        welcome = server.post("/v1/players", {"display_name": name or "Guest"} | ({"bot": True} if bot else {}))
        player, server.token = welcome["player"], welcome["session"]["token"]
        guest = {"player_id": player["id"], "secret": welcome["secret"]}
    elif name is not None and name != player["display_name"]:
        player = server.patch("/v1/players/me", {"display_name": name})
    _write(guests_file(), kept | {place: {**(guest or {}), "token": server.token}})
    return str(player["display_name"])


def _return(server: Server, guest: dict[str, Any]) -> dict[str, Any] | None:
    """The profile of a guest who is still known, by the kept token or else by the secret."""
    server.token = guest.get("token")
    try:
        return server.get("/v1/players/me")
    except Refused as refused:
        if refused.status != 401:
            raise
    server.token = None
    credentials = {"player_id": guest.get("player_id"), "secret": guest.get("secret"), "scopes": SCOPES}
    try:
        server.token = server.post("/v1/sessions", credentials)["token"]
    except Refused as refused:
        if refused.slug not in ("bad-credentials", "invalid-request"):
            raise
        return None
    return server.get("/v1/players/me")


def _read(file: Path) -> dict[str, Any]:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Failed(f"cannot read {file}: {error.strerror}") from None
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        raise Failed(f"{file} does not hold guest accounts; remove it to start with a new one")
    return kept


def _write(file: Path, kept: dict[str, Any]) -> None:
    """Replace the file in one go; a new temporary file has mode 600 from its first moment."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(kept, stream, indent=2)
        Path(name).replace(file)
    except OSError as error:
        raise Failed(f"cannot write {file}: {error.strerror}") from None
