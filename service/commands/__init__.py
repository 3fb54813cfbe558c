"""The commands of `clock`, one a module: each module's `command` is named after it."""

SUMMARIES = {
    "ban": "Take a player off all leaderboards; their account, games and results stay",
    "bots": "Fill a race with bots, which say that they are",
    "dead": "See results that could not be recorded, and try them again",
    "leaderboards": "Compute leaderboards and statistics anew from the results, or check them",
    "migrate": "Bring the database to the newest schema; doing so again changes nothing",
    "openapi": "Print the OpenAPI description of the API as YAML",
    "play": "Deal a game and play it",
    "players": "Rename players whose names cannot stay",
    "race": "Race others to clear the dial, in the terminal, or watch them",
    "results": "List the months of results, put old ones away, and bring them back",
    "serve": "Serve the API with gunicorn, as the environment configures it",
    "simulate": "Play out deals by the million, beside the exact odds",
    "unban": "Put a banned player back on the leaderboards, with all results",
    "up": "Run the whole service here until Ctrl-C",
    "verify": "Recompute a proof on this machine: commitment, deck, chain and outcome",
    "worker": "Write finished games into Postgres, and end games whose time is up",
}
"""What each command does, known without importing it: `clock --help` answers at once."""
