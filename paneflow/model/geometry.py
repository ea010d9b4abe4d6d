"""A split tree in cells or pixels: rectangles, dividers, neighbours, and borders that move.

Sizes are whole numbers of either unit; `gap` is what one divider takes of them (one cell, as tmux draws it).
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from paneflow.geometry import Axis, Direction, Size
from paneflow.ids import PaneId
from paneflow.model import tree as trees
from paneflow.model.tree import Leaf, Node, Split

CELL_GAP: Final = 1
_FINE: Final = Size(1 << 20, 1 << 20)  # neighbours are looked up on a grid so fine that rounding does not matter

AXES: Final = {
    Direction.LEFT: Axis.VERTICAL,
    Direction.RIGHT: Axis.VERTICAL,
    Direction.UP: Axis.HORIZONTAL,
    Direction.DOWN: Axis.HORIZONTAL,
}
BACKWARD: Final = frozenset({Direction.LEFT, Direction.UP})


class Rect(NamedTuple):
    """Where something is: its first row and column, and how many it has."""

    row: int
    col: int
    cols: int
    rows: int

    @property
    def size(self) -> Size:
        """Its size alone."""
        return Size(self.cols, self.rows)


class Divider(NamedTuple):
    """The bar after child number `child` of the split at `path`."""

    path: tuple[int, ...]
    child: int
    axis: Axis
    rect: Rect


def share_out(
    total: int, ratios: Sequence[float], gap: int = CELL_GAP, least: Sequence[int] | None = None
) -> list[int]:
    """Whole parts of `total` less the gaps, each within one of its exact share.

    What is left over goes to the largest fractions, the first of equal ones. While there is room for it, no part is
    below its `least` (1 each); the parts with most to spare give way.
    """
    usable = max(total - gap * (len(ratios) - 1), 0)
    exact = [round(ratio * usable, 6) for ratio in ratios]  # 6 digits: 0.1 + 0.2 must not cost a cell
    sizes = [int(size) for size in exact]
    by_fraction = sorted(range(len(sizes)), key=lambda at: sizes[at] - exact[at])
    for at in by_fraction[: usable - sum(sizes)]:
        sizes[at] += 1
    return _raised(sizes, least or [1] * len(sizes))


def _raised(sizes: list[int], least: Sequence[int]) -> list[int]:
    spare = [size - low for size, low in zip(sizes, least, strict=True)]
    while min(spare) < 0 and sum(spare) >= 0:
        poor, rich = spare.index(min(spare)), spare.index(max(spare))
        given = min(-spare[poor], -(-spare[rich] // 2))
        spare[poor] += given
        spare[rich] -= given
    return [extra + low for extra, low in zip(spare, least, strict=True)]


def rects(tree: Node, size: Size, gap: int = CELL_GAP) -> dict[PaneId, Rect]:
    """Where each pane is."""
    return {node.pane: rect for _, node, rect in _places(tree, size, gap) if isinstance(node, Leaf)}


def dividers(tree: Node, size: Size, gap: int = CELL_GAP) -> list[Divider]:
    """The bars between panes."""
    return [
        bar
        for path, node, rect in _places(tree, size, gap)
        if isinstance(node, Split)
        for bar in _bars(path, node, rect, gap)
    ]


def _bars(path: tuple[int, ...], node: Split, rect: Rect, gap: int) -> Iterator[Divider]:
    for index, child in enumerate(_children(node, rect, gap)[:-1]):
        bar = (
            Rect(rect.row, child.col + child.cols, gap, rect.rows)
            if node.axis is Axis.VERTICAL
            else Rect(child.row + child.rows, rect.col, rect.cols, gap)
        )
        yield Divider(path, index, node.axis, bar)


def _places(tree: Node, size: Size, gap: int) -> Iterator[tuple[tuple[int, ...], Node, Rect]]:
    """Every node with its path and place, parents first, children in reading order."""
    waiting: list[tuple[tuple[int, ...], Node, Rect]] = [((), tree, Rect(0, 0, size.cols, size.rows))]
    while waiting:
        path, node, rect = waiting.pop()
        yield path, node, rect
        if isinstance(node, Split):
            placed = zip(node.children, _children(node, rect, gap), strict=True)
            waiting += [((*path, at), child, place) for at, (child, place) in enumerate(placed)][::-1]


def _children(node: Split, rect: Rect, gap: int) -> list[Rect]:
    if node.axis is Axis.VERTICAL:
        widths = _along(node, rect.cols, gap)
        starts = _starts(rect.col, widths, gap)
        return [Rect(rect.row, col, cols, rect.rows) for col, cols in zip(starts, widths, strict=True)]
    heights = _along(node, rect.rows, gap)
    starts = _starts(rect.row, heights, gap)
    return [Rect(row, rect.col, rect.cols, rows) for row, rows in zip(starts, heights, strict=True)]


def _along(node: Split, total: int, gap: int) -> list[int]:
    """How long each child is along the split's axis."""
    return share_out(total, node.ratios, gap, [smallest(child, node.axis, gap) for child in node.children])


def _starts(first: int, sizes: Sequence[int], gap: int) -> list[int]:
    starts = [first]
    for size in sizes[:-1]:
        starts.append(starts[-1] + size + gap)
    return starts


