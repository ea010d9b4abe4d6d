"""The default engine: libghostty-vt behind the engine protocol."""

from collections.abc import Iterator, Sequence
from typing import Final

from paneflow.geometry import Size, clamp
from paneflow.vt import osc, paste, search, snapshot, words
from paneflow.vt.effects import MAX_CLIPBOARD
from paneflow.vt.engine import Capability, Cursor, Mark, Match, Modes, PromptMark, Scrollbar, View
from paneflow.vt.events import EngineEvent, MarkKind
from paneflow.vt.ghostty.edited_line import EditedLine
from paneflow.vt.ghostty.effects import LibraryEffects
from paneflow.vt.ghostty.first_row import FirstRow
from paneflow.vt.ghostty.joining import joins_text_before
from paneflow.vt.ghostty.keys import KeyEncoder, MouseEncoder
from paneflow.vt.ghostty.library import ffi, lib
from paneflow.vt.ghostty.locate import locate
from paneflow.vt.ghostty.marks import GhosttyMark, Marks
from paneflow.vt.ghostty.pictures import Pictures
from paneflow.vt.ghostty.prompts import Prompts
from paneflow.vt.ghostty.render import Viewport
from paneflow.vt.ghostty.state import StateReader, rgb
from paneflow.vt.ghostty.terminal import Space, Terminal
from paneflow.vt.ghostty.text import Text
from paneflow.vt.ghostty.view import GhosttyView
from paneflow.vt.ghostty.walk import Walk
from paneflow.vt.graphics_splitter import ERASE, Command, Splitter
from paneflow.vt.images import Part, Placement
from paneflow.vt.input import KeyEvent, MouseEvent
from paneflow.vt.notifications import KittyNotifications
from paneflow.vt.packing import Look, pack_pictures
from paneflow.vt.search import Hit

# The library frees and maps memory anew at a limit in lines, and reuses its oldest page at one in bytes: scrolling is
# five to eight times faster. So the limit is in bytes, from what a cell was measured to take.
BYTES_PER_CELL: Final = 9.3
_DEL: Final = b"\x7f"
MAX_LINK: Final = 2083  # what browsers take
_TEXT_COLOR, _BACKGROUND_COLOR = 0xD0D0D0, 0x101010  # until `set_colors`: programs ask for them at once

# What DECSTR resets (the library has no DECSTR): insert and keyboard-lock mode, origin mode, autowrap on, cursor on, cursor
# and keypad keys normal, margins, protection, styles, character sets, and the saved cursor at home.
_SOFT_RESET: Final = (
    b'\x1b[4l\x1b[2l\x1b[?6l\x1b[?7h\x1b[?25h\x1b[?1l\x1b>\x1b[?69l\x1b[r\x1b[0"q\x1b[0m\x1b(B\x1b)B\x0f\x1b[H\x1b7'
)


