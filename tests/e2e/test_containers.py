"""The image's and the composition's commands, run outside a container with their settings and their secret files."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml

import service
from service.embedded import binaries
from service.embedded.server import free_port
from service.processes.account import Account
from tests.e2e.running import until
from tests.secret_files import made_as_told

ROOT = Path(service.__file__).parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())


class Composition:
    """What docker-compose.yml describes, on ports of its own and with its secrets in a folder."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self.folder = folder
        self.ports = {"8000": free_port(), "9000": free_port(), "9001": free_port(), "6379": free_port()}
        made_as_told(folder)
        self.secret("database_url").write_text(database_url)
        self.secret("redis_url").write_text(
            self.here(self.secret("redis_url").read_text().replace("@redis:", "@127.0.0.1:"))
        )

    def secret(self, name: str) -> Path:
        return self.folder / "secrets" / name

    def here(self, text: str) -> str:
        """The same with this folder's secrets and these ports."""
        text = text.replace("/run/secrets", str(self.folder / "secrets"))
        return re.sub("|".join(self.ports), lambda port: str(self.ports[port.group()]), text)

    def environment(self, name: str) -> dict[str, str]:
        image = (ROOT / "Dockerfile").read_text().rsplit("\nFROM ", 1)[1]
        (variables,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", image, re.MULTILINE)
        settings = dict(pair.split("=", 1) for pair in variables.replace("\\\n", " ").split())
        own = {"PATH": "/usr/bin:/bin", "PROMETHEUS_MULTIPROC_DIR": str(self.folder / "metrics")}
        ports = zip(("PORT", "METRICS_PORT", "WORKER_METRICS_PORT"), map(str, self.ports.values()), strict=False)
        files = {variable: self.here(value) for variable, value in COMPOSE["services"][name]["environment"].items()}
        files["TRUSTED_PROXIES"] = "0"
        return settings | own | dict(ports) | files

    def command(self, name: str) -> list[str]:
        return [sys.executable, "-m", "service.cli", *COMPOSE["services"][name]["command"]]

    def run(self, name: str) -> subprocess.CompletedProcess[str]:
        environment = self.environment(name)
        return subprocess.run(
            self.command(name), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )

    def start(self, name: str) -> subprocess.Popen[bytes]:
        output = (self.folder / f"{name}.out").open("ab")
        with output:
            return subprocess.Popen(
                self.command(name), cwd=ROOT, env=self.environment(name), stdout=output, stderr=output
            )

    def wait_until_healthy(self, name: str, process: subprocess.Popen[bytes]) -> None:
        _, _, flag, code = COMPOSE["services"][name]["healthcheck"]["test"]
        check = [sys.executable, flag, self.here(code)]
        until(
            lambda: (
                process.poll() is not None or not subprocess.run(check, capture_output=True, check=False).returncode
            )
        )
        assert process.poll() is None, (self.folder / f"{name}.out").read_text()

    def start_redis(self) -> subprocess.Popen[bytes]:
        server = binaries.program(binaries.valkey_package(), Account.current())
        arguments = [self.here(argument) for argument in COMPOSE["services"]["redis"]["command"][1:]]
        places = ["--port", str(self.ports["6379"]), "--dir", str(self.folder)]
        return subprocess.Popen([server, *arguments, *places], stdout=subprocess.DEVNULL)


@pytest.fixture
def composition(tmp_path: Path, own_database_url: str) -> Iterator[Composition]:
    composed = Composition(tmp_path, own_database_url)
    with composed.start_redis() as server, redis.Redis.from_url(composed.secret("redis_url").read_text()) as client:
        until(lambda: answers(client))
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        yield composed
        server.terminate()


def answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def test_everything_gets_healthy_in_production_mode_and_ends_when_told(composition: Composition) -> None:
    for _ in range(2):
        migrated = composition.run("migrate")
        assert (migrated.returncode, "Traceback" in migrated.stderr) == (0, False)
    with ExitStack() as running:
        started = {name: running.enter_context(composition.start(name)) for name in ("api", "worker")}
        try:
            for name, process in started.items():
                composition.wait_until_healthy(name, process)
        finally:
            for process in started.values():
                process.send_signal(signal.SIGTERM)
        assert [process.wait(20) for process in started.values()] == [0, 0]


@pytest.mark.parametrize("name", ["api", "worker", "migrate"])
def test_a_weak_secret_stops_every_part(name: str, composition: Composition) -> None:
    composition.secret("secret_key").write_text("changeme")
    refused = composition.run(name)
    assert refused.returncode == 1
    assert refused.stderr == "clock: SECRET_KEY: must have at least 32 bytes in production, not 8\n"
