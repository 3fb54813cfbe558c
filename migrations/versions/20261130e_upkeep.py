"""Names that stay, players who are erased step by step, months of results that are detached, digests that are old."""

from alembic import op

revision = "20261130e"
down_revision = "20261130d"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE players ADD COLUMN name_locked boolean NOT NULL DEFAULT false")
    op.execute("ALTER TABLE players ADD COLUMN erased_at timestamptz(3)")
    op.execute(DETACHED_MONTHS)
    op.execute(DIGESTS_BY_AGE)


def downgrade() -> None:
    op.execute("DROP INDEX ix_digests_start")
    op.execute("DROP TABLE detached_months")
    op.execute("ALTER TABLE players DROP COLUMN erased_at")
    op.execute("ALTER TABLE players DROP COLUMN name_locked")


DETACHED_MONTHS = """
CREATE TABLE detached_months (
    first date NOT NULL,
    detached_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_detached_months PRIMARY KEY (first)
)
"""

# New results wait in the outbox while this is built; nobody's play or look at a board is held up.
DIGESTS_BY_AGE = """
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX ix_digests_start ON digests (start) WHERE period IN ('week', 'day')
"""
