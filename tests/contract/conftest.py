"""Boards and statistics, as a fake and on Postgres."""

import pytest

from tests.ranked import Rankers, fake_rankers, postgres_rankers


@pytest.fixture(params=["fake", "postgres"])
def rankers(request: pytest.FixtureRequest) -> Rankers:
    """Everything that recording a result touches."""
    if request.param == "fake":
        return fake_rankers()
    return postgres_rankers(request.getfixturevalue("database"))