def neighbour(tree: Node, pane: PaneId, direction: Direction) -> PaneId | None:
    """The pane beyond the border at that side: the one with most of the border, the first of equal ones."""
    places = rects(tree, _FINE, gap=0)
    here = _turned(places[pane], direction)
    best, most = None, 0
    for other, rect in places.items():
        there = _turned(rect, direction)
        common = min(here.row + here.rows, there.row + there.rows) - max(here.row, there.row)
        if there.col == here.col + here.cols and common > most:
            best, most = other, common
    return best


def _turned(rect: Rect, direction: Direction) -> Rect:
    """The rectangle in a world turned so that `direction` is to the right."""
    match direction:
        case Direction.RIGHT:
            return rect
        case Direction.LEFT:
            return rect._replace(col=-rect.col - rect.cols)
        case Direction.DOWN:
            return Rect(rect.col, rect.row, rect.rows, rect.cols)
        case Direction.UP:
            return Rect(rect.col, -rect.row - rect.rows, rect.rows, rect.cols)


def smallest(node: Node, axis: Axis, gap: int = CELL_GAP) -> int:
    """The least extent across which a node's panes each keep one cell."""
    if isinstance(node, Leaf):
        return 1
    extents = [smallest(child, axis, gap) for child in node.children]
    return sum(extents) + gap * (len(extents) - 1) if node.axis is axis else max(extents)


def move_border(tree: Node, pane: PaneId, side: Direction, cells: int, size: Size, gap: int = CELL_GAP) -> Node:
    """Move the border at `side` of a pane outwards by `cells`, exactly, as far as every pane keeps a cell."""
    found = _border(tree, pane, side)
    if found is None:
        return tree
    path, grows, gives = found
    sizes, node = _extents(tree, path, size, gap)
    room = [extent - smallest(child, node.axis, gap) for extent, child in zip(sizes, node.children, strict=True)]
    moved = min(max(cells, -max(room[grows], 0)), max(room[gives], 0))
    sizes[grows] += moved
    sizes[gives] -= moved
    return trees.with_ratios(tree, path, [extent / sum(sizes) for extent in sizes]) if moved else tree


def has_border(tree: Node, pane: PaneId, side: Direction) -> bool:
    """Whether a border at that side of a pane could be moved."""
    return _border(tree, pane, side) is not None


def _border(tree: Node, pane: PaneId, side: Direction) -> tuple[tuple[int, ...], int, int] | None:
    """The innermost split with a border at that side: its path, the child with the pane, the child beyond."""
    path = trees.path_to(tree, pane) or ()
    step = -1 if side in BACKWARD else 1
    for depth in reversed(range(len(path))):
        node = trees.at_path(tree, path[:depth])
        assert isinstance(node, Split)
        beyond = path[depth] + step
        if node.axis is AXES[side] and 0 <= beyond < len(node.children):
            return path[:depth], path[depth], beyond
    return None


def _extents(tree: Node, path: tuple[int, ...], size: Size, gap: int) -> tuple[list[int], Split]:
    """How long each child of the split at `path` is along its axis."""
    for at, node, rect in _places(tree, size, gap):
        if at == path and isinstance(node, Split):
            along = rect.cols if node.axis is Axis.VERTICAL else rect.rows
            return _along(node, along, gap), node
    raise AssertionError("a border is always in a split")


def set_extent(tree: Node, pane: PaneId, axis: Axis, cells: int, size: Size, gap: int = CELL_GAP) -> Node:
    """Give a pane this extent along an axis, as far as one border can: the right or lower one, else the other."""
    forward, backward = (Direction.RIGHT, Direction.LEFT) if axis is Axis.VERTICAL else (Direction.DOWN, Direction.UP)
    for side in (forward, backward):
        rect = rects(tree, size, gap)[pane]
        now = rect.cols if axis is Axis.VERTICAL else rect.rows
        if has_border(tree, pane, side):
            tree = move_border(tree, pane, side, cells - now, size, gap)
    return tree


def insert_exact(
    tree: Node, target: PaneId, axis: Axis, new: Node, size: Size, *, before: bool = False, share: float = 0.5
) -> Node:
    """`tree.insert`, with ratios from whole cells: only the target gives way, no other pane changes by a rounding."""
    grown = trees.insert(tree, target, axis, new, before=before, share=share)
    path = trees.path_to(grown, target) or ()
    node = trees.at_path(grown, path[:-1])
    old = rects(tree, size)
    if not isinstance(node, Split) or len(node.children) == 2:
        return grown
    room = (old[target].cols if axis is Axis.VERTICAL else old[target].rows) - CELL_GAP
    taken = share_out(room, (share, 1 - share) if before else (1 - share, share), 0)
    return _with_taken(tree, grown, path[:-1], taken, path[-1], size, before=before)


def _with_taken(
    tree: Node, grown: Node, path: tuple[int, ...], taken: list[int], at: int, size: Size, *, before: bool
) -> Node:
    """Ratios of the grown split: the extents from before, the target's replaced by what it and the new one take."""
    sizes, _ = _extents(tree, path, size, CELL_GAP)
    first = at - 1 if before else at
    sizes[first : first + 1] = taken
    return trees.with_ratios(grown, path, sizes) if min(sizes) > 0 else grown
