"""What other tests get from tests/servers.py."""

import psycopg
import redis
from sqlalchemy import create_engine, make_url, text


def test_every_worker_has_an_empty_database_of_its_own(postgres_url: str) -> None:
    engine = create_engine(postgres_url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT current_database()")).scalar_one() == make_url(postgres_url).database
    engine.dispose()
    assert make_url(postgres_url).database != "postgres"
    assert psycopg.__version__


def test_every_worker_has_a_logical_database_of_its_own(valkey_url: str, worker_number: int) -> None:
    with redis.Redis.from_url(valkey_url) as connection:
        assert connection.client_info()["db"] == worker_number
