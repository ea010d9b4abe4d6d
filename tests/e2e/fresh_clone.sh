#!/bin/sh
# By hand, since it installs everything: what a newcomer does first, in a fresh clone with an empty HOME, with times.
#     sh tests/e2e/fresh_clone.sh
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
place=$(mktemp -d)
trap 'sh "$place/clone/packaging/run.sh" host stop --force >/dev/null 2>&1; rm -rf "$place"' EXIT

git clone -q "$source" "$place/clone"
mkdir -m 700 "$place/home" "$place/run"
cd "$place/clone"
unset DISPLAY WAYLAND_DISPLAY PANEFLOW_SOCKET_PATH PANEFLOW_SURFACE_ID PANEFLOW_CONFIG PANEFLOW_STATE XDG_CONFIG_HOME XDG_STATE_HOME
export HOME="$place/home" XDG_RUNTIME_DIR="$place/run" SHELL=/bin/bash PANEFLOW_IPC_SCRIPTING=1

step() {
    began=$(date +%s%N)
    "$@"
    printf '\n    %s ms: %s\n' $((($(date +%s%N) - began) / 1000000)) "$*" >&2
}

step sh packaging/run.sh --version # installs
step sh packaging/run.sh --version
step sh packaging/run.sh host start
step sh packaging/run.sh new --pane-name first
step sh packaging/run.sh send first --submit --wait 'hi-4[0-9]' 'echo hi-$((20+22))'
step sh packaging/run.sh read first | tee "$place/shown"
grep -qx 'hi-42' "$place/shown"
head -n 1 "$place/shown" | grep -q '^<untrusted_terminal_output '
step sh packaging/run.sh ls --human
step sh packaging/run.sh host stop --force
echo "a newcomer's first steps work"
