"""`paneflow mcp install|uninstall|status [AGENT…]`: `paneflow-mcp` in the settings of Claude Code, Codex, Gemini, opencode.

Claude Code is told through its own command line, as it wants; the others by their settings files, where only our own entry
ever changes.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

from paneflow.agents import settings
from paneflow.cli import output, settings_file
from paneflow.cli.command import Arg, Command, Group
from paneflow.cli.exits import FAILED, OK
from paneflow.cli.parse import Options
from paneflow.errors import Failed, PaneflowError

CLAUDE_S = 30.0
# Codex starts servers with a bare environment; the host is found through these.
NEEDED = ["PANEFLOW_SOCKET_PATH", "XDG_RUNTIME_DIR", "PANEFLOW_SURFACE_ID"]


def server_argv() -> list[str]:
    """What starts the server: this Python, whatever the PATH of whoever starts it."""
    return [sys.executable, "-m", "paneflow_mcp"]


def _each(options: Options, action: str) -> int:
    return max(_told(agent, action) for agent in options.many("agent") or AGENTS)


def _told(agent: str, action: str) -> int:
    try:
        output.line(f"{agent}: {AGENTS[agent](action)}")
    except PaneflowError as error:
        output.complain(f"{agent}: {error.message}")
        return FAILED
    return OK


def _claude(action: str) -> str:
    if shutil.which("claude") is None:
        return "not installed here"
    known = _run_claude("mcp", "get", settings.SERVER)
    ours = known.returncode == 0 and "paneflow_mcp" in known.stdout
    if action == "status":
        return "registered" if ours else "not registered"
    if action == "uninstall":
        return (
            _finish(_run_claude("mcp", "remove", "--scope", "user", settings.SERVER), "removed")
            if ours
            else "not registered"
        )
    if ours:
        return "already registered"
    if known.returncode == 0:
        raise Failed(f"another MCP server is called {settings.SERVER!r} there", kind="name_taken")
    added = _run_claude("mcp", "add", "--scope", "user", settings.SERVER, "--", *server_argv())
    return _finish(added, "registered for all projects")


def _run_claude(*words: str) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(
            ["claude", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=CLAUDE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(f"claude {' '.join(words[:2])} did not work: {error}") from None


def _finish(done: "subprocess.CompletedProcess[str]", message: str) -> str:
    if done.returncode:
        raise Failed((done.stderr or done.stdout).strip() or f"claude ended with {done.returncode}")
    return message


def _codex(action: str) -> str:
    folder = os.environ.get("CODEX_HOME") or _home(".codex")
    command, *args = server_argv()
    server = {"command": command, "args": args, "env_vars": NEEDED}
    return _in_file(
        action,
        os.path.join(folder, "config.toml"),
        lambda text: settings.with_toml_server(text, server),
        settings.without_toml_server,
        settings.has_toml_server,
    )


def _gemini(action: str) -> str:
    command, *args = server_argv()
    # Its tools only read, so asking about each call would be a nuisance.
    return _in_json(
        action,
        _home(".gemini", "settings.json"),
        "mcpServers",
        {"command": command, "args": args, "trust": True},
    )


def _opencode(action: str) -> str:
    base = os.environ.get("XDG_CONFIG_HOME") or _home(".config")
    folder = os.path.join(base, "opencode")
    commented = os.path.join(folder, "opencode.jsonc")
    path = commented if os.path.exists(commented) else os.path.join(folder, "opencode.json")
    return _in_json(action, path, "mcp", {"type": "local", "command": server_argv(), "enabled": True})


def _in_json(action: str, path: str, table: str, server: dict[str, object]) -> str:
    return _in_file(
        action,
        path,
        lambda text: settings.with_server(text, table, server),
        lambda text: settings.without_server(text, table),
        lambda text: settings.has_server(text, table),
    )


def _in_file(
    action: str, path: str, add: Callable[[str], str], remove: Callable[[str], str], has: Callable[[str], bool]
) -> str:
    ours = settings_file.holds(path, has)
    if action == "status":
        return f"{'registered' if ours else 'not registered'} ({path})"
    if action == "uninstall":
        return f"removed from {path}" if settings_file.change(path, remove, backup=False) else "not registered"
    written = settings_file.change(path, add, backup=not ours)
    return f"registered in {path}" if written else f"already registered in {path}"


def _home(*parts: str) -> str:
    return os.path.join(os.path.expanduser("~"), *parts)


AGENTS: dict[str, Callable[[str], str]] = {
    "claude": _claude,
    "codex": _codex,
    "gemini": _gemini,
    "opencode": _opencode,
}


def _command(action: str, doc: str) -> Command:
    which = Arg("agent", "Which agents; all without it.", choices=tuple(AGENTS), optional=True, rest=True)
    return Command(
        action,
        doc,
        lambda options: _each(options, action),
        args=(which,),
        examples=(f"paneflow mcp {action}", f"paneflow mcp {action} claude"),
    )


COMMANDS = (
    Group(
        "mcp",
        "Let agents read panes, over the Model Context Protocol.",
        _command("install", "Register the server with agents."),
        _command("uninstall", "Take it out again."),
        _command("status", "Tell where it is registered."),
        examples=("paneflow mcp install claude", "paneflow mcp status"),
    ),
)
