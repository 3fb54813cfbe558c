"""Results of racers' games have a time limit, and no others do."""

from alembic import op

revision = "20261130g"
down_revision = "20261130f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE results VALIDATE CONSTRAINT ck_results_time_limit_s")


def downgrade() -> None:
    """The constraint goes with its column."""
