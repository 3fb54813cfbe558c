"""Results of a day's deals, found by their day."""

from alembic import op

revision = "20261130c"
down_revision = "20261130b"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE results VALIDATE CONSTRAINT ck_results_day")
    op.execute(RESULTS_OF_A_DAY)


def downgrade() -> None:
    op.execute("DROP INDEX ix_results_day_variant")


# A partitioned table cannot be indexed concurrently. While this reads it, new results wait in the outbox, as they do
# when the database is away; nobody's play or look at results is held up.
RESULTS_OF_A_DAY = """
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX ix_results_day_variant ON results (day, variant) WHERE day IS NOT NULL
"""
