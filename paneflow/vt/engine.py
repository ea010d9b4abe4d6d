"""The engine protocol: bytes in, state out.

An engine knows no files, sockets, threads, clocks or Qt. It belongs to one thread. Everything that depends on terminal
modes lives behind it: encoding of keys, mouse and pastes, plain text, search, selection, snapshots.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple, Protocol

from paneflow.vt.events import EngineEvent
from paneflow.vt.images import Part, Placement
from paneflow.vt.input import KeyEvent, MouseEvent
from paneflow.vt.search import Hit

LONG_LINE: Final = 200  # rows of a logical line after which `text_since` begins in its middle


class Capability(StrEnum):
    """What an engine may lack; `Engine.capabilities` names what it has."""

    ALTERNATE_SCREEN = "alternate_screen"
    REFLOW = "reflow"
    HYPERLINKS = "hyperlinks"
    SEMANTIC_MARKS = "semantic_marks"
    KITTY_KEYBOARD = "kitty_keyboard"
    SYNCHRONIZED_OUTPUT = "synchronized_output"
    UNDERLINE_STYLES = "underline_styles"
    SNAPSHOT = "snapshot"
    COMPRESSION = "compression"
    IMAGES = "images"


class CursorShape(IntEnum):
    """DECSCUSR's shapes."""

    BLOCK = 0
    BAR = 1
    UNDERLINE = 2


class MouseMode(IntEnum):
    """What the program wants to hear of the mouse (DECSET 9, 1000, 1002, 1003)."""

    NONE = 0
    PRESS = 1
    CLICK = 2
    DRAG = 3
    MOTION = 4


class Cursor(NamedTuple):
    """The cursor, in active-area cells."""

    row: int
    col: int
    visible: bool
    blinking: bool
    shape: CursorShape


class Modes(NamedTuple):
    """The modes that others than the engine need to know."""

    alternate_screen: bool  # 1049, 1047, 47
    bracketed_paste: bool  # 2004
    application_cursor: bool  # DECCKM
    application_keypad: bool  # DECKPAM
    mouse: MouseMode
    alternate_scroll: bool  # 1007
    focus_events: bool  # 1004
    synchronized_output: bool  # 2026
    kitty_flags: int  # CSI > u


class Scrollbar(NamedTuple):
    """All rows, the viewport's first row and its height, in rows. `offset == total - length` is the bottom."""

    total: int
    offset: int
    length: int


class Match(NamedTuple):
    """A hit of a search. Rows count from the oldest retained row; `col` and `end_col` are cells, the end exclusive."""

    row: int
    col: int
    end_row: int
    end_col: int
    line: int  # logical line, counted from the oldest retained one
    text: str  # that whole logical line


class PromptMark(NamedTuple):
    """A prompt drawn by a shell with OSC 133: its row from the oldest retained row, and how the command after it ended."""

    row: int
    exit_code: int | None


class View(Protocol):
    """One viewer's picture of a surface: it remembers which rows that viewer has seen."""

    def frame(self, surface: int, *, full: bool = False) -> bytes | None:
        """Rows changed since the last call as one packed frame (`vt/frame.py`), or None when nothing changed."""
        ...

    def close(self) -> None:
        """Forget the viewer."""
        ...


class Mark(Protocol):
    """A place in the text that stays with its text while the screen scrolls, reflows or is cleared."""

    def close(self) -> None:
        """Forget the place."""
        ...


