"""Split trees in cells."""

import pytest

from paneflow.geometry import Axis, Direction, Size
from paneflow.ids import PaneId
from paneflow.model import geometry
from paneflow.model import tree as trees
from paneflow.model.geometry import Rect
from paneflow.model.tree import Leaf, Node, Preset

COUNTS = range(1, 13)
SIZE = Size(120, 40)


def panes(count: int) -> list[PaneId]:
    return [PaneId(number) for number in range(1, count + 1)]


def placed(preset: Preset, count: int, size: Size = SIZE) -> list[Rect]:
    return list(geometry.rects(trees.arrange(preset, panes(count)), size).values())


def spread(total: int, count: int) -> list[int]:
    """Even parts with one-cell dividers between, the larger ones first."""
    each, over = divmod(total - (count - 1), count)
    return [each + (at < over) for at in range(count)]


@pytest.mark.parametrize("count", COUNTS)
def test_even_h_makes_columns_of_the_same_width(count: int) -> None:
    found = placed(Preset.EVEN_H, count)

    assert [rect.cols for rect in found] == spread(SIZE.cols, count)
    assert {(rect.row, rect.rows) for rect in found} == {(0, SIZE.rows)}


@pytest.mark.parametrize("count", COUNTS)
def test_even_v_makes_rows_of_the_same_height(count: int) -> None:
    found = placed(Preset.EVEN_V, count)

    assert [rect.rows for rect in found] == spread(SIZE.rows, count)
    assert {(rect.col, rect.cols) for rect in found} == {(0, SIZE.cols)}


@pytest.mark.parametrize("count", COUNTS[1:])
def test_main_vertical_gives_sixty_per_cent_to_the_first_and_stacks_the_rest(count: int) -> None:
    main, *others = placed(Preset.MAIN_VERTICAL, count)

    assert main == Rect(0, 0, 71, 40)  # 60 % of 119 cells is 71.4
    assert {(rect.col, rect.cols) for rect in others} == {(72, 48)}
    assert [rect.rows for rect in others] == spread(SIZE.rows, count - 1)


TILES = {
    1: [1], 2: [2], 3: [2, 1], 4: [2, 2], 5: [3, 2], 6: [3, 3], 7: [3, 3, 1], 8: [3, 3, 2], 9: [3, 3, 3],
    10: [4, 4, 2], 11: [4, 4, 3], 12: [4, 4, 4],
}  # fmt: skip


@pytest.mark.parametrize("count", COUNTS)
def test_tiled_fills_rows_and_stretches_the_last(count: int) -> None:
    found = placed(Preset.TILED, count)

    rows = spread(SIZE.rows, len(TILES[count]))
    expected = [(rows[at], width) for at, cells in enumerate(TILES[count]) for width in spread(SIZE.cols, cells)]
    assert [(rect.rows, rect.cols) for rect in found] == expected


@pytest.mark.parametrize("preset", list(Preset))
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("size", [Size(120, 40), Size(80, 24), Size(301, 99)])
def test_presets_cover_every_cell_but_the_dividers_once(preset: Preset, count: int, size: Size) -> None:
    tree = trees.arrange(preset, panes(count))
    places = [*geometry.rects(tree, size).values(), *(bar.rect for bar in geometry.dividers(tree, size))]

    cells = [(row, col) for r in places for row in range(r.row, r.row + r.rows) for col in range(r.col, r.col + r.cols)]

    assert len(cells) == len(set(cells)) == size.cols * size.rows


@pytest.mark.parametrize(
    ("total", "ratios", "gap", "expected"),
    [
        (80, [0.5, 0.5], 1, [40, 39]),
        (79, [1 / 3] * 3, 1, [26, 26, 25]),
        (10, [0.98, 0.01, 0.01], 0, [8, 1, 1]),
        (2, [0.5, 0.3, 0.2], 1, [0, 0, 0]),
        (101, [0.1] * 10, 0, [11, *[10] * 9]),
        (100, [0.6, 0.4], 4, [58, 38]),
        (7, [1], 1, [7]),
    ],
)
def test_parts_are_exact_to_a_cell_and_none_is_empty_while_there_is_room(
    total: int, ratios: list[float], gap: int, expected: list[int]
) -> None:
    assert geometry.share_out(total, ratios, gap) == expected


def grid() -> Node:
    """1 | 2 over 3 | 4, all halves."""
    return trees.arrange(Preset.TILED, panes(4))


@pytest.mark.parametrize(
    ("start", "direction", "expected"),
    [
        (1, Direction.RIGHT, 2), (1, Direction.DOWN, 3), (1, Direction.LEFT, None), (1, Direction.UP, None),
        (4, Direction.LEFT, 3), (4, Direction.UP, 2), (4, Direction.RIGHT, None), (4, Direction.DOWN, None),
    ],
)  # fmt: skip
def test_the_neighbour_is_the_pane_beyond_the_border(start: int, direction: Direction, expected: int | None) -> None:
    assert geometry.neighbour(grid(), PaneId(start), direction) == expected


