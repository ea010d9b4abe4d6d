"""The five layouts with names, and spreading panes out evenly. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from paneflow.compat.tmux.layout import PANE_MINIMUM, Cell, Kind, Layout
from paneflow.compat.tmux.numbers import NumberError, percentage

NAMES: Final = ("even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled")


def find_layout(name: str) -> str | None:
    """A layout by name or unique prefix."""
    matches = [each for each in NAMES if each.startswith(name)]
    return matches[0] if len(matches) == 1 else None


def arrange(layout: Layout, name: str, panes: Sequence[int], size: tuple[int, int], options: Mapping[str, str]) -> None:
    """Lay the panes (the window's, in its order) out anew. `options` hold main-pane-width and its three siblings.

    The tree may become larger than `size`, the window's, when its panes need it.
    """
    if len(panes) < 2:
        return
    layout.root = _MAKERS[name](layout, list(panes), size, options)
    layout.place()


def _leaf(pane: int, width: int, height: int, parent: Cell) -> Cell:
    cell = Cell(width, height, pane=pane, parent=parent)
    parent.cells.append(cell)
    return cell


def _needed(count: int, available: int) -> int:
    return max(count * (PANE_MINIMUM + 1) - 1, available)


def _even(along: Kind) -> "_Maker":
    def make(layout: Layout, panes: list[int], size: tuple[int, int], _: Mapping[str, str]) -> Cell:
        width, height = size
        root = Cell(width, height, kind=along)
        root.grow(along, _needed(len(panes), root.size(along)) - root.size(along))
        for pane in panes:
            _leaf(pane, width, height, root)
        layout.root = root
        spread(layout, root)
        return root

    return make


def _main(along: Kind, option: str, fallback: int) -> "_Maker":
    """One main pane and the others beside or below it; `along` is the direction from it to them."""

    def make(layout: Layout, panes: list[int], size: tuple[int, int], options: Mapping[str, str]) -> Cell:
        width, height = size
        across = Kind.COLUMN if along is Kind.ROW else Kind.ROW
        available = (width if along is Kind.ROW else height) - 1
        main, other = _main_sizes(available, options, option, fallback)
        breadth = _needed(len(panes) - 1, height if along is Kind.ROW else width)
        root = _oriented(along, main + other + 1, breadth, kind=along)
        layout.root = root
        root.cells.append(_oriented(along, main, breadth, pane=panes[0], parent=root))
        rest = _oriented(along, other, breadth, kind=across, parent=root)
        root.cells.append(rest)
        if len(panes) == 2:
            rest.kind, rest.pane = Kind.LEAF, panes[1]
            return root
        for pane in panes[1:]:
            rest.cells.append(_oriented(along, other, PANE_MINIMUM, pane=pane, parent=rest))
        spread(layout, rest)
        return root

    return make


def _oriented(
    along: Kind,
    length: int,
    breadth: int,
    *,
    kind: Kind = Kind.LEAF,
    pane: int | None = None,
    parent: Cell | None = None,
) -> Cell:
    width, height = (length, breadth) if along is Kind.ROW else (breadth, length)
    return Cell(width, height, kind=kind, pane=pane, parent=parent)


def _main_sizes(available: int, options: Mapping[str, str], option: str, fallback: int) -> tuple[int, int]:
    main = _share(options.get(f"main-{option}", ""), available, fallback)
    if main + PANE_MINIMUM >= available:
        return max(available - PANE_MINIMUM, PANE_MINIMUM), PANE_MINIMUM
    other = _share(options.get(f"other-{option}", ""), available, 0)
    if not other or other > available or available - other < main:
        return main, available - main
    return available - other, other


def _share(text: str, available: int, fallback: int) -> int:
    try:
        return percentage(text, 0, available, available)
    except NumberError:
        return fallback


def _tiled(layout: Layout, panes: list[int], size: tuple[int, int], _: Mapping[str, str]) -> Cell:
    rows = columns = 1
    while rows * columns < len(panes):
        rows += 1
        if rows * columns < len(panes):
            columns += 1
    width = max((size[0] - (columns - 1)) // columns, PANE_MINIMUM)
    height = max((size[1] - (rows - 1)) // rows, PANE_MINIMUM)
    root = Cell(max((width + 1) * columns - 1, size[0]), max((height + 1) * rows - 1, size[1]), kind=Kind.COLUMN)
    layout.root = root
    for start in range(0, len(panes), columns):
        _tiled_row(layout, root, panes[start : start + columns], (width, height), size[0], columns)
    used = rows * height + rows - 1
    if size[1] > used:
        layout.adjust(root.cells[-1], Kind.COLUMN, size[1] - used)
    return root


def _tiled_row(layout: Layout, root: Cell, panes: list[int], cell: tuple[int, int], total: int, columns: int) -> None:
    width, height = cell
    if len(panes) == 1 or columns == 1:
        _leaf(panes[0], total, height, root)
        return
    row = Cell(total, height, kind=Kind.ROW, parent=root)
    root.cells.append(row)
    for pane in panes:
        _leaf(pane, width, height, row)
    used = len(panes) * (width + 1) - 1
    if total > used:
        layout.adjust(row.cells[-1], Kind.ROW, total - used)


def spread(layout: Layout, parent: Cell) -> bool:
    """Give a cell's children the same size; the last takes the remainder. False if nothing changed."""
    count, along = len(parent.cells), parent.kind
    if count < 2:
        return False
    size = parent.size(along)
    each = (size - (count - 1)) // count
    if size < count - 1 or each == 0:
        return False
    changed = False
    for index, cell in enumerate(parent.cells):
        share = each if index < count - 1 else size - (each + 1) * (count - 1)
        change = share - cell.size(along)
        layout.adjust(cell, along, change)
        changed = changed or change != 0
    return changed


def spread_out(layout: Layout, pane: int) -> None:
    """`select-layout -E`: spread the pane and its neighbours, or the nearest level where that changes anything."""
    cell: Cell | None = layout.leaf(pane).parent
    while cell is not None and not spread(layout, cell):
        cell = cell.parent
    layout.place()


_Maker = Callable[[Layout, list[int], tuple[int, int], Mapping[str, str]], Cell]
_MAKERS: Final[dict[str, _Maker]] = {
    "even-horizontal": _even(Kind.ROW),
    "even-vertical": _even(Kind.COLUMN),
    "main-horizontal": _main(Kind.COLUMN, "pane-height", 24),
    "main-vertical": _main(Kind.ROW, "pane-width", 80),
    "tiled": _tiled,
}
