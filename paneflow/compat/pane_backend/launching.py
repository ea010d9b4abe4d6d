"""From what a client wants started to an argv. Pure."""

import os
import sys
from collections.abc import Sequence
from typing import Final

NO_FLICKER: Final = {"CLAUDE_CODE_NO_FLICKER": "1"}  # always in the environment of what is spawned


def argv(command: Sequence[str], *, shell: str | None, bare: bool) -> tuple[str, ...]:
    """The argv of a pane; empty for the person's shell.

    With a shell the words reach it as arguments or quoted, so nothing in them is ever read as shell language.
    """
    words = list(command)
    if bare and words and "claude" in words[0].lower():
        words.insert(1, "--bare")
    if shell is None:
        return tuple(words)
    return (shell, *_through(shell, words)) if words else (shell,)


def _through(shell: str, words: list[str]) -> list[str]:
    name = os.path.basename(shell).lower().removesuffix(".exe")
    if name in ("pwsh", "powershell"):
        return ["-NoLogo", "-Command", "& " + " ".join(_quoted(word) for word in words)]
    if name == "cmd":
        return ["/d", "/c", *words]
    if name == "fish":
        return ["-c", "exec $argv", *words]
    return ["-c", 'exec "$@"', shell, *words]


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"


def line_argv(shell: str, line: str, platform: str = sys.platform) -> list[str]:
    """A shell that runs one line and ends."""
    name = os.path.basename(shell).lower().removesuffix(".exe")
    if name == "cmd" and platform == "win32":
        return [shell, "/d", "/c", line]
    return [shell, "-NoLogo", "-Command", line] if name in ("pwsh", "powershell") else [shell, "-c", line]
