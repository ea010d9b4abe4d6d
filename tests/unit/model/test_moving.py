"""Moving surfaces and panes, focus, zoom, layouts."""

import pytest

from paneflow.errors import InvalidParams, NotFound, PaneflowError
from paneflow.geometry import Axis, Direction, Size
from paneflow.ids import PaneId, SurfaceId, WorkspaceId
from paneflow.model import tree as trees
from paneflow.model.actions import (
    AddSurface,
    ApplyLayout,
    ApplyPreset,
    Destination,
    Equalise,
    FocusDirection,
    FocusSurface,
    MovePane,
    MoveSurface,
    ResizePane,
    SetPaneSize,
    SetRatios,
    SwapPanes,
    ToEdge,
    ToggleZoom,
    ToNewWorkspace,
    ToPane,
    ToWorkspace,
)
from paneflow.model.changes import ActiveChanged, FocusMoved, SurfaceMoved, WorkspaceClosed
from paneflow.model.records import Worktree
from paneflow.model.tree import Preset
from tests.support.model import Scene, launch


def stacked() -> Scene:
    """a+b | c, and a second workspace with x."""
    scene = Scene()
    scene.workspace("a", "c")
    scene.do(AddSurface(scene.id("a"), launch("b")))
    scene.workspace("x", title="other")
    return scene


def to(scene: Scene, kind: str) -> Destination:
    places: dict[str, Destination] = {
        "pane": ToPane(scene.id("c")),
        "place": ToPane(scene.id("c"), 0),
        "edge": ToEdge(scene.id("c"), Direction.UP),
        "own edge": ToEdge(scene.id("a"), Direction.LEFT),
        "reorder": ToPane(scene.id("a"), 0),
        "workspace": ToWorkspace(scene.space("x").id),
    }
    return places[kind]


@pytest.mark.parametrize(
    ("kind", "here", "there"),
    [
        ("pane", "(a|c+b*)", "x"),
        ("place", "(a|b*+c)", "x"),
        ("edge", "(a|(b/c))", "x"),
        ("own edge", "(b|a|c)", "x"),
        ("reorder", "(b*+a|c)", "x"),
        ("workspace", "(a|c)", "(x|b)"),
    ],
)
def test_a_surface_moves_to_a_stack_an_edge_or_a_workspace(kind: str, here: str, there: str) -> None:
    scene = stacked()

    made = scene.do(MoveSurface(scene.id("b"), to(scene, kind)))

    assert scene.drawing("c") == here
    assert scene.drawing("x") == there
    assert made.surfaces == (scene.id("b"),)


def test_a_moved_surface_says_where_it_is_now() -> None:
    scene = stacked()

    scene.do(MoveSurface(scene.id("b"), ToWorkspace(scene.space("x").id), focus=True))

    moved = scene.surface("b")
    assert SurfaceMoved(moved.id, moved.pane, scene.space("x").id) in scene.changes()
    assert scene.changes()[-2:] == (
        FocusMoved(scene.space("x").id, moved.pane, moved.id),
        ActiveChanged(scene.space("x").id),
    )


def test_a_whole_pane_moves_with_its_stack_and_keeps_its_id() -> None:
    scene = stacked()
    pane = scene.surface("a").pane

    scene.do(MovePane(scene.id("a"), ToEdge(scene.id("x"), Direction.DOWN, 0.25)))

    assert scene.drawing("x") == "(x/a+b*)"
    assert scene.surface("b").pane == pane
    assert {each.surface for each in scene.changes() if isinstance(each, SurfaceMoved)} == {
        scene.id("a"),
        scene.id("b"),
    }


def test_a_pane_merges_into_another_stack() -> None:
    scene = stacked()

    scene.do(MovePane(scene.id("a"), ToPane(scene.id("c"))))

    assert scene.drawing("c") == "c+a+b*"


def test_moving_the_last_pane_away_ends_its_workspace_but_not_its_worktrees() -> None:
    scene = Scene()
    tree = Worktree("/w", "/r", "b")
    scene.workspace("a", worktrees=(tree,))
    scene.workspace("x")
    gone = scene.space("a").id

    scene.do(MoveSurface(scene.id("a"), ToPane(scene.id("x"))))

    assert WorkspaceClosed(gone, "work") in scene.changes()
    assert scene.effects() == ()
    assert scene.space("a").worktrees == (tree,)
    assert scene.model.active == scene.space("x").id


def test_a_surface_can_get_a_workspace_of_its_own() -> None:
    scene = stacked()

    made = scene.do(MoveSurface(scene.id("b"), ToNewWorkspace()))

    assert scene.titles() == ["work", "other", "b"]
    assert made.workspace == scene.space("b").id
    assert scene.model.active == scene.space("a").id


@pytest.mark.parametrize(
    ("surface", "destination", "kind"),
    [
        ("c", lambda scene: ToEdge(scene.id("c"), Direction.UP), "same_pane"),
        ("x", lambda scene: ToWorkspace(scene.space("x").id), "same_pane"),
        ("x", lambda _: ToNewWorkspace(), "only_pane"),
        ("x", lambda _: ToPane(SurfaceId(99)), "surface_not_found"),
        ("x", lambda _: ToWorkspace(WorkspaceId(99)), "workspace_not_found"),
        ("c", lambda scene: ToEdge(scene.id("x"), Direction.UP, 1.5), "bad_share"),
    ],
)
def test_a_move_that_cannot_be_changes_nothing(surface: str, destination: object, kind: str) -> None:
    scene = stacked()
    before = scene.model

    with pytest.raises(PaneflowError) as caught:
        scene.do(MoveSurface(scene.id(surface), destination(scene)))  # type: ignore[operator]  # a lambda of the table

    assert caught.value.kind == kind
    assert scene.model is before


