"""Daily deals: commitments beforehand, results so far, seeds afterwards."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from service.api import answers
from service.api.blueprint import Blueprint
from service.api.context import service
from service.api.examples import daily as examples
from service.api.printing.daily import print_day
from service.api.schemas.daily import DailyDaySchema, DailySchema
from service.play import daily
from service.play.errors import DayNotFound

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("daily", "One deal a day and variant, the same for everyone.", "/v1/daily")

_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


@blueprint.operation("GET", "")
@blueprint.public()
@blueprint.answers(
    200,
    DailySchema(),
    ("A day", examples.TODAY),
    description="Today's deals and tomorrow's.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
def show_daily() -> Response:
    """Fetch today's daily deals, and tomorrow's commitments.

    Play one with `{"deal": {"kind": "daily"}}` and a variant; everyone has one attempt. Which day it is, the
    service's own time says. Attempts are counted when they have ended.
    """
    today, tomorrow = daily.show_today(service().dailies, service().now())
    return answers.shared(print_day(today) | {"tomorrow": print_day(tomorrow)})


@blueprint.operation("GET", "/<slug:day>")
@blueprint.public()
@blueprint.answers(
    200,
    DailyDaySchema(),
    ("A day that has closed", examples.CLOSED),
    ("A day to come", examples.TOMORROW),
    description="The day's deals.",
    headers=("ETag", "Cache-Control"),
)
@blueprint.tagged
@blueprint.refuses("not-found")
def show_daily_of(day: str) -> Response:
    """Fetch the daily deals of a date, as YYYY-MM-DD in UTC.

    Seeds are null until the day closes. There is nothing before the first day that was dealt, and nothing beyond
    tomorrow.
    """
    return answers.shared(print_day(daily.show_day(service().dailies, _parsed(day), service().now())))


def _parsed(text: str) -> date:
    """The date, spelled in the one way that has an address; `DayNotFound`."""
    if not _DAY.fullmatch(text):
        raise DayNotFound(text)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise DayNotFound(text) from None
