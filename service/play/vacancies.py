"""Open races in which someone in a hurry may find a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.play.caller import Caller
    from service.play.pages import Key
    from service.play.race import Race
    from service.play.race_ports import Races, Seen

SCAN = 50
"""How many open races are looked at in one go."""
MOST_SCANS = 4
"""How often one request does so, since each race is read whole. Those who find none among them meet all the same."""


def vacancies(races: Races, caller: Caller, wishes: Mapping[str, Any]) -> Iterator[str]:
    """Races in which there may be a seat as wished, by their ids.

    Before all come those in which the caller sits, then the lobby as far as it has to be looked at, its newest races
    first. Of the races seen in one go, the best are first: those that start when they are full, and of these the
    closest to that.
    """
    yield from _fitting(races.seated(caller.token.player_id), wishes)
    after: Key | None = None
    for _ in range(MOST_SCANS):
        page = races.lobby(after, SCAN)
        yield from _fitting([seen for seen in page.items if seen.race.free], wishes)
        after = page.next
        if after is None:
            return


def _fitting(seen: Sequence[Seen], wishes: Mapping[str, Any]) -> list[str]:
    fitting = [one.race for one in seen if _fits(one.race, wishes)]
    fitting.sort(key=lambda race: (race.terms.start != "full", race.free, race.created_at))
    return [race.id for race in fitting]


def _fits(race: Race, wishes: Mapping[str, Any]) -> bool:
    """Whether a race is open, public and as wished."""
    is_listed = race.status == "open" and race.terms.visibility == "public"
    return is_listed and all(getattr(race.terms, option) == wish for option, wish in wishes.items())
