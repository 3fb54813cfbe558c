"""What is printed, and whether in colour."""

from __future__ import annotations

import click

from service.config import inherited_environment


def say(text: str) -> None:
    """Print, in colour only on a terminal that can show it and unless NO_COLOR asks for none."""
    plain = not styled() or inherited_environment().get("NO_COLOR")
    click.echo(text, color=False if plain else None)


def styled() -> bool:
    """Whether the terminal, if there is one, knows codes for colours and for clearing."""
    return inherited_environment().get("TERM") != "dumb"
