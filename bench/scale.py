"""`make scale`: places among millions, and results coming in, on a Postgres of its own for each size."""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.drain import BATCH, BATCHES, ROUNDS, drained
from bench.filled import SETTINGS, Contents, served
from bench.questions import HEADINGS, TIMES, Questions, p50_p99
from service.play.boards import BOARDS
from service.storage.postgres import Database

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = (100_000, 1_000_000, 10_000_000)
_MEASURED = ("fastest_clear", "score")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="bench.scale", description=__doc__)
    parser.add_argument("--standings", type=int, default=SIZES[-1], help="rows of each board, at the most")
    parser.add_argument("--results", type=int, default=20_000_000)
    parser.add_argument("--boards", nargs="+", choices=_MEASURED, default=_MEASURED)
    parser.add_argument(
        "--keep", type=Path, help="a folder where the databases stay, to be measured again as they are"
    )
    parser.add_argument("--load-only", action="store_true", help="make the databases, and measure nothing yet")
    asked = parser.parse_args()
    if asked.load_only and not asked.keep:
        parser.error("--load-only is for what is kept: name a folder with --keep")
    sizes = sorted({min(size, asked.standings) for size in SIZES} | {asked.standings})
    scales = [Contents(size, asked.results if size == sizes[-1] else 0, tuple(asked.boards)) for size in sizes]
    print(", ".join(f"{name} = {value}" for name, value in SETTINGS.items()), end="\n\n", flush=True)
    for contents in scales:
        with _folder(asked.keep) as folder, served(folder, contents) as url:
            if not asked.load_only:
                _measure(url, contents, explained=contents is scales[-1])


@contextlib.contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept:
        yield kept
        return
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def _measure(url: str, contents: Contents, *, explained: bool) -> None:
    boards = [BOARDS[name] for name in contents.boards]
    questions, plans = Questions(url), list[str]()
    print(f"\n{TIMES} other players and pages for each question; milliseconds\n\n{HEADINGS}", flush=True)
    for board in boards:
        for question, pages, *times in questions.measured(board, contents.standings):
            figures = " | ".join(f"{figure:.2f}" for one in times for figure in p50_p99(one))
            print(f"| {board.name} | {contents.standings} | {question} | {pages} | {figures} |", flush=True)
        if explained:
            plans += questions.plans(board, contents.standings)
    questions.close()
    print("\n" + "\n\n".join(plans))
    if contents.results:
        _drain(url, contents)


def _drain(url: str, contents: Contents) -> None:
    database = Database(url, timeout_ms=600_000)
    ours, plain = drained(database, contents.standings)
    database.close()
    shares = [one / other for one, other in zip(ours, plain, strict=True)]
    print(
        f"\n{contents.results} results were there; {ROUNDS} rounds of {BATCHES} batches of {BATCH} in turns; "
        f"medians: {median(ours):.0f} games/s recorded, {median(plain):.0f} rows/s plainly inserted, "
        f"{median(shares):.2f} of it"
    )


if __name__ == "__main__":
    main()
