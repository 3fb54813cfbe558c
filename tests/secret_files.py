"""The secret files of docker-compose.yml, made as docs/operations.md says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "operations.md"
SNIPPET = re.compile(r"```sh\n(mkdir -m 700 secrets\n.*?)```", re.DOTALL)


def made_as_told(folder: Path) -> Path:
    """Run the page's commands in `folder`; where the secrets lie."""
    (commands,) = SNIPPET.findall(PAGE.read_text(encoding="utf-8"))
    subprocess.run(["sh", "-eu", "-c", commands], cwd=folder, check=True)
    return folder / "secrets"
