"""What lasts, in Postgres: players, the results of their ranked games, and the seeds of daily deals."""

from service.storage.postgres.dailies import PostgresDailies
from service.storage.postgres.database import Database
from service.storage.postgres.players import PostgresPlayers
from service.storage.postgres.results import PostgresResults

__all__ = ["Database", "PostgresDailies", "PostgresPlayers", "PostgresResults"]
