"""Names, owners, groups, order, reports and look-ups."""

import pytest

from paneflow.errors import InvalidParams, NotFound, PaneflowError
from paneflow.geometry import Size
from paneflow.ids import GroupId, WorkspaceId
from paneflow.model import lookup
from paneflow.model.actions import (
    AddWorktree,
    CloseGroup,
    CreateGroup,
    FoldGroup,
    MoveWorkspace,
    RenameGroup,
    RenameSurface,
    RenameWorkspace,
    ReportCwd,
    ReportTitle,
    SelectWorkspace,
    SetAgent,
    SetBroadcast,
    SetGroup,
    SetOwner,
    SetSurfaceSize,
)
from paneflow.model.changes import (
    AgentChanged,
    BroadcastChanged,
    CwdChanged,
    GroupChanged,
    GroupRemoved,
    OrderChanged,
    SurfaceRenamed,
    SurfaceResized,
    TitleChanged,
    WorkspaceChanged,
)
from paneflow.model.effects import ResizeSurface
from paneflow.model.records import OUTSIDE, Broadcast, Worktree
from tests.support.model import Scene


def test_a_rename_is_cleaned_made_unique_and_told_with_the_name_before() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    b = scene.id("b")

    scene.do(RenameSurface(b, " A\x07 "))

    assert scene.changes() == (SurfaceRenamed(b, "A-2", "b"),)
    scene.do(RenameSurface(b, "a-2"))
    assert scene.surface("a-2").id == b


def test_an_empty_name_gives_the_automatic_one_again() -> None:
    scene = Scene()
    scene.workspace("a")

    scene.do(RenameSurface(scene.id("a"), ""))

    assert scene.names() == ["shell"]
    assert not scene.surface("shell").named


def test_what_a_program_reports_is_cleaned_and_told_once() -> None:
    scene = Scene()
    scene.workspace("a")
    a = scene.id("a")

    scene.do(ReportTitle(a, "vim\x1b\x07 " + "x" * 400))
    assert len(scene.surface("a").title) == 256
    assert scene.changes() == (TitleChanged(a, scene.surface("a").title),)
    scene.do(ReportTitle(a, scene.surface("a").title))
    assert scene.changes() == ()
    scene.do(ReportCwd(a, "/tmp"))

    assert scene.changes() == (CwdChanged(a, "/tmp"),)


def test_a_size_is_clamped_and_ordered_once() -> None:
    scene = Scene()
    scene.workspace("a")
    a = scene.id("a")

    scene.do(SetSurfaceSize(a, Size(5000, 0)))

    assert scene.changes() == (SurfaceResized(a, Size(1000, 1)),)
    assert scene.effects() == (ResizeSurface(a, Size(1000, 1)),)
    scene.do(SetSurfaceSize(a, Size(1000, 1)))
    assert scene.effects() == ()


def test_a_surface_owns_what_it_caused_and_what_that_caused_and_never_the_other_way_round() -> None:
    scene = Scene()
    scene.workspace("lead", "mate", "child", "person", "outside")
    scene.do(SetOwner(scene.id("mate"), scene.id("lead")))
    scene.do(SetOwner(scene.id("child"), scene.id("mate")))
    scene.do(SetOwner(scene.id("outside"), OUTSIDE))

    def owned(caller: str) -> list[str]:
        return [name for name in scene.names() if lookup.owns(scene.model, scene.id(caller), scene.id(name))]

    assert owned("lead") == ["lead", "mate", "child"]
    assert owned("mate") == ["mate", "child"]
    assert owned("person") == ["person"]
    assert lookup.owns(scene.model, OUTSIDE, scene.id("outside"))
    assert not lookup.owns(scene.model, OUTSIDE, scene.id("person"))
    with pytest.raises(InvalidParams) as caught:
        scene.do(SetOwner(scene.id("lead"), scene.id("child")))
    assert caught.value.kind == "bad_owner"


def test_an_agent_is_kept_as_it_is_and_told() -> None:
    scene = Scene()
    scene.workspace("a")
    a, agent = scene.id("a"), object()

    scene.do(SetAgent(a, agent))
    assert scene.changes() == (AgentChanged(a, agent),)
    scene.do(SetAgent(a, None))

    assert scene.changes() == (AgentChanged(a, None),)


