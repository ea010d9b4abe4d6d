"""`hooks setup|uninstall|status`: hooks in an agent's own settings, for all of its launches.

Inside Paneflow the shims do the same for each launch, so this is for agents that are started around them, and for Codex,
which runs hooks only after its person has trusted them once.
"""

import os
import sys

from paneflow.agents import settings
from paneflow.cli import output, settings_file
from paneflow.cli.command import Command, Flag, Group
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.errors import Failed

_FILES = {
    "claude": ("CLAUDE_CONFIG_DIR", ".claude", "settings.json", settings.CLAUDE_EVENTS),
    "codex": ("CODEX_HOME", ".codex", "hooks.json", settings.CODEX_EVENTS),
    "gemini": ("", ".gemini", "settings.json", settings.GEMINI_EVENTS),
    "cursor": ("", ".cursor", "hooks.json", settings.CURSOR_EVENTS),
    "copilot": ("COPILOT_HOME", ".copilot", "hooks/paneflow.json", settings.COPILOT_EVENTS),
}
# Our hooks are commands of a POSIX shell. On Windows Claude Code runs them in Git's; others give them to cmd or PowerShell,
# where each would fail in front of the person, or even stop the tool it is about.
_POSIX_ON_WINDOWS = ("claude",)
_AGENT = Flag("--agent", "Whose settings; claude without it.", value="NAME", choices=tuple(_FILES))


class _Place:
    """Where an agent keeps its hooks, and which of its events are asked for."""

    def __init__(self, agent: str) -> None:
        variable, folder, name, self.events = _FILES[agent]
        base = os.environ.get(variable) or os.path.join(os.path.expanduser("~"), folder)
        self.agent, self.path = agent, os.path.join(base, name)
        self.note = "; Codex will ask once whether to trust them" if agent == "codex" else ""


def _place(options: Options) -> _Place:
    return _Place(options.maybe("agent") or "claude")


def _setup(options: Options) -> int:
    place = _place(options)
    if sys.platform == "win32" and place.agent not in _POSIX_ON_WINDOWS:
        raise Failed(f"on Windows {place.agent} runs no hooks in a POSIX shell, which ours need", kind="unsupported")
    ours = settings_file.holds(place.path, settings.has_hooks)

    def edit(text: str) -> str:
        return settings.with_hooks(text, place.agent, place.events)

    if settings_file.change(place.path, edit, backup=not ours):
        return _tell(place, f"hooks written to {place.path}{place.note}")
    return _tell(place, f"hooks are already in {place.path}")


def _uninstall(options: Options) -> int:
    place = _place(options)
    if settings_file.change(place.path, settings.without_hooks, backup=False):
        return _tell(place, f"hooks removed from {place.path}")
    return _tell(place, f"no hooks of Paneflow in {place.path}")


def _status(options: Options) -> int:
    place = _place(options)
    state = "installed" if settings_file.holds(place.path, settings.has_hooks) else "not installed"
    return _tell(place, f"{state} ({place.path})")


def _tell(place: _Place, message: str) -> int:
    output.line(f"{place.agent}: {message}")
    return OK


COMMANDS = (
    Group(
        "hooks",
        "Let agents say what they do, from their own settings.",
        Command(
            "setup",
            "Write the hooks; only entries of Paneflow's own ever change.",
            _setup,
            flags=(_AGENT,),
            examples=("paneflow hooks setup",),
        ),
        Command(
            "uninstall", "Take them out again.", _uninstall, flags=(_AGENT,), examples=("paneflow hooks uninstall",)
        ),
        Command(
            "status", "Tell whether they are there.", _status, flags=(_AGENT,), examples=("paneflow hooks status",)
        ),
        examples=("paneflow hooks setup", "paneflow hooks status"),
    ),
)
