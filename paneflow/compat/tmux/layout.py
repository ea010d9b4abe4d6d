"""A window's layout as tmux keeps it: a tree of cells with whole sizes and a border between neighbours. Pure.

Unlike Paneflow's own trees, which keep ratios, every size here is a count of cells, because clients read and set them
so. A cell with `cells` lays its children out side by side or stacked; a leaf holds a pane's id. Functions change
the tree in place, keep every sum right, and are checked against tmux itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

PANE_MINIMUM: Final = 1  # the smallest width and height of a pane


class Kind(Enum):
    """How a cell uses its space; the value is the pair of brackets in a layout string."""

    LEAF = ""
    ROW = "{}"  # side by side
    COLUMN = "[]"  # stacked


@dataclass(eq=False, slots=True)
class Cell:
    """A rectangle of the window: a pane, or cells in a row or column."""

    width: int = 0
    height: int = 0
    x: int = 0
    y: int = 0
    kind: Kind = Kind.LEAF
    pane: int | None = None
    parent: "Cell | None" = None
    cells: "list[Cell]" = field(default_factory=list)

    def size(self, along: Kind) -> int:
        """Width for a row, height for a column."""
        return self.width if along is Kind.ROW else self.height

    def grow(self, along: Kind, change: int) -> None:
        """Add to the width (row) or the height (column) of this cell alone."""
        if along is Kind.ROW:
            self.width += change
        else:
            self.height += change

    def leaves(self) -> Iterator["Cell"]:
        """The leaves below, in order."""
        if self.kind is Kind.LEAF:
            yield self
        for cell in self.cells:
            yield from cell.leaves()


class Layout:
    """The tree of one window. Titles take no row of it: Paneflow's window draws them beside the grid."""

    def __init__(self, width: int, height: int, pane: int) -> None:
        self.root = Cell(width, height, pane=pane)

    def leaf(self, pane: int) -> Cell:
        """The cell of a pane; raises KeyError if it has none."""
        for cell in self.root.leaves():
            if cell.pane == pane:
                return cell
        raise KeyError(pane)

    def panes(self) -> list[int]:
        """Panes in the order of the tree."""
        return [cell.pane for cell in self.root.leaves() if cell.pane is not None]

    def rectangle(self, pane: int) -> tuple[int, int, int, int]:
        """(x, y, width, height) of a pane."""
        cell = self.leaf(pane)
        return cell.x, cell.y, cell.width, cell.height

    # -- how much can be taken away ------------------------------------------------------------------------------
    def spare(self, cell: Cell, along: Kind) -> int:
        """How many cells the tree below can give away."""
        if cell.kind is Kind.LEAF:
            return max(cell.size(along) - PANE_MINIMUM, 0)
        spares = [self.spare(each, along) for each in cell.cells]
        return sum(spares) if cell.kind is along else min(spares)

    def adjust(self, cell: Cell, along: Kind, change: int) -> None:
        """Change a cell's size by an amount that was checked, its children one by one in turn."""
        cell.grow(along, change)
        if cell.kind is Kind.LEAF:
            return
        if cell.kind is not along:
            for each in cell.cells:
                self.adjust(each, along, change)
            return
        step = 1 if change > 0 else -1
        while change:
            for each in cell.cells:
                if change and (step > 0 or self.spare(each, along) > 0):
                    self.adjust(each, along, step)
                    change -= step

    def place(self) -> None:
        """Set all positions from the sizes."""
        self.root.x = self.root.y = 0
        _place(self.root)

    # -- changes -------------------------------------------------------------------------------------------------
    def resize(self, width: int, height: int) -> None:
        """Give the whole tree a new size; it never shrinks below what its panes need."""
        for along, wanted in ((Kind.ROW, width), (Kind.COLUMN, height)):
            spare = self.spare(self.root, along)
            change = max(wanted - self.root.size(along), -spare)
            if change:
                self.adjust(self.root, along, change)
        self.place()

    def close(self, pane: int) -> None:
        """Take a pane out; its neighbour gets the space. The last pane cannot be closed: the window goes."""
        self.destroy(self.leaf(pane))
        self.place()

    def destroy(self, cell: Cell) -> None:
        """Take a cell out of the tree and give its space to the next one, or else to the one before."""
        parent = cell.parent
        if parent is None:
            return
        at = parent.cells.index(cell)
        heir = parent.cells[1] if at == 0 else parent.cells[at - 1]
        self.adjust(heir, parent.kind, cell.size(parent.kind) + 1)
        del parent.cells[at]
        if len(parent.cells) == 1:
            self.put_instead(parent, parent.cells[0])

    def put_instead(self, old: Cell, new: Cell) -> None:
        """Put a cell where another one was."""
        new.parent = old.parent
        if old.parent is None:
            self.root = new
        else:
            old.parent.cells[old.parent.cells.index(old)] = new

    def branch(self, pane: int, along: Kind) -> Cell | None:
        """The cell around a pane whose parent lays out in this direction."""
        cell = self.leaf(pane)
        while cell.parent is not None and cell.parent.kind is not along:
            cell = cell.parent
        return cell if cell.parent is not None else None

    def resize_to(self, pane: int, along: Kind, size: int) -> None:
        """Bring a pane to a width (row) or height (column), as far as its neighbours can give or take."""
        cell = self.branch(pane, along)
        if cell is None or cell.parent is None:
            return
        change = size - cell.size(along)
        self.resize_by(pane, along, -change if cell is cell.parent.cells[-1] else change)

    def resize_by(self, pane: int, along: Kind, change: int) -> None:
        """Move the border after a pane (the last pane's is the one before it) by so many cells."""
        cell = self.branch(pane, along)
        if cell is None or cell.parent is None:
            return
        siblings = cell.parent.cells
        at = min(siblings.index(cell), len(siblings) - 2)
        while change:
            moved = (
                self._grow(siblings, at, along, change) if change > 0 else -self._shrink(siblings, at, along, -change)
            )
            if not moved:
                break
            change -= moved
        self.place()

    def _grow(self, siblings: list[Cell], at: int, along: Kind, wanted: int) -> int:
        for giver in [*siblings[at + 1 :], *reversed(siblings[:at])]:
            if spare := self.spare(giver, along):
                return self._move(giver, siblings[at], along, min(spare, wanted))
        return 0

    def _shrink(self, siblings: list[Cell], at: int, along: Kind, wanted: int) -> int:
        for giver in reversed(siblings[: at + 1]):
            if spare := self.spare(giver, along):
                return self._move(giver, siblings[at + 1], along, min(spare, wanted))
        return 0

    def _move(self, giver: Cell, taker: Cell, along: Kind, amount: int) -> int:
        self.adjust(taker, along, amount)
        self.adjust(giver, along, -amount)
        return amount


def _place(cell: Cell) -> None:
    x, y = cell.x, cell.y
    for each in cell.cells:
        each.x, each.y = x, y
        _place(each)
        if cell.kind is Kind.ROW:
            x += each.width + 1
        else:
            y += each.height + 1
