"""Layouts in whole cells. Strings are those that tmux 3.3a printed for the same steps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.compat.tmux.layout import Cell, Kind, Layout
from paneflow.compat.tmux.layout_presets import NAMES, arrange, find_layout, spread_out
from paneflow.compat.tmux.layout_split import split
from paneflow.compat.tmux.layout_string import LayoutError, apply, checksum, dump, parse

THREE = [0, 3, 4]


def _three() -> Layout:
    layout = Layout(120, 40, 0)
    assert split(layout, 0, 3, Kind.ROW, size=84)
    assert split(layout, 3, 4, Kind.COLUMN)
    return layout


@pytest.mark.parametrize(
    ("name", "string"),
    [
        ("even-horizontal", "a75d,120x40,0,0{39x40,0,0,0,39x40,40,0,3,40x40,80,0,4}"),
        ("even-vertical", "8ba2,120x40,0,0[120x12,0,0,0,120x12,0,13,3,120x14,0,26,4]"),
        ("main-horizontal", "48ec,120x40,0,0[120x24,0,0,0,120x15,0,25{59x15,0,25,3,60x15,60,25,4}]"),
        ("main-vertical", "9e81,120x40,0,0{80x40,0,0,0,39x40,81,0[39x19,81,0,3,39x20,81,20,4]}"),
        ("tiled", "56fa,120x40,0,0[120x19,0,0{59x19,0,0,0,60x19,60,0,3},120x20,0,20,4]"),
    ],
)
def test_the_five_layouts(name: str, string: str) -> None:
    layout = _three()
    arrange(layout, name, THREE, (120, 40), {"main-pane-width": "80", "main-pane-height": "24"})
    assert dump(layout.root) == string


def test_a_share_of_the_window_and_a_split_by_share() -> None:
    layout = _three()
    assert layout.rectangle(0) == (0, 0, 35, 40)
    layout.resize_to(0, Kind.ROW, 36)
    assert layout.rectangle(0)[2] == 36
    assert layout.rectangle(3)[2] == 83


def test_a_split_without_room_changes_nothing() -> None:
    layout = Layout(2, 10, 1)
    before = dump(layout.root)
    assert not split(layout, 1, 2, Kind.ROW)
    assert dump(layout.root) == before


def test_a_size_too_large_is_cut_to_what_there_is() -> None:
    layout = Layout(80, 24, 1)
    assert split(layout, 1, 2, Kind.COLUMN, size=500)
    assert layout.rectangle(1)[3] == 1
    assert layout.rectangle(2)[3] == 22


def test_closing_gives_the_space_to_the_neighbour() -> None:
    layout = _three()
    layout.close(4)
    assert layout.rectangle(3) == (36, 0, 84, 40)
    layout.close(0)
    assert dump(layout.root)[5:] == "120x40,0,0,3"


def test_a_layout_by_name_may_be_abbreviated() -> None:
    assert find_layout("main-v") == "main-vertical"
    assert find_layout("even") is None
    assert find_layout("nosuch") is None


@pytest.mark.parametrize("text", ["", "zzzz", "0000,80x24,0,0,0", "b25d,80x24,0,0", "56fa,120x40,0,0[120x19,0,0{"])
def test_a_string_that_is_no_layout_is_refused(text: str) -> None:
    with pytest.raises(LayoutError, match="invalid layout"):
        parse(text)


def test_a_string_with_too_few_places_is_refused() -> None:
    with pytest.raises(LayoutError, match="have 3 panes but need 1"):
        apply(_three(), "b25d,80x24,0,0,0", THREE)


def test_places_too_many_are_closed_from_the_bottom_right() -> None:
    layout = Layout(120, 40, 9)
    size = apply(layout, dump(_three().root), [9])
    assert size == (120, 40)
    assert layout.panes() == [9]


def test_sizes_that_do_not_add_up_are_refused() -> None:
    body = "120x40,0,0{39x40,0,0,0,39x40,40,0,3,99x40,80,0[99x1,80,0,1,99x1,80,2,2]}"
    with pytest.raises(LayoutError, match="size mismatch"):
        apply(_three(), f"{checksum(body):04x},{body}", [0, 3, 4, 5])


def _check(cell: Cell) -> None:
    for each in cell.cells:
        assert each.parent is cell
        across = Kind.COLUMN if cell.kind is Kind.ROW else Kind.ROW
        assert each.size(across) == cell.size(across)
        assert each.width > 0
        assert each.height > 0
        _check(each)
    if cell.cells:
        assert sum(each.size(cell.kind) + 1 for each in cell.cells) - 1 == cell.size(cell.kind)


STEP = st.tuples(
    st.sampled_from(["split", "full", "close", "to", "by", "preset", "spread", "resize"]),
    st.integers(0, 99),
    st.integers(-1, 60),
    st.booleans(),
)


@settings(deadline=None, max_examples=150)
@given(st.lists(STEP, max_size=25))
def test_whatever_is_done_every_sum_stays_right(steps: list[tuple[str, int, int, bool]]) -> None:
    layout = Layout(100, 40, 0)
    panes, new = [0], 1
    for what, which, size, flag in steps:
        pane = panes[which % len(panes)]
        along = Kind.ROW if flag else Kind.COLUMN
        if what in ("split", "full"):
            if len(panes) < 12 and split(
                layout, pane, new, along, size=size, before=which % 2 == 0, full=what == "full"
            ):
                panes.append(new)
                new += 1
        elif what == "close" and len(panes) > 1:
            layout.close(pane)
            panes.remove(pane)
        elif what == "to":
            layout.resize_to(pane, along, max(size, 0))
        elif what == "by":
            layout.resize_by(pane, along, size)
        elif what == "preset":
            arrange(layout, NAMES[which % 5], panes, (layout.root.width, layout.root.height), {})
        elif what == "spread":
            spread_out(layout, pane)
        else:
            layout.resize(60 + size, 30 + size)
        _check(layout.root)
        assert sorted(layout.panes()) == sorted(panes)
        again = Layout(1, 1, 0)
        apply(again, dump(layout.root), layout.panes())
        assert dump(again.root) == dump(layout.root)
