#!/bin/sh
# Starts Paneflow from a checkout: sh packaging/run.sh [arguments of paneflow]
# The first time it makes .venv and installs everything; after that it starts at once. Without arguments: the window where
# there is a display, else the host.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
here=$PWD
. "$root/packaging/setup.sh"
prepare gui,mcp "$WINDOW_PACKAGES"
cd "$here"

has_display() {
    case $(uname -s) in
    Linux | *BSD) [ -n "${WAYLAND_DISPLAY:-}${DISPLAY:-}" ] ;;
    esac
}

if [ $# = 0 ] && ! has_display; then
    say "there is no display here, so this is the host alone; Ctrl-C ends it. In another terminal: sh packaging/run.sh ls"
    set -- host run
fi
exec "$bin/paneflow" "$@"