def test_joining_a_broadcast_group_leaves_the_other() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    a, b = scene.id("a"), scene.id("b")
    scene.do(SetBroadcast("one", (a, b, b)))

    scene.do(SetBroadcast("two", (b,)))

    assert scene.model.broadcasts == (Broadcast("one", (a,)), Broadcast("two", (b,)))
    assert scene.changes() == (BroadcastChanged("one", (a,)), BroadcastChanged("two", (b,)))
    scene.do(SetBroadcast("one", ()))
    assert scene.changes() == (BroadcastChanged("one", ()),)


def test_there_are_eight_broadcast_groups_at_most() -> None:
    scene = Scene()
    scene.workspace(*"abcdefghi")
    for name in "abcdefgh":
        scene.do(SetBroadcast(name, (scene.id(name),)))

    with pytest.raises(PaneflowError) as caught:
        scene.do(SetBroadcast("i", (scene.id("i"),)))

    assert caught.value.kind == "too_many_broadcasts"


def test_workspaces_are_renamed_reordered_and_selected() -> None:
    scene = Scene()
    one, two, three = (scene.workspace(name, title=name) for name in "abc")

    scene.do(RenameWorkspace(one, " new\n"))
    assert scene.changes() == (WorkspaceChanged(one),)
    scene.do(MoveWorkspace(three, 0))
    assert scene.changes() == (OrderChanged(),)
    scene.do(MoveWorkspace(one, 99))
    scene.do(SelectWorkspace(two))

    assert scene.titles() == ["c", "b", "new"]
    assert lookup.workspace_at(scene.model, 1).id == scene.model.active
    with pytest.raises(InvalidParams):
        scene.do(RenameWorkspace(one, "\n"))


def test_a_worktree_replaces_the_one_at_its_path() -> None:
    scene = Scene()
    workspace = scene.workspace("a")

    for teardown in ("auto", "keep"):
        scene.do(AddWorktree(workspace, Worktree("/w", "/r", "b", teardown)))

    assert scene.space("a").worktrees == (Worktree("/w", "/r", "b", "keep"),)


def test_a_group_goes_when_its_last_workspace_leaves() -> None:
    scene = Scene()
    workspace = scene.workspace("a")
    group = scene.do(CreateGroup("team")).group
    assert group is not None
    assert scene.changes() == (GroupChanged(group),)
    scene.do(SetGroup(workspace, group))

    scene.do(SetGroup(workspace, None))

    assert scene.changes() == (GroupRemoved(group, "team"), WorkspaceChanged(workspace))


def test_group_names_are_unique_in_their_set_only() -> None:
    scene = Scene()
    first = scene.do(CreateGroup("team")).group
    other = scene.do(CreateGroup("team", "isolated")).group
    assert first is not None
    assert other is not None

    for action in (CreateGroup("team"), RenameGroup(scene.do(CreateGroup("x")).group or first, "team")):
        with pytest.raises(PaneflowError) as caught:
            scene.do(action)
        assert caught.value.kind == "name_taken"
    scene.do(RenameGroup(other, "team"))
    scene.do(FoldGroup(other, folded=True))

    assert lookup.find_group(scene.model, "team", "isolated") == scene.model.groups[other]
    assert scene.model.groups[other].folded
    assert lookup.find_group(scene.model, "nobody") is None


def test_closing_a_group_closes_its_workspaces_and_no_others() -> None:
    scene = Scene()
    scene.workspace("stay")
    group = scene.do(CreateGroup("team")).group
    assert group is not None
    for name in "ab":
        scene.workspace(name, group=group)

    scene.do(CloseGroup(group))

    assert scene.names() == ["stay"]
    assert scene.model.groups == {}


def test_look_ups_of_what_is_not_there_say_what_it_was() -> None:
    scene = Scene()

    for look, kind in (
        (lambda: lookup.workspace_at(scene.model, 0), "workspace_not_found"),
        (lambda: lookup.workspace(scene.model, WorkspaceId(9)), "workspace_not_found"),
        (lambda: lookup.pane(scene.model, 9), "pane_not_found"),  # type: ignore[arg-type]  # any number
        (lambda: lookup.surface(scene.model, 9), "surface_not_found"),  # type: ignore[arg-type]  # any number
        (lambda: scene.do(FoldGroup(GroupId(9), folded=True)), "group_not_found"),
        (lambda: scene.do(SelectWorkspace(WorkspaceId(9))), "workspace_not_found"),
    ):
        with pytest.raises(NotFound) as caught:
            look()
        assert caught.value.kind == kind
    assert lookup.focused_surface(scene.model) is None
