"""The fallback engine: pyte behind the engine protocol, where libghostty-vt is not to be had.

It is there so that Paneflow runs everywhere, not to be fast or complete; `capabilities` says what it lacks.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from paneflow.geometry import Size, clamp
from paneflow.vt import frame, paste, search, snapshot, words
from paneflow.vt.effects import Effects
from paneflow.vt.engine import Capability, Cursor, Mark, Match, Modes, MouseMode, PromptMark, Scrollbar, View
from paneflow.vt.events import EngineEvent
from paneflow.vt.images import Part, Placement
from paneflow.vt.input import KeyEvent, MouseEvent
from paneflow.vt.key_encoding import KeyModes, encode_key
from paneflow.vt.mouse_encoding import MouseFormat, MouseModes, encode_mouse
from paneflow.vt.packing import Look, pack_frame
from paneflow.vt.pyte_parser import Parser
from paneflow.vt.pyte_screen import Screen
from paneflow.vt.pyte_terminal import Terminal
from paneflow.vt.pyte_text import Text
from paneflow.vt.pyte_view import Viewport
from paneflow.vt.search import Hit

MAX_PROMPTS: Final = 500
_MOUSE: Final = ((1003, MouseMode.MOTION), (1002, MouseMode.DRAG), (1000, MouseMode.CLICK), (9, MouseMode.PRESS))
BYTES_PER_CELL: Final = 16  # a dict entry; the cells themselves are shared


class PyteMark:
    """A row's number for life."""

    def __init__(self, number: int, epoch: int) -> None:
        self.number, self.epoch = number, epoch

    def close(self) -> None:
        """Forget the place."""


class PyteView:
    """What one viewer has seen."""

    def __init__(self, engine: "PyteEngine") -> None:
        self._engine = engine
        self._share: set[int] = set()
        self._seen: Look | None = None
        engine.viewport.shares.append(self._share)

    def frame(self, surface: int, *, full: bool = False) -> bytes | None:
        """Rows changed since the last call as one packed frame, or None when nothing changed."""
        engine = self._engine
        engine.viewport.refresh()
        look = engine.look()
        if full or self._seen is None or (self._seen.cols, self._seen.rows) != (look.cols, look.rows):
            self._share.update(range(look.rows))
        if not self._share and look == self._seen:
            return None
        rows = engine.viewport.pack(self._share, look.cols)
        self._share.clear()
        self._seen = look
        return pack_frame(surface, engine.generation, look, rows)

    def close(self) -> None:
        """Forget the viewer."""
        viewport = self._engine.viewport
        viewport.shares = [share for share in viewport.shares if share is not self._share]


