"""Which file understands whose hook payloads."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from paneflow.agents import claude, codex, copilot, cursor, gemini, opencode
from paneflow.agents.launchers import launcher
from paneflow.agents.report import NAME_LIMIT, Kind, Payload, Report, plain
from paneflow.errors import InvalidParams


class Family(NamedTuple):
    """How one agent's hooks are read: the events it is known to send, and what turns one into a report."""

    events: tuple[str, ...]
    report: Callable[[str, Payload], Report | None]


FAMILIES = {
    "claude": Family(claude.EVENTS, claude.report),
    "codex": Family(codex.EVENTS, codex.report),
    "gemini": Family(gemini.EVENTS, gemini.report),
    "cursor": Family(cursor.EVENTS, cursor.report),
    "copilot": Family(copilot.EVENTS, copilot.report),
    "opencode": Family(opencode.EVENTS, opencode.report),
    # These took over the form of Claude Code's hooks.
    "codebuddy": Family(claude.EVENTS, claude.report),
    "factory": Family(claude.EVENTS, claude.report),
    "qoder": Family(claude.EVENTS, claude.report),
}


def read(kind: Kind, tool: str, event: str, payload: Payload) -> Report | None:
    """What an `ai.*` call says; None when it tells nothing of the state.

    `kind` is the method that was called. It decides alone when the call names no event (a script of one's own), and
    for agents without a known form.
    """
    family = FAMILIES.get(tool)
    if event and family and event in family.events:
        return family.report(event, payload)
    return Report(kind, plain(event, NAME_LIMIT))


def known_tool(name: str, more: Collection[str] = ()) -> str:
    """The family's name for a name or an alias, or one of `more`. Raises `InvalidParams` (unknown_agent)."""
    found = launcher(name)
    if found is None:
        if name in more:
            return name
        shown = plain(name, NAME_LIMIT)
        raise InvalidParams(f"{shown!r} is not an agent that is known", kind="unknown_agent", tool=shown)
    return found.name
