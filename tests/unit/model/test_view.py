"""Rows, records and deltas."""

from paneflow.model import view
from paneflow.model.actions import (
    AddSurface,
    CloseSurface,
    FocusSurface,
    MovePane,
    ReportExit,
    ReportTitle,
    SetRemain,
    ToWorkspace,
)
from paneflow.model.records import Remain
from tests.support.model import Scene, launch


def no_agent(_surface: int) -> object:
    return None


def test_a_surface_row_has_the_public_fields() -> None:
    scene = Scene()
    scene.workspace("a", "b", focus=1)

    assert view.surface_row(scene.model, scene.id("b"), cmd="vim x", agent="claude") == {
        "surface_id": 2,
        "name": "b",
        "title": "",
        "cwd": "/home/me",
        "cmd": "vim x",
        "workspace": 0,
        "focused": True,
        "pane_id": 2,
        "workspace_id": 1,
        "agent": "claude",
        "exit_code": None,
    }
    assert view.surface_row(scene.model, scene.id("a"))["focused"] is False


def test_without_a_foreground_program_cmd_is_what_the_surface_was_started_with() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.do(AddSurface(scene.id("a"), launch("b", argv=("vim", "x"))))
    scene.do(AddSurface(scene.id("a"), launch("c", command="npm start")))

    assert [view.surface_row(scene.model, scene.id(name))["cmd"] for name in "abc"] == ["", "vim x", "npm start"]


def test_an_exit_by_a_signal_reads_as_a_shell_says_it() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.do(SetRemain(scene.id("a"), Remain.ON))
    scene.do(ReportExit(scene.id("a"), None, 9))

    assert view.surface_row(scene.model, scene.id("a"))["exit_code"] == 137


def test_a_workspace_row_and_its_layout() -> None:
    scene = Scene()
    scene.workspace("a", "b", title="one")
    scene.do(AddSurface(scene.id("a"), launch("tab")))
    space = scene.space("a")

    assert view.workspace_row(scene.model, space.id) == {
        "index": 0,
        "workspace_id": 1,
        "title": "one",
        "cwd": "/home/me",
        "panes": 2,
        "active": True,
        "group": None,
    }
    layout = view.layout(scene.model, space)
    assert layout["ratios"] == [0.5, 0.5]
    assert layout["children"][0] == {  # type: ignore[index]  # a list, as the plain tree says
        "type": "pane",
        "surfaces": [
            {"surface_id": 1, "name": "a", "cwd": "/home/me", "command": ""},
            {"surface_id": 3, "name": "tab", "cwd": "/home/me", "command": ""},
        ],
        "active": 1,
        "focus": True,
    }


def test_a_delta_holds_only_the_records_that_changed() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    before = scene.model

    scene.do(ReportTitle(scene.id("a"), "vim"))

    assert view.deltas(before, scene.model, no_agent) == [
        {"type": "changed", "surfaces": [view.surface_record(scene.model, scene.id("a"))]}
    ]
    assert view.deltas(scene.model, scene.model, no_agent) == []


def test_a_close_is_a_changed_workspace_and_a_removed_surface() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    before, gone = scene.model, scene.id("b")

    scene.do(CloseSurface(gone))

    assert view.deltas(before, scene.model, no_agent) == [
        {"type": "changed", "workspaces": [view.workspace_record(scene.model, scene.space("a").id)]},
        {"type": "removed", "surfaces": [gone]},
    ]


def test_a_moved_pane_brings_its_surfaces_along() -> None:
    scene = Scene()
    scene.workspace("a", "b")
    scene.workspace("x")
    before = scene.model

    scene.do(MovePane(scene.id("b"), ToWorkspace(scene.space("x").id)))

    (changed,) = view.deltas(before, scene.model, no_agent)
    assert [each["workspace_id"] for each in changed["surfaces"]] == [scene.space("x").id]  # type: ignore[attr-defined]  # rows
    assert len(changed["workspaces"]) == 2  # type: ignore[arg-type]  # rows


def test_another_active_workspace_is_all_that_a_switch_sends() -> None:
    scene = Scene()
    scene.workspace("a")
    scene.workspace("x")
    before = scene.model

    scene.do(FocusSurface(scene.id("x")))

    assert view.deltas(before, scene.model, no_agent) == [{"type": "changed", "active": scene.space("x").id}]


def test_the_state_holds_everything() -> None:
    scene = Scene()
    scene.workspace("a")

    state = view.state(scene.model, no_agent)

    assert (state["type"], state["order"], state["active"]) == ("state", [1], 1)
    assert state["surfaces"] == [view.surface_record(scene.model, scene.id("a"))]
