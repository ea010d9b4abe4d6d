"""Creating workspaces, splitting panes, stacking surfaces."""

import pytest

from paneflow.errors import InvalidParams, NotFound, Refused
from paneflow.geometry import Axis, Size
from paneflow.ids import GroupId, PaneId, SurfaceId
from paneflow.model import tree as trees
from paneflow.model.actions import AddSurface, CreateGroup, CreateWorkspace, ResizeWorkspace, SplitPane, UndoClose
from paneflow.model.apply import apply
from paneflow.model.changes import FocusMoved, LayoutChanged, SurfaceCreated, WorkspaceCreated
from paneflow.model.effects import ResizeSurface, SpawnSurface
from paneflow.model.limits import MAX_PANES, MAX_STACK, MAX_WORKSPACES
from paneflow.model.records import OUTSIDE
from paneflow.model.tree import Preset
from tests.support.model import Scene, launch


def test_the_first_workspace_becomes_active_and_later_ones_leave_the_person_alone() -> None:
    scene = Scene()

    first = scene.workspace("api")
    scene.workspace("web")

    assert scene.model.active == first
    assert scene.changes() == (WorkspaceCreated(scene.space("web").id), SurfaceCreated(scene.id("web")))


def test_a_workspace_can_be_made_active_and_placed() -> None:
    scene = Scene()
    scene.workspace("a", title="one")

    made = scene.workspace("b", title="two", activate=True, index=0)

    assert scene.model.active == made
    assert scene.titles() == ["two", "one"]


def test_every_launch_becomes_a_process_with_its_folder_environment_and_size() -> None:
    scene = Scene()

    scene.do(
        CreateWorkspace(
            "up", "/srv", (launch("a", "/srv/a", env={"PORT": "3000"}), launch("b", argv=("vim", "x"))), Preset.EVEN_V, focus=1
        )
    )  # fmt: skip

    assert scene.effects() == (
        SpawnSurface(scene.id("a"), "/srv/a", Size(120, 40), env={"PORT": "3000"}),
        SpawnSurface(scene.id("b"), "/home/me", Size(120, 40), ("vim", "x")),
    )
    assert scene.drawing("a") == "(a/b)"
    assert scene.focused("a") == "b"
    assert scene.surface("a").env_names == ("PORT",)


def test_the_focused_launch_is_the_main_pane() -> None:
    scene = Scene()

    scene.workspace("a", "b", "c", layout=Preset.MAIN_VERTICAL, focus=2)

    assert scene.drawing("a") == "(c|(a/b))"


def test_a_tree_lays_the_launches_out_by_position() -> None:
    scene = Scene()
    one, two, three = (trees.Leaf(PaneId(number)) for number in (1, 2, 3))

    scene.workspace("a", "b", "c", layout=trees.even(Axis.HORIZONTAL, [three, trees.even(Axis.VERTICAL, [one, two])]))

    assert scene.drawing("a") == "(c/(a|b))"


@pytest.mark.parametrize("layout", [trees.Leaf(PaneId(1)), trees.even(Axis.VERTICAL, [trees.Leaf(PaneId(2))] * 2)])
def test_a_tree_that_does_not_fit_the_launches_creates_nothing(layout: trees.Node) -> None:
    scene = Scene()

    with pytest.raises(InvalidParams) as caught:
        scene.workspace("a", "b", layout=layout)

    assert caught.value.kind == "invalid_layout"
    assert scene.model.surfaces == {}


def test_a_second_surface_of_a_name_gets_a_number_and_the_result_says_so() -> None:
    scene = Scene()
    scene.workspace("api")

    made = scene.do(CreateWorkspace("x", "/", (launch("API"), launch("api"))))

    assert made.names == ("API-2", "api-3")


def test_a_workspace_without_a_title_is_called_after_its_surface() -> None:
    scene = Scene()

    scene.workspace("api", title=" \n")

    assert scene.titles() == ["api"]


def test_horizontal_puts_the_new_pane_below_and_vertical_beside() -> None:
    scene = Scene()
    scene.workspace("a")

    scene.split("a", "below", Axis.HORIZONTAL)
    scene.split("a", "beside", Axis.VERTICAL)

    assert scene.drawing("a") == "((a|beside)/below)"


def test_a_split_leaves_the_focus_unless_asked_and_ends_a_zoom() -> None:
    scene = Scene()
    scene.workspace("a")

    scene.split("a", "b")
    assert scene.focused("a") == "a"
    assert LayoutChanged(scene.space("a").id) in scene.changes()
    scene.split("a", "c", focus=True)

    assert scene.focused("a") == "c"
    assert any(isinstance(change, FocusMoved) for change in scene.changes())


