"""A worker whose clock is wrong by what a file says, which it looks up as often as it says that it lives."""

from __future__ import annotations

import os
import time
from pathlib import Path

import time_machine

from service.api.server import Worker


class WrongClock(Worker):
    """Wrong by as many seconds as the file `WRONG_BY` holds, from before the application is loaded."""

    def init_process(self) -> None:
        """Begin to work in another time."""
        self.clock = time_machine.travel(time.time(), tick=True).start()
        self.clock.move_to(_told())
        super().init_process()

    def notify(self) -> None:
        """Say that the worker lives, and see what the file says now."""
        self.clock.move_to(_told())
        super().notify()


def _told() -> float:
    wrong_by = float(Path(os.environ["WRONG_BY"]).read_text())
    return time_machine.escape_hatch.time.time() + wrong_by
