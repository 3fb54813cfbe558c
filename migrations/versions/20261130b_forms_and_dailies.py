"""What the game's other forms need of a result, and the seeds of daily deals."""

from alembic import op

revision = "20261130b"
down_revision = "20261130"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE results ADD COLUMN decisions text NOT NULL DEFAULT '', ADD COLUMN day date")
    op.execute(DAY_OF_A_DAILY)
    op.execute(DAILIES)


def downgrade() -> None:
    op.execute("DROP TABLE dailies")
    op.execute("ALTER TABLE results DROP COLUMN day, DROP COLUMN decisions")


DAY_OF_A_DAILY = """
ALTER TABLE results ADD CONSTRAINT ck_results_day CHECK ((day IS NOT NULL) = (deal_kind = 'daily')) NOT VALID
"""

DAILIES = """
CREATE TABLE dailies (
    day date NOT NULL,
    variant text NOT NULL,
    server_seed bytea NOT NULL CONSTRAINT ck_dailies_server_seed CHECK (octet_length(server_seed) = 32),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_dailies PRIMARY KEY (day, variant)
)
"""
