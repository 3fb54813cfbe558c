"""A service starts with a configuration that is right as a whole, or not at all."""

import re
from pathlib import Path

import pytest

import service
from service.config import Config, InvalidConfig

ROOT = Path(service.__file__).parents[1]
STORES = {"DATABASE_URL": "postgresql://clock:pw@db/clock", "REDIS_URL": "redis://:pw@cache:6379/0"}
STRONG = "0a9f3c5e7b1d8246e0c4a6f29b7d5318"
PRODUCTION = {**STORES, "CLOCK_ENV": "production", "SECRET_KEY": STRONG}


def problems(environ: dict[str, str]) -> dict[str, str]:
    with pytest.raises(InvalidConfig) as refusal:
        Config.from_environment(environ)
    return refusal.value.problems


def test_the_stores_are_all_that_development_must_say() -> None:
    config = Config.from_environment(STORES)
    assert (config.environment, config.host, config.port, config.metrics_port) == (
        "development",
        "127.0.0.1",
        8000,
        9000,
    )
    assert (config.player_requests_per_s, config.player_burst) == (100, 1000)
    assert (config.new_players_per_minute, config.open_games_per_player) == (60, 100)
    assert (config.simulations_per_minute, config.simulations_at_once) == (10, 1)
    assert config.standings_kept_days == 400
    assert (config.simulation_timeout_ms, config.simulation_folder) == (30_000, None)
    assert (config.redis_timeout_ms, config.database_timeout_ms, config.trusted_proxies) == (2000, 3000, 0)
    assert (config.streams_per_player, config.streams_per_address, config.streams_per_process) == (20, 200, 5000)
    assert config.stream_heartbeat_ms == 10_000


@pytest.mark.parametrize(("said", "served"), [({}, True), ({"WEB": "on"}, True), ({"WEB": "off"}, False)])
def test_the_web_page_is_served_unless_it_is_switched_off(said: dict[str, str], served: bool) -> None:
    assert Config.from_environment(STORES | said).web is served


def test_a_switch_is_on_or_off() -> None:
    assert problems({"WEB": "perhaps", **STORES}) == {"WEB": "not a valid boolean"}


@pytest.mark.parametrize("millis", ["0", "15001", "-1", "soon"])
def test_a_stream_is_never_silent_for_longer_than_clients_may_count_on(millis: str) -> None:
    assert set(problems({"STREAM_HEARTBEAT_MS": millis, **STORES})) == {"STREAM_HEARTBEAT_MS"}


@pytest.mark.parametrize("days", ["399", "0", "-400", "36526", "400.5", "long"])
def test_lists_of_days_and_weeks_are_kept_for_as_long_as_results_are_taken_or_longer(days: str) -> None:
    assert Config.from_environment({**STORES, "STANDINGS_KEEP_DAYS": "36525"}).standings_kept_days == 36_525
    said = problems({**STORES, "STANDINGS_KEEP_DAYS": days})
    assert said.keys() == {"STANDINGS_KEEP_DAYS"}
    assert said["STANDINGS_KEEP_DAYS"] in ("must be 400 to 36525 days", "not a valid integer")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_usual_scheme_of_postgres_becomes_sqlalchemys(scheme: str) -> None:
    config = Config.from_environment({**STORES, "DATABASE_URL": f"{scheme}://clock@db/clock"})
    assert config.database_url == "postgresql+psycopg://clock@db/clock"


def test_everything_wrong_is_named_at_once() -> None:
    wrong = {
        "PORT": "70000",
        "WEB_WORKERS": "none",
        "LOG_LEVEL": "loud",
        "DATABASE_URL": "mysql://db",
        "CLOCK_ENV": "live",
    }
    assert set(problems(wrong)) == {*wrong, "REDIS_URL"}
    assert problems(wrong)["LOG_LEVEL"] == "must be one of INFO, DEBUG, WARNING, ERROR"


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("DATABASE_URL", "postgresql://clock:hunter2@db:bad/clock"),
        ("DATABASE_URL", "postgresql://clock:hunter2@db:99999/clock"),
        ("DATABASE_URL", "postgresql://clock:hun#ter2@db/clock"),
        ("DATABASE_URL", "postgresql://[::1/clock"),
        ("REDIS_URL", "redis://:hunter2@cache:bad/0"),
        ("REDIS_URL", "rediss://:hunter2@cache:-1"),
    ],
)
def test_a_url_without_a_sensible_host_and_port_is_refused(name: str, url: str) -> None:
    said = problems({**STORES, name: url})
    assert said == {name: "must have a valid host and port, and %23 and the like for special signs in a password"}


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("DATABASE_URL", "foo=bar"),
        ("DATABASE_URL", "sslmode=require&foo="),
        ("REDIS_URL", "foo=bar"),
        ("REDIS_URL", "db"),
        ("DATABASE_URL", "port=bad"),
        ("REDIS_URL", "protocol=x"),
    ],
)
def test_a_url_with_an_unknown_parameter_is_refused(name: str, query: str) -> None:
    said = problems({**STORES, name: f"{STORES[name]}?{query}"})
    assert said[name].startswith("must have no other parameters than ")


def test_parameters_about_encryption_are_taken() -> None:
    config = Config.from_environment(
        {"DATABASE_URL": "postgresql://db/clock?sslmode=require", "REDIS_URL": "rediss://cache?ssl_ca_certs=/ca.pem"}
    )
    assert config.database_url.endswith("?sslmode=require")


