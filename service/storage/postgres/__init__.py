"""What lasts, in Postgres: players, the results of their ranked games, what those come to, and daily deals' seeds."""

from service.storage.postgres.dailies import PostgresDailies
from service.storage.postgres.database import Database
from service.storage.postgres.leaderboards import PostgresLeaderboards
from service.storage.postgres.months import MonthRefused, PostgresMonths
from service.storage.postgres.players import PostgresPlayers
from service.storage.postgres.results import PostgresResults
from service.storage.postgres.retention import PostgresRetention
from service.storage.postgres.statistics import PostgresStatistics
from service.storage.postgres.upkeep import PostgresUpkeep

__all__ = [
    "Database",
    "MonthRefused",
    "PostgresDailies",
    "PostgresLeaderboards",
    "PostgresMonths",
    "PostgresPlayers",
    "PostgresResults",
    "PostgresRetention",
    "PostgresStatistics",
    "PostgresUpkeep",
]