class GhosttyEngine:
    """One terminal."""

    capabilities = frozenset(Capability)

    def __init__(self, cols: int, rows: int, scrollback_lines: int, *, host_name: str = "") -> None:
        self.cols, self.rows, self.generation = cols, rows, 0
        self._cell = (8, 16)
        self._lines = scrollback_lines
        self._terminal = Terminal(cols, rows)
        self._effects = LibraryEffects(self._terminal, host_name)
        self._scanner = osc.Scanner()
        self._splitter = Splitter()
        self._notifications = KittyNotifications()
        self._text = Text(self._terminal)
        self._walk = Walk(self._terminal, self._text)
        self._prompts = Prompts(self._terminal)
        self._first_row = FirstRow(self._terminal)
        self._marks = Marks(self._terminal)
        self._edited_line = EditedLine(self._terminal, self._text)
        self._state = StateReader(self._terminal)
        self._pictures = Pictures(self._terminal)
        self._takes_pictures = True
        self._viewport: Viewport | None = None  # made for the first viewer: hidden surfaces never pay for it
        self._keys: KeyEncoder | None = None
        self._mouse: MouseEncoder | None = None
        self._closed = False
        self._configure()

    def another(self, scrollback_lines: int) -> "GhosttyEngine":
        """A new one of the same size, for text alone."""
        made = GhosttyEngine(self.cols, self.rows, scrollback_lines)
        made._takes_pictures = False
        return made

    def _configure(self) -> None:
        terminal = self._terminal
        terminal.set("COLOR_FOREGROUND", rgb(_TEXT_COLOR))
        terminal.set("COLOR_BACKGROUND", rgb(_BACKGROUND_COLOR))
        terminal.set_size("CLIPBOARD_WRITE_MAX_BYTES", MAX_CLIPBOARD)
        terminal.set("GLYPH_PROTOCOL", ffi.new("bool*", 0))
        terminal.set("SCROLLBACK_MAX_LINES", ffi.new("size_t*", 1 << 62))
        terminal.resize(self.cols, self.rows, *self._cell)  # it does not know yet how large a cell is
        self._apply_size()

    def _apply_size(self) -> None:
        self._effects.size = (self.cols, self.rows, *self._cell)
        self._terminal.set_size("SCROLLBACK_MAX_BYTES", int(self._lines * self.cols * BYTES_PER_CELL))

    # -- bytes in ------------------------------------------------------------------------------------------------
    def feed(self, data: bytes) -> None:
        """Parse output of the child. Never raises, whatever the bytes are."""
        if self._pictures.busy:
            self._pictures.finish()
        if self._splitter.passes(data):
            self._feed_text(data)
        else:
            self._feed_pieces(data)
        self._pictures.bound()
        self._effects.end_feed()
        self.generation += 1

    def through_picture(self, data: bytes) -> int:
        """How much of it ends with a picture's end."""
        return self._splitter.through_command(data)

    def catch_up(self) -> bool:
        """Do a part of the work on a picture; False when there is none."""
        if not self._pictures.busy:
            return False
        self._pictures.go_on()
        self._pictures.bound()
        self._effects.end_feed()
        self.generation += 1
        return True

    def _feed_pieces(self, data: bytes) -> None:
        for piece in self._splitter.split(data):
            self._pictures.finish()
            if isinstance(piece, Command):
                if self._takes_pictures:
                    self._pictures.take(piece)
                continue
            if piece == ERASE:
                self._pictures.forget(scrolled=True)
            self._feed_text(piece)

    def _feed_text(self, data: bytes) -> None:
        if _DEL in data:
            data = data.replace(_DEL, b"")  # the library prints it; xterm does not
        if self._viewport is not None and joins_text_before(data):
            self._state.redraw()
        start = 0
        for found in self._scanner.scan(data):
            self._terminal.write(data[start : found.end - (found.start == osc.ERASE_SCROLLBACK)])
            start = found.end
            self._act(found)
        self._terminal.write(data[start:] if start else data)

    def _act(self, found: osc.Found) -> None:
        match found.start:
            case osc.DECSTR:
                self._soft_reset()
            case osc.ERASE_SCROLLBACK:
                self._erase_scrollback()
            case osc.KITTY_NOTIFICATION:
                if note := self._notifications.add(found.payload):
                    self._effects.notified(*note)
            case _:
                self._mark_shell(found.payload)

    def _mark_shell(self, payload: bytes) -> None:
        mark = osc.shell_mark(payload)
        if mark is None:
            return
        self._edited_line.hear(mark)
        if mark.kind is MarkKind.PROMPT_START:
            self._prompts.started()
        elif mark.kind is MarkKind.COMMAND_END:
            self._prompts.ended(mark.exit_code)
        self._effects.add(mark)

    def _erase_scrollback(self) -> None:
        """Finish the sequence, with what the library does not do for it."""
        self._first_row.number()
        before = self.scrollbar().total
        with self._marks.dropping():
            self._terminal.write(osc.ERASE_SCROLLBACK[-1:])
        if gone := before - self.scrollbar().total:
            self._first_row.cleared(gone)
            self._text.forget_layout()

    def _soft_reset(self) -> None:
        row, col = self._terminal.cursor()
        self._terminal.write(_SOFT_RESET + b"\x1b[%d;%dH" % (row + 1, col + 1))

    def resize(self, cols: int, rows: int, *, cell_width: int = 8, cell_height: int = 16) -> None:
        """Change the size and reflow."""
        cols, rows = clamp(Size(cols, rows))
        self._cell = (max(1, cell_width), max(1, cell_height))
        self._first_row.number()
        if cols != self.cols:
            self._edited_line.blank()
        self._terminal.resize(cols, rows, *self._cell)
        self._first_row.renumbered()
        self.cols, self.rows = cols, rows
        self._apply_size()
        self._text.forget_layout()
        self.generation += 1

    def take_replies(self) -> bytes:
        """Bytes for the child, emptied by the call."""
        return self._effects.take_replies()

    def take_events(self) -> list[EngineEvent]:
        """Events, emptied by the call."""
        return self._effects.take_events()

    # -- state out -----------------------------------------------------------------------------------------------
    def title(self) -> str:
        """The title the program set."""
        return self._effects.title

    def cwd(self) -> str:
        """The folder the program reported."""
        return self._effects.cwd

    def cursor(self) -> Cursor:
        """Where the cursor is in the active area."""
        row, col = self._terminal.cursor()
        viewport = self.viewport()
        viewport.refresh()
        seen = viewport.cursor()
        self._drop_viewport_if_unused()
        return Cursor(row, col, seen.visible, seen.blinking, seen.shape)

    def modes(self) -> Modes:
        """The modes now."""
        return self._state.modes()[0]

    def view(self) -> View:
        """A new viewer."""
        return GhosttyView(self)

    def viewport(self) -> Viewport:
        """What views read; for them only."""
        if self._viewport is None:
            self._viewport = Viewport(self._terminal)
        return self._viewport

    def look(self) -> Look:
        """What a frame says besides its rows; for views, after a refresh of the viewport."""
        modes, reverse = self._state.modes()
        colors = self._state.changed_colors()
        cursor, bar = self.viewport().cursor(), self.scrollbar()
        pictures = pack_pictures(self.placements(), self._cell)
        return Look(self.cols, self.rows, cursor, modes, reverse, bar, self.first_row(), colors, pictures)

    def drop_view(self, share: set[int]) -> None:
        """A view is closed."""
        if self._viewport is not None:
            self._viewport.shares = [other for other in self._viewport.shares if other is not share]
            self._drop_viewport_if_unused()

    def _drop_viewport_if_unused(self) -> None:
        if self._viewport is not None and not self._viewport.shares:
            self._viewport.free()
            self._viewport = None

    def scroll(self, delta: int) -> None:
        """Move the viewport by rows."""
        self._terminal.scroll(lib.GHOSTTY_SCROLL_VIEWPORT_DELTA, delta)

    def scroll_to(self, row: int | None) -> None:
        """Put a row at the viewport's top; None is the bottom."""
        if row is None:
            self._terminal.scroll(lib.GHOSTTY_SCROLL_VIEWPORT_BOTTOM)
        else:
            self._terminal.scroll(lib.GHOSTTY_SCROLL_VIEWPORT_ROW, max(0, row))

    def scrollbar(self) -> Scrollbar:
        """Where the viewport is."""
        return Scrollbar(*self._terminal.scrollbar())

    def first_row(self) -> int:
        """The oldest row's number for life."""
        return self._first_row.number()

    def link_at(self, row: int, col: int) -> str:
        """The OSC 8 target of a viewport cell."""
        return self._text.link(row, col, MAX_LINK)

    def placements(self) -> tuple[Placement, ...]:
        """The pictures on view."""
        return self._pictures.placements()

    def picture(self, image: int, generation: int, offset: int, size: int) -> Part | None:
        """Some of a picture's pixels."""
        return self._pictures.part(image, generation, offset, size)

    def prompts(self) -> list[PromptMark]:
        """Rows that start a prompt."""
        return self._prompts.marks()

    # -- text ----------------------------------------------------------------------------------------------------
    def lines(self) -> list[str]:
        """All logical lines."""
        return self._text.lines()

    def line_parts(self) -> Iterator[list[str]]:
        """All logical lines, part by part."""
        return self._walk.lines()

    def count_ahead(self) -> bool:
        """Count a part of the lines that `tail` has to know of; True while more are left."""
        return self._text.count_ahead()

    def tail(self, count: int, *, skip: int = 0) -> tuple[list[str], int]:
        """The last logical lines, and how many there are."""
        return self._text.tail(count, skip)

    def screen(self) -> list[str]:
        """The rows of the active area."""
        return self._text.screen()

    def mark(self, *, row: int | None = None) -> Mark:
        """Remember a row of the active area, the cursor's by default."""
        terminal = self._terminal
        place = terminal.track_cursor() if row is None else terminal.track(Space.ACTIVE, row)
        return self._marks.add(place)

    def text_since(self, mark: Mark) -> list[str] | None:
        """Logical lines from the mark's line to the end."""
        if not isinstance(mark, GhosttyMark) or (mark.alternate and not self._terminal.on_alternate()):
            return None
        row = mark.row()
        if row is None:
            return None
        return self._text.screen_lines(row) if mark.alternate else self._text.lines(row)

    def text_between(
        self, start: tuple[int, int], end: tuple[int, int], *, block: bool = False, html: bool = False
    ) -> str:
        """Text from cell to cell."""
        return self._text.between(start, end, block=block, html=html)

    def word_at(self, row: int, col: int) -> tuple[int, int, int, int]:
        """The word at a cell."""
        first, last = self._text.line_around(row)
        cells = [cell for at in range(first, last + 1) for cell in self._text.cells(at)]
        if not cells:
            return row, col, row, col
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
        return locate(self._text, lines, hits)

    # -- input ---------------------------------------------------------------------------------------------------
    def encode_key(self, event: KeyEvent) -> bytes:
        """A key as the modes want it."""
        if self._keys is None:
            self._keys = KeyEncoder(self._terminal)
        return self._keys.encode(event)

    def encode_mouse(self, event: MouseEvent) -> bytes:
        """A mouse event as the modes want it."""
        if self._mouse is None:
            self._mouse = MouseEncoder(self._terminal)
        return self._mouse.encode(event, (self.cols, self.rows, *self._cell))

    def encode_paste(self, text: str) -> bytes:
        """Text as a paste."""
        return paste.bracket(text) if self._terminal.mode(2004) else paste.plain(text)

    def encode_focus(self, *, focused: bool) -> bytes:
        """A focus report."""
        return (b"\x1b[I" if focused else b"\x1b[O") if self._terminal.mode(1004) else b""

    # -- keeping -------------------------------------------------------------------------------------------------
    def clear(self, *, scrollback_only: bool = False) -> None:
        """Drop the scrollback and, on the primary screen, all but the cursor's line."""
        terminal, gone = self._terminal, 0
        self._pictures.finish()
        self._first_row.number()
        if terminal.flag(lib.GHOSTTY_TERMINAL_DATA_VT_GROUND):
            self._pictures.forget(scrolled=scrollback_only or terminal.on_alternate())
            if not scrollback_only and not terminal.on_alternate():
                gone = self._keep_cursor_line()
        before = self.scrollbar().total
        with self._marks.dropping():
            terminal.set_size("SCROLLBACK_MAX_BYTES", 0)
        self._apply_size()
        if not terminal.on_alternate():
            self._first_row.cleared(gone + before - self.scrollbar().total)
        self._text.forget_layout()
        self.generation += 1

    def _keep_cursor_line(self) -> int:
        """Clear the screen but for the cursor's line; how many rows above it went."""
        row, col = self._terminal.cursor()
        history = self._text.total() - self.rows
        above = self._text.line_start(history + row) - history
        home = b"\x1b[H\x1b[%dM" % above if above > 0 else b""
        self._terminal.write(home + b"\x1b[%d;1H\x1b[J\x1b[%d;%dH" % (row - above + 2, row - above + 1, col + 1))
        return max(0, above)

    def reset(self) -> None:
        """RIS."""
        self._pictures.drop()
        lib.ghostty_terminal_reset(self._terminal.handle)
        self._effects.title = ""
        self._text.forget_layout()
        self._prompts.free()
        self.generation += 1

    def set_scrollback(self, lines: int) -> None:
        """Change how many lines are kept."""
        self._lines = lines
        self._apply_size()

    def set_colors(self, foreground: int, background: int, cursor: int, palette: Sequence[int]) -> None:
        """Theme colours, for answers to programs."""
        for option, color in (("FOREGROUND", foreground), ("BACKGROUND", background), ("CURSOR", cursor)):
            self._terminal.set("COLOR_" + option, rgb(color))
        entries = [(color >> 16 & 255, color >> 8 & 255, color & 255) for color in palette]
        self._terminal.set("COLOR_PALETTE", ffi.new("GhosttyColorRgb[256]", entries))
        red, green, blue = background >> 16 & 255, background >> 8 & 255, background & 255
        self._effects.dark = 299 * red + 587 * green + 114 * blue < 128_000

    def snapshot(self) -> bytes:
        """The text with its styles."""
        return snapshot.pack(self.text_parts())

    def text_parts(self) -> Iterator[bytes]:
        """What `snapshot` packs, part by part."""
        return self._walk.styled()

    def restore(self, data: bytes) -> None:
        """Bring back a snapshot's text as scrollback above an empty screen."""
        text = snapshot.unpack(data)
        self._effects.mute(muted=True)
        self._terminal.write(text + b"\x1b[0m\r\n" + b"\n" * (self.rows - 1) + b"\x1b[H")
        self._effects.end_feed()
        self._effects.mute(muted=False)
        self._text.forget_layout()
        self.generation += 1

    def compress(self) -> bool:
        """Do a bounded part of the work of holding the scrollback in less memory; True while more is left."""
        result = ffi.new("GhosttyTerminalCompressionResult*")
        mode = lib.GHOSTTY_TERMINAL_COMPRESSION_MODE_INCREMENTAL
        lib.ghostty_terminal_compress(self._terminal.handle, mode, result)
        return bool(result[0] == lib.GHOSTTY_TERMINAL_COMPRESSION_RESULT_PENDING)

    def memory(self) -> int:
        """About how many bytes the engine holds."""
        return int((self._text.total() + self.rows) * self.cols * BYTES_PER_CELL)

    def close(self) -> None:
        """Free everything."""
        if self._closed:
            return
        self._closed = True
        text = (self._text, self._prompts, self._first_row, self._edited_line, self._pictures)
        for part in (self._viewport, self._keys, self._mouse, *text, self._terminal):
            if part is not None:
                part.free()
        self._viewport = None
