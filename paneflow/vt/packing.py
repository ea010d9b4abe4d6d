"""Lays out frames (`vt/frame.py`). Shared by the engines: what is in a frame is theirs, where it stands is here."""

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from paneflow.vt import frame
from paneflow.vt.engine import Cursor, Modes, Scrollbar
from paneflow.vt.images import Placement


class _Masks(NamedTuple):
    """Numbers as wide as a row of packed cells, with the same bits of every cell set."""

    style: int
    cluster: int  # lower bit of the content tag: set for clusters (1), and for blanks with an rgb background (3)
    color: int  # higher bit of the content tag: set for blanks that are only a background (2, 3)


@lru_cache(maxsize=64)
def _masks(cols: int) -> _Masks:
    def repeated(value: int) -> int:
        return int.from_bytes(value.to_bytes(8, "little") * cols, "little")

    return _Masks(
        repeated(frame.CELL_STYLE_MASK << frame.CELL_STYLE_SHIFT),
        repeated(1 << frame.CELL_TAG_SHIFT),
        repeated(2 << frame.CELL_TAG_SHIFT),
    )


class Rows:
    """Rows of packed cells on their way into one frame, with the styles and clusters they need.

    Whole rows are looked at as one big integer: that finds styled cells and clusters at C speed without a dependency.
    """

    def __init__(self, cols: int) -> None:
        self._masks = _masks(cols)
        self._cols = range(cols)
        self._pages: dict[int, tuple[int, set[int]]] = {}
        self._page = 0
        self._known = {0}  # style ids of the current page that are in the table
        self._ys = array("H")
        self._row_pages = array("H")
        self._flags = array("H")
        self._keys = array("I")
        self._styles: list[bytes] = []
        self._cells: list[bytes] = []
        self._clusters: list[bytes] = []
        self.color_only = False

    def __len__(self) -> int:
        return len(self._ys)

    def add(
        self,
        y: int,
        raw: bytes,
        flags: int,
        page_of: Callable[[int], int],
        style_at: Callable[[int, int], bytes],
        cluster_at: Callable[[int, int], bytes],
    ) -> None:
        """Append row `y`: `raw` are its cells, the functions tell its page, and a style or cluster at (y, x)."""
        bits = int.from_bytes(raw, "little")
        style_mask, cluster_mask, color_mask = self._masks
        if styled := bits & style_mask:
            self._use_page(page_of(y))
            self._add_styles(y, self._first_cells(styled), style_at)
        self._ys.append(y)
        self._row_pages.append(self._page)
        self._flags.append(flags)
        self._cells.append(raw)
        if bits & cluster_mask:
            self._add_clusters(y, raw, cluster_at)
        if bits & color_mask:
            self.color_only = True

    def _use_page(self, page: int) -> None:
        entry = self._pages.get(page)
        if entry is None:
            entry = self._pages[page] = (len(self._pages), {0})
        self._page, self._known = entry

    def _first_cells(self, styled: int) -> dict[int, int]:
        """Style id → a cell that has it."""
        shifted = (styled >> frame.CELL_STYLE_SHIFT).to_bytes(len(self._cols) * 8, "little")
        return dict(zip(memoryview(shifted).cast("H")[::4].tolist(), self._cols, strict=True))

    def _add_styles(self, y: int, first: dict[int, int], style_at: Callable[[int, int], bytes]) -> None:
        new = first.keys() - self._known
        for style_id in new:
            self._keys.append(self._page << 16 | style_id)
            self._styles.append(style_at(y, first[style_id]))
        self._known |= new

    def _add_clusters(self, y: int, raw: bytes, cluster_at: Callable[[int, int], bytes]) -> None:
        row = len(self._ys) - 1
        for x, cell in enumerate(memoryview(raw).cast("Q").tolist()):
            if cell & frame.CELL_TAG_MASK == 1 and (text := cluster_at(y, x)):
                self._clusters.append(frame.GRAPHEME.pack(row, x, len(text)) + text)

    def counts(self) -> tuple[int, int, int, int]:
        """Rows, pages, styles and clusters."""
        return len(self._ys), max(1, len(self._pages)), len(self._styles), len(self._clusters)

    def body(self, tables: bytes) -> bytes:
        """Everything after the header; `tables` are what stands between styles and cells, packed."""
        head = (self._ys + self._row_pages + self._flags).tobytes()
        head += frame.padding(len(head), 4)
        tables = b"".join((head, self._keys.tobytes(), *self._styles, tables))
        return b"".join((tables, frame.padding(len(tables), 8), *self._cells, *self._clusters))


class Look(NamedTuple):
    """What a frame says besides its rows: two frames with the same look and no rows are the same picture."""

    cols: int
    rows: int
    cursor: Cursor  # in viewport rows; row and col are NO_CURSOR when it is outside
    modes: Modes
    reverse_screen: bool
    scrollbar: Scrollbar
    first_row: int  # the oldest row's number for life
    colors: bytes  # packed COLOR entries
    pictures: bytes = b""  # of `pack_pictures`


def pack_pictures(placements: Sequence[Placement], cell: tuple[int, int]) -> bytes:
    """PICTURES and its PICTURE entries; nothing for none."""
    if not placements:
        return b""
    entries = (
        frame.PICTURE.pack(
            each.generation,
            each.image,
            each.row,
            each.col,
            each.x,
            each.y,
            each.width,
            each.height,
            *each.source,
            each.z,
        )
        for each in placements
    )
    return frame.PICTURES.pack(*cell, len(placements)) + b"".join(entries)


def pack_frame(surface: int, generation: int, look: Look, rows: Rows, seen: Look | None = None) -> bytes:
    """One frame for a viewer that has `seen` a look. It is FULL when it has every row."""
    nrows, pages, styles, clusters = rows.counts()
    full = nrows == look.rows
    pictures = _pictures(look, None if full else seen)
    header = frame.HEADER.pack(
        frame.VERSION, _flags(look, full=full, color_only=rows.color_only, pictures=bool(pictures)), surface,
        generation & 0xFFFFFFFF,
        look.cols, look.rows, look.cursor.col, look.cursor.row, look.cursor.shape, look.modes.mouse,
        nrows, pages, len(look.colors) // frame.COLOR.size, styles, clusters, *look.scrollbar, look.modes.kitty_flags, 0,
        look.first_row,
    )  # fmt: skip
    return header + rows.body(look.colors + pictures)


def _pictures(look: Look, seen: Look | None) -> bytes:
    """The table of pictures for a viewer, nothing if it knows them."""
    if look.pictures == (seen.pictures if seen is not None else b""):
        return b""
    return look.pictures or frame.PICTURES.pack(0, 0, 0)


def _flags(look: Look, *, full: bool, color_only: bool, pictures: bool) -> int:
    modes = look.modes
    said = (
        (frame.FULL, full),
        (frame.ALTERNATE, modes.alternate_screen),
        (frame.CURSOR_VISIBLE, look.cursor.visible),
        (frame.CURSOR_BLINKING, look.cursor.blinking),
        (frame.BRACKETED_PASTE, modes.bracketed_paste),
        (frame.ALTERNATE_SCROLL, modes.alternate_scroll),
        (frame.REVERSE_SCREEN, look.reverse_screen),
        (frame.FOCUS_EVENTS, modes.focus_events),
        (frame.APPLICATION_CURSOR, modes.application_cursor),
        (frame.CELL_COLOR_ONLY, color_only),
        (frame.HAS_PICTURES, pictures),
    )
    return sum(flag for flag, is_set in said if is_set)