def test_of_several_neighbours_the_one_with_most_of_the_border_is_taken() -> None:
    right = trees.even(Axis.HORIZONTAL, [Leaf(PaneId(2)), Leaf(PaneId(3))])
    tree = trees.with_ratios(trees.join(Axis.VERTICAL, [(Leaf(PaneId(1)), 0.5), (right, 0.5)]), (1,), [0.3, 0.7])

    assert geometry.neighbour(tree, PaneId(1), Direction.RIGHT) == 3


def test_of_equal_neighbours_the_first_is_taken() -> None:
    right = trees.even(Axis.HORIZONTAL, [Leaf(PaneId(2)), Leaf(PaneId(3))])

    assert geometry.neighbour(trees.even(Axis.VERTICAL, [Leaf(PaneId(1)), right]), PaneId(1), Direction.RIGHT) == 2


def test_a_border_moves_by_exactly_the_cells_asked_for() -> None:
    tree = trees.arrange(Preset.EVEN_H, panes(3))

    moved = geometry.move_border(tree, PaneId(1), Direction.RIGHT, 5, Size(80, 24))

    widths = [rect.cols for rect in geometry.rects(moved, Size(80, 24)).values()]
    assert widths == [31, 21, 26]


def test_a_border_moves_inwards_and_stops_where_a_pane_has_one_cell() -> None:
    tree = trees.arrange(Preset.EVEN_H, panes(2))

    narrow = geometry.move_border(tree, PaneId(1), Direction.RIGHT, -500, Size(80, 24))
    wide = geometry.move_border(tree, PaneId(1), Direction.RIGHT, 500, Size(80, 24))

    assert [rect.cols for rect in geometry.rects(narrow, Size(80, 24)).values()] == [1, 78]
    assert [rect.cols for rect in geometry.rects(wide, Size(80, 24)).values()] == [78, 1]


def test_a_border_stops_before_it_squeezes_panes_nested_beyond_it() -> None:
    inner = trees.even(Axis.VERTICAL, [Leaf(PaneId(3)), Leaf(PaneId(4))])
    right = trees.even(Axis.HORIZONTAL, [Leaf(PaneId(2)), inner])
    tree = trees.even(Axis.VERTICAL, [Leaf(PaneId(1)), right])

    wide = geometry.move_border(tree, PaneId(1), Direction.RIGHT, 500, Size(80, 24))

    assert geometry.rects(wide, Size(80, 24))[PaneId(1)].cols == 76  # 79 less two cells and the divider of 3 and 4
    assert min(rect.cols for rect in geometry.rects(wide, Size(80, 24)).values()) == 1


def test_the_outer_border_does_not_move() -> None:
    tree = grid()

    assert geometry.move_border(tree, PaneId(1), Direction.LEFT, 3, SIZE) is tree
    assert not geometry.has_border(tree, PaneId(1), Direction.UP)


def test_a_pane_in_a_nested_split_moves_the_border_further_out() -> None:
    tree = grid()

    moved = geometry.move_border(tree, PaneId(2), Direction.DOWN, 4, SIZE)

    assert {rect.rows for rect in geometry.rects(moved, SIZE).values()} == {24, 15}


@pytest.mark.parametrize(("pane", "cols"), [(1, 60), (3, 10), (2, 7)])
def test_a_pane_gets_the_extent_asked_for(pane: int, cols: int) -> None:
    tree = trees.arrange(Preset.EVEN_H, panes(3))

    changed = geometry.set_extent(tree, PaneId(pane), Axis.VERTICAL, cols, SIZE)

    assert geometry.rects(changed, SIZE)[PaneId(pane)].cols == cols


def test_an_exact_split_takes_cells_from_the_target_only() -> None:
    size = Size(80, 24)
    tree = trees.insert(Leaf(PaneId(1)), PaneId(1), Axis.VERTICAL, Leaf(PaneId(2)))

    after = geometry.insert_exact(tree, PaneId(2), Axis.VERTICAL, Leaf(PaneId(3)), size)
    before = geometry.insert_exact(tree, PaneId(2), Axis.VERTICAL, Leaf(PaneId(3)), size, before=True, share=0.25)

    assert [rect.cols for rect in geometry.rects(after, size).values()] == [40, 19, 19]
    assert [rect.cols for rect in geometry.rects(before, size).values()] == [40, 10, 28]


def test_dividers_say_which_children_they_part() -> None:
    bars = geometry.dividers(grid(), Size(81, 25))

    assert bars[0] == geometry.Divider((), 0, Axis.HORIZONTAL, Rect(12, 0, 81, 1))
    assert bars[1] == geometry.Divider((0,), 0, Axis.VERTICAL, Rect(0, 40, 1, 12))
    assert len(bars) == 3