def test_what_is_missing_is_said_in_plain_words() -> None:
    with pytest.raises(InvalidConfig, match=r"^DATABASE_URL: is not set; REDIS_URL: is not set$"):
        Config.from_environment({})


def test_an_empty_variable_counts_as_not_set() -> None:
    assert Config.from_environment({**STORES, "PORT": "", "SECRET_KEY_FILE": ""}).port == 8000


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "SECRET_KEY"])
def test_a_secret_can_come_from_a_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(PRODUCTION[name] + "\n")
    others = {variable: value for variable, value in PRODUCTION.items() if variable != name}
    assert Config.from_environment({**others, f"{name}_FILE": str(tmp_path / "secret")}) == Config.from_environment(
        PRODUCTION
    )


def test_a_secret_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = {**PRODUCTION, "SECRET_KEY": "", "SECRET_KEY_FILE": str(tmp_path / "missing")}
    assert problems(missing)["SECRET_KEY_FILE"] == "cannot be read (FileNotFoundError)"


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_PREVIOUS"])
@pytest.mark.parametrize("environment", ["development", "production"])
def test_a_secret_file_that_is_empty_is_refused(name: str, environment: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("\n")
    given = {**PRODUCTION, "CLOCK_ENV": environment, name: "", f"{name}_FILE": str(tmp_path / "secret")}
    assert problems(given) == {f"{name}_FILE": "names a file that is empty"}


@pytest.mark.parametrize(
    ("ports", "said"),
    [
        ({"PORT": "9000"}, "METRICS_PORT: must not be the same port as PORT, 9000"),
        ({"PORT": "9001"}, "WORKER_METRICS_PORT: must not be the same port as PORT, 9001"),
        ({"METRICS_PORT": "9001"}, "WORKER_METRICS_PORT: must not be the same port as METRICS_PORT, 9001"),
    ],
)
def test_a_port_for_two_is_a_sentence(ports: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidConfig) as refusal:
        Config.from_environment({**STORES, **ports})
    assert str(refusal.value) == said


def test_ports_that_are_no_numbers_are_not_taken_for_the_same() -> None:
    assert problems({**STORES, "PORT": "a", "METRICS_PORT": "b"}).keys() == {"PORT", "METRICS_PORT"}
    assert "valid integer" in problems({**STORES, "PORT": "a", "METRICS_PORT": "b"})["METRICS_PORT"]


def test_a_secret_given_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(STRONG)
    assert set(problems({**PRODUCTION, "SECRET_KEY_FILE": str(tmp_path / "secret")})) == {"SECRET_KEY_FILE"}


@pytest.mark.parametrize(
    "secret",
    [
        "",
        "short",
        STRONG[:31],
        "a" * 64,
        "abababab" * 8,
        "changeme-0a9f3c5e7b1d8246e0c4a6f29b7d5318",
        "development only, known to everyone, refused in production",
        "this-is-the-Secret-key-of-the-tutorial-1234567890",
        "0123456789" * 4,
        "0123456789abcdef" * 2,
        STRONG[:13] * 2 + STRONG[:6],
        "abcdefghijklmnopqrstuvwxyz0123456789",
        "ZYXWVUTSRQPONMLKJIHGFEDCBA9876543210",
        "qwertyuiopasdfghjklzxcvbnm1234567890",
        "1Q9x-asdfghjkl-7Ttpw2mVb3-Rk8sZe4nLu",
    ],
)
def test_production_refuses_a_missing_short_or_known_secret(secret: str) -> None:
    assert set(problems({**PRODUCTION, "SECRET_KEY": secret})) == {"SECRET_KEY"}


def test_production_takes_a_random_secret_of_32_bytes() -> None:
    assert Config.from_environment(PRODUCTION).secret_keys == (STRONG.encode(),)


def test_a_previous_secret_stands_behind_the_present_one_and_must_be_as_strong() -> None:
    both = {**PRODUCTION, "SECRET_KEY_PREVIOUS": STRONG[::-1]}
    assert Config.from_environment(both).secret_keys == (STRONG.encode(), STRONG[::-1].encode())
    assert set(problems({**PRODUCTION, "SECRET_KEY_PREVIOUS": "short"})) == {"SECRET_KEY_PREVIOUS"}


@pytest.mark.parametrize("variable", ["DEBUG", "FLASK_DEBUG"])
def test_production_refuses_to_debug(variable: str) -> None:
    assert set(problems({**PRODUCTION, variable: "1"})) == {variable}
    assert Config.from_environment({**PRODUCTION, variable: "0"}).environment == "production"


def test_neither_a_config_nor_a_refusal_shows_a_secret() -> None:
    shown = repr(Config.from_environment(PRODUCTION))
    refused = str(problems({**PRODUCTION, "SECRET_KEY": "hunter2", "DATABASE_URL": "mysql://me:hunter2@db"}))
    assert STRONG not in shown
    assert ":pw@" not in shown
    assert "hunter2" not in refused


def test_operations_md_lists_every_variable_and_no_other() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    table = page.split("## Settings")[1].split("## Health")[0]
    listed = {
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in line.split("|")[1].replace("`", "").split(", ")
    }
    code = (ROOT / "service" / "config.py").read_text()
    assert {name.strip() for name in listed} == {name for name in _quoted(code) if name.replace("_", "").isupper()}


def _quoted(code: str) -> set[str]:
    return set(re.findall(r"(?:env|self)\.\w+\(\s*\"([A-Z_]+)\"", code))
