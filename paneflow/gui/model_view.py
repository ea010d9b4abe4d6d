"""A window's copy of the model, fed by `state`, `changed` and `removed` (`rpc/attach.py`). Pure: no Qt.

What only this window keeps lies here too: unread output, bells, progress, the last command.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from paneflow.ids import PaneId
from paneflow.model.plain import from_plain
from paneflow.model.tree import Leaf, Node, Split, leaves

WAITING = frozenset({"waiting_for_input", "errored", "stalled"})  # states of an agent that needs its person


class Agent(NamedTuple):
    """An agent as windows see it. Times are milliseconds of the host's monotonic clock."""

    tool: str
    state: str
    reason: str
    message: str
    since_ms: int
    active_tool: str
    question: int | None = None  # names the permission question that `fleet.answer` takes, if it takes it

    @property
    def waits(self) -> bool:
        """Whether it needs its person."""
        return self.state in WAITING

    @property
    def has_news(self) -> bool:
        """Whether its person should look: it waits, or is done."""
        return self.waits or self.state == "finished"

    @property
    def ages(self) -> bool:
        """Whether it matters how long the state has lasted."""
        return self.has_news or self.state == "thinking"


@dataclass(frozen=True, slots=True)
class PaneView:
    """A pane: its stack of surfaces, and the one in front."""

    id: int
    surfaces: tuple[int, ...]
    active: int


@dataclass(frozen=True, slots=True)
class SurfaceView:
    """A surface's record."""

    id: int
    pane: int
    workspace: int
    name: str
    named: bool
    title: str
    cwd: str
    cmd: str
    exited: bool
    exit_code: int | None
    restored: bool
    broadcast: str | None
    agent: Agent | None


@dataclass(frozen=True, slots=True)
class WorkspaceView:
    """A workspace's record; `tree` has pane ids as leaves."""

    id: int
    title: str
    cwd: str
    group: int | None
    focused: int
    zoomed: int | None
    tree: Node
    panes: Mapping[int, PaneView]

    @property
    def front(self) -> int:
        """The surface in front of the focused pane."""
        return self.panes[self.focused].active


class GroupView(NamedTuple):
    """A group of workspaces."""

    id: int
    name: str
    folded: bool


@dataclass(slots=True)
class Notes:
    """What this window noticed of a surface since a person last looked at it."""

    unread: bool = False
    bell: bool = False
    progress: tuple[str, int | None] | None = None  # state, percent
    last_exit: int | None = None  # of the last command, by the shell's marks
    running: bool = False  # a command runs, by the shell's marks
    program: str = ""  # the command line that runs, as far as it is known
    shell_title: str = ""  # the title when that began
    ports: tuple[int, ...] = ()
    met: tuple[str, int] | None = None  # the agent's state and its beginning when the pane was last on view


