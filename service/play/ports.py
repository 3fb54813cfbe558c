"""What the use cases need of the world.

Every method may raise `StoreUnavailable`. Those that take a `Caller` raise `Unauthenticated` or
`InsufficientScope` before anything else, charge the caller's quota (`QuotaExceeded`) and note it on the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    from service.game.game import Game
    from service.game.policy import Until
    from service.play.caller import Caller
    from service.play.commitments import Commitment
    from service.play.daily import DailyTally
    from service.play.identity import Login, Token
    from service.play.pages import Key, Page
    from service.play.players import Player
    from service.play.quota import Policy, Quota
    from service.play.race import Race
    from service.play.race_results import RaceResult
    from service.play.record import Change, Draft, GameRecord
    from service.play.results import RecordedResult
    from service.play.sessions import LinkCode, Scope, Session

    Turn = Callable[[GameRecord], Game]
    """What a request makes of a game, for a decision or a step back."""


class Games(Protocol):
    """Games in play, and those that ended lately."""

    def open(self, caller: Caller, draft: Draft, commitment_id: str | None) -> Change:
        """Store a new game at version 1, using up the commitment; before and after of the change are the same.

        Raises `CommitmentNotFound`, `CommitmentUsed`, `DailyAlreadyPlayed`, `TooManyOpenGames`,
        `IdempotencyKeyReused`.
        """

    def load(self, caller: Caller, game_id: str) -> GameRecord:
        """The caller's game, checked. Raises `GameNotFound`, `SaveDiscarded`."""

    def peek(self, game_id: str) -> GameRecord:
        """Anyone's game, checked, for what is public about it. Raises `GameNotFound`, `SaveDiscarded`."""

    def advance(self, caller: Caller, game_id: str, count: int) -> Change:
        """Make up to `count` forced moves, as far as the end or the next decision, in a game in reveal mode.

        Raises as `load`, and `StaleGame`, `GameOver`, `WrongMode`, `DecisionPending`, `IdempotencyKeyReused`.
        """

    def place(self, caller: Caller, game_id: str, pile: int) -> Change:
        """Take the card in hand to a pile, in placement mode; a wrong one is counted. Raises as `advance`."""

    def autoplay(self, caller: Caller, game_id: str, until: Until) -> Change:
        """Play on by the best policy. Raises as `advance`, and `AutoplayNotAllowed`."""

    def change(self, caller: Caller, game_id: str, turn: Turn) -> Change:
        """Make of the game what `turn` makes of it. Raises as `load` and as `turn` does, and as `advance` otherwise.

        `turn` is pure: it is asked again when the game has changed meanwhile. A game that it opens again counts
        among the games in play (`TooManyOpenGames`), unless its time is up (`GameOver`).
        """

    def abandon(self, caller: Caller, game_id: str) -> None:
        """End the game where it stands. Raises as `advance`."""

    def expire(self, limit: int) -> int:
        """End up to `limit` games of each partition whose time is up, as abandoned; how many were ended."""

    def page(self, caller: Caller, after: Key | None, limit: int, *, in_play: bool = False) -> Page[GameRecord]:
        """The next `limit` of the caller's games, newest first, all or those in play.

        Those that fail their check are left out, so a page may hold fewer, and still not be the last.
        """

    def walk(self, caller: Caller) -> Iterator[GameRecord]:
        """All of the caller's games, newest first, as the pages would hold them; charged as one request."""


class Dailies(Protocol):
    """The seeds of daily deals, in the results database."""

    def prepare(self, today: date) -> None:
        """See to it that this day and the next have a server seed for each variant, made once and for all.

        `StoreUnavailable` only when this day's seeds cannot be told: with those in memory, the next day's can wait.
        """

    def seeds(self, day: date) -> Mapping[str, bytes]:
        """The server seeds that were made for a day, by variant; empty if none were."""

    def tallies(self, day: date) -> Mapping[str, DailyTally]:
        """What has come of that day's games so far, by variant, as far as results are recorded."""


class Now(Protocol):
    """The live store's time, by which games begin and end whatever the clocks of the service's own hosts say."""

    def __call__(self) -> int:
        """The present instant, in milliseconds since 1970."""


class Commitments(Protocol):
    """Server seeds whose commitment was given out before their deal."""

    def add(self, caller: Caller, commitment_id: str, server_seed: bytes) -> Commitment:
        """Keep a seed for the caller's next deal. Raises `IdempotencyKeyReused`; a repeat answers the first."""

    def get(self, caller: Caller, commitment_id: str) -> Commitment:
        """The caller's commitment, used up or not. Raises `CommitmentNotFound`.

        One that is used up is kept for as long as its deal may be asked for again under its idempotency key.
        """


