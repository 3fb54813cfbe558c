"""How races ended, which players are bots, and what racers' games need of a result."""

from alembic import op

revision = "20261130f"
down_revision = "20261130e"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE players ADD COLUMN bot boolean NOT NULL DEFAULT false")
    op.execute("ALTER TABLE results ADD COLUMN time_limit_s smallint")
    op.execute(TIME_LIMIT_OF_A_RACER)
    for statement in (RACES, RACE_ENTRIES, RACES_OF_A_PLAYER, WINS_OF_A_PLAYER):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE race_entries")
    op.execute("DROP TABLE races")
    op.execute("ALTER TABLE results DROP COLUMN time_limit_s")
    op.execute("ALTER TABLE players DROP COLUMN bot")


TIME_LIMIT_OF_A_RACER = """
ALTER TABLE results ADD CONSTRAINT ck_results_time_limit_s
    CHECK ((time_limit_s IS NOT NULL) = (deal_kind = 'race')) NOT VALID
"""

RACES = """
CREATE TABLE races (
    id uuid NOT NULL,
    capacity smallint NOT NULL,
    variant text NOT NULL,
    decks text NOT NULL,
    errors text NOT NULL,
    penalty_ms integer NOT NULL,
    time_limit_s smallint NOT NULL,
    visibility text NOT NULL,
    start text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    starts_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3) NOT NULL,
    recorded_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_races PRIMARY KEY (id),
    CONSTRAINT ck_races_capacity CHECK (capacity BETWEEN 2 AND 64),
    CONSTRAINT ck_races_decks CHECK (decks IN ('own', 'shared')),
    CONSTRAINT ck_races_errors CHECK (errors IN ('count', 'penalty', 'disqualify')),
    CONSTRAINT ck_races_times CHECK (created_at <= starts_at AND starts_at <= ended_at)
)
"""

# An entry has the variant and the end of its race too, so that an index of its own finds a player's races and wins.
RACE_ENTRIES = """
CREATE TABLE race_entries (
    race_id uuid NOT NULL CONSTRAINT fk_race_entries_race_id REFERENCES races (id) ON DELETE CASCADE,
    seat smallint NOT NULL,
    player_id uuid CONSTRAINT fk_race_entries_player_id REFERENCES players (id) ON DELETE SET NULL,
    variant text NOT NULL,
    ended_at timestamptz(3) NOT NULL,
    game_id uuid NOT NULL,
    state text NOT NULL,
    place smallint NOT NULL,
    time_ms bigint NOT NULL,
    revealed smallint NOT NULL,
    errors integer NOT NULL,
    won boolean NOT NULL,
    CONSTRAINT pk_race_entries PRIMARY KEY (race_id, seat),
    CONSTRAINT ck_race_entries_seat CHECK (seat BETWEEN 1 AND 64 AND place BETWEEN 1 AND 64),
    CONSTRAINT ck_race_entries_state
        CHECK (state IN ('finished', 'locked', 'disqualified', 'forfeited', 'timed_out')),
    CONSTRAINT ck_race_entries_figures CHECK (time_ms >= 0 AND revealed >= 0 AND errors >= 0),
    CONSTRAINT ck_race_entries_won CHECK (NOT won OR (place = 1 AND state IN ('finished', 'locked')))
)
"""

# In new tables nobody is held up.
RACES_OF_A_PLAYER = """
CREATE INDEX ix_race_entries_player_id_ended_at_race_id ON race_entries (player_id, ended_at, race_id)
"""

WINS_OF_A_PLAYER = """
CREATE INDEX ix_race_entries_wins ON race_entries (player_id, variant, ended_at, game_id) WHERE won
"""
