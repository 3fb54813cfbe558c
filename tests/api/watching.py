"""Somebody who watches a race: a stream that is read event by event, and let go."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.api.racing import frames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from werkzeug.test import TestResponse

    from tests.api.client import Client, Json

LAST = ("over", "cancelled")
COMMENT = ":\n\n"
PATIENCE = 60
"""So many comments in a row, a few a second, are too long a silence."""


class Stream:
    """An open stream of events."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.text = ""
        self._chunks = iter(answer.response)

    def read(self) -> str:
        """The next piece as it was sent; nothing at the end."""
        chunk = next(self._chunks, b"").decode()
        self.text += chunk
        assert not self.text.endswith(PATIENCE * COMMENT), "nothing came, and the stream did not end"
        return str(chunk)

    def events(self) -> list[Json]:
        """What has been read so far."""
        return list(frames(self.text))

    def until(self, *kinds: str) -> list[Json]:
        """Read on until an event of one of these kinds has come."""
        while not any(event["event"] in kinds for event in self.events()):
            assert self.read(), f"the stream ended without {kinds}: {self.text}"
        return self.events()

    def to_the_end(self) -> list[Json]:
        while self.read():
            pass
        return self.events()


@contextmanager
def watching(client: Client, race_id: str, query: str = "", **headers: str) -> Iterator[Stream]:
    """The stream of a race, closed afterwards as by a client that goes."""
    given = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    answer = client.app.test_client().open(
        f"/v1/races/{race_id}/events{query}",
        headers=given | headers,
        environ_overrides={"REMOTE_ADDR": client.address},
        buffered=False,
    )
    assert answer.status_code == 200, answer.get_data(as_text=True)
    try:
        yield Stream(answer)
    finally:
        answer.close()


def unopened(client: Client, path: str, **more: Any) -> TestResponse:
    """What is answered instead of a stream. A stream would not end, so the headers are asked for first."""
    assert client.send("HEAD", path, **more).status_code != 200, "a stream was opened"
    return client.get(path, **more)


def wire(text: str) -> list[str]:
    """The blocks that make up the events of a stream, without comments and the hint when to come again."""
    return [block for block in text.split("\n\n") if block.startswith("id: ")]
