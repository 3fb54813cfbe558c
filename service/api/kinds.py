"""Every kind of problem that an answer can report, with what it means and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One cause of refusal: its page is `/problems/<slug>`."""

    slug: str
    status: int
    title: str
    meaning: str

    @property
    def uri(self) -> str:
        """The problem's `type`."""
        return f"/problems/{self.slug}"


_ALL = (
    Kind(
        "bad-request",
        400,
        "The request cannot be understood",
        "A header or the request itself is malformed: no Host, an If-Match that is no list of entity tags, an "
        "Idempotency-Key that is empty or too long. `detail` says which. Repeating the request will not help.",
    ),
    Kind(
        "malformed-json",
        400,
        "The body is not a JSON object",
        "Bodies are JSON objects in UTF-8, at most 16 levels deep, with every name once and at most 100 names in an "
        "object, numbers of at most 18 digits and text without NUL characters or lone surrogates. An empty body "
        "counts as {}.",
    ),
    Kind(
        "unauthenticated",
        401,
        "Sign in first",
        "The call needs `Authorization: Bearer <token>`, and the token is missing, malformed, expired or signed out. "
        "Get one from POST /v1/sessions, or open an account with POST /v1/players.",
    ),
    Kind(
        "bad-credentials",
        401,
        "Nothing opens with these credentials",
        "The player id and secret do not belong together, or the link code was used, mistyped or older than five "
        "minutes. Which of these it was is not told. Many failures from one address slow it down.",
    ),
    Kind(
        "insufficient-scope",
        403,
        "This login may not do that",
        "The login was made with the scope `read` only. Sign in again with the scope `play`.",
    ),
    Kind(
        "not-found",
        404,
        "No such thing",
        "There is nothing at this address, or nothing that this caller may know of: another player's private things "
        "answer exactly as things that do not exist.",
    ),
    Kind(
        "method-not-allowed",
        405,
        "Not with this method",
        "The address exists, but not for this method. The `Allow` header lists those that it answers.",
    ),
    Kind(
        "request-timeout",
        408,
        "The body did not arrive in time",
        "A body has ten seconds to arrive. Nothing was changed; repeat the request on a new connection.",
    ),
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
        "morning UTC of the day after.",
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
        "saved-game-discarded",
        410,
        "The stored game was discarded",
        "What the store held failed its check, so it is not played on and nothing of it is recorded. The operators "
        "have been told. Deal a new game.",
    ),
    Kind(
        "stale-game",
        412,
        "The game has moved on",
        "`If-Match` named another state than the current one, so nothing was changed. `version` is the current one: "
        "fetch the game and decide again.",
    ),
    Kind("content-too-large", 413, "The body is too large", "Bodies have at most 65,536 bytes."),
    Kind(
        "uri-too-long", 414, "The address is too long", "A request line has at most 4,094 bytes, its query included."
    ),
    Kind(
        "unsupported-media-type",
        415,
        "Send JSON",
        "A body must come as `Content-Type: application/json`, without a content encoding.",
    ),
    Kind(
        "invalid-request",
        422,
        "Something in the request is not valid",
        "`errors` lists every fault: `pointer` is a JSON pointer (RFC 6901) into the body, or names the query "
        "parameter. Faults of the query are told first, then those of the body's shape, with all rule options that "
        "do not go together, and then those of what it means, such as cards that make no deck. Unknown fields and "
        "parameters are refused as well, and integers are written without fraction or exponent.",
    ),
    Kind(
        "not-savable",
        422,
        "The game cannot be saved",
        "A save document shows a dial, and under rules with reprieves, forks or restarts the dial does not tell all "
        "that the game depends on. `detail` says what is missing.",
    ),
    Kind(
        "invalid-save",
        422,
        "The document is no save of a game in play",
        "`errors` lists everything for which the document is no save in the format clock-save/1, or shows a dial "
        "that no game in play can come to: `pointer` is a JSON pointer (RFC 6901) into it.",
    ),
    Kind(
        "idempotency-key-reused",
        422,
        "The key was used for something else",
        "The same Idempotency-Key came before with another payload. Nothing was changed. Use a new key for a new "
        "request.",
    ),
    Kind(
        "quota-exceeded",
        429,
        "Too many requests",
        "Wait as long as `Retry-After` says. `RateLimit-Policy` describes the quota and `RateLimit` what is left.",
    ),
    Kind(
        "simulator-busy",
        429,
        "Other simulations are being played",
        "Only so many are played at once, whoever asks, so that they cannot slow down games. One of them is over "
        "within seconds: repeat the request after `Retry-After`.",
    ),
    Kind(
        "header-too-large",
        431,
        "The header is too large",
        "A request has at most 100 header fields, each of at most 8,190 bytes.",
    ),
    Kind(
        "internal-error",
        500,
        "The service failed",
        "A fault of the service, which has been logged under the `request_id`. With an Idempotency-Key the request "
        "can be repeated safely.",
    ),
    Kind(
        "store-unavailable",
        503,
        "A store does not answer",
        "One of the service's stores could not be reached in time. Repeat the request after `Retry-After`; with an "
        "Idempotency-Key it takes effect once, whether or not the first attempt did.",
    ),
    Kind(
        "simulator-unavailable",
        503,
        "The simulation was not played",
        "The process that plays simulations could not be started, ended early or took too long. Everything else "
        "works as usual. Repeat the request after `Retry-After`, with fewer deals if it happens again.",
    ),
    Kind(
        "not-ready",
        503,
        "Not ready",
        "The service is alive but should not be sent requests yet; `detail` names what is missing.",
    ),
)

KINDS: dict[str, Kind] = {kind.slug: kind for kind in _ALL}
"""All kinds by slug, in the order of their status."""
