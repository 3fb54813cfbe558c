"""The `clock` command says what is wrong in a sentence."""

import os
import pkgutil
import subprocess
import sys

import click
import pytest

from service import cli, commands
from service.play.errors import StoreUnavailable
from service.processes.errors import CannotRun


def clock(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service.cli", *arguments]
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return subprocess.run(command, env=inherited | environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", ["serve", "worker", "migrate"])
def test_wrong_settings_are_a_sentence_and_not_a_traceback(command: str) -> None:
    done = clock(command, PORT="http")
    assert done.returncode == 1
    assert done.stderr == "clock: DATABASE_URL: is not set; PORT: not a valid integer; REDIS_URL: is not set\n"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (CannotRun("It cannot."), "clock: It cannot."),
        (StoreUnavailable("postgres"), "clock: postgres cannot be reached, or does not answer in time"),
        (StoreUnavailable("postgres", "no such table"), "clock: postgres refuses: no such table"),
        (PermissionError(13, "Permission denied", "/var"), "clock: /var: Permission denied"),
        (OSError("odd"), "clock: odd"),
    ],
)
def test_what_can_go_wrong_is_a_sentence(error: Exception, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli, "clock", fail)
    with pytest.raises(SystemExit) as end:
        cli.main([])
    assert end.value.code == said


def test_help_names_every_command_with_its_own_words_uncut() -> None:
    listed = " ".join(clock("--help").stdout.split())
    for name, summary in commands.SUMMARIES.items():
        assert f" {name} {summary}" in listed
        command = cli.clock.get_command(click.Context(cli.clock), name)
        assert command is not None
        assert (command.help or "").split("\n\n")[0].replace("\n", " ") == f"{summary}."


def test_the_table_of_help_names_every_module_of_commands() -> None:
    assert sorted(commands.SUMMARIES) == sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def test_help_waits_for_no_command_to_be_imported() -> None:
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules)); "
        "from service import cli; cli.main(['--help'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"flask", "redis", "sqlalchemy", "gevent", "alembic"} & set(done.stdout.split())


def test_an_unknown_command_is_refused() -> None:
    assert "No such command 'down'" in clock("down").stderr


def test_gunicorns_settings_bring_in_nothing_that_gevent_must_patch_first() -> None:
    code = "import gunicorn.glogging, sys, service.gunicorn; print(*sys.modules)"
    environment = {"DATABASE_URL": "postgresql://db", "REDIS_URL": "redis://cache", "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert not {"ssl", "redis", "psycopg", "sqlalchemy", "structlog", "asyncio"} & set(done.stdout.split())
