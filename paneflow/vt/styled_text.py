"""Rows of a terminal as text, plain or with SGR sequences as tmux's `capture-pane -e` writes them.

Rows are read through frames, the only picture of an engine that has styles. History is brought into the viewport for
that, and the viewport put back where it was.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from struct import Struct
from typing import Final, NamedTuple

from paneflow.vt import frame
from paneflow.vt.engine import Engine

PLAIN: Final = (0, 0, 0, 0, 0)  # foreground, background, underline colour, attributes, underline style
SPACER_TAIL, SPACER_HEAD = 2, 3
# tmux's order: bold, dim, italics, underline, blink, reverse, hidden, struck, then the underline styles and overline
CODES: Final = (
    (frame.BOLD, "1"),
    (frame.FAINT, "2"),
    (frame.ITALIC, "3"),
    (1 << 16, "4"),
    (frame.BLINK, "5"),
    (frame.INVERSE, "7"),
    (frame.INVISIBLE, "8"),
    (frame.STRIKE, "9"),
    (1 << 17, "4:2"),
    (1 << 18, "4:3"),
    (1 << 19, "4:4"),
    (1 << 20, "4:5"),
    (frame.OVERLINE, "5:3"),
)

Style = tuple[int, int, int, int, int]


class Row(NamedTuple):
    """One row: what its cells show and how, up to the last cell that was written; and whether it runs on in the next."""

    cells: list[tuple[str, Style]]
    wraps: bool


class Look(NamedTuple):
    """How rows become text."""

    codes: bool = False  # -e
    escape: bool = False  # -C
    join: bool = False  # -J
    keep_blanks: bool = False  # -N


def rows(engine: Engine, first: int, last: int) -> list[Row]:
    """Rows from the oldest retained one on, both ends included."""
    found: dict[int, Row] = {}
    view = engine.view()
    try:
        with _viewport_kept(engine):
            top = first
            while top <= last:
                engine.scroll_to(top)
                start = engine.scrollbar().offset
                data = view.frame(0, full=True)
                for y, row in decode(data or b""):
                    found[start + y] = row
                top = max(start + engine.rows, top + 1)
    finally:
        view.close()
    return [found.get(number, Row([], wraps=False)) for number in range(first, last + 1)]


@contextmanager
def _viewport_kept(engine: Engine) -> Iterator[None]:
    bar = engine.scrollbar()
    at_end = bar.offset + bar.length >= bar.total
    try:
        yield
    finally:
        engine.scroll_to(None if at_end else bar.offset)


class Writer:
    """Writes rows as lines, each with its newline; a style that goes on in the next rows is not begun again."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._last = PLAIN

    def text(self, found: list[Row]) -> bytes:
        """The rows that come next."""
        out: list[str] = []
        look = self._look
        for row in found:
            line, self._last = _line(row, self._last, look)
            out.append(line if look.join or look.keep_blanks else line.rstrip(" "))
            if not (look.join and row.wraps):
                out.append("\n")
        return "".join(out).encode("utf-8", "surrogateescape")


def _line(row: Row, last: Style, look: Look) -> tuple[str, Style]:
    out: list[str] = []
    for char, style in row.cells:
        if look.codes and style != last:
            out.append(sgr(last, style, "\\033" if look.escape else "\x1b"))
            last = style
        out.append("\\\\" if look.escape and char == "\\" else char)
    return "".join(out), last


def screen(engine: Engine, *, lines: int | None = None, codes: bool = False) -> str:
    """The visible rows without the blank ones at the end, or the last `lines` of them; `codes`: with their styles."""
    plain = engine.screen()
    while plain and not plain[-1]:
        plain.pop()
    first = max(len(plain) - lines, 0) if lines is not None else 0
    if not codes or first == len(plain):
        return "\n".join(plain[first:])
    top = max(engine.scrollbar().total - engine.rows, 0)
    found = rows(engine, top + first, top + len(plain) - 1)
    return Writer(Look(codes=True)).text(found).decode("utf-8", "replace").removesuffix("\n")


# -- styles -----------------------------------------------------------------------------------------------------------
def sgr(old: Style, new: Style, escape: str = "\x1b") -> str:
    """The sequences that lead from one style to another, as tmux writes them: attributes, then each colour that changed."""
    before, after = _attributes(old), _attributes(new)
    codes: list[str] = []
    if before & ~after or (old[2] and not new[2]):
        codes.append("0")
        before = 0
    codes += [code for bit, code in CODES if after & bit and not before & bit]
    out = f"{escape}[{';'.join(codes)}m" if codes else ""
    reset = codes[:1] == ["0"]
    for place, base in ((0, 30), (1, 40), (2, 50)):
        colour = _colour(new[place], base)
        if colour and (colour != _colour(old[place], base) or reset):
            out += f"{escape}[{colour}m"
    return out


def _attributes(style: Style) -> int:
    underline = style[4]
    return style[3] | (1 << (15 + underline) if underline else 0)


