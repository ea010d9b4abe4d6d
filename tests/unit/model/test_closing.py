"""Closing, exits and undo."""

import pytest

from paneflow.errors import NotFound, Refused
from paneflow.geometry import Axis
from paneflow.ids import SurfaceId
from paneflow.model.actions import (
    AddSurface,
    ClosePane,
    CloseSurface,
    CloseWorkspace,
    FocusSurface,
    MovePane,
    ReportExit,
    Respawn,
    RestoreAll,
    SetAgent,
    SetBroadcast,
    SetOwner,
    SetRatios,
    SetRemain,
    ToggleZoom,
    ToWorkspace,
    UndoClose,
)
from paneflow.model.changes import (
    ActiveChanged,
    FocusMoved,
    LayoutChanged,
    SurfaceClosed,
    SurfaceExited,
    SurfaceRespawned,
    WorkspaceClosed,
)
from paneflow.model.effects import ForgetScrollback, ReleaseWorktrees, RespawnSurface, SpawnSurface, StopSurface
from paneflow.model.records import Exit, Remain, Worktree
from tests.support.model import Scene, launch


def close(scene: Scene, name: str) -> None:
    scene.do(CloseSurface(scene.id(name)))


def test_closing_the_focused_pane_focuses_its_previous_sibling() -> None:
    scene = Scene()
    scene.workspace("a", "b", "c", focus=2)
    c, workspace = scene.id("c"), scene.space("a").id

    close(scene, "c")

    assert scene.focused("a") == "b"
    assert scene.changes() == (
        SurfaceClosed(c, "c", workspace),
        LayoutChanged(workspace),
        FocusMoved(workspace, scene.surface("b").pane, scene.id("b")),
    )
    assert scene.effects() == (StopSurface(c, keep_scrollback=True),)


def test_closing_another_pane_leaves_the_focus() -> None:
    scene = Scene()
    scene.workspace("a", "b", "c", focus=2)

    close(scene, "a")

    assert scene.focused("b") == "c"


def test_closing_the_front_of_a_stack_shows_the_one_before_it() -> None:
    scene = Scene()
    scene.workspace("a")
    for name in ("c", "b"):
        scene.do(AddSurface(scene.id("a"), launch(name)))
    scene.do(FocusSurface(scene.id("b")))

    close(scene, "b")
    assert scene.drawing("a") == "a*+c"
    close(scene, "a")

    assert scene.drawing("c") == "c"


def test_closing_the_last_of_a_stack_shows_its_neighbour_not_the_first() -> None:
    scene = Scene()
    scene.workspace("a")
    for name in ("c", "b"):
        scene.do(AddSurface(scene.id("a"), launch(name)))
    scene.do(FocusSurface(scene.id("c")))

    close(scene, "c")

    assert scene.drawing("a") == "a+b*"


def test_a_workspace_that_comes_back_does_not_claim_the_worktrees_it_gave_up() -> None:
    scene = Scene()
    scene.workspace("a", worktrees=(Worktree("/w", "/r", "b"),))
    close(scene, "a")

    scene.do(UndoClose())

    assert scene.space("a").worktrees == ()


def test_the_workspace_closes_with_its_last_pane_and_the_one_before_becomes_active() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.workspace("b", activate=True, worktrees=(Worktree("/w", "/r", "b"),))
    workspace = scene.space("b").id

    close(scene, "b")

    assert scene.model.active == scene.space("a").id
    assert WorkspaceClosed(workspace, "work") in scene.changes()
    assert scene.effects()[-1] == ReleaseWorktrees(workspace, (Worktree("/w", "/r", "b"),))
    close(scene, "a")
    assert scene.model.order == ()
    assert scene.changes()[-1] == ActiveChanged(None)


def test_a_closed_target_is_an_error() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    gone = scene.id("b")
    close(scene, "b")

    with pytest.raises(NotFound) as caught:
        scene.do(CloseSurface(gone))

    assert (caught.value.kind, caught.value.data) == ("surface_not_found", {"surface_id": gone})


