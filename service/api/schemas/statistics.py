"""Shapes of what a player's games come to."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Id, Instant, Whole
from service.api.schemas.base import Answered
from service.api.schemas.games import FractionSchema, GameSchema
from service.api.schemas.players import PlayerSchema, RecordedResultSchema, scopes
from service.api.schemas.proofs import CommitmentSchema
from service.api.schemas.race_results import RunRaceSchema
from service.api.schemas.values import cleared, proven_game, whole
from service.game.rules import VARIANTS
from service.play.boards import BOARDS


class BesideExactSchema(FractionSchema):
    """A figure in lowest terms, beside what it tends to."""

    exact = fields.Nested(
        FractionSchema,
        required=True,
        metadata={"description": "The expectation over as many games of the same variants."},
    )


class _SummarySchema(Answered):
    dealt = whole("Ranked games that have ended and been recorded.")
    finished = whole("Those that were played out.")
    won = whole("Games won.")
    lost = whole("Games lost.")
    completed = whole("Perpetual games that were played out.")
    abandoned = whole("Games given up, or ended by their deadline.")
    cleared = whole("Dials cleared: games won, and perpetual ones completed without a restart.")
    win_rate = fields.Nested(
        BesideExactSchema,
        required=True,
        allow_none=True,
        metadata={"description": "`cleared` of `dealt`: giving up does not improve it. Null without games."},
    )
    luck = fields.Float(
        required=True,
        allow_none=True,
        validate=validate.Range(0, 100),
        metadata={
            "description": "The percentile, 0 to 100, of the number of winning deals among as many deals of anyone; "
            "games given up count by their deal. Null without games."
        },
    )


class StreakSchema(Answered):
    """Games in a row that ended alike."""

    current = whole("How many there are now.")
    longest = whole("How many there were at the most.")


class BestSchema(Answered):
    """A player's best on a board: of all time, or of the days that are kept where a board goes by days alone."""

    board = fields.String(
        required=True, validate=validate.OneOf(list(BOARDS)), metadata={"description": "The board."}
    )
    day = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Of the board `daily`, the UTC date of the deal; null for the others, which are of all "
            "time.",
            "format": "date",
        },
    )
    value = fields.Float(required=True, metadata={"description": "The value, in the board's unit."})
    cleared = cleared()
    achieved_at = Instant(required=True, metadata={"description": "When the game that set it ended."})
    game_id = proven_game("The game that set it")


class VariantStatisticsSchema(_SummarySchema):
    """A player's games of one variant."""

    variant = fields.String(
        required=True, validate=validate.OneOf(list(VARIANTS)), metadata={"description": "The variant."}
    )
    mean_flips = fields.Nested(
        BesideExactSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Flips of a game that was played out. Null without any."},
    )
    hidden = fields.Dict(
        keys=fields.String(),
        values=Whole(validate=validate.Range(min=1)),
        required=True,
        metadata={"description": "How many games were played out with how many cards left face down."},
    )
    winning_streak = fields.Nested(
        StreakSchema, required=True, metadata={"description": "Dials cleared one after another."}
    )
    losing_streak = fields.Nested(
        StreakSchema,
        required=True,
        metadata={"description": "Games one after another that cleared no dial, those given up included."},
    )
    bests = fields.List(
        fields.Nested(BestSchema),
        required=True,
        metadata={
            "description": "The player's best on each board that there is a row of theirs on: of all time, and of "
            "`daily` the best of the days whose lists are kept. None of a player who is banned, or a bot."
        },
    )


class RacesSchema(Answered):
    """A player's races."""

    run = whole("Races run to their ends; those that were cancelled are none.")
    won = whole(
        "Races with two or more racers who are no bots, in which nobody had a better place, and which the player "
        "neither forfeited nor was put out of."
    )


class StatisticsSchema(_SummarySchema):
    """What a player's ended ranked games come to."""

    races = fields.Nested(RacesSchema, required=True)
    variants = fields.List(
        fields.Nested(VariantStatisticsSchema),
        required=True,
        metadata={"description": "The same by variant, of those that were played."},
    )


class ProfileSchema(PlayerSchema):
    """A player with statistics, as everyone may see them."""

    statistics = fields.Nested(StatisticsSchema, required=True)


class AccountSchema(PlayerSchema):
    """A player, as the player may see the account."""

    banned_at = Instant(
        required=True,
        allow_none=True,
        metadata={"description": "Since when the player is banned from the leaderboards; null if not."},
    )
    name_locked = fields.Boolean(
        required=True, metadata={"description": "Whether the operators have given the account a name that stays."}
    )


class KeptLoginSchema(Answered):
    """A login, without the token that opens it."""

    scopes = scopes()
    expires_at = Instant(
        required=True, metadata={"description": "When it is gone unless it is used; uses put this off, once a day."}
    )
    current = fields.Boolean(
        required=True, metadata={"description": "Whether it is the one with which the export was asked for."}
    )


class DailyAttemptSchema(Answered):
    """An attempt at a daily deal, of which there is one a variant and day."""

    day = fields.String(required=True, metadata={"description": "The UTC date of the deal.", "format": "date"})
    variant = fields.String(
        required=True, validate=validate.OneOf(list(VARIANTS)), metadata={"description": "The variant."}
    )
    game_id = Id(required=True, metadata={"description": "The game that it was."})


class ExportSchema(Answered):
    """What is stored about a player, but for what opens something, must stay unknown, or is gone in a day or less.

    Not in it are the hashes of the account's secret and of the tokens of its logins, and link codes and stream
    tickets, which are good for minutes: an export must open nothing. Nor are the server seeds of unused commitments,
    of games in play, and of daily deals that are still open, for they tell cards that nobody may know. Answers
    kept under idempotency keys, the choice of a race under one, and the state of quotas repeat what was asked, and
    are gone in a day or so. Races that are not over, the seats in them, and their games
    are not in it until they are over, nor are results on their way to the database, or set aside because it refused
    them, other than by their games.
    """

    player = fields.Nested(AccountSchema, required=True)
    games = fields.List(
        fields.Nested(GameSchema),
        required=True,
        metadata={"description": "The games in play and those that ended lately, newest first."},
    )
    results = fields.List(
        fields.Nested(RecordedResultSchema),
        required=True,
        metadata={
            "description": "All results of ranked games, newest first. Cards, seeds and decisions of each are in the "
            "proof of its game."
        },
    )
    races = fields.List(
        fields.Nested(RunRaceSchema),
        required=True,
        metadata={"description": "All races that were run, newest first."},
    )
    logins = fields.List(
        fields.Nested(KeptLoginSchema),
        required=True,
        metadata={"description": "The logins that are good, those that expire last first."},
    )
    commitments = fields.List(
        fields.Nested(CommitmentSchema),
        required=True,
        metadata={"description": "The commitments that wait for a deal. One that is used is told by its game."},
    )
    daily_attempts = fields.List(
        fields.Nested(DailyAttemptSchema),
        required=True,
        metadata={
            "description": "The attempts at daily deals of the last days. Older ones are told by their results."
        },
    )
    statistics = fields.Nested(StatisticsSchema, required=True)