class Sessions(Protocol):
    """Logins."""

    def open(self, token: Token, scopes: frozenset[Scope]) -> Session:
        """Make the token good for these scopes."""

    def check(self, caller: Caller, needed: Scope) -> None:
        """Nothing but what every call with a caller does first."""

    def lives(self, login: Login) -> bool:
        """Whether the login is still good. This charges nothing, and lets no login live on."""

    def close(self, caller: Caller) -> None:
        """End the caller's login."""

    def close_all(self, player_id: str) -> None:
        """End every login of the player, on every worker at once."""

    def add_link(self, caller: Caller, code: str) -> LinkCode:
        """Keep a link code for the caller's player."""

    def open_link(self, code: str, scopes: frozenset[Scope]) -> Session:
        """Use a link code up for a login of its player, good for these scopes. Raises `BadCredentials`.

        A login that `close_all` comes upon is ended, however close upon the code's use.
        """

    def erase(self, player_id: str) -> None:
        """End the player's logins and remove their games, having ended those in play as abandoned: ranked ones count.

        Results of the player's games that were set aside are removed. What happens to those still on their way is
        as `Results` says.
        What only a login leads to, commitments and idempotency records, is gone within a day or so.
        """


class Limits(Protocol):
    """Quotas of those who are not signed in, by address."""

    def charge(self, policy: Policy, whom: str, cost: int = 1) -> Quota:
        """Charge a request (a cost of 0 only asks). Raises `QuotaExceeded`."""


class Players(Protocol):
    """Accounts, in the results database."""

    def add(self, player_id: str, display_name: str, secret_digest: bytes, *, bot: bool = False) -> Player:
        """Store a new player; a bot is on no board."""

    def get(self, player_id: str) -> Player:
        """Raises `PlayerNotFound`."""

    def secret_digest(self, player_id: str) -> bytes:
        """Raises `PlayerNotFound`."""

    def banned_at(self, player_id: str) -> int | None:
        """Since when the player is banned, in milliseconds since 1970; None if not. Raises `PlayerNotFound`."""

    def name_locked(self, player_id: str) -> bool:
        """Whether the operators have given the player a name that stays. Raises `PlayerNotFound`."""

    def rename(self, player_id: str, display_name: str) -> Player:
        """Change the name, as the player wishes. Raises `PlayerNotFound`, `NameLocked`."""

    def give_name(self, player_id: str, display_name: str, *, locked: bool) -> Player:
        """Change the name, as the operators wish; locked, it stays until they free it. Raises `PlayerNotFound`."""

    def replace_secret(self, player_id: str, secret_digest: bytes) -> None:
        """Raises `PlayerNotFound`."""

    def hide(self, player_id: str) -> None:
        """Begin to erase: the name and the secret go, and the player is gone for everyone; no error if already."""

    def erase(self, player_id: str) -> None:
        """Remove all that `hide` does, and the links from results to the player; no error if already gone."""

    def half_erased(self, limit: int) -> Sequence[str]:
        """Up to so many players who were hidden more than a minute ago and are not erased, the longest first."""

    def ban(self, player_id: str) -> None:
        """Take the player off all boards, as long as the ban lasts; results stay. Raises `PlayerNotFound`."""

    def unban(self, player_id: str) -> None:
        """Put the player back on the boards with all results; a bot stays off.

        Raises `PlayerNotFound`, `MonthsDetached`.
        """


class Results(Protocol):
    """Results of ended ranked games, in the results database."""

    def record(self, records: Sequence[GameRecord]) -> None:
        """Store the results in one transaction; those already there stay as they are.

        Raises `UnrecordableResult` when the database refuses one for what it holds.
        """

    def record_races(self, races: Sequence[Race]) -> None:
        """Store how races ended, in the same way, unless cancelled. Their games come to `record`, before or after."""

    def find(self, game_id: str) -> GameRecord:
        """The game of a result, as it ended; its player is `NOBODY` once erased.

        Raises `GameNotFound` (`ResultDetached` if that is why), and `SaveDiscarded` when no game can be made of
        what is stored.
        """

    def page(self, player_id: str, after: Key | None, limit: int) -> Page[RecordedResult]:
        """A player's next `limit` results, newest first."""

    def races(self, player_id: str, after: Key | None, limit: int) -> Page[RaceResult]:
        """How the player's next `limit` races ended, newest first."""
