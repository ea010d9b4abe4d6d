#!/usr/bin/env python3
"""A stand-in for a coding agent: takes its hooks as the real one does and does what it is told on stdin.

It is installed under the name of an agent. One word a line on stdin: the name of a hook event, then a JSON payload if
there is one; `exit N`; `spawn PROGRAM`; `ask COMMAND`, which waits for a key at its permission dialog; anything else is
printed back. It prints `ready` when it listens.

    claude    hooks from --settings
    gemini    hooks from GEMINI_CLI_SYSTEM_DEFAULTS_PATH
    opencode  the plugin of OPENCODE_CONFIG_CONTENT, of which only the contract is kept: it runs the hook program
    codex     the `notify` of -c, with the JSON as its last word; hooks from $CODEX_HOME/hooks.json
"""

import json
import os
import signal
import subprocess
import sys
import termios
import tomllib
import tty
from typing import Any

NAME = os.path.basename(sys.argv[0])


def settings() -> dict[str, Any]:
    path = None
    if NAME == "claude" and "--settings" in sys.argv:
        path = sys.argv[sys.argv.index("--settings") + 1]
    elif NAME == "gemini":
        path = os.environ.get("GEMINI_CLI_SYSTEM_DEFAULTS_PATH")
    elif NAME == "codex":
        path = os.path.join(os.environ.get("CODEX_HOME", "/nonexistent"), "hooks.json")
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
            return found
    return {}


def overrides() -> dict[str, object]:
    words = [sys.argv[at + 1] for at, word in enumerate(sys.argv) if word == "-c"]
    found: dict[str, object] = {}
    for word in words:
        key, _, value = word.partition("=")
        try:
            found[key] = tomllib.loads(f"x = {value}")["x"]
        except tomllib.TOMLDecodeError:
            found[key] = value
    return found


def run_hooks(event: str, payload: dict[str, object]) -> None:
    groups = settings().get("hooks", {}).get(event, [])
    said = json.dumps({"hook_event_name": event, "session_id": f"{NAME}-{os.getpid()}", **payload}).encode()
    for group in groups:
        for hook in group["hooks"]:
            done = subprocess.run(hook["command"], shell=True, input=said, capture_output=True, timeout=hook["timeout"])
            if done.returncode or done.stdout or done.stderr:
                print(f"hook failed: {done}", flush=True)


def run_notify(payload: dict[str, object]) -> None:
    program = overrides().get("notify")
    if isinstance(program, list):
        subprocess.run([*program, json.dumps(payload)], stdin=subprocess.DEVNULL)


def run_plugin(event: str, payload: dict[str, object]) -> None:
    plugins = json.loads(os.environ.get("OPENCODE_CONFIG_CONTENT", "{}")).get("plugin", [])
    if all(os.path.exists(each.removeprefix("file://")) for each in plugins) and plugins:
        hook = os.path.join(os.environ["PANEFLOW_BIN_DIR"], "paneflow-ai-hook")
        env = {**os.environ, "PANEFLOW_AI_TOOL": "opencode", "PANEFLOW_AI_PID": str(os.getpid())}
        subprocess.run([hook, event, "opencode", json.dumps({"sessionID": "s", **payload})], env=env)


DIALOGS = {
    "claude": "\n {}\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. Yes, and always allow it\n   3. No\n\n Esc to cancel\n",
    "codex": "\n  $ {}\n\n› 1. Yes, proceed (y)\n  2. Yes, always (p)\n  3. No, and tell Codex what to do differently (esc)\n",
}


def ask(command: str) -> None:
    """As the real ones do: the hook first, then the dialog, which takes one key."""
    run_hooks("PermissionRequest", {"tool_name": "Bash", "tool_input": {"command": command}})
    print(DIALOGS[NAME].format(command), end="", flush=True)
    before = termios.tcgetattr(0)
    tty.setcbreak(0)
    key = os.read(0, 16)
    termios.tcsetattr(0, termios.TCSADRAIN, before)
    print("\x1b[2J\x1b[Hgot key", key, flush=True)


def act(line: str) -> None:
    word, _, rest = line.strip().partition(" ")
    if word == "exit":
        sys.exit(int(rest))
    elif word == "spawn":
        subprocess.run(rest, shell=True)
    elif word == "ask":
        ask(rest)
    elif word == "agent-turn-complete":
        run_notify({"type": word, **json.loads(rest or "{}")})
    elif "." in word:
        run_plugin(word, json.loads(rest or "{}"))
    elif word[:1].isupper():
        run_hooks(word, json.loads(rest or "{}"))
    else:
        print(f"got {line.strip()!r} args {sys.argv[1:]!r}", flush=True)
    print("done", word, flush=True)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    print("ready", NAME, os.getpid(), flush=True)
    for line in sys.stdin:
        act(line)


if __name__ == "__main__":
    main()
