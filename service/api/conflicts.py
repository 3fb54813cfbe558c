"""The kinds of problem that tell how a game or race stands: it is over, waits, was discarded or has moved on."""

from __future__ import annotations

from service.api.kind import Kind

CONFLICTS = (
    Kind(
        "game-over",
        409,
        "The game is over",
        "The chain has locked or the game was given up, so there is nothing left to move. Its `result` says how it "
        "ended.",
    ),
    Kind(
        "game-not-over",
        409,
        "The game still goes on",
        "A game's seed, deck and reading are shown when the game is over, and never before. The reading comes at "
        "once. The proof of a daily deal waits longer, because others may still play it: it opens at one in the "
        "morning UTC of the day after. That of a game in a race opens when the race is over.",
    ),
    Kind(
        "practice-only",
        409,
        "Only in games for practice",
        "Hints, steps back and save documents are for games that were dealt with `practice`, and for imported ones. "
        "Deal such a game to have them.",
    ),
    Kind(
        "nothing-to-undo",
        409,
        "There is nothing to take back",
        "The game stands where it began. Every step and decision before that has been taken back already.",
    ),
    Kind(
        "decision-pending",
        409,
        "The game waits for a decision",
        "The chain cannot go on before you have decided. `question` says what about: `reprieve` is answered with "
        "POST /v1/games/{game_id}/reprieve, `fork` with POST /v1/games/{game_id}/fork, and the game's `choices` "
        "lists what may be chosen. Autoplay with `until` `end` decides for you.",
    ),
    Kind(
        "no-decision-pending",
        409,
        "Nobody asked for this decision",
        "A reprieve can be chosen only while the game's status is `awaiting_reprieve`, and a fork only while it is "
        "`awaiting_fork`. Fetch the game to see where it stands.",
    ),
    Kind(
        "autoplay-not-allowed",
        409,
        "These cards are placed by hand",
        "A game in placement mode that is not for practice has to be placed card by card: name the `pile` in each "
        "step. Games in reveal mode and practice games can be played on automatically.",
    ),
    Kind(
        "daily-already-played",
        409,
        "The deal of the day has been played",
        "Each player has one attempt at each variant's deal of the day, and it was opened with the game `game_id`. "
        "It can be played on there if it is not over. The next deal comes with the next UTC day.",
    ),
    Kind(
        "commitment-used",
        409,
        "The commitment has opened a game already",
        "A commitment promises one deal. Ask for a new one with POST /v1/commitments.",
    ),
    Kind(
        "too-many-open-games",
        409,
        "Too many games in play",
        "The player has as many open games as anyone may have. Finish or abandon one first.",
    ),
    Kind(
        "name-locked",
        409,
        "The name was given by the operators",
        "The operators have given this account its name, and it stays until they free it. Everything else works as "
        "usual; whoever runs the service can be asked.",
    ),
    Kind(
        "too-many-races",
        409,
        "Too many races at once",
        "The player sits in as many races that are not over as anyone may. Leave one whose lobby is open, forfeit "
        "one that runs, or wait for an end. A seat that you have stays yours.",
    ),
    Kind(
        "race-full",
        409,
        "The race has no seat left",
        "As many players have joined as the race has room for. Watch it, take a seat in another one with "
        "POST /v1/races/quick, or make one.",
    ),
    Kind(
        "race-started",
        409,
        "The race has left its lobby",
        "Seats are taken, left and made ready while the race is `open`. From the countdown on they stay as they are; "
        "whoever wants to stop running forfeits.",
    ),
    Kind(
        "racers-not-ready",
        409,
        "Not everyone is ready",
        "A host starts a race when there are two racers at least and all others have said that they are ready. A "
        "racer who does not can be removed with POST /v1/races/{race_id}/kick.",
    ),
    Kind(
        "race-not-started",
        409,
        "The race has not started",
        "No card is shown and none is placed before `starts_at`, by the service's clock: `server_now` in the race "
        "tells it. Nothing was counted.",
    ),
    Kind(
        "race-over",
        409,
        "The race is over",
        "The time is up, every racer's fate is known, or the race was cancelled. What came of it stays as it is: "
        "`status` and `place` in the race tell.",
    ),
    Kind(
        "race-not-over",
        409,
        "The race still goes on",
        "A rematch is for those who have come to the end of a race. It is over when every racer's fate is known, at "
        "its time limit at the latest.",
    ),
    Kind(
        "not-in-the-race",
        409,
        "You have no seat in this race",
        "Only racers leave, are ready, forfeit or ask for a rematch. While the race is `open` a seat is had with "
        "POST /v1/races/{race_id}/join.",
    ),
    Kind(
        "saved-game-discarded",
        410,
        "The stored game was discarded",
        "What the store held failed its check, so it is not played on and nothing of it is recorded. The operators "
        "have been told. Deal a new game.",
    ),
    Kind(
        "no-longer-kept",
        410,
        "No longer kept",
        "It is too long ago. Leaderboards of days and weeks are kept for more than a year, and `detail` says since "
        "when; those of months and of all time stay. Of a finished game: the operators have put away the results of "
        "the month in which it was opened.",
    ),
    Kind(
        "race-discarded",
        410,
        "The stored race was discarded",
        "What the store held of the race failed its check, so it does not go on, and nothing of it is recorded. The "
        "operators have been told. Make a new race.",
    ),
    Kind(
        "stale-game",
        412,
        "The game has moved on",
        "`If-Match` named another state than the current one, so nothing was changed. `version` is the current one: "
        "fetch the game and decide again.",
    ),
)
"""In the order of their status: 409, 410, 412."""
