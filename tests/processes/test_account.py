"""Servers never run as root."""

import os
import pwd
from pathlib import Path

import pytest

from service.processes.account import Account
from service.processes.errors import CannotRun


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


def missing(name: str) -> pwd.struct_passwd:
    raise KeyError(name)


@pytest.mark.usefixtures("as_root")
def test_root_hands_them_to_nobody(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    assert Account.for_folder(tmp_path / "new") == Account(nobody.pw_uid, nobody.pw_gid)


@pytest.mark.usefixtures("as_root")
def test_root_hands_someone_elses_data_to_their_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = os.stat_result((0o40755, 1, 1, 1, 1234, 5678, 0, 0, 0, 0))
    monkeypatch.setattr(Path, "stat", lambda *_, **__: theirs)
    assert Account.for_folder(tmp_path) == Account(1234, 5678)


@pytest.mark.usefixtures("as_root")
def test_root_on_a_machine_without_nobody_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pwd, "getpwnam", missing)
    with pytest.raises(CannotRun, match="no user `nobody`"):
        Account.for_folder(tmp_path / "new")


def test_everyone_else_runs_them_as_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1234)
    assert Account.for_folder(tmp_path) == Account(1234, os.getegid())


def test_whether_someone_may_is_found_out_by_trying(tmp_path: Path) -> None:
    (tmp_path / "file").touch(0o600)
    assert Account.current().may("r", tmp_path / "file")
    assert not Account.current().may("x", tmp_path / "file")