def test_swapped_panes_change_places_and_the_focus_stays_with_its_pane() -> None:
    scene = Scene()
    scene.workspace("a", "b", "c")

    scene.do(SwapPanes(scene.id("a"), scene.id("c")))

    assert scene.drawing("a") == "(c|b|a)"
    assert scene.focused("a") == "a"


def test_panes_swapped_across_workspaces_hand_the_focus_on() -> None:
    scene = stacked()

    scene.do(SwapPanes(scene.id("a"), scene.id("x")))

    assert scene.drawing("c") == "(x|c)"
    assert scene.drawing("a") == "a+b*"
    assert scene.focused("c") == "x"


def test_focus_goes_to_the_surface_its_pane_and_its_workspace() -> None:
    scene = stacked()
    scene.do(FocusSurface(scene.id("x")))

    scene.do(FocusSurface(scene.id("a"), activate=False))
    assert (scene.focused("a"), scene.model.active) == ("a", scene.space("x").id)
    scene.do(FocusSurface(scene.id("c")))

    assert (scene.focused("a"), scene.model.active) == ("c", scene.space("c").id)


def test_focus_moves_to_the_neighbour_and_says_when_there_is_none() -> None:
    scene = stacked()

    scene.do(FocusDirection(scene.id("a"), Direction.RIGHT))
    assert scene.focused("a") == "c"
    with pytest.raises(NotFound) as caught:
        scene.do(FocusDirection(scene.id("c"), Direction.RIGHT))

    assert caught.value.kind == "no_neighbour"


def test_a_zoomed_pane_has_the_focus_and_loses_the_zoom_with_it() -> None:
    scene = stacked()

    scene.do(ToggleZoom(scene.id("c")))
    assert (scene.space("c").zoomed, scene.focused("c")) == (scene.surface("c").pane, "c")
    scene.do(FocusSurface(scene.id("a")))

    assert scene.space("c").zoomed is None


def test_zoom_toggles_and_can_be_set_and_a_lone_pane_is_never_zoomed() -> None:
    scene = stacked()
    pane = scene.surface("c").pane

    for on, expected in ((None, pane), (None, None), (True, pane), (True, pane), (False, None), (False, None)):
        scene.do(ToggleZoom(scene.id("c"), on))
        assert scene.space("c").zoomed == expected
    scene.do(ToggleZoom(scene.id("x"), on=True))

    assert scene.space("x").zoomed is None


def test_presets_re_tile_the_panes_and_end_a_zoom() -> None:
    scene = Scene()
    scene.workspace("a", "b", "c", "d")
    workspace = scene.space("a").id
    scene.do(ToggleZoom(scene.id("b")))

    drawings = []
    for preset in Preset:
        scene.do(ApplyPreset(workspace, preset))
        drawings.append(scene.drawing("a"))

    assert drawings == ["(a|b|c|d)", "(a/b/c/d)", "(b|(a/c/d))", "((b|a)/(c|d))"]
    assert scene.space("a").zoomed is None


def test_a_tree_is_filled_with_the_panes_there_are_and_new_ones() -> None:
    scene = stacked()
    one, two, three = (trees.Leaf(PaneId(number)) for number in (1, 2, 3))
    layout = trees.even(Axis.HORIZONTAL, [three, trees.even(Axis.VERTICAL, [two, one])])

    made = scene.do(ApplyLayout(scene.space("a").id, layout, (launch("new"),)))

    assert scene.drawing("a") == "(new/(c|a+b*))"
    assert made.surfaces == (scene.id("new"),)
    with pytest.raises(InvalidParams) as caught:
        scene.do(ApplyLayout(scene.space("a").id, one))
    assert caught.value.kind == "invalid_layout"


def test_borders_move_by_cells_of_the_size_the_caller_sees() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    workspace = scene.space("a").id

    scene.do(ResizePane(scene.id("a"), Direction.RIGHT, 10, Size(101, 30)))
    assert scene.space("a").tree.ratios == (0.6, 0.4)  # type: ignore[union-attr]  # a split
    scene.do(SetPaneSize(scene.id("b"), cols=25, within=Size(101, 30)))
    assert scene.space("a").tree.ratios == (0.75, 0.25)  # type: ignore[union-attr]  # a split
    scene.do(Equalise(workspace))
    assert scene.space("a").tree.ratios == (0.5, 0.5)  # type: ignore[union-attr]  # a split
    scene.do(SetRatios(workspace, (), (3.0, 1.0)))

    assert scene.space("a").tree.ratios == (0.75, 0.25)  # type: ignore[union-attr]  # a split


def test_borders_that_are_not_there_are_errors() -> None:
    scene = Scene()
    workspace = scene.workspace("a", "b")

    for action, kind in (
        (ResizePane(scene.id("a"), Direction.LEFT, 1), "no_neighbour"),
        (SetRatios(workspace, (0,), (1.0, 1.0)), "invalid_layout"),
        (SetRatios(workspace, (), (1.0,)), "invalid_layout"),
        (SetRatios(workspace, (), (1.0, 0.0)), "bad_share"),
        (SetRatios(workspace, (), (1.0, float("inf"))), "bad_share"),
    ):
        with pytest.raises(PaneflowError) as caught:
            scene.do(action)
        assert caught.value.kind == kind
