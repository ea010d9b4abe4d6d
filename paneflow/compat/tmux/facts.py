"""What the shim asks of a pane's terminal and process. The host's side answers; tests may answer with constants."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from paneflow.vt.engine import Modes


class Process(NamedTuple):
    """The program in a pane."""

    pid: int | None
    tty: str
    command: str  # name of the foreground process
    path: str  # and its folder


class Screen(NamedTuple):
    """The terminal of a pane."""

    cursor: tuple[int, int]  # row, col
    cursor_visible: bool
    modes: Modes
    history: int  # rows above the screen
    memory: int  # bytes


class Facts(Protocol):
    """Answers about panes by id; about one that is gone, None."""

    def process(self, pane: int) -> Process | None:
        """The program."""
        ...

    def screen(self, pane: int) -> Screen | None:
        """The terminal."""
        ...

    def title(self, pane: int) -> str:
        """The title that the program or a client gave it."""
        ...

    def last_output(self, pane: int) -> float:
        """When it printed last, in seconds since the epoch; 0 if it never did."""
        ...

    def is_piped(self, pane: int) -> bool:
        """Whether its output goes to a command too (`pipe-pane`)."""
        ...

    def find_text(self, pane: int, text: str, *, regex: bool, ignore_case: bool) -> int:
        """The 1-based row of the screen that holds the text, 0 if none."""
        ...

    def next_group(self) -> int:
        """The id that the next session gets."""
        ...

    def environment(self) -> Mapping[str, str]:
        """The host's own environment."""
        ...
