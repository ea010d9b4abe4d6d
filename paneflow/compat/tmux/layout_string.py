"""Layout strings: `9fa1,120x40,0,0{80x40,0,0,0,39x40,81,0,3}`. Pure.

Four hex digits of checksum, then cells `WxH,X,Y` with `{...}` for a row, `[...]` for a column, and `,PANE` for a leaf.
"""

import re

from paneflow.compat.tmux.layout import Cell, Kind, Layout

_CELL = re.compile(r"(\d{1,6})x(\d{1,6}),(\d{1,6}),(\d{1,6})(?:,\d{1,10}(?!x|\d))?")
_HEX = re.compile(r"\s*(?:0[xX])?([0-9a-fA-F]+)")
_LIMIT = 65_536  # characters: a string is a client's input


class LayoutError(Exception):
    """The string is no layout, or not one for this window; the message says which."""


def checksum(text: str) -> int:
    """16 bits, rotated right and added to, byte by byte."""
    total = 0
    for byte in text.encode("utf-8", "surrogateescape"):
        total = ((total >> 1) + ((total & 1) << 15) + byte) & 0xFFFF
    return total


def dump(root: Cell) -> str:
    """The layout string of a tree."""
    body = _dump(root)
    return f"{checksum(body):04x},{body}"


def _dump(cell: Cell) -> str:
    here: str = f"{cell.width}x{cell.height},{cell.x},{cell.y}"
    if cell.kind is Kind.LEAF:
        return here if cell.pane is None else f"{here},{cell.pane}"
    brackets: str = cell.kind.value
    return here + brackets[0] + ",".join(_dump(each) for each in cell.cells) + brackets[1]


def parse(text: str) -> Cell:
    """The tree of a layout string, its leaves without panes. Raises LayoutError."""
    match = _HEX.match(text)
    body = text[5:]
    if match is None or len(text) > _LIMIT or int(match[1], 16) & 0xFFFF != checksum(body):
        raise LayoutError("invalid layout")
    cell, rest = _parse(body, None, depth=0)
    if rest:
        raise LayoutError("invalid layout")
    return cell


def _parse(text: str, parent: Cell | None, *, depth: int) -> tuple[Cell, str]:
    match = _CELL.match(text)
    if match is None or depth > 64:
        raise LayoutError("invalid layout")
    width, height, x, y = (int(group) for group in match.groups())
    cell, rest = Cell(width, height, x, y, parent=parent), text[match.end() :]
    if rest[:1] not in ("{", "["):
        return cell, rest
    cell.kind = Kind.ROW if rest[0] == "{" else Kind.COLUMN
    closing = cell.kind.value[1]
    while rest[:1] in ("{", "[", ","):
        child, rest = _parse(rest[1:], cell, depth=depth + 1)
        cell.cells.append(child)
    if rest[:1] != closing:
        raise LayoutError("invalid layout")
    return cell, rest[1:]


def apply(layout: Layout, text: str, panes: list[int]) -> tuple[int, int]:
    """Give the panes (the window's, in its order) a layout string's places; returns the window's new size.

    Cells too many are closed from the bottom right. Raises LayoutError when there are too few, or sizes do not add up.
    """
    fresh = Layout(0, 0, 0)
    fresh.root = parse(text)
    while len(leaves := list(fresh.root.leaves())) > len(panes):
        fresh.destroy(leaves[-1])
    if len(panes) > len(leaves):
        raise LayoutError(f"have {len(panes)} panes but need {len(leaves)}")
    _mend_root(fresh.root)
    if not _adds_up(fresh.root):
        raise LayoutError("size mismatch after applying layout")
    for cell, pane in zip(leaves, panes, strict=True):
        cell.pane = pane
    layout.root = fresh.root
    layout.place()
    return layout.root.width, layout.root.height


def _mend_root(root: Cell) -> None:
    """Old versions wrote a wrong size for the outermost cell: believe its children."""
    if root.kind is Kind.ROW:
        root.width, root.height = sum(cell.width + 1 for cell in root.cells) - 1, root.cells[-1].height
    elif root.kind is Kind.COLUMN:
        root.width, root.height = root.cells[-1].width, sum(cell.height + 1 for cell in root.cells) - 1


def _adds_up(cell: Cell) -> bool:
    if cell.kind is Kind.LEAF:
        return cell.width > 0 and cell.height > 0
    across = Kind.COLUMN if cell.kind is Kind.ROW else Kind.ROW
    return all(each.size(across) == cell.size(across) and _adds_up(each) for each in cell.cells) and sum(
        each.size(cell.kind) + 1 for each in cell.cells
    ) - 1 == cell.size(cell.kind)