def _colour(value: int, base: int) -> str:
    tag, index = value >> 24, value & 0xFFFFFF
    if tag == frame.TAG_RGB:
        return f"{base + 8};2;{index >> 16};{index >> 8 & 255};{index & 255}"
    if tag == frame.TAG_DEFAULT:
        return "" if base == 50 else str(base + 9)
    if index < 16 and base != 50:
        return str(base + index if index < 8 else base + 60 + index - 8)
    return f"{base + 8};5;{index}"


# -- frames -----------------------------------------------------------------------------------------------------------
def decode(data: bytes) -> Iterator[tuple[int, Row]]:
    """The rows of a frame with their place in the viewport."""
    if not data:
        return
    head = frame.HEADER.unpack_from(data)
    cols, count, n_colours, n_styles, n_clusters = head[5 - 1], head[10], head[12], head[13], head[14]
    at = frame.HEADER.size
    ys, pages, flags = (Struct(f"<{count}H").unpack_from(data, at + part * 2 * count) for part in range(3))
    at += 6 * count
    at += -at % 4
    keys = Struct(f"<{n_styles}I").unpack_from(data, at)
    at += 4 * n_styles
    styles = dict(zip(keys, _styles(data, at, n_styles), strict=True))
    at += frame.STYLE.size * n_styles + frame.COLOR.size * n_colours
    at += -at % 8
    clusters = _clusters(data, at + 8 * count * cols, n_clusters)
    unpack = Struct(f"<{cols}Q").unpack_from
    every = ((1 << 64 * cols) - 1) // ((1 << 64) - 1)  # times a cell: that cell all over a row
    special, content = _SPECIAL * every, (frame.CELL_CODEPOINT_MASK << frame.CELL_CONTENT_SHIFT) * every
    for index in range(count):
        start = at + 8 * cols * index
        whole = int.from_bytes(data[start : start + 8 * cols], "little")
        if index not in clusters and not whole & special:
            found = _plain_cells(whole & content, cols)
        else:
            found = _cells(unpack(data, start), pages[index], styles, clusters.get(index, {}))
        yield ys[index], Row(found, bool(flags[index] & frame.ROW_WRAPPED))


_SPECIAL: Final = (
    frame.CELL_TAG_MASK << frame.CELL_TAG_SHIFT
    | frame.CELL_WIDE_MASK << frame.CELL_WIDE_SHIFT
    | frame.CELL_STYLE_MASK << frame.CELL_STYLE_SHIFT
)


def _plain_cells(content: int, cols: int) -> list[tuple[str, Style]]:
    """The cells of a row that holds narrow characters without any style, as most rows do: a row is one number here."""
    units = (content >> frame.CELL_CONTENT_SHIFT).to_bytes(8 * cols, "little")
    text = units.decode("utf-32-le", "replace")[::2].rstrip("\0").replace("\0", " ")
    return [(char, PLAIN) for char in text]


def _styles(data: bytes, at: int, count: int) -> Iterator[Style]:
    for index in range(count):
        fg, bg, line, attributes, underline, _ = frame.STYLE.unpack_from(data, at + index * frame.STYLE.size)
        yield fg, bg, line, attributes, underline


def _clusters(data: bytes, at: int, count: int) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for _ in range(count):
        row, x, length = frame.GRAPHEME.unpack_from(data, at)
        at += frame.GRAPHEME.size
        found.setdefault(row, {})[x] = data[at : at + length].decode("utf-8", "replace")
        at += length
    return found


def _cells(
    cells: tuple[int, ...], page: int, styles: dict[int, Style], clusters: dict[int, str]
) -> list[tuple[str, Style]]:
    out: list[tuple[str, Style]] = []
    used = 0
    for x, cell in enumerate(cells):
        if cell >> frame.CELL_WIDE_SHIFT & frame.CELL_WIDE_MASK in (SPACER_TAIL, SPACER_HEAD):
            continue
        char, style = _cell(cell, page, styles)
        out.append((clusters.get(x, char) or " ", style))
        if char or style != PLAIN:
            used = len(out)
    return out[:used]


def _cell(cell: int, page: int, styles: dict[int, Style]) -> tuple[str, Style]:
    tag = cell >> frame.CELL_TAG_SHIFT & frame.CELL_TAG_MASK
    content = cell >> frame.CELL_CONTENT_SHIFT & frame.CELL_CONTENT_MASK
    if tag == 2:
        return "", (0, frame.TAG_PALETTE << 24 | content & 0xFF, 0, 0, 0)
    if tag == 3:
        red, green, blue = content & 0xFF, content >> 8 & 0xFF, content >> 16 & 0xFF
        return "", (0, frame.TAG_RGB << 24 | red << 16 | green << 8 | blue, 0, 0, 0)
    style = cell >> frame.CELL_STYLE_SHIFT & frame.CELL_STYLE_MASK
    code = content & frame.CELL_CODEPOINT_MASK
    return chr(code) if code else "", styles.get(page << 16 | style, PLAIN) if style else PLAIN
