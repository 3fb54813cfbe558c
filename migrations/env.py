from alembic import context
from sqlalchemy import Connection

from service.config import Config
from service.storage.postgres import migrate
from service.storage.postgres.tables import metadata


def run_on(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        include_name=_is_ours,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def print_sql() -> None:
    context.configure(
        dialect_name="postgresql", target_metadata=metadata, literal_binds=True, transaction_per_migration=True
    )
    with context.begin_transaction():
        context.run_migrations()


def _is_ours(name: str | None, kind: str, _parents: object) -> bool:
    """The months of `results` come and go by themselves."""
    return kind != "table" or name in metadata.tables


if context.is_offline_mode():
    print_sql()
elif "connection" in context.config.attributes:
    run_on(context.config.attributes["connection"])
else:
    with migrate.exclusively(Config.from_environment().database_url) as connection:
        run_on(connection)
