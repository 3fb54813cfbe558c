"""The image and the composition are sound, and hold to what operators may rely on."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import service
from tests.secret_files import made_as_told

ROOT = Path(service.__file__).parents[1]
CODE = (ROOT / "service" / "config.py").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
OURS = {"api", "stream", "worker", "migrate"}
STORES = {"redis", "postgres"}


def passes(*command: str) -> bool:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode == 0 or pytest.fail(done.stdout + done.stderr)


def test_the_dockerfile_passes_its_linter() -> None:
    assert passes(str(Path(sys.executable).with_name("hadolint")), "Dockerfile")


def test_the_composition_fits_its_schema() -> None:
    check = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec")
    assert passes(*check, "docker-compose.yml")


def test_the_image_has_several_stages_no_root_and_a_healthcheck() -> None:
    final = DOCKERFILE.rsplit("\nFROM ", 1)[1]
    assert DOCKERFILE.count("\nFROM ") + 1 == 2
    assert re.search(r"^USER (?!0|root)\d+:\d+$", final, re.MULTILINE)
    assert "HEALTHCHECK" in final
    assert "requirements/serve.lock" in DOCKERFILE
    assert "dev.lock" not in DOCKERFILE


def test_the_image_is_built_from_pinned_packages_alone() -> None:
    installs = re.findall(r"pip install (.*?)(?: &&|$)", DOCKERFILE, re.MULTILINE)
    assert installs == ["--require-hashes -r requirements/serve.lock", "--no-deps --no-build-isolation -e ."]
    assert "\nsetuptools==" in (ROOT / "requirements" / "serve.lock").read_text()


def test_the_image_runs_in_production_mode() -> None:
    assert "CLOCK_ENV=production" in DOCKERFILE.rsplit("\nFROM ", 1)[1]


def test_the_context_holds_what_the_image_copies_and_little_else() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        word for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE) for word in line.split()
    }
    assert copied == let_in


def test_every_part_is_there() -> None:
    assert set(COMPOSE["services"]) == OURS | STORES


@pytest.mark.parametrize("store", sorted(STORES))
def test_no_store_is_published(store: str) -> None:
    assert "ports" not in COMPOSE["services"][store]


def test_the_two_pools_have_ports_of_their_own_and_other_hosts_reach_them_only_when_told_so() -> None:
    assert [COMPOSE["services"][pool]["ports"] for pool in ("api", "stream")] == [
        ["${BIND_ADDRESS:-127.0.0.1}:8000:8000"],
        ["${BIND_ADDRESS:-127.0.0.1}:8001:8000"],
    ]


@pytest.mark.parametrize("name", sorted(OURS | STORES))
def test_everything_that_stays_has_a_healthcheck_and_comes_back(name: str) -> None:
    part = COMPOSE["services"][name]
    assert bool(part["healthcheck"].get("test")) == (name != "migrate")
    assert (part["restart"] == "unless-stopped") == (name != "migrate")


@pytest.mark.parametrize("name", ["api", "stream", "worker"])
def test_what_needs_the_stores_waits_for_them_and_for_the_schema(name: str) -> None:
    waits = {other: rule["condition"] for other, rule in COMPOSE["services"][name]["depends_on"].items()}
    healthy = dict.fromkeys(STORES, "service_healthy")
    assert waits == healthy | {"migrate": "service_completed_successfully"}


@pytest.mark.parametrize("name", sorted(OURS))
def test_secrets_come_from_files_and_every_variable_is_known(name: str) -> None:
    part = COMPOSE["services"][name]
    files = {variable: value for variable, value in part["environment"].items() if variable.endswith("_FILE")}
    assert part["environment"].keys() - files.keys() == {"TRUSTED_PROXIES"}
    for variable, value in files.items():
        assert f'"{variable.removesuffix("_FILE")}"' in CODE
        assert Path(value).parent == Path("/run/secrets")
        assert Path(value).name in part["secrets"]


def test_what_is_kept_is_on_volumes_and_every_secret_is_a_declared_file() -> None:
    mounted = {volume.split(":")[0] for store in STORES for volume in COMPOSE["services"][store]["volumes"]}
    assert mounted == set(COMPOSE["volumes"])
    used = {secret for part in COMPOSE["services"].values() for secret in part["secrets"]}
    assert used == set(COMPOSE["secrets"])


def test_redis_keeps_an_append_only_file_evicts_nothing_and_wants_a_password() -> None:
    command = " ".join(COMPOSE["services"]["redis"]["command"])
    assert "--appendonly yes --appendfsync everysec" in command
    assert "--maxmemory-policy noeviction" in command
    assert "/run/secrets/redis_conf" in command


def test_the_check_of_redis_shows_its_password_to_nobody(tmp_path: Path) -> None:
    conf = made_as_told(tmp_path) / "redis_conf"
    client = tmp_path / "redis-cli"
    client.write_text(
        f'#!/bin/sh\necho "$*" >{tmp_path}/arguments\necho "$REDISCLI_AUTH" >{tmp_path}/password\necho PONG\n'
    )
    client.chmod(0o755)
    _, check = COMPOSE["services"]["redis"]["healthcheck"]["test"]
    check = check.replace("$$", "$").replace("/run/secrets/redis_conf", str(conf))
    done = subprocess.run(["sh", "-c", check], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=False)
    assert done.returncode == 0
    assert (tmp_path / "arguments").read_text() == "ping\n"
    assert (tmp_path / "password").read_text() == conf.read_text().split()[1] + "\n"


def test_the_page_makes_every_secret_file_as_the_containers_need_it(tmp_path: Path) -> None:
    folder = made_as_told(tmp_path)
    made = {file.name: file for file in folder.iterdir()}
    assert set(made) == set(COMPOSE["secrets"])
    assert all(file.stat().st_mode & 0o777 == 0o644 for file in made.values())
    assert folder.stat().st_mode & 0o777 == 0o700
    assert made["postgres_password"].read_text() in made["database_url"].read_text()
    assert made["redis_conf"].read_text().split()[1] in made["redis_url"].read_text()
