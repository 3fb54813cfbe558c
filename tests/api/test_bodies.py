"""Bodies that do not arrive as they were announced, whatever the server makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from service.api.payload import MOST_BYTES
from tests.api.client import Client, slug

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

CHUNKED = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
FAULTS: list[Exception] = [ConnectionResetError(), OSError(), ValueError(), StopIteration()]


class Misframed(Exception):
    """An error of a server's own, which this service does not know."""


@dataclass
class Broken:
    """A body that breaks off after `good` bytes, or that is never there at all."""

    fault: Exception
    good: int = 0

    def read(self, size: int) -> bytes:
        if size > self.good:
            raise self.fault
        self.good -= size
        return b" " * size


def sent(client: Client, body: Broken, framing: dict[str, object]) -> TestResponse:
    return client.post(
        "/v1/games", headers={"Content-Type": "application/json"}, environ={"wsgi.input": body} | framing
    )


@pytest.mark.parametrize("fault", [*FAULTS, Misframed()], ids=repr)
@pytest.mark.parametrize("framing", [CHUNKED, {"CONTENT_LENGTH": "400"}], ids=["chunked", "length"])
def test_a_body_that_breaks_off_is_a_bad_request_and_no_alarm(
    ada: Client, fault: Exception, framing: dict[str, object]
) -> None:
    with capture_logs() as logs:
        answer = sent(ada, Broken(fault), framing)
    assert (answer.status_code, slug(answer)) == (400, "bad-request")
    assert [(line["log_level"], line["event"]) for line in logs] == [("info", "request")]


@pytest.mark.parametrize("fault", [*FAULTS, Misframed(), TimeoutError()], ids=repr)
@pytest.mark.parametrize("framing", [CHUNKED, {"CONTENT_LENGTH": "200000"}], ids=["chunked", "length"])
def test_a_body_that_breaks_off_beyond_the_bound_is_too_large(
    ada: Client, fault: Exception, framing: dict[str, object]
) -> None:
    answer = sent(ada, Broken(fault, good=MOST_BYTES + 1), framing)
    assert (answer.status_code, slug(answer)) == (413, "content-too-large")


@pytest.mark.parametrize("framing", [CHUNKED, {"CONTENT_LENGTH": "400"}], ids=["chunked", "length"])
def test_a_body_that_does_not_come_in_time_is_said_to_be_late(ada: Client, framing: dict[str, object]) -> None:
    answer = sent(ada, Broken(TimeoutError()), framing)
    assert (answer.status_code, slug(answer)) == (408, "request-timeout")