class PyteEngine:
    """One terminal."""

    capabilities = frozenset(
        {
            Capability.ALTERNATE_SCREEN, Capability.SEMANTIC_MARKS, Capability.KITTY_KEYBOARD,
            Capability.SYNCHRONIZED_OUTPUT, Capability.UNDERLINE_STYLES, Capability.SNAPSHOT,
        }
    )  # fmt: skip

    def __init__(self, cols: int, rows: int, scrollback_lines: int, *, host_name: str = "") -> None:
        self.cols, self.rows, self.generation = cols, rows, 0
        self._screen = Screen(cols, rows, scrollback_lines)
        self._effects = Effects(host_name)
        self._terminal = Terminal(self._screen, self._effects)
        self._parser = Parser(self._terminal)
        self._text = Text(self._screen)
        self.viewport = Viewport(self._screen)
        self._epoch = 0  # rises when all text goes at once: marks from before are void
        self._prompts: deque[tuple[int, int | None, bool]] = deque(maxlen=MAX_PROMPTS)  # row, exit code, ended
        self._terminal.prompt_started = self._prompt_started
        self._terminal.prompt_ended = self._prompt_ended

    def another(self, scrollback_lines: int) -> "PyteEngine":
        """A new one of the same size."""
        return PyteEngine(self.cols, self.rows, scrollback_lines)

    # -- bytes in ------------------------------------------------------------------------------------------------
    def feed(self, data: bytes) -> None:
        """Parse output of the child. Never raises, whatever the bytes are."""
        self._parser.feed(data)
        self._effects.end_feed()
        self.generation += 1

    def through_picture(self, data: bytes) -> int:
        """All of it: there are no pictures."""
        return len(data)

    def catch_up(self) -> bool:
        """There is nothing to do."""
        return False

    def resize(self, cols: int, rows: int, *, cell_width: int = 8, cell_height: int = 16) -> None:
        """Change the size; text is not reflowed."""
        cols, rows = clamp(Size(cols, rows))
        self._screen.resize(rows, cols)
        self.cols, self.rows = cols, rows
        self.generation += 1

    def take_replies(self) -> bytes:
        """Bytes for the child, emptied by the call."""
        return self._effects.take_replies()

    def take_events(self) -> list[EngineEvent]:
        """Events, emptied by the call."""
        return self._effects.take_events()

    def _prompt_started(self) -> None:
        if not self._screen.on_alternate:
            self._screen.buffer[self._screen.cursor.y].prompt = True
            self._prompts.append((self._cursor_number(), None, False))

    def _prompt_ended(self, exit_code: int | None) -> None:
        if self._prompts and not self._prompts[-1][2]:
            row, _, _ = self._prompts.pop()
            self._prompts.append((row, exit_code, True))

    def _cursor_number(self) -> int:
        row: int = self._screen.cursor.y
        return self._screen.dropped + len(self._screen.history) + row

    # -- state out -----------------------------------------------------------------------------------------------
    def title(self) -> str:
        """The title the program set."""
        return self._effects.title

    def cwd(self) -> str:
        """The folder the program reported."""
        return self._effects.cwd

    def cursor(self) -> Cursor:
        """Where the cursor is in the active area."""
        cursor, terminal = self._screen.cursor, self._terminal
        col = min(cursor.x, self.cols - 1)
        return Cursor(cursor.y, col, 25 in terminal.modes, terminal.blinking, terminal.shape)

    def modes(self) -> Modes:
        """The modes now."""
        modes = self._terminal.modes
        return Modes(
            alternate_screen=self._screen.on_alternate,
            bracketed_paste=2004 in modes,
            application_cursor=1 in modes,
            application_keypad=66 in modes,
            mouse=self._mouse_mode(),
            alternate_scroll=1007 in modes,
            focus_events=1004 in modes,
            synchronized_output=2026 in modes,
            kitty_flags=self._terminal.kitty_flags,
        )

    def _mouse_mode(self) -> MouseMode:
        return next((kind for mode, kind in _MOUSE if mode in self._terminal.modes), MouseMode.NONE)

    def view(self) -> View:
        """A new viewer."""
        return PyteView(self)

    def look(self) -> Look:
        """What a frame says besides its rows; for views."""
        cursor = self.cursor()
        bar = self.scrollbar()
        row = cursor.row + bar.total - self.rows - bar.offset
        is_inside = row < self.rows
        cursor = cursor._replace(
            row=row if is_inside else frame.NO_CURSOR, col=cursor.col if is_inside else frame.NO_CURSOR
        )
        return Look(self.cols, self.rows, cursor, self.modes(), 5 in self._terminal.modes, bar, self.first_row(), b"")

    def scroll(self, delta: int) -> None:
        """Move the viewport by rows."""
        self.viewport.scroll_to(self.viewport.offset() + delta)

    def scroll_to(self, row: int | None) -> None:
        """Put a row at the viewport's top; None is the bottom."""
        self.viewport.scroll_to(row)

    def scrollbar(self) -> Scrollbar:
        """Where the viewport is."""
        return Scrollbar(self.viewport.history() + self.rows, self.viewport.offset(), self.rows)

    def first_row(self) -> int:
        """The oldest row's number for life."""
        return self._screen.dropped

    def link_at(self, row: int, col: int) -> str:
        """Always "": links are not kept."""
        return ""

    def placements(self) -> tuple[Placement, ...]:
        """No pictures."""
        return ()

    def picture(self, image: int, generation: int, offset: int, size: int) -> Part | None:
        """No pictures."""
        return None

    def prompts(self) -> list[PromptMark]:
        """Rows that start a prompt."""
        dropped, rows = self._screen.dropped, self._text.rows()
        found = {row - dropped: PromptMark(row - dropped, code) for row, code, _ in self._prompts if row >= dropped}
        scrolled = len(self._screen.history) if self._screen.on_alternate else len(rows)  # the others are put aside
        return [found[row] for row in sorted(found) if row >= scrolled or rows[row].prompt]

    # -- text ----------------------------------------------------------------------------------------------------
    def lines(self) -> list[str]:
        """All logical lines."""
        return self._text.lines()

    def line_parts(self) -> Iterator[list[str]]:
        """All logical lines, part by part."""
        return self._text.line_parts()

    def count_ahead(self) -> bool:
        """Nothing to do: `tail` counts as it reads."""
        return False

    def tail(self, count: int, *, skip: int = 0) -> tuple[list[str], int]:
        """The last logical lines, and how many there are."""
        return self._text.tail(count, skip)

    def screen(self) -> list[str]:
        """The rows of the active area."""
        return self._text.screen()

    def mark(self, *, row: int | None = None) -> Mark:
        """Remember a row of the active area, the cursor's by default."""
        screen = self._screen
        number = self._cursor_number() if row is None else screen.dropped + len(screen.history) + row
        return PyteMark(number, self._epoch)

    def text_since(self, mark: Mark) -> list[str] | None:
        """Logical lines from the mark's line to the end."""
        if not isinstance(mark, PyteMark) or mark.epoch != self._epoch or mark.number < self._screen.dropped:
            return None
        return self._text.lines(mark.number - self._screen.dropped)

    def text_between(
        self, start: tuple[int, int], end: tuple[int, int], *, block: bool = False, html: bool = False
    ) -> str:
        """Text from cell to cell."""
        return self._text.between(start, end, block=block, html=html)

    def word_at(self, row: int, col: int) -> tuple[int, int, int, int]:
        """The word at a cell."""
        first, last = self._text.line_span(row)
        cells = self._text.cells(first, last)
        start, end = words.span_at(cells, (row - first) * self.cols + min(col, self.cols - 1))
        return first + start // self.cols, start % self.cols, first + end // self.cols, end % self.cols

    def search(
        self, pattern: str, *, regex: bool = False, case: bool = False, limit: int = 1000
    ) -> tuple[list[Match], bool]:
        """Hits over scrollback and screen."""
        lines = self._text.lines()
        hits, cut = search.find(lines, pattern, regex=regex, case=case, limit=limit)
        return self.locate(lines, hits), cut

    def locate(self, lines: list[str], hits: list[Hit]) -> list[Match]:
        """Hits in `lines()`, with their places."""
        rows = self._text.line_rows()
        shift = len(self._screen.history) if self._screen.on_alternate else 0
        return [self._located(hit, rows[hit.line], lines[hit.line], shift) for hit in hits]

    def _located(self, hit: Hit, row: int, line: str, shift: int) -> Match:
        cells = self._text.cells(*self._text.line_span(row))
        places = [at for at, cell in enumerate(cells) for _ in cell]
        start, last = places[hit.start], places[hit.end - 1]
        end = last + (2 if cells[last + 1 : last + 2] == [""] else 1)
        row -= shift
        return Match(
            row + start // self.cols,
            start % self.cols,
            row + (end - 1) // self.cols,
            (end - 1) % self.cols + 1,
            hit.line,
            line,
        )

    # -- input ---------------------------------------------------------------------------------------------------
    def encode_key(self, event: KeyEvent) -> bytes:
        """A key as the modes want it."""
        modes, terminal = self._terminal.modes, self._terminal
        return encode_key(
            event,
            KeyModes(
                application_cursor=1 in modes,
                application_keypad=66 in modes and 1035 not in modes,
                backarrow_sends_backspace=67 in modes,
                modify_other_keys=terminal.modify_other_keys,
                kitty_flags=terminal.kitty_flags,
            ),
        )

    def encode_mouse(self, event: MouseEvent) -> bytes:
        """A mouse event as the modes want it."""
        chosen = (form for form in reversed(MouseFormat) if form in self._terminal.modes)
        return encode_mouse(event, MouseModes(self._mouse_mode(), next(chosen, MouseFormat.X10)))

    def encode_paste(self, text: str) -> bytes:
        """Text as a paste."""
        return paste.bracket(text) if 2004 in self._terminal.modes else paste.plain(text)

    def encode_focus(self, *, focused: bool) -> bytes:
        """A focus report."""
        return (b"\x1b[I" if focused else b"\x1b[O") if 1004 in self._terminal.modes else b""

    # -- keeping -------------------------------------------------------------------------------------------------
    def clear(self, *, scrollback_only: bool = False) -> None:
        """Drop the scrollback and, on the primary screen, all but the cursor's line."""
        if not scrollback_only and not self._screen.on_alternate:
            self._screen.keep_cursor_line()
        else:
            self._screen.clear_history()
        self.viewport.scroll_to(None)
        self.generation += 1

    def reset(self) -> None:
        """RIS."""
        self._terminal.reset()
        self._effects.title = ""
        self._prompts.clear()
        self._epoch += 1
        self.generation += 1

    def set_scrollback(self, lines: int) -> None:
        """Change how many lines are kept."""
        self._screen.resize_history(lines)

    def set_colors(self, foreground: int, background: int, cursor: int, palette: Sequence[int]) -> None:
        """Theme colours, for answers to programs."""
        terminal = self._terminal
        terminal.foreground, terminal.background, terminal.cursor_color = foreground, background, cursor
        terminal.palette = tuple(palette)

    def snapshot(self) -> bytes:
        """The text with its styles."""
        return snapshot.pack(self.text_parts())

    def text_parts(self) -> Iterator[bytes]:
        """What `snapshot` packs; here all at once, since rows have to be rendered anyway."""
        yield self._text.styled()

    def restore(self, data: bytes) -> None:
        """Bring back a snapshot's text as scrollback above an empty screen."""
        text = snapshot.unpack(data)
        self._effects.mute(muted=True)
        self._parser.feed(text + b"\x1b[0m\r\n" + b"\n" * (self.rows - 1) + b"\x1b[H")
        self._effects.end_feed()
        self._effects.mute(muted=False)
        self.generation += 1

    def compress(self) -> bool:
        """Nothing to do."""
        return False

    def memory(self) -> int:
        """About how many bytes the engine holds."""
        return sum(map(len, self._screen.rows())) * BYTES_PER_CELL

    def close(self) -> None:
        """Free everything."""
        self._screen.clear_history()
