"""Pens: what SGR sets, as frames carry it. Styles are numbered so that a packed cell can name one."""

from functools import lru_cache
from typing import Final, NamedTuple

from paneflow.vt import frame

MAX_STYLES: Final = frame.CELL_STYLE_MASK  # ids that fit a cell; a program with more distinct styles gets the plain one


class Pen(NamedTuple):
    """Colours as `tag << 24 | value`, attributes and underline style as in `vt/frame.py`."""

    fg: int = 0
    bg: int = 0
    underline_color: int = 0
    attributes: int = 0
    underline: int = 0


PLAIN: Final = Pen()

_SET: Final = {1: frame.BOLD, 2: frame.FAINT, 3: frame.ITALIC, 5: frame.BLINK, 6: frame.BLINK, 7: frame.INVERSE,
    8: frame.INVISIBLE, 9: frame.STRIKE, 53: frame.OVERLINE,
}  # fmt: skip
_RESET: Final = {
    22: frame.BOLD | frame.FAINT, 23: frame.ITALIC, 25: frame.BLINK, 27: frame.INVERSE, 28: frame.INVISIBLE,
    29: frame.STRIKE, 55: frame.OVERLINE,
}  # fmt: skip


@lru_cache(maxsize=4096)  # programs draw with the same few pens over and over
def select(pen: Pen, params: tuple[tuple[int, ...], ...]) -> Pen:
    """The pen after an SGR sequence."""
    fields = list(params or ((0,),))
    while fields:
        pen = _apply(pen, fields.pop(0), fields)
    return pen


def _apply(pen: Pen, field: tuple[int, ...], rest: list[tuple[int, ...]]) -> Pen:
    """One parameter; colours with semicolons take theirs from `rest`."""
    code = field[0]
    if code == 0:
        return PLAIN
    if code in _SET:
        return pen._replace(attributes=pen.attributes | _SET[code])
    if code in _RESET:
        return pen._replace(attributes=pen.attributes & ~_RESET[code])
    if code in (4, 21, 24):
        return pen._replace(underline=_underline(code, field))
    if code in (38, 48, 58):
        return _with_color(pen, code, _extended(field, rest))
    if code in (39, 49, 59):
        return _with_color(pen, code - 1, 0)
    return _basic_color(pen, code)


def _underline(code: int, field: tuple[int, ...]) -> int:
    if code != 4:
        return frame.UNDERLINE_DOUBLE if code == 21 else frame.UNDERLINE_NONE
    style = field[1] if len(field) > 1 else frame.UNDERLINE_SINGLE
    return style if style <= frame.UNDERLINE_DASHED else frame.UNDERLINE_SINGLE


def _basic_color(pen: Pen, code: int) -> Pen:
    for first, index, kind in ((30, 0, 38), (40, 0, 48), (90, 8, 38), (100, 8, 48)):
        if first <= code <= first + 7:
            return _with_color(pen, kind, frame.TAG_PALETTE << 24 | code - first + index)
    return pen


def _with_color(pen: Pen, kind: int, color: int | None) -> Pen:
    if color is None:
        return pen
    return pen._replace(**{{38: "fg", 48: "bg", 58: "underline_color"}[kind]: color})


def _extended(field: tuple[int, ...], rest: list[tuple[int, ...]]) -> int | None:
    """38:5:n, 38:2:[space:]r:g:b, and the same with semicolons."""
    if len(field) > 1:
        values = list(field[1:])
        if values[0] == 2 and len(values) >= 5:
            del values[1]  # the colour space
    else:
        kind = rest[0][0] if rest else 0
        count = {5: 2, 2: 4}.get(kind, 1)
        values = [part[0] for part in rest[:count]]
        del rest[:count]
    if len(values) >= 2 and values[0] == 5 and values[1] < 256:
        return frame.TAG_PALETTE << 24 | values[1]
    if len(values) >= 4 and values[0] == 2 and max(values[1:4]) < 256:
        return frame.TAG_RGB << 24 | values[1] << 16 | values[2] << 8 | values[3]
    return None


def sgr(pen: Pen) -> str:
    """The parameters of the SGR sequence that selects a pen from whatever was before."""
    codes = ["0", *(str(code) for code, bit in _SET.items() if pen.attributes & bit and code != 6)]
    if pen.underline:
        codes.append(f"4:{pen.underline}")
    for code, color in ((38, pen.fg), (48, pen.bg), (58, pen.underline_color)):
        tag, value = color >> 24, color & 0xFFFFFF
        if tag == frame.TAG_PALETTE:
            codes.append(f"{code}:5:{value}" if code == 58 else f"{code};5;{value}")
        elif tag == frame.TAG_RGB:
            codes.append(f"{code}:2::{value >> 16}:{value >> 8 & 255}:{value & 255}")
    return ";".join(codes)


class Styles:
    """Numbers of pens; 0 is the plain one."""

    def __init__(self) -> None:
        self._ids: dict[Pen, int] = {PLAIN: 0}
        self._pens = [PLAIN]

    def id_of(self, pen: Pen) -> int:
        """A pen's number."""
        number = self._ids.get(pen)
        if number is None:
            if len(self._pens) >= MAX_STYLES:
                return 0
            number = self._ids[pen] = len(self._pens)
            self._pens.append(pen)
        return number

    def pen(self, number: int) -> Pen:
        """The pen of a number."""
        return self._pens[number]

    def packed(self, number: int) -> bytes:
        """A pen as a frame's STYLE."""
        return frame.STYLE.pack(*self._pens[number], 0)