def test_what_a_closed_surface_owned_is_its_owners() -> None:
    scene = Scene()
    scene.workspace("lead", "middle", "leaf")
    scene.do(SetOwner(scene.id("middle"), scene.id("lead")))
    scene.do(SetOwner(scene.id("leaf"), scene.id("middle")))

    close(scene, "middle")

    assert scene.surface("leaf").owner == scene.id("lead")


def test_a_closed_surface_leaves_its_agent_and_its_broadcast_group() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    scene.do(SetAgent(scene.id("b"), "claude"))
    scene.do(SetBroadcast("both", (scene.id("a"), scene.id("b"))))

    close(scene, "b")

    assert scene.model.agents == {}
    assert scene.model.broadcasts[0].surfaces == (scene.id("a"),)


def test_a_pane_left_alone_is_not_zoomed() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    scene.do(ToggleZoom(scene.id("a")))

    close(scene, "b")

    assert scene.space("a").zoomed is None


def test_an_exit_closes_the_surface_and_cannot_be_undone() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    b, workspace = scene.id("b"), scene.space("b").id

    scene.do(ReportExit(b, 3))

    assert scene.changes()[:2] == (SurfaceExited(b, 3, None), SurfaceClosed(b, "b", workspace))
    assert scene.effects() == (StopSurface(b),)
    assert scene.model.closed == ()


@pytest.mark.parametrize(
    ("remain", "code", "stays"),
    [
        (Remain.OFF, 1, False),
        (Remain.ON, 0, True),
        (Remain.FAILED, 0, False),
        (Remain.FAILED, 1, True),
        (Remain.FAILED, None, True),
    ],
)
def test_a_surface_stays_after_its_exit_as_remain_says(remain: Remain, code: int | None, stays: bool) -> None:
    scene = Scene()
    scene.workspace("a", "b")
    b = scene.id("b")
    scene.do(SetRemain(b, remain))

    scene.do(ReportExit(b, code, 9 if code is None else None))

    assert (b in scene.model.surfaces) is stays
    if stays:
        assert scene.surface("b").exited == Exit(code, 9 if code is None else None)


def test_a_respawn_keeps_name_and_place_and_what_it_was_not_told() -> None:
    scene = Scene()
    scene.workspace("a")
    a = scene.id("a")

    with pytest.raises(Refused) as caught:
        scene.do(Respawn(a, argv=("vim",)))
    assert caught.value.kind == "still_running"
    scene.do(Respawn(a, argv=("vim",), env={"X": "1"}, kill=True))

    assert scene.effects() == (RespawnSurface(a, "/home/me", ("vim",), None, {"X": "1"}),)
    assert scene.changes() == (SurfaceRespawned(a),)
    scene.do(SetRemain(a, Remain.ON))
    scene.do(ReportExit(a, 0))
    scene.do(Respawn(a, cwd="/tmp"))
    assert scene.effects() == (RespawnSurface(a, "/tmp", ("vim",), None, {}),)
    assert scene.surface("a").exited is None


def test_undo_brings_a_pane_back_where_it_was_with_a_new_id_and_its_text() -> None:
    scene = Scene()
    scene.workspace("a", "b", "c")
    scene.do(SetRatios(scene.space("a").id, (), (0.2, 0.5, 0.3)))
    before, old = scene.space("a").tree, scene.id("b")

    close(scene, "b")
    made = scene.do(UndoClose())

    assert scene.drawing("a") == "(a|b|c)"
    assert scene.space("a").tree == before
    assert made.surfaces == (scene.id("b"),)
    assert scene.id("b") > old
    assert scene.focused("a") == "b"
    assert scene.effects() == (SpawnSurface(scene.id("b"), "/home/me", scene.surface("b").size, scrollback_of=old),)
    assert scene.surface("b").restored


def test_undo_does_not_run_the_command_again() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.do(AddSurface(scene.id("a"), launch("job", command="rm -rf build")))

    close(scene, "job")
    scene.do(UndoClose())

    assert scene.surface("job").command == "rm -rf build"
    assert [(each.command, each.argv) for each in scene.effects() if isinstance(each, SpawnSurface)] == [(None, ())]


