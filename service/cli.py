"""The `clock` command: a group of what lies in `service.commands`, each loaded when it is asked for."""

from __future__ import annotations

import importlib
import sys
import traceback
from typing import TYPE_CHECKING

import click

from service import commands
from service.config import InvalidConfig
from service.play.errors import InvalidName, MonthsDetached, PlayerNotFound, StoreUnavailable
from service.processes.errors import CannotRun, Unanswered

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
    """Run `clock`; what is wrong with machine or settings is one sentence on standard error, and exit code 1.

    Or 2, where 1 is an answer.
    """
    try:
        clock(arguments, prog_name="clock")
    except Unanswered as unanswered:
        _tell(unanswered.__cause__)
        sys.exit(2)
    except _EXPECTED as error:
        sys.exit(f"clock: {_sentence(error)}")


_EXPECTED = CannotRun, InvalidConfig, PlayerNotFound, InvalidName, MonthsDetached, StoreUnavailable, OSError


def _tell(cause: BaseException | None) -> None:
    """On standard error: what was to be expected in a sentence, what nobody foresaw in full."""
    if isinstance(cause, _EXPECTED):
        click.echo(f"clock: {_sentence(cause)}", err=True)
    elif isinstance(cause, KeyboardInterrupt):
        click.echo("clock: interrupted", err=True)
    else:
        traceback.print_exception(cause)


def _sentence(error: Exception) -> str:
    match error:
        case PlayerNotFound():
            return f"there is no player {error.player_id}"
        case InvalidName():
            return f"a name {error.reason}"
        case MonthsDetached():
            months = ", ".join(f"{month:%Y-%m}" for month in error.months)
            return f"this takes all results, and those of {months} are detached: clock results attach comes first"
        case StoreUnavailable(store=store, refusal=refusal):
            fault = "cannot be reached, or does not answer in time" if refusal is None else f"refuses: {refusal}"
            return f"{store} {fault}"
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            return f"{where}{error.strerror or error}"
    return str(error)


if __name__ == "__main__":
    main()