class Engine(Protocol):
    """One terminal."""

    capabilities: frozenset[Capability]
    cols: int
    rows: int
    generation: int  # rises with every feed and resize

    def another(self, scrollback_lines: int) -> "Engine":
        """A new terminal of the same kind and size, with nothing in it. It takes no pictures."""
        ...

    # -- bytes in ------------------------------------------------------------------------------------------------
    def feed(self, data: bytes) -> None:
        """Parse output of the child. Never raises, whatever the bytes are.

        A large picture at its very end is left to `catch_up`; the next feed does what is left of it first.
        """
        ...

    def through_picture(self, data: bytes) -> int:
        """How much of some output to feed, so that `catch_up` can work on a picture in it: up to the end of the first."""
        ...

    def catch_up(self) -> bool:
        """Do a bounded part of the work on a picture that was fed; False when there is none."""
        ...

    def resize(self, cols: int, rows: int, *, cell_width: int = 8, cell_height: int = 16) -> None:
        """Change the size in cells, clamped; a cell's size is in pixels and only reported to programs that ask."""
        ...

    def take_replies(self) -> bytes:
        """Bytes the terminal owes the child (DA, DSR, …), emptied by the call."""
        ...

    def take_events(self) -> list[EngineEvent]:
        """What happened since the last call: title, cwd, bell, clipboard, notification, progress, prompt marks."""
        ...

    # -- state out -----------------------------------------------------------------------------------------------
    def title(self) -> str:
        """The title the program set; "" if none."""
        ...

    def cwd(self) -> str:
        """The folder the program reported with OSC 7, as a path; "" if none."""
        ...

    def cursor(self) -> Cursor:
        """Where the cursor is."""
        ...

    def modes(self) -> Modes:
        """The modes now."""
        ...

    def view(self) -> View:
        """A new viewer; its first frame is complete."""
        ...

    def scroll(self, delta: int) -> None:
        """Move the viewport by rows; negative is towards older rows. Clamped."""
        ...

    def scroll_to(self, row: int | None) -> None:
        """Put a row (from the oldest retained one) at the top of the viewport; None is the bottom. Clamped."""
        ...

    def scrollbar(self) -> Scrollbar:
        """Where the viewport is."""
        ...

    def first_row(self) -> int:
        """The number for life of the oldest retained row, from 0 on: a row's number is this and its place.

        It rises by the rows that leave the top; by more, when more left than were there at the last call.
        """
        ...

    def link_at(self, row: int, col: int) -> str:
        """The OSC 8 target of a viewport cell; "" if none."""
        ...

    def placements(self) -> tuple[Placement, ...]:
        """The pictures on view, the lowest first; none without `Capability.IMAGES`."""
        ...

    def picture(self, image: int, generation: int, offset: int, size: int) -> Part | None:
        """At most `size` bytes of a picture's pixels from a byte on, None if it is gone or has others now."""
        ...

    def prompts(self) -> list[PromptMark]:
        """Rows that start a prompt (OSC 133), oldest first."""
        ...

    # -- text ----------------------------------------------------------------------------------------------------
    def lines(self) -> list[str]:
        """All logical lines: scrollback followed by the live screen, soft wraps joined, trailing blank ones dropped."""
        ...

    def line_parts(self) -> Iterator[list[str]]:
        """What `lines` gives, perhaps with blank ones at its end, in parts as those of `text_parts`."""
        ...

    def count_ahead(self) -> bool:
        """Do a bounded part of the counting that the next `tail` has to do; True while more is left."""
        ...

    def tail(self, count: int, *, skip: int = 0) -> tuple[list[str], int]:
        """The `count` logical lines that end `skip` lines before the end, and how many there are in all."""
        ...

    def screen(self) -> list[str]:
        """The rows of the active area, one string a row, trailing blanks removed; never joined."""
        ...

    def mark(self, *, row: int | None = None) -> Mark:
        """Remember a row of the active area, the cursor's by default, to read later what came after it."""
        ...

    def text_since(self, mark: Mark) -> list[str] | None:
        """Logical lines from the mark's to the end, the first whole unless it is endless; None if the mark's text is gone."""
        ...

    def text_between(
        self, start: tuple[int, int], end: tuple[int, int], *, block: bool = False, html: bool = False
    ) -> str:
        """Text from (row, col) to (row, col) inclusive, rows counted from the oldest retained row, soft wraps joined."""
        ...

    def word_at(self, row: int, col: int) -> tuple[int, int, int, int]:
        """(row, col, end_row, end_col) of the word at a cell, ends inclusive, rows from the oldest retained row."""
        ...

    def search(
        self, pattern: str, *, regex: bool = False, case: bool = False, limit: int = 1000
    ) -> tuple[list[Match], bool]:
        """Hits over scrollback and screen, oldest first, and whether some were cut off. A bad or slow regex raises ValueError.

        Rows are those of the active screen: while the alternate screen is on, hits in the scrollback have negative rows.
        """
        ...

    def locate(self, lines: list[str], hits: list[Hit]) -> list[Match]:
        """Hits of `vt.search.find` in `lines()`, with their places; the generation must still be that of the lines."""
        ...

    # -- input ---------------------------------------------------------------------------------------------------
    def encode_key(self, event: KeyEvent) -> bytes:
        """A key as the modes want it; b"" if it has no encoding."""
        ...

    def encode_mouse(self, event: MouseEvent) -> bytes:
        """A mouse event as the modes want it; b"" if the program does not listen for it."""
        ...

    def encode_paste(self, text: str) -> bytes:
        """Text as a paste: cleaned (`vt/paste.py`), bracketed when the program asked for that."""
        ...

    def encode_focus(self, *, focused: bool) -> bytes:
        """A focus report, b"" unless mode 1004 is on."""
        ...

    # -- keeping -------------------------------------------------------------------------------------------------
    def clear(self, *, scrollback_only: bool = False) -> None:
        """Drop the scrollback, and unless told otherwise clear the screen but for the cursor's line."""
        ...

    def reset(self) -> None:
        """RIS: everything as new."""
        ...

    def set_scrollback(self, lines: int) -> None:
        """Change how many lines are kept."""
        ...

    def set_colors(self, foreground: int, background: int, cursor: int, palette: Sequence[int]) -> None:
        """Theme colours (0xRRGGBB; 256 palette entries), for the answers to OSC 4, 10, 11 and 12 only."""
        ...

    def snapshot(self) -> bytes:
        """The state for `restore`, whatever size it was taken at. Restored text is inert: no replies, no events."""
        ...

    def text_parts(self) -> Iterator[bytes]:
        """What `snapshot` packs, in parts that take a few milliseconds each; the engine may be fed between two."""
        ...

    def restore(self, data: bytes) -> None:
        """Bring back a snapshot's text as scrollback above an empty screen. Raises ValueError if it is not one."""
        ...

    def compress(self) -> bool:
        """Do a bounded part of holding the scrollback in less memory, once a surface is quiet; True while more is left."""
        ...

    def memory(self) -> int:
        """About how many bytes the engine holds."""
        ...

    def close(self) -> None:
        """Free everything. Nothing else may be called afterwards; closing twice is fine."""
        ...