def test_a_split_of_the_whole_spans_all_panes() -> None:
    scene = Scene()
    scene.workspace("a", "b")

    scene.split("a", "log", Axis.HORIZONTAL, whole=True, before=True)

    assert scene.drawing("a") == "(log/(a|b))"


def test_a_stacked_surface_comes_after_the_one_named_and_to_the_front() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.do(AddSurface(scene.id("a"), launch("b")))

    scene.do(AddSurface(scene.id("a"), launch("c"), show=False))

    assert scene.drawing("a") == "a+c+b*"


def test_a_target_that_is_not_there_is_an_error_and_nothing_else_is_hit() -> None:
    scene = Scene()
    scene.workspace("a")
    before = scene.model

    for action in (
        SplitPane(SurfaceId(99), Axis.VERTICAL, launch()),
        AddSurface(SurfaceId(99), launch()),
        CreateWorkspace("x", "/", (launch(),), group=GroupId(99)),
    ):
        with pytest.raises(NotFound):
            scene.do(action)

    assert scene.model is before


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0, float("nan")])
def test_a_share_leaves_something_to_both(share: float) -> None:
    scene = Scene()
    scene.workspace("a")

    with pytest.raises(InvalidParams) as caught:
        scene.split("a", "b", share=share)

    assert caught.value.kind == "bad_share"


@pytest.mark.parametrize("cwd", ["", "/a\0b", "/" + "x" * 5000])
def test_a_folder_that_no_system_takes_is_refused(cwd: str) -> None:
    with pytest.raises(InvalidParams) as caught:
        Scene().do(CreateWorkspace("x", "/", (launch(cwd=cwd),)))

    assert caught.value.kind == "bad_path"


def test_panes_workspaces_and_stacks_have_caps() -> None:
    scene = Scene()
    scene.do(CreateWorkspace("full", "/", tuple(launch() for _ in range(MAX_PANES))))
    some = next(iter(scene.model.surfaces))
    for _ in range(MAX_STACK - 1):
        scene.do(AddSurface(some, launch()))
    for _ in range(MAX_WORKSPACES - 1):
        scene.model = apply(scene.model, CreateWorkspace("x", "/", (launch(),))).model

    for action, kind in (
        (SplitPane(some, Axis.VERTICAL, launch()), "too_many_panes"),
        (AddSurface(some, launch()), "too_many_surfaces"),
        (CreateWorkspace("x", "/", (launch(),)), "too_many_workspaces"),
        (CreateWorkspace("x", "/", tuple(launch() for _ in range(MAX_PANES + 1))), "too_many_workspaces"),
        (UndoClose(), "nothing_to_undo"),
    ):
        with pytest.raises(Refused) as caught:
            scene.do(action)
        assert caught.value.kind == kind


def test_an_isolated_set_counts_its_workspaces_for_itself() -> None:
    scene = Scene()
    for _ in range(MAX_WORKSPACES):
        scene.model = apply(scene.model, CreateWorkspace("x", "/", (launch(),))).model
    group = scene.do(CreateGroup("work", "other")).group

    scene.workspace("inside", group=group)

    assert scene.space("inside").group == group


def test_a_fixed_size_sizes_the_surfaces_before_they_start() -> None:
    scene = Scene()
    scene.workspace("a", size=Size(80, 24))

    scene.split("a", "b")

    assert scene.effects() == (
        SpawnSurface(scene.id("b"), "/home/me", Size(39, 24)),
        ResizeSurface(scene.id("a"), Size(40, 24)),
    )


def test_a_workspace_gets_another_fixed_size_or_lets_go_of_it() -> None:
    scene = Scene()
    workspace = scene.workspace("a", "b", size=Size(80, 24))

    scene.do(ResizeWorkspace(workspace, Size(101, 30)))
    assert [scene.surface(name).size for name in "ab"] == [Size(50, 30), Size(50, 30)]
    scene.do(ResizeWorkspace(workspace, None))

    assert scene.effects() == ()


def test_what_a_surface_that_is_gone_asked_for_is_the_persons() -> None:
    scene = Scene()
    scene.workspace("a")

    scene.do(CreateWorkspace("x", "/", (launch("b", owner=SurfaceId(99)), launch("c", owner=OUTSIDE))))

    assert scene.surface("b").owner is None
    assert scene.surface("c").owner == OUTSIDE
