"""Types of the host's answers, as the method table says them. For type checkers only: importing `typing` costs start-up."""

from typing import Any, Literal, NotRequired, TypedDict


class SurfaceRow(TypedDict):
    """A surface, as `surface.list` has it."""

    surface_id: int
    name: str
    title: str
    cwd: str
    cmd: str
    workspace: int
    workspace_id: int
    pane_id: int
    focused: bool
    agent: str | None
    exit_code: int | None


class WorkspaceRow(TypedDict):
    """A workspace, as `workspace.list` has it."""

    index: int
    workspace_id: int
    title: str
    cwd: str
    panes: int
    active: bool


class HiddenCharacter(TypedDict):
    """A character that nobody sees; `line` counts as in `SearchMatch`."""

    line: int
    col: int
    codepoint: int


class Reading(TypedDict):
    """The answer of `surface.read`."""

    text: str
    lines: int
    total_lines: int
    eof: bool
    hidden: list[HiddenCharacter]
    output_generation: int
    exit_code: NotRequired[int | None]
    evidence: NotRequired[Literal["marks"]]


class SearchMatch(TypedDict):
    """A line that was found; `line` counts logical lines."""

    line: int
    text: str


class Findings(TypedDict):
    """The answer of `surface.search`."""

    matches: list[SearchMatch]
    truncated: bool


class Receipt(TypedDict):
    """The answer of `surface.send_text`; `output_generation` is from just before the write."""

    sent: bool
    length: int
    submitted: bool
    paste: bool
    submit_mode: Literal["deferred_paste_cr", "inline_cr"] | None
    output_generation: int
    agent_target: bool
    agent_tool: str | None
    terminal_bracketed_paste: bool


class Waited(TypedDict):
    """The answer of `surface.wait`."""

    matched: bool
    idle: bool
    panes: list[int]
    matches: list[dict[str, Any]]


class Named(TypedDict):
    """What a row has that stands for a pane."""

    surface_id: int
    name: str


class ClosedRow(Named):
    """A row of the answer of `surface.ended`."""

    exit_code: int | None
    signal: int | None


class Ended(TypedDict):
    """A row of the answer of `surface.wait_end`; an `exit_code` above 128 may be a signal's."""

    surface_id: int
    exit_code: int | None
    signal: int | None
    evidence: Literal["marks", "exited"]


class Ran(TypedDict):
    """The answer of `surface.run`; `evidence` says how the end was known."""

    exit_code: int | None
    output: str
    truncated: bool
    duration_ms: int
    evidence: Literal["marks", "idle", "exited"]


class SplitOff(TypedDict):
    """The answer of `surface.split`."""

    split: bool
    direction: Literal["horizontal", "vertical"]
    panes: int
    surface_id: int
    name: str
    env_left_out: NotRequired[list[str]]


class Created(TypedDict):
    """The answer of `workspace.create`."""

    index: int
    workspace_id: int
    title: str
    panes: int
    surface_id: int
    name: str
    env_left_out: NotRequired[list[str]]


class Focused(TypedDict):
    """The answer of `surface.focus`."""

    focused: bool
    surface_id: int
    workspace: int


class Capabilities(TypedDict):
    """The answer of `system.capabilities`."""

    scripting: bool
    methods: list[str]
    version: str
    protocol: str
    engine: str
    gates: dict[str, bool]
    limits: dict[str, int]
