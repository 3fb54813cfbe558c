"""Every kind of problem that an answer can report, with what it means and what to do about it."""

from __future__ import annotations

from service.api.conflicts import CONFLICTS
from service.api.kind import Kind

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
        "not-the-host",
        403,
        "That is for the host",
        "A race is started by its host, who alone removes racers: `host` is the seat. When a host leaves, the lowest "
        "seat follows.",
    ),
    Kind(
        "removed-from-race",
        403,
        "You cannot come back to this race",
        "Whoever was removed by the host, or has left the race again and again, does not come back to it. Join "
        "another one.",
    ),
    Kind(
        "not-found",
        404,
        "No such thing",
        "There is nothing at this address, or nothing that this caller may know of: another player's private things "
        "answer exactly as things that do not exist.",
    ),
    Kind(
        "not-ranked",
        404,
        "No place on this leaderboard",
        "No ended ranked game of the player counts on this board, with this variant and in this period.",
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
    *CONFLICTS,
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
        "too-many-streams",
        503,
        "Too many event streams",
        "A player, an address and a server may have only so many streams open at once. Close one, or wait as long as "
        "`Retry-After` says; GET /v1/races/{race_id}/log tells the same events meanwhile.",
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
