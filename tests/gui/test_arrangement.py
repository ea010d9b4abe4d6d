"""A workspace's tree in pixels: dragging dividers, and where a dropped tab goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.geometry import Axis, Direction, Size
from paneflow.gui import arrangement
from paneflow.gui.arrangement import MIN_WIDTH, drop_at, moved
from paneflow.ids import PaneId
from paneflow.model import geometry
from paneflow.model.tree import Leaf, Split

ROOM, GAP = Size(1000, 600), 6
TREE = Split(
    Axis.VERTICAL,
    (Leaf(PaneId(1)), Split(Axis.HORIZONTAL, (Leaf(PaneId(2)), Leaf(PaneId(3))), (0.5, 0.5)), Leaf(PaneId(4))),
    (0.4, 0.3, 0.3),
)


def places(tree: object) -> dict[PaneId, geometry.Rect]:
    return geometry.rects(tree, ROOM, GAP)  # type: ignore[arg-type]


@pytest.mark.parametrize("pixels", [-37, 1, 120])
def test_a_divider_follows_the_mouse_to_the_pixel(pixels: int) -> None:
    divider = geometry.dividers(TREE, ROOM, GAP)[0]
    before, after = places(TREE), places(moved(TREE, divider, pixels, ROOM, GAP))
    assert after[PaneId(1)].cols == before[PaneId(1)].cols + pixels
    assert after[PaneId(2)].cols == before[PaneId(2)].cols - pixels
    assert after[PaneId(4)] == before[PaneId(4)]


@given(st.integers(-2000, 2000), st.integers(0, 2))
def test_no_drag_makes_a_pane_too_small(pixels: int, which: int) -> None:
    divider = geometry.dividers(TREE, ROOM, GAP)[which]
    after = places(moved(TREE, divider, pixels, ROOM, GAP))
    assert min(rect.cols for rect in after.values()) >= MIN_WIDTH
    assert min(rect.rows for rect in after.values()) >= arrangement.MIN_HEIGHT


@pytest.mark.parametrize(
    ("x", "y", "pane", "edge"),
    [
        (200, 300, 1, None),
        (3, 300, 1, Direction.LEFT),
        (390, 300, 1, Direction.RIGHT),
        (200, 2, 1, Direction.UP),
        (550, 590, 3, Direction.DOWN),
    ],
)
def test_a_drop_near_an_edge_splits_and_in_the_middle_stacks(x: int, y: int, pane: int, edge: Direction | None) -> None:
    drop = drop_at(places(TREE), x, y)
    assert drop is not None
    assert (drop.pane, drop.edge) == (pane, edge)


def test_a_drop_outside_is_none() -> None:
    assert drop_at(places(TREE), 5000, 5000) is None
