#!/bin/sh
# Makes sure of a Chromium to test the web page in and, as root on Debian, of an nginx to test streams behind;
# does nothing where they are.
set -eu

fail() {
    echo "make: $1" >&2
    exit 1
}

missing=chromium
for name in ${BROWSER_PATH:+"$BROWSER_PATH"} chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then missing=; fi
done

if ! { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }; then
    [ -z "$missing" ] ||
        fail "Chromium is needed to test the web page: install it (Debian: apt install chromium, as root), or name another with BROWSER_PATH=..."
    exit 0
fi
command -v nginx >/dev/null || missing="nginx-light $missing"
[ -n "$missing" ] || exit 0
echo "Installing from the system's packages: $missing (Chromium is about 100 MB to download, 400 MB on disk)."
# Without quotes, since it may be two packages.
apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-install-recommends install $missing >/dev/null ||
    fail "They could not be installed, see above: install them, or name another browser with BROWSER_PATH=..."
