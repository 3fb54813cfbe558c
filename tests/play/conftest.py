"""A live store and a results database in memory."""

import pytest

from tests.play.world import World


@pytest.fixture
def world() -> World:
    return World()
