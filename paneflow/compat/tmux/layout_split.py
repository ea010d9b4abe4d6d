"""Putting a new pane into a layout. Pure."""

from paneflow.compat.tmux.layout import PANE_MINIMUM, Cell, Kind, Layout


def split(
    layout: Layout, pane: int, new: int, along: Kind, *, size: int = -1, before: bool = False, full: bool = False
) -> bool:
    """Split a pane (or with `full` the whole window) and put `new` into the half after (`before`: before) it.

    `size` is the new half's; -1 makes halves. Returns False, with nothing changed, if there is no room.
    """
    cell = layout.root if full else layout.leaf(pane)
    total = cell.size(along)
    if total < PANE_MINIMUM * 2 + 1:
        return False
    first, second = _halves(total, size, before=before)
    if full and not fits(layout, cell, along, second if before else first):
        return False
    if full and cell.parent is None and cell.kind is along:
        _add_to_root(layout, new, second if before else first, before=before)
    else:
        _split_cell(layout, cell, new, along, (first, second), before=before)
        if full:
            resize_children(layout, cell)
    layout.place()
    return True


def _halves(total: int, size: int, *, before: bool) -> tuple[int, int]:
    if size < 0:
        second = (total + 1) // 2 - 1
    elif before:
        second = total - size - 1
    else:
        second = size
    second = min(max(second, PANE_MINIMUM), total - 2)
    return total - 1 - second, second


def _add_to_root(layout: Layout, new: int, old_size: int, *, before: bool) -> None:
    root, along = layout.root, layout.root.kind
    total = root.size(along)
    root.grow(along, old_size - total)
    resize_children(layout, root)
    root.grow(along, total - old_size)
    added = Cell(root.width, root.height, pane=new, parent=root)
    added.grow(along, -old_size - 1)
    root.cells.insert(0 if before else len(root.cells), added)


def _split_cell(layout: Layout, cell: Cell, new: int, along: Kind, sizes: tuple[int, int], *, before: bool) -> None:
    added = Cell(cell.width, cell.height, pane=new)
    if cell.parent is None or cell.parent.kind is not along:
        around = Cell(cell.width, cell.height, cell.x, cell.y, kind=along)
        layout.put_instead(cell, around)
        cell.parent = around
        around.cells.append(cell)
    parent = cell.parent
    assert parent is not None
    added.parent = parent
    parent.cells.insert(parent.cells.index(cell) + (not before), added)
    for each, size in zip((added, cell) if before else (cell, added), sizes, strict=True):
        each.grow(along, size - each.size(along))


def _new_size(layout: Layout, cell: Cell, along: Kind, previous: int, size: int, left: int, size_left: int) -> int:
    """A child's share when its parent goes from `previous` to `size`; the last takes what is left."""
    if left == 1:
        return size_left
    needed = max((PANE_MINIMUM + 1) * (left - 1), cell.size(along) - layout.spare(cell, along))
    return max(min(cell.size(along) * size // previous, size_left - needed), PANE_MINIMUM)


def fits(layout: Layout, cell: Cell, along: Kind, size: int) -> bool:
    """Whether a cell and all below can be brought to a size."""
    if cell.kind is Kind.LEAF:
        return size >= PANE_MINIMUM
    if cell.kind is not along:
        return all(fits(layout, each, along, size) for each in cell.cells if each.kind is not Kind.LEAF)
    count = len(cell.cells)
    if size < count * 2 - 1:
        return False
    available = size
    for index, each in enumerate(cell.cells):
        share = _new_size(layout, each, along, cell.size(along), size, count - index, available)
        border = int(index < count - 1)
        if share + border > available or not fits(layout, each, along, share):
            return False
        available -= share + border
    return True


def resize_children(layout: Layout, cell: Cell) -> None:
    """Bring all below a cell to the size it has, in proportion."""
    count = len(cell.cells)
    previous = sum(each.size(cell.kind) for each in cell.cells) + count - 1
    available = cell.size(cell.kind)
    for index, each in enumerate(cell.cells):
        share = _new_size(layout, each, cell.kind, previous, cell.size(cell.kind), count - index, available)
        available -= share + 1
        if cell.kind is Kind.ROW:
            each.width, each.height = share, cell.height
        else:
            each.width, each.height = cell.width, share
        resize_children(layout, each)
