#!/bin/sh
# Installs what the tests need and runs every check: sh packaging/test.sh
# With arguments, pytest alone gets them: sh packaging/test.sh tests/unit -k selector
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

# The MCP inspector's command line is a program of npm's. Without npm, or without a network, its test is skipped.
INSPECTOR=@modelcontextprotocol/inspector-cli@0.15.0

mcp_inspector() {
    PANEFLOW_MCP_INSPECTOR=$root/.venv/inspector/node_modules/.bin/mcp-inspector-cli
    if [ ! -e "$PANEFLOW_MCP_INSPECTOR" ] && command -v npm >/dev/null 2>&1; then
        say "installing the MCP inspector into .venv (once)"
        quietly npm install --silent --no-audit --no-fund --prefix "$root/.venv/inspector" "$INSPECTOR" || true
    fi
    if [ -e "$PANEFLOW_MCP_INSPECTOR" ]; then
        export PANEFLOW_MCP_INSPECTOR
    else
        unset PANEFLOW_MCP_INSPECTOR
    fi
}

prepare gui,mcp,dev "$WINDOW_PACKAGES $TEST_PACKAGES"
mcp_inspector

PATH=$bin:$PATH
export PATH
if [ $# -gt 0 ]; then
    exec python -m pytest "$@"
fi

failed=
check() {
    printf '== %s\n' "$*"
    "$@" || failed="$failed
  $*"
}

check ruff format --check .
check ruff check .
check lint-imports
# All platforms at once. Most tests speak to Unix sockets and signals; what they test is written for Windows, too.
types() {
    platform=$1
    shift
    said=$(mypy --platform "$platform" --cache-dir ".mypy_cache/$platform" "$@" 2>&1) && right=0 || right=$?
    printf '== mypy --platform %s\n%s\n' "$platform" "$said"
    return "$right"
}
types linux & linux=$!
types darwin & darwin=$!
types win32 paneflow paneflow_mcp & win32=$!
for job in $linux $darwin $win32; do
    wait "$job" || failed="$failed
  mypy"
done
for script in packaging/generate*.py; do
    check python "$script" --check
done

# Most tests wait for something, so there is one at work for each core; those that hold a time come after them, one by one.
# On a machine that does other work one may be late even so: what failed runs once more, by itself. A fault fails twice.
again() { python -m pytest -m "not bench" --last-failed --last-failed-no-failures none; }
late=
tests() {
    printf '== python -m pytest %s\n' "$*"
    python -m pytest "$@" || late=yes
}
tests -m "not bench and not alone" --numprocesses auto --maxprocesses 8 --dist loadfile
tests -m "alone and not bench"
[ -z "$late" ] || { say "running what failed once more" && check again; }
check env PANEFLOW_ENGINE=pyte python -m pytest tests/e2e/test_verbs.py tests/e2e/test_exit_codes.py

if [ -n "$failed" ]; then
    say "failed:$failed"
    exit 1
fi
