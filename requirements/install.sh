#!/bin/sh
# Makes .venv hold exactly what dev.lock names, and this service; does nothing when it already does.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

fail() {
    echo "make: $1" >&2
    exit 1
}

wanted=$({ pwd && cat requirements/dev.lock "$0"; } | cksum)
if [ "$(cat .venv/installed 2>/dev/null)" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

command -v "$python" >/dev/null ||
    fail "Python 3.11 or newer is needed and '$python' is not there: install it, or name another with PYTHON=..."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, and '$python' is $("$python" -V 2>&1): name another with PYTHON=..."
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "'$python' cannot make environments: install its venv module (Debian, Ubuntu: apt install python3-venv)."
mkdir -p .venv 2>/dev/null && [ -w .venv ] ||
    fail "The folder $(pwd) cannot be written, and the environment has to go there."

echo "Installing the locked packages into .venv, which is needed once (about 300 MB to download, 1.1 GB on disk, a minute or two)."
"$python" -m venv --clear .venv || fail "'$python' could not make an environment in .venv, see above."
.venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.lock ||
    fail "The locked packages could not be installed, see above: the first time needs a network."
.venv/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e . ||
    fail "The service itself could not be installed, see above."
echo "$wanted" >.venv/installed
