"""Problems that many operations have in common."""

_STORED = "not-found", "saved-game-discarded", "race-discarded"

OF_A_GAME = (*_STORED, "no-longer-kept")
"""Of whatever is asked about a game."""
OF_A_MOVE = (*_STORED, "game-over", "race-not-started", "race-over")
"""Of whatever would change one."""
OF_A_RACE = ("not-found", "race-discarded")
"""Of whatever is asked about a race."""
OF_A_SEAT = (*OF_A_RACE, "race-full", "race-started", "race-over", "removed-from-race", "too-many-races")
"""Of whatever would give a seat in one."""
