"""`clock`, as operators type it."""

from __future__ import annotations

import pytest

from service import cli


def clock(*arguments: str) -> str | int | None:
    """How the command ends: None or 0 when all went well, else the sentence it says, or the code of its refusal."""
    with pytest.raises(SystemExit) as end:
        cli.main(list(arguments))
    return end.value.code
