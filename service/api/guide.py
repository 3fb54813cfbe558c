"""How every form of the game is played over this API: the text at the head of its description."""

from __future__ import annotations

from service.api.shuffling import SHUFFLE, VERIFIER

_GUIDE = """\
A game service for Clock Solitaire: verifiable deals, exact odds, nothing acknowledged ever lost.

Open a guest account with `POST /v1/players`, send its token as `Authorization: Bearer <token>`, deal with
`POST /v1/games`, and follow the chain with `/step` or `/autoplay`.

- Bodies are JSON objects; an empty one means `{}`. Unknown fields and parameters are refused.
- Times are RFC 3339, UTC, with milliseconds; durations end in `_ms` or `_s`.
- Errors are `application/problem+json` (RFC 9457) everywhere; `type` leads to a page that explains the kind.
- A game's `version` rises with every change, a counted wrong pile included, and its strong `ETag` with it. `If-Match`
  on a change refuses it when the game has moved on; `If-None-Match` on a fetch saves the body.
- `Idempotency-Key` makes a POST safe to repeat for at least 24 hours. A key is the player's, for one method and full
  path; only 2xx answers are kept under it.
- What everyone may fetch carries `Cache-Control` and an `ETag`. Only the service's health is never kept, nor is the
  page at `/docs`, which shows this description to people and is made anew for each visit.
- Lists answer `{items, next}`; send `next` as `cursor` to go on.
- What happens in a race comes as Server-Sent Events as well.
- Version 1 stays as it is: fields and operations may be added, so ignore what you do not know. Should an operation
  ever go, it will carry `Deprecation` and `Sunset` headers for at least twelve months before.

# The game

Thirteen piles lie like a clock: 1 to 12 are the hours, 13 is the centre. Each rank has its home: ace 1, the numbers
as they are, jack 11, queen 12, king 13; suits do not matter. A card is written as its rank, one of `A23456789TJQK`,
and its suit, one of `SHDC`: `TD` is the ten of diamonds.

The deal turns the centre's top card, which is then *in hand* (`hand`). A step sets the card in hand under its home
pile (`hand.home`) and turns that pile's top card, which is the next in hand. When the fourth king is set, the
centre has no card left to turn: the chain *locks*, and the game is over, won if no card is face down any more.

To play any game to its end, look at `status` and answer it. Where you may choose, `choices` lists what there is:

| `status` | what to send |
| --- | --- |
| `in_progress` | `POST .../step`, with `{}` in reveal mode, with `{"pile": hand.home}` in placement mode |
| `awaiting_reprieve` | `POST .../reprieve`, with a choice, `{"pile": 3, "depth": 2}`, or `{"decline": true}` |
| `awaiting_fork` | `POST .../fork`, with a choice, `{"pile": 7}` |
| `waiting` | nothing yet: its race starts at `created_at` |
| `won`, `lost`, `completed`, `abandoned` | nothing: the game is over, and `result` says what came of it |

A step that is sent while a decision is waited for is refused (409 `decision-pending`), and so is a decision that
nobody asked for (409 `no-decision-pending`); neither changes anything.

# Modes

- `reveal`, unless you say otherwise: the service sets and turns the cards. `{"count": 5}` makes five steps at once,
  and stops sooner at a decision or at the end. `POST .../autoplay` plays to the end, with the best decision
  wherever there is one, or with `{"until": "decision"}` up to the next one. The card that ends the game is set in
  the step that turned it.
- `placement`: you name the pile of each card, the last one included. A wrong pile is no error of the request: the
  answer is 200 with `accepted` false, nothing moves, `placement_errors` and `version` go up by one, and `coach` says
  where the card goes (`pile`), why (`why`, in the language of `?lang=`) and what kind of mistake it was (`code`):
  `court_card_to_centre`, `king_to_hour`, `own_pile_refused`, `next_hour`, `number_card_to_centre` or `wrong_hour`.
  The time you take counts for the score of a cleared dial. There is no autoplay (409 `autoplay-not-allowed`), except
  in practice.

`"practice": true` deals a game in either mode that is never ranked, and has `GET .../hint` and `POST .../undo`, as
often as you like. `GET .../moves?narrate=en` tells the log of any game in words, and `GET .../reading` what a
finished one bodes.

# Variants

Name one as `variant`, or send the options of `rules` yourself. Options that make up a named variant are that variant,
ranked and for the daily deal too, and `{}` is the standard game; a set of options without a name is `custom`, and not
ranked. Options that do not go together are refused with the reason.

- `standard`: as above. One deal in thirteen is won.
- `watch` (`"reprieves": 1`): when the chain locks with cards still face down, the game waits: `status` is
  `awaiting_reprieve`, the locking card is in hand, and `choices` lists every card that is face down by its place,
  `pile` and `depth` (1 is the top). Choose one, unseen: the locking card goes face down in its place, and the chain
  goes on with it. The game then ends when the locking card comes up again. Only the deepest card of a pile can win,
  with the chance of that pile's cards among all that are face down. Or decline, and the game is lost. There is one
  reprieve a game.
- `watch_fork` (`"fork": "opposite"`): a card that goes back under the hour that it came from is a shuttle. After
  one, if that hour and the one straight across both have cards face down, you choose where the next card comes
  from: `status` is `awaiting_fork`, and `choices` are the two piles. The choice sets the card in hand too, in both
  modes. An hour that is asked for a card and has none passes the question on clockwise, so cards may come from
  other piles than the one just set under. No way on is better than the other.
- `big_clock` (`"decks": 2`): two packs, piles of eight, and the eighth king locks.
- `big_clock_watch`: both of these, `"decks": 2` and `"reprieves": 1`.
- `face_up_finales` (`"finales": "face_up"`): the deepest card of every pile lies face up from the start, as the
  pile's `finale`, until the chain comes to it. It counts as face down until then. Whoever looks can tell the end:
  the odds are 0 or 1 throughout.
- `perpetual` (`"on_lock": "restart"`): when the chain locks with cards face down, it starts again from the first
  pile that has some, in a move of the kind `restart`. Every game ends as `completed`; the fewer `restarts`, the
  better, and `odds.win` is the chance of none.
- `twelve_start` (`"opening_pile": 12`): the chain opens at twelve o'clock, and the fourth queen locks.

`"dealing": "packets"` deals pile by pile instead of round by round; it goes with everything.

# Deals

`deal` says where the cards come from: `random` (with a `client_seed` of yours stirred in), `daily` (today's deal of
the variant, one attempt each, not for practice), `seed` (from seeds that you know) or `custom` (these very cards,
the one dealt first first; two packs need rules with two decks). The first two are ranked, unless for practice or
under custom rules.

# Races

Two to 64 players at once, each with a dial of their own, in placement mode and ranked. `POST /v1/races` makes a race
and gives its first seat, `POST /v1/races/quick` finds a seat, `.../join` takes one. When all others are `.../ready`,
the host calls `.../start`; five seconds later, at `starts_at`, everyone sees the first card of their game, `game_id`
in their own entry, and moves it as any other. A step before that is refused (409 `race-not-started`), and so is one
after the end (409 `race-over`). The race is over when every racer's fate is known, at `ends_at` at the latest.
`GET .../events` is the stream of what happens, for racers and spectators alike; `GET .../log` lists the same.

# Checking a deal

A shuffled game shows its `commitment` from the start. When it is over, `GET .../proof` gives the seeds and the deck,
of a ranked game to anyone and for good. Ask for the commitment first with `POST /v1/commitments` if you want to have
it before you choose a `client_seed`. The proof's `algorithm` says how the seeds become the deck:

"""

GUIDE = f"{_GUIDE}{SHUFFLE}\n\nIn Python, `python verify.py proof.json`:\n\n```python\n{VERIFIER}```\n"
"""Markdown; every name in it is one of the description's."""
