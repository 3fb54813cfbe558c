"""What operators' commands work on: the stores that the environment names, or those of a run on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from service.config import Config, inherited_environment, is_set
from service.embedded.runs import settings_of_run
from service.processes.errors import CannotRun

_STORES = {"DATABASE_URL": "postgresql://none", "REDIS_URL": "redis://none"}
"""Both have to be set, and a command that needs the one does not look at the other."""

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    default="var",
    show_default=True,
    help="The folder of the clock up whose stores are meant, unless the environment names them.",
)


def settings(data: Path, store: Literal["DATABASE_URL", "REDIS_URL"]) -> Config:
    """The configuration for a command that needs this store; `CannotRun` where there is none, `InvalidConfig`."""
    given = inherited_environment()
    found = {} if is_set(given, store) else settings_of_run(data)
    if not is_set(given, store) and not found:
        raise CannotRun(
            f"{store} is not set, and no clock up runs with {data}: set the one, or name the other by --data."
        )
    return Config.from_environment(_added(_added(given, found), _STORES))


def _added(given: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    """These variables, and more where they are not set."""
    return given | {name: value for name, value in more.items() if not is_set(given, name)}
