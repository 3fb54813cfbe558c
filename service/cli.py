"""The `clock` command: a group of what lies in `service.commands`, each loaded when it is asked for."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

import click

from service import commands
from service.config import InvalidConfig
from service.play.errors import InvalidName, PlayerNotFound, StoreUnavailable
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Sequence


class Commands(click.Group):
    """A group that imports a command only when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """The names of all commands."""
        return sorted(commands.SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{commands.__name__}.{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101  what the package promises
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  click's signature
        """Write what each command does, whole."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(commands.SUMMARIES.items()))


@click.group(cls=Commands)
@click.version_option(package_name="clock-solitaire")
def clock() -> None:
    """Clock Solitaire: run the service, play it, check its deals."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `clock`; what is wrong with machine or settings is one sentence on standard error, and exit code 1."""
    try:
        clock(arguments, prog_name="clock")
    except (CannotRun, InvalidConfig) as error:
        sys.exit(f"clock: {error}")
    except PlayerNotFound as error:
        sys.exit(f"clock: there is no player {error.player_id}")
    except InvalidName as error:
        sys.exit(f"clock: a name {error.reason}")
    except StoreUnavailable as error:
        sys.exit(f"clock: {error.store} cannot be reached, or does not answer in time")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        sys.exit(f"clock: {where}{error.strerror or error}")


if __name__ == "__main__":
    main()
