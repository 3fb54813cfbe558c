"""Players and results."""

from alembic import op

revision = "20261130"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(PLAYERS)
    op.execute(RESULTS)
    op.execute(RESULTS_OF_A_PLAYER)


def downgrade() -> None:
    op.execute("DROP TABLE results")
    op.execute("DROP TABLE players")


PLAYERS = """
CREATE TABLE players (
    id uuid CONSTRAINT pk_players PRIMARY KEY,
    display_name text NOT NULL
        CONSTRAINT ck_players_display_name CHECK (char_length(display_name) BETWEEN 1 AND 32),
    secret_digest bytea NOT NULL CONSTRAINT ck_players_secret_digest CHECK (octet_length(secret_digest) = 32),
    created_at timestamptz(3) NOT NULL DEFAULT now()
)
"""

RESULTS = """
CREATE TABLE results (
    game_id uuid CONSTRAINT pk_results PRIMARY KEY,
    player_id uuid CONSTRAINT fk_results_player_id REFERENCES players (id) ON DELETE SET NULL,
    variant text NOT NULL,
    rules text NOT NULL,
    mode text NOT NULL CONSTRAINT ck_results_mode CHECK (mode IN ('reveal', 'placement')),
    deal_kind text NOT NULL CONSTRAINT ck_results_deal_kind CHECK (deal_kind IN ('random', 'daily', 'race')),
    outcome text NOT NULL
        CONSTRAINT ck_results_outcome CHECK (outcome IN ('won', 'lost', 'completed', 'abandoned')),
    flips smallint NOT NULL,
    hidden smallint NOT NULL,
    locking_seen smallint NOT NULL,
    locks_at smallint NOT NULL,
    elapsed_ms bigint NOT NULL,
    shuttles smallint NOT NULL,
    longest_run smallint NOT NULL,
    placement_errors integer NOT NULL,
    restarts integer NOT NULL,
    clearance integer,
    partial integer,
    speed integer,
    chains integer,
    cap integer,
    total integer GENERATED ALWAYS AS (clearance + partial + speed + chains + cap) STORED,
    opened_at timestamptz(3) NOT NULL,
    finished_at timestamptz(3) NOT NULL,
    deck text NOT NULL CONSTRAINT ck_results_deck CHECK (char_length(deck) IN (104, 208)),
    server_seed bytea NOT NULL,
    client_seed text NOT NULL,
    recorded_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT ck_results_flips CHECK (flips >= 0 AND hidden >= 0 AND locks_at BETWEEN 4 AND 104),
    CONSTRAINT ck_results_times CHECK (elapsed_ms >= 0 AND finished_at >= opened_at),
    CONSTRAINT ck_results_ledger CHECK (
        num_nulls(clearance, partial, speed, chains, cap) = CASE outcome WHEN 'abandoned' THEN 5 ELSE 0 END
    ),
    CONSTRAINT ck_results_seeds CHECK (octet_length(server_seed) = 32 AND octet_length(client_seed) <= 64)
) PARTITION BY RANGE (game_id)
"""

RESULTS_OF_A_PLAYER = """
CREATE INDEX ix_results_player_id_finished_at_game_id ON results (player_id, finished_at, game_id)
"""
