"""Frames for tests of the window, packed from rows of styled text without an engine."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paneflow.vt import frame
from paneflow.vt.engine import Cursor, CursorShape, MouseMode, Scrollbar


def rgb(value: int) -> int:
    """A tagged 24-bit colour."""
    return frame.TAG_RGB << 24 | value


def indexed(value: int) -> int:
    """A tagged palette colour."""
    return frame.TAG_PALETTE << 24 | value


class Style(NamedTuple):
    """A style as frames carry it."""

    fg: int = 0
    bg: int = 0
    line: int = 0
    attrs: int = 0
    underline: int = 0


class Span(NamedTuple):
    """Text of one style; `background` makes cells that hold a colour instead of text."""

    text: str
    style: Style = Style()
    link: bool = False
    background: int = 0


Row = str | Sequence[Span]
CURSOR = Cursor(0, 0, True, False, CursorShape.BLOCK)


def pack_frame(
    rows: Mapping[int, Row] | Sequence[Row],
    *,
    cols: int = 20,
    height: int | None = None,
    full: bool = True,
    cursor: Cursor | None = CURSOR,
    flags: int = 0,
    mouse: MouseMode = MouseMode.NONE,
    scrollbar: Scrollbar | None = None,
    row_flags: Mapping[int, int] | None = None,
    colors: Mapping[int, int] | None = None,
    kitty_flags: int = 0,
    pages: Mapping[int, int] | None = None,
    surface: int = 1,
    first_row: int = 0,
    pictures: bytes = b"",
) -> bytes:
    """Pack rows (a list fills the viewport from the top; a mapping names rows) as an engine would."""
    named = dict(rows) if isinstance(rows, Mapping) else dict(enumerate(rows))
    height = height or max(named, default=0) + 1
    if full:
        named = {y: named.get(y, "") for y in range(height)}
    styles: dict[tuple[int, Style], int] = {}
    page_of = pages or {}
    cells, clusters = b"", b""
    for index, (y, row) in enumerate(sorted(named.items())):
        packed, more = _pack_row(index, row, cols, page_of.get(y, 0), styles)
        cells, clusters = cells + packed, clusters + more
    head = b"".join(
        b"".join(int(of.get(y, 0)).to_bytes(2, "little") for y in sorted(named))
        for of in ({y: y for y in named}, page_of, row_flags or {})
    )
    head += frame.padding(len(head), 4)
    head += b"".join((page << 16 | number).to_bytes(4, "little") for (page, _), number in styles.items())
    head += b"".join(frame.STYLE.pack(*style, 0) for _, style in styles)
    head += b"".join(frame.COLOR.pack(index, value) for index, value in (colors or {}).items())
    head += pictures
    head += frame.padding(frame.HEADER.size + len(head), 8)
    if pictures:
        flags |= frame.HAS_PICTURES
    if full:
        flags |= frame.FULL
    if cursor and cursor.visible:
        flags |= frame.CURSOR_VISIBLE
    if cursor and cursor.blinking:
        flags |= frame.CURSOR_BLINKING
    bar = scrollbar or Scrollbar(height, 0, height)
    counts = (len(named), max(page_of.values(), default=0) + 1, len(colors or {}), len(styles), _count(clusters))
    place = (cursor.col, cursor.row, int(cursor.shape)) if cursor else (frame.NO_CURSOR, frame.NO_CURSOR, 0)
    header = frame.HEADER.pack(
        frame.VERSION, flags, surface, 1, cols, height, *place, int(mouse), *counts, *bar, kitty_flags, 0, first_row
    )
    return header + head + cells + clusters


def _pack_row(index: int, row: Row, cols: int, page: int, styles: dict[tuple[int, Style], int]) -> tuple[bytes, bytes]:
    """(cells, clusters) of one row."""
    spans = [Span(row)] if isinstance(row, str) else row
    cells: list[int] = []
    clusters = b""
    for span in spans:
        number = _style_number(span.style, page, styles)
        extra = number << frame.CELL_STYLE_SHIFT | int(span.link) << frame.CELL_LINK_SHIFT
        if span.background:
            cells += [_background(span.background)] * len(span.text)
            continue
        for cluster in _clusters(span.text):
            if len(cluster) > 1:
                data = cluster.encode()
                clusters += frame.GRAPHEME.pack(index, len(cells), len(data)) + data
            wide = _is_wide(cluster)
            cell = int(len(cluster) > 1) | ord(cluster[0]) << frame.CELL_CONTENT_SHIFT | extra
            cells.append(cell | int(wide) << frame.CELL_WIDE_SHIFT)
            if wide:
                cells.append(extra | 2 << frame.CELL_WIDE_SHIFT)
    cells = (cells + [0] * cols)[:cols]
    return b"".join(cell.to_bytes(8, "little") for cell in cells), clusters


def _style_number(style: Style, page: int, styles: dict[tuple[int, Style], int]) -> int:
    if style == Style():
        return 0
    return styles.setdefault((page, style), len(styles) + 1)


def _background(tagged: int) -> int:
    value = tagged & 0xFFFFFF
    if tagged >> 24 == frame.TAG_PALETTE:
        return 2 | value << frame.CELL_CONTENT_SHIFT
    swapped = (value & 0xFF) << 16 | value & 0xFF00 | value >> 16
    return 3 | swapped << frame.CELL_CONTENT_SHIFT


def _clusters(text: str) -> list[str]:
    """Text cut before each code point that does not join the one before it."""
    found: list[str] = []
    for character in text:
        joins = unicodedata.combining(character) or character in "\u200d\ufe0f" or _is_modifier(character)
        if found and (joins or found[-1].endswith("\u200d")):
            found[-1] += character
        else:
            found.append(character)
    return found


def _is_modifier(character: str) -> bool:
    return 0x1F3FB <= ord(character) <= 0x1F3FF


def _is_wide(cluster: str) -> bool:
    return unicodedata.east_asian_width(cluster[0]) in "WF" or "\ufe0f" in cluster


def _count(clusters: bytes) -> int:
    count = at = 0
    while at < len(clusters):
        at += frame.GRAPHEME.size + frame.GRAPHEME.unpack_from(clusters, at)[2]
        count += 1
    return count
