"""What lasts, in Postgres: players, and the results of their ranked games."""

from service.storage.postgres.database import Database
from service.storage.postgres.players import PostgresPlayers
from service.storage.postgres.results import PostgresResults

__all__ = ["Database", "PostgresPlayers", "PostgresResults"]
