"""Who stands where: standings, how many stand there, what players' games come to, and how fair the deals were."""

from alembic import op

revision = "20261130d"
down_revision = "20261130c"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE players ADD COLUMN banned_at timestamptz(3)")
    for table in (STANDINGS, STANDINGS_IN_ORDER, STANDING_COUNTS, DIGESTS, FAIRNESS, FATES):
        op.execute(table)


def downgrade() -> None:
    for table in ("daily_fates", "fairness", "digests", "standing_counts", "standings"):
        op.execute(f"DROP TABLE {table}")
    op.execute("ALTER TABLE players DROP COLUMN banned_at")


STANDINGS = """
CREATE TABLE standings (
    player_id uuid NOT NULL CONSTRAINT fk_standings_player_id REFERENCES players (id) ON DELETE CASCADE,
    board text NOT NULL,
    variant text NOT NULL,
    period text NOT NULL,
    start date NOT NULL,
    value double precision NOT NULL,
    sort_order double precision NOT NULL,
    achieved_at timestamptz(3) NOT NULL,
    game_id uuid NOT NULL,
    CONSTRAINT pk_standings PRIMARY KEY (player_id, board, variant, period, start),
    CONSTRAINT ck_standings_period CHECK (period IN ('all', 'month', 'week', 'day')),
    CONSTRAINT ck_standings_start CHECK (start BETWEEN '0001-01-01' AND '9999-12-31'),
    CONSTRAINT ck_standings_value CHECK (value > '-Infinity' AND value < 'Infinity'),
    CONSTRAINT ck_standings_sort_order CHECK (sort_order > '-Infinity' AND sort_order < 'Infinity'),
    CONSTRAINT ck_standings_achieved_at CHECK (isfinite(achieved_at))
)
"""

# In a new table nobody is held up.
STANDINGS_IN_ORDER = """
CREATE INDEX ix_standings_in_order ON standings
    (board, variant, period, start, sort_order, achieved_at, player_id) INCLUDE (value, game_id)
"""

# Fewer than nobody may be counted: where a count was lost, results are recorded all the same, until it is mended.
STANDING_COUNTS = """
CREATE TABLE standing_counts (
    board text NOT NULL,
    variant text NOT NULL,
    period text NOT NULL,
    start date NOT NULL,
    level smallint NOT NULL,
    bucket double precision NOT NULL,
    players bigint NOT NULL,
    CONSTRAINT pk_standing_counts PRIMARY KEY (board, variant, period, start, level, bucket),
    CONSTRAINT ck_standing_counts_period CHECK (period IN ('all', 'month', 'week', 'day')),
    CONSTRAINT ck_standing_counts_start CHECK (start BETWEEN '0001-01-01' AND '9999-12-31'),
    CONSTRAINT ck_standing_counts_level CHECK (level BETWEEN 0 AND 4),
    CONSTRAINT ck_standing_counts_bucket CHECK (bucket > '-Infinity' AND bucket < 'Infinity')
)
"""

DIGESTS = """
CREATE TABLE digests (
    player_id uuid NOT NULL CONSTRAINT fk_digests_player_id REFERENCES players (id) ON DELETE CASCADE,
    variant text NOT NULL,
    period text NOT NULL,
    start date NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT pk_digests PRIMARY KEY (player_id, variant, period, start),
    CONSTRAINT ck_digests_period CHECK (period IN ('all', 'month', 'week', 'day')),
    CONSTRAINT ck_digests_start CHECK (start BETWEEN '0001-01-01' AND '9999-12-31'),
    CONSTRAINT ck_digests_body CHECK (body @@ 'strict $.type() == "array" && $.size() == 12
        && !exists($[0 to 7] ? (@.type() != "number")) && !exists($[8 to 10] ? (@.type() != "array"))')
)
"""

FAIRNESS = """
CREATE TABLE fairness (
    variant text NOT NULL,
    locks_at smallint NOT NULL,
    deals bigint NOT NULL,
    CONSTRAINT pk_fairness PRIMARY KEY (variant, locks_at)
)
"""

FATES = """
CREATE TABLE daily_fates (
    day date NOT NULL,
    variant text NOT NULL,
    locks_at smallint NOT NULL,
    CONSTRAINT pk_daily_fates PRIMARY KEY (day, variant),
    CONSTRAINT ck_daily_fates_day CHECK (day BETWEEN '0001-01-01' AND '9999-12-31')
)
"""