@dataclass(slots=True)
class ModelView:
    """Everything there is, as the host told it last."""

    workspaces: dict[int, WorkspaceView] = field(default_factory=dict)
    surfaces: dict[int, SurfaceView] = field(default_factory=dict)
    groups: dict[int, GroupView] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    active: int | None = None
    notes: dict[int, Notes] = field(default_factory=dict)

    def apply(self, message: Mapping[str, Any]) -> bool:
        """Take in a message of the host; whether it was one about the model."""
        match message["type"]:
            case "state":
                self.workspaces, self.surfaces, self.groups = {}, {}, {}
                self._replace(message)
                self.notes = {each: _kept(note) for each, note in self.notes.items() if each in self.surfaces}
            case "changed":
                self._replace(message)
            case "removed":
                self._remove(message)
            case _:
                return False
        return True

    def _replace(self, message: Mapping[str, Any]) -> None:
        for row in message.get("surfaces", ()):
            self.surfaces[row["surface_id"]] = _surface(row)
        for row in message.get("groups", ()):
            self.groups[row["group_id"]] = GroupView(row["group_id"], row["name"], row["folded"])
        for row in message.get("workspaces", ()):
            self.workspaces[row["workspace_id"]] = _workspace(row)
        self.order = list(message.get("order", self.order))
        self.active = message.get("active", self.active)

    def _remove(self, message: Mapping[str, Any]) -> None:
        for surface in message.get("surfaces", ()):
            self.surfaces.pop(surface, None)
            self.notes.pop(surface, None)
        for workspace in message.get("workspaces", ()):
            self.workspaces.pop(workspace, None)
            if self.active == workspace:
                self.active = None
        for group in message.get("groups", ()):
            self.groups.pop(group, None)

    # -- looking --------------------------------------------------------------------------------------------------
    @property
    def workspace(self) -> WorkspaceView | None:
        """The active workspace."""
        return None if self.active is None else self.workspaces.get(self.active)

    @property
    def focused(self) -> SurfaceView | None:
        """The surface with the person's focus."""
        space = self.workspace
        return None if space is None else self.surfaces.get(space.front)

    def ordered(self) -> list[WorkspaceView]:
        """The workspaces in their order."""
        return [self.workspaces[each] for each in self.order if each in self.workspaces]

    def surfaces_of(self, space: WorkspaceView) -> Iterator[SurfaceView]:
        """A workspace's surfaces in reading order."""
        for pane in leaves(space.tree):
            for surface in space.panes[pane].surfaces:
                if found := self.surfaces.get(surface):
                    yield found

    def waiting(self) -> list[SurfaceView]:
        """Surfaces whose agent needs its person; the one that has waited longest first."""
        found = [each for each in self.surfaces.values() if each.agent is not None and each.agent.waits]
        return sorted(found, key=lambda each: each.agent.since_ms if each.agent else 0)

    def note(self, surface: int) -> Notes:
        """What was noticed of a surface; changes to it stay."""
        return self.notes.setdefault(surface, Notes())

    def hear(self, message: Mapping[str, Any], *, seen: bool) -> None:
        """Note what the host told of one surface; `seen`: the person looks at it."""
        note = self.note(message["surface"])
        match message["type"]:
            case "activity":
                note.unread = True
            case "bell":
                note.bell = not seen
            case "progress":
                done = message["state"] == "none"
                note.progress = None if done else (message["state"], message["percent"])
            case "command":
                note.running = message["running"]
                note.shell_title = message.get("title", "")  # a host from before an update does not tell it
                if not note.running:
                    note.progress = None  # it was the command's
                note.last_exit = None if note.running else message["exit_code"]

    def seen(self, surface: int) -> bool:
        """A person looks at a surface; whether there was something new."""
        record, unseen = self.surfaces.get(surface), self.unseen(surface)
        if record is not None and record.agent is not None and unseen:
            self.note(surface).met = (record.agent.state, record.agent.since_ms)
        note = self.notes.get(surface)
        if note is None or not (note.unread or note.bell):
            return unseen
        note.unread = note.bell = False
        return True

    def unseen(self, surface: int) -> bool:
        """Whether its agent waits or is done, and the pane has not been on view since."""
        record, note = self.surfaces.get(surface), self.notes.get(surface)
        if record is None or record.agent is None or not record.agent.has_news:
            return False
        return note is None or note.met != (record.agent.state, record.agent.since_ms)


def _kept(note: Notes) -> Notes:
    """What is still known of a surface after another stream has begun; the host tells the rest again."""
    return Notes(unread=note.unread, bell=note.bell, met=note.met)


def _surface(row: Mapping[str, Any]) -> SurfaceView:
    return SurfaceView(
        id=row["surface_id"],
        pane=row["pane_id"],
        workspace=row["workspace_id"],
        name=row["name"],
        named=row["named"],
        title=row["title"],
        cwd=row["cwd"],
        cmd=row["cmd"],
        exited=row["exited"],
        exit_code=row["exit_code"],
        restored=row["restored"],
        broadcast=row["broadcast"],
        agent=_agent(row["agent"]),
    )


def _agent(row: Mapping[str, Any] | None) -> Agent | None:
    if row is None:
        return None
    return Agent(
        tool=row["tool"],
        state=row["state"],
        reason=row["reason"],
        message=row.get("message") or "",
        since_ms=row["since_ms"],
        active_tool=row.get("active_tool_name") or "",
        question=row.get("question"),
    )


def _workspace(row: Mapping[str, Any]) -> WorkspaceView:
    tree, carried = from_plain(row["tree"])
    found = (_pane(each) for each in carried)
    panes = {each.id: each for each in found}
    ids = {PaneId(position): PaneId(pane) for position, pane in enumerate(panes, 1)}
    return WorkspaceView(
        id=row["workspace_id"],
        title=row["title"],
        cwd=row["cwd"],
        group=row["group_id"],
        focused=row["focused_pane_id"],
        zoomed=row["zoomed_pane_id"],
        tree=_renumbered(tree, ids),
        panes=panes,
    )


def _pane(carried: Mapping[str, Any]) -> PaneView:
    return PaneView(carried["pane_id"], tuple(carried["surfaces"]), carried["active"])


def _renumbered(node: Node, ids: Mapping[PaneId, PaneId]) -> Node:
    if isinstance(node, Leaf):
        return Leaf(ids[node.pane])
    assert isinstance(node, Split)
    return replace(node, children=tuple(_renumbered(child, ids) for child in node.children))