def test_undo_brings_back_a_surface_into_its_stack() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.do(AddSurface(scene.id("a"), launch("b")))
    scene.do(AddSurface(scene.id("b"), launch("c")))

    close(scene, "b")
    scene.do(UndoClose())

    assert scene.drawing("a") == "a+b*+c"


def test_undo_brings_back_a_whole_workspace_in_its_place() -> None:
    scene = Scene()
    scene.workspace("a", title="one")
    scene.workspace("b", "c", title="two", focus=1)
    scene.workspace("d", title="three")
    scene.split("b", "e", Axis.HORIZONTAL)
    scene.do(AddSurface(scene.id("c"), launch("f")))

    scene.do(CloseWorkspace(scene.space("b").id))
    assert scene.titles() == ["one", "three"]
    scene.do(UndoClose())

    assert scene.titles() == ["one", "two", "three"]
    assert scene.drawing("b") == "((b/e)|c+f*)"
    assert scene.focused("b") == "f"
    assert scene.model.active == scene.space("b").id


def test_undos_go_back_one_by_one_also_through_the_end_of_a_workspace() -> None:
    scene = Scene()
    scene.workspace("a", "b", "c")

    for name in "abc":
        close(scene, name)
    for _ in "abc":
        scene.do(UndoClose())

    assert scene.drawing("a") == "(a|b|c)"
    with pytest.raises(Refused) as caught:
        scene.do(UndoClose())
    assert caught.value.kind == "nothing_to_undo"


def test_five_closes_are_kept_and_the_text_of_older_ones_is_dropped() -> None:
    scene = Scene()
    scene.workspace("stay", *"abcdef")
    first = scene.id("a")

    for name in "abcdef":
        close(scene, name)

    assert len(scene.model.closed) == 5
    assert ForgetScrollback(first) in scene.effects()


def test_undo_after_the_layout_changed_splits_beside_the_focus() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    close(scene, "b")
    scene.split("a", "new", Axis.HORIZONTAL)

    scene.do(UndoClose())

    assert scene.drawing("a") == "((a|b)/new)"


def test_undo_follows_a_pane_that_moved_to_another_workspace() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.workspace("x")
    scene.do(AddSurface(scene.id("a"), launch("b")))
    close(scene, "b")
    scene.do(MovePane(scene.id("a"), ToWorkspace(scene.space("x").id)))

    scene.do(UndoClose())

    assert scene.drawing("x") == "(x|a+b*)"


def test_undo_of_a_pane_whose_workspace_ended_brings_back_that_pane_alone() -> None:
    scene = Scene()
    scene.workspace("keep")
    scene.workspace("a", "b", title="gone")
    scene.do(ClosePane(scene.id("b")))
    scene.do(ReportExit(scene.id("a"), 0))

    scene.do(UndoClose())

    assert scene.drawing("b") == "b"
    assert scene.titles() == ["work", "gone"]


def test_an_undone_name_that_is_taken_meanwhile_gets_a_number() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    close(scene, "b")
    scene.split("a", "b")

    assert scene.do(UndoClose()).names == ("b-2",)


def test_a_close_by_a_program_does_not_push_the_persons_out_of_the_undo() -> None:
    scene = Scene()
    scene.workspace("a", "b", "c")
    close(scene, "b")

    scene.do(CloseSurface(scene.id("c"), undo=False))

    assert [each.surfaces[0].name for each in scene.model.closed] == ["b"]
    assert scene.effects() == (StopSurface(SurfaceId(3), keep_scrollback=False),)


def test_after_a_restart_every_surface_gets_a_shell_under_its_old_text() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    scene.do(SetRemain(scene.id("b"), Remain.ON))
    scene.do(ReportExit(scene.id("b"), 1))

    scene.do(RestoreAll())

    assert [
        (each.surface, each.argv, each.scrollback_of) for each in scene.effects() if isinstance(each, SpawnSurface)
    ] == [
        (scene.id("a"), (), scene.id("a")),
        (scene.id("b"), (), scene.id("b")),
    ]
    assert scene.surface("b").restored
