#!/bin/sh
# Starts Paneflow from a checkout: sh packaging/run.sh [arguments of paneflow]
# The first time it makes .venv and installs everything; after that it starts at once. Without arguments: the window where
# a display answers, else the host.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
here=$PWD
. "$root/packaging/setup.sh"
prepare gui,mcp "$WINDOW_PACKAGES"
cd "$here"

if [ $# = 0 ] && ! reason=$("$bin/python" -m paneflow.cli.display 2>&1); then
    say "$reason, so this is the host alone; Ctrl-C ends it. In another terminal: sh packaging/run.sh ls"
    set -- host run
fi
exec "$bin/paneflow" "$@"
