"""What tabs and the sidebar say of surfaces and workspaces. Pure."""

import os
from time import monotonic
from typing import NamedTuple

from paneflow.gui.model_view import Agent, Notes, SurfaceView
from paneflow.gui.theme import Chrome

INTERRUPTED = 130  # an exit code: Ctrl+C is a person's wish, no failure
_HOME = os.path.expanduser("~")
_STATES = {
    "thinking": "works",
    "waiting_for_input": "waits",
    "finished": "done",
    "errored": "failed",
    "stalled": "stalled",
    "idle": "idle",
    "unknown_running": "runs",
}


class TabLabel(NamedTuple):
    """One tab's texts and marks. Colours are 0xRRGGBB; None is no mark."""

    surface: int
    title: str
    detail: str  # folder or agent
    status: str  # "exit 1", "42 %"
    status_color: int | None
    dot: int | None
    unseen: bool  # the agent's state is news
    unread: bool
    percent: int | None
    tip: str


def now_ms() -> int:
    """The clock of `Agent.since_ms`: monotonic, the same in all processes of a machine."""
    return round(monotonic() * 1000)


def title_of(surface: SurfaceView, note: Notes | None = None) -> str:
    """A name somebody gave, else the program's title, else what runs, else the folder."""
    program = note.program if note is not None else ""
    title = surface.title
    if note is not None and note.running and program and title == note.shell_title:
        title = ""  # the shell's, which says nothing of what runs in it
    told = (surface.name, title) if surface.named else (title, program, surface.cmd, surface.name)
    return next((each for each in told if each), "") or folder_name(surface.cwd)


def short_path(path: str) -> str:
    """With ~ for home."""
    if path == _HOME or path.startswith(_HOME + os.sep):
        return "~" + path[len(_HOME) :]
    return path


def folder_name(path: str) -> str:
    """The last part of a path, ~ for home."""
    short = short_path(path)
    return os.path.basename(short.rstrip(os.sep)) or short


def age(milliseconds: int) -> str:
    """A span for people: "now", "40 s", "3 min", "2 h", "5 d"."""
    seconds = max(milliseconds, 0) // 1000
    if seconds < 10:
        return "now"
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds // 10 * 10} s"


def age_lasts(milliseconds: int) -> int:
    """Milliseconds until `age` of a span that grows reads differently."""
    span = max(milliseconds, 0)
    minute, hour, day = 60_000, 3_600_000, 86_400_000
    step = 10_000 if span < minute else minute if span < hour else hour if span < day else day
    return step - span % step


def agent_text(agent: Agent, now: int) -> str:
    """Such as "claude waits · 3 min"."""
    words = f"{agent.tool} {_STATES.get(agent.state, agent.state)}"
    return f"{words} · {age(now - agent.since_ms)}" if agent.ages else words


def agent_color(agent: Agent, chrome: Chrome) -> int:
    """The dot's colour; the text says the same, so that no one depends on colours."""
    return {
        "waiting_for_input": chrome.warning,
        "errored": chrome.bad,
        "stalled": chrome.warning,
        "thinking": chrome.accent,
        "finished": chrome.good,
    }.get(agent.state, chrome.muted)


def tab_label(
    surface: SurfaceView, note: Notes, chrome: Chrome, now: int, *, unseen: bool, zoomed: bool = False
) -> TabLabel:
    """All a tab shows."""
    agent = surface.agent
    status, color = _status(surface, note, chrome)
    if zoomed:
        status, color = f"{status} · zoomed" if status else "zoomed", chrome.accent if color is None else color
    state, percent = note.progress or ("none", None)
    dot = agent_color(agent, chrome) if agent else None
    if note.bell:
        dot = chrome.warning
    return TabLabel(
        surface=surface.id,
        title=title_of(surface, note),
        detail=agent_text(agent, now) if agent else short_path(surface.cwd),
        status=status,
        status_color=color,
        dot=dot,
        unseen=unseen,
        unread=note.unread,
        percent=percent if state in ("normal", "error", "paused") else None,
        tip=_tip(surface, note, unseen=unseen),
    )


def _status(surface: SurfaceView, note: Notes, chrome: Chrome) -> tuple[str, int | None]:
    if surface.exited:
        code = surface.exit_code
        return ("ended" if not code else f"exit {code}"), (chrome.bad if code else chrome.muted)
    if surface.broadcast is not None:
        return "⇶ shared", chrome.warning
    if note.last_exit and not note.running:
        return f"✗ {note.last_exit}", chrome.muted if note.last_exit == INTERRUPTED else chrome.bad
    return "", None


def _tip(surface: SurfaceView, note: Notes, *, unseen: bool) -> str:
    lines, agent = [title_of(surface, note), short_path(surface.cwd)], surface.agent
    if agent is not None:
        lines.append(f"{agent.tool}: {agent.state.replace('_', ' ')} (known from: {agent.reason.replace('_', ' ')})")
        if agent.message:
            lines.append(agent.message[:300])
        if unseen:
            lines.append("You have not looked at it since")
    return "\n".join(line for line in lines if line)
