"""A workspace's tree in pixels: where panes and dividers lie, and what a drag does to it. Pure."""

from typing import Final, NamedTuple

from paneflow.geometry import Axis, Direction, Size
from paneflow.ids import PaneId
from paneflow.model import geometry
from paneflow.model import tree as trees
from paneflow.model.geometry import Divider, Rect
from paneflow.model.tree import Leaf, Node, Split

MIN_WIDTH, MIN_HEIGHT = 80, 56  # logical pixels of a pane that a drag leaves
EDGE_SHARE: Final = 0.2  # of a pane's shorter side: dropping there splits it


class Drop(NamedTuple):
    """Where something would be dropped: a pane, at an edge of it or (None) into its stack; and what to light up."""

    pane: int
    edge: Direction | None
    lit: Rect


def moved(tree: Node, divider: Divider, pixels: int, size: Size, gap: int) -> Node:
    """The tree after a divider was dragged, as far as panes keep their least size."""
    split = trees.at_path(tree, divider.path)
    if not isinstance(split, Split) or not pixels:
        return tree
    side = Direction.RIGHT if divider.axis is Axis.VERTICAL else Direction.DOWN
    pane = _last_pane(split.children[divider.child], divider.axis)
    before = geometry.rects(tree, size, gap)
    low, high = 0, abs(pixels)
    sign = 1 if pixels > 0 else -1
    while low < high:  # the largest move that still leaves everybody room
        middle = (low + high + 1) // 2
        candidate = geometry.move_border(tree, pane, side, sign * middle, size, gap)
        if _has_room(before, geometry.rects(candidate, size, gap)):
            low = middle
        else:
            high = middle - 1
    return geometry.move_border(tree, pane, side, sign * low, size, gap)


def can_split(tree: Node, pane: PaneId, axis: Axis, size: Size, gap: int) -> bool:
    """Whether both halves of a pane would have the least size; also True of a pane that is not placed yet."""
    rect = geometry.rects(tree, size, gap).get(pane)
    if rect is None:
        return True
    long, least = (rect.cols, MIN_WIDTH) if axis is Axis.VERTICAL else (rect.rows, MIN_HEIGHT)
    return long >= 2 * least + gap


def _has_room(before: dict[PaneId, Rect], after: dict[PaneId, Rect]) -> bool:
    return all(
        (rect.cols >= min(MIN_WIDTH, before[pane].cols)) and (rect.rows >= min(MIN_HEIGHT, before[pane].rows))
        for pane, rect in after.items()
    )


def _last_pane(node: Node, axis: Axis) -> PaneId:
    """The pane at the far end along an axis: its border is that of the whole node."""
    while isinstance(node, Split):
        node = node.children[-1] if node.axis is axis else node.children[0]
    assert isinstance(node, Leaf)
    return node.pane


def ratios_at(tree: Node, path: tuple[int, ...]) -> list[float]:
    """The shares of a split."""
    split = trees.at_path(tree, path)
    assert isinstance(split, Split)
    return list(split.ratios)


def drop_at(places: dict[PaneId, Rect], x: int, y: int) -> Drop | None:
    """What dropping at a point means."""
    for pane, rect in places.items():
        if rect.col <= x < rect.col + rect.cols and rect.row <= y < rect.row + rect.rows:
            return _zone(pane, rect, x - rect.col, y - rect.row)
    return None


def _zone(pane: int, rect: Rect, x: int, y: int) -> Drop:
    band = EDGE_SHARE * min(rect.cols, rect.rows)
    distances = {
        Direction.LEFT: x,
        Direction.RIGHT: rect.cols - 1 - x,
        Direction.UP: y,
        Direction.DOWN: rect.rows - 1 - y,
    }
    edge, nearest = min(distances.items(), key=lambda pair: pair[1])
    if nearest >= band:
        return Drop(pane, None, rect)
    half_w, half_h = rect.cols // 2, rect.rows // 2
    lit = {
        Direction.LEFT: Rect(rect.row, rect.col, half_w, rect.rows),
        Direction.RIGHT: Rect(rect.row, rect.col + rect.cols - half_w, half_w, rect.rows),
        Direction.UP: Rect(rect.row, rect.col, rect.cols, half_h),
        Direction.DOWN: Rect(rect.row + rect.rows - half_h, rect.col, rect.cols, half_h),
    }
    return Drop(pane, edge, lit[edge])
