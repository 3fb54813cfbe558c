"""An embedded PostgreSQL outlives its processes and takes care of what they leave behind."""

import subprocess
from pathlib import Path

import psutil
import psycopg
import pytest

from service.embedded import CannotRun, Postgres


def test_what_was_committed_survives_kill_9(server_folder: Path) -> None:
    with Postgres(server_folder) as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        server.kill()
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)


def test_postgres_asks_for_the_password_and_speaks_utf8_in_the_c_locale(server_folder: Path) -> None:
    with Postgres(server_folder, durable=False) as server:
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(server.url.replace(server.password, "wrong"))
        with psycopg.connect(server.url) as connection:
            query = "SELECT pg_encoding_to_char(encoding), datcollate FROM pg_database"
            assert set(connection.execute(query)) == {("UTF8", "C")}
            assert connection.execute("SHOW password_encryption").fetchone() == ("scram-sha-256",)


def test_postgres_never_runs_as_root(server_folder: Path) -> None:
    with Postgres(server_folder, durable=False) as server:
        assert psutil.Process(server.pid).uids().effective != 0


def test_a_process_id_file_that_names_a_strangers_process_is_no_obstacle(server_folder: Path) -> None:
    with Postgres(server_folder, durable=False) as server:
        file, stranger = server.data / "postmaster.pid", server.account.process_options()
    with subprocess.Popen(["sleep", "60"], **stranger) as process:
        file.write_text(f"{process.pid}\n{file.parent}\n1\n5432\n\n127.0.0.1\n\nready   \n")
        with Postgres(server_folder, durable=False) as server:
            assert server.alive
        process.kill()


def test_a_server_left_over_by_a_killed_run_is_stopped_and_its_data_taken_over(server_folder: Path) -> None:
    left_over = Postgres(server_folder, durable=False)
    left_over.start()
    with Postgres(server_folder, durable=False) as successor:
        assert not left_over.alive
        with psycopg.connect(successor.url) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_first_start_that_was_killed_half_way_is_begun_anew(server_folder: Path) -> None:
    (server_folder / "data.new" / "base").mkdir(parents=True)
    with Postgres(server_folder, durable=False) as server:
        assert server.alive


def test_a_server_that_cannot_start_says_its_last_words(server_folder: Path) -> None:
    server = Postgres(server_folder, durable=False, settings={"max_connections": "none"})
    with pytest.raises(CannotRun, match="invalid value for parameter"):
        server.start()
