"""A player's best daily deals are found at once, and so is whoever is still being erased."""

from alembic import op

revision = "20261130h"
down_revision = "20261130g"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(BEST_DAILIES)
    op.execute(BEING_ERASED)


def downgrade() -> None:
    op.execute("DROP INDEX ix_players_erased_at")
    op.execute("DROP INDEX ix_standings_best_dailies")


# New results wait in the outbox while this is built; nobody's play or look at a board is held up.
BEST_DAILIES = """
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX ix_standings_best_dailies ON standings (player_id, variant, sort_order, achieved_at, game_id)
    WHERE board = 'daily'
"""

# Hardly any row is in it, so that it is built by one look through the table.
BEING_ERASED = """
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX ix_players_erased_at ON players (erased_at) WHERE erased_at IS NOT NULL
"""
