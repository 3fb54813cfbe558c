"""A person's browser before the real page of the real service, and an ear for everything it complains of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.running import Up, running
from tests.left_out import leave_out
from tests.web.browsing import Browsing
from tests.web.chromium import MISSING, chromium_path, launched
from tests.web.complaints import Complaints
from tests.web.routes import Known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

_UNHINDERED = {"NEW_PLAYERS_PER_MINUTE": "100000", "SIMULATIONS_PER_MINUTE": "1000", "WEB_WORKERS": "1"}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a worker; its tests are left out where there is none."""
    path = chromium_path()
    if path is None:
        leave_out(MISSING)
    with launched(path) as browser:
        yield browser


@pytest.fixture(scope="session")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """The whole service as `make run` starts it: stores, API and worker. `up.call(...)` asks it without a browser."""
    with running(tmp_path_factory.mktemp("web") / "data", _UNHINDERED) as service:
        yield service


@pytest.fixture(scope="session")
def known(chromium: Browser, up: Up) -> Known:  # noqa: ARG001  where no browser is, no service has to start
    """Something to show on every page."""
    return Known.made(up)


@pytest.fixture
def address(up: Up) -> str:
    """Where the service is, without a slash at the end."""
    return f"http://127.0.0.1:{up.environment['PORT']}"


@pytest.fixture
def complaints(address: str) -> Iterator[Complaints]:
    """What browsers complained of; the test fails at its end if there is any that it did not `expect`."""
    complaints = Complaints(address)
    yield complaints
    assert complaints.unexpected == []


@pytest.fixture
def browse(chromium: Browser, address: str, complaints: Complaints) -> Iterator[Browsing]:
    """`browse()` is a page of a new person, `browse(size=PHONE, scheme="dark")` on such a device."""
    with Browsing(chromium, address, complaints) as browsing:
        yield browsing


@pytest.fixture
def page(browse: Browsing) -> Page:
    """A new person's page on a desktop, nothing opened yet: `page.goto("/#/play")`."""
    return browse()


@pytest.fixture
def other_page(browse: Browsing) -> Page:
    """Somebody else's page, who shares nothing with `page`."""
    return browse()
