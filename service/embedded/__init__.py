"""Real PostgreSQL and real Valkey for people, and tests, that have none.

The programs come from two packages of the lock file; starting, stopping and looking after them is done
here. The servers listen on 127.0.0.1 only, on free ports, behind random passwords; started by root they
run as `nobody`. A server's folder holds its `data`, `password` (readable by its starter alone), `lock`
and `log`.
"""

from service.embedded.folders import data_folder
from service.embedded.postgres import Postgres
from service.embedded.server import Server, Starter, kept_secret
from service.embedded.valkey import Valkey
from service.processes.errors import CannotRun

__all__ = ["CannotRun", "Postgres", "Server", "Starter", "Valkey", "data_folder", "kept_secret"]
