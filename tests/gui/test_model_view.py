"""The window's copy of the model follows what the host tells."""

from typing import Any

import pytest

from paneflow.gui.model_view import ModelView


def surface(number: int, pane: int, **changes: Any) -> dict[str, Any]:
    return {
        "surface_id": number, "pane_id": pane, "workspace_id": 1, "name": "", "named": False, "title": "", "cwd": "/",
        "cmd": "", "exited": False, "exit_code": None, "restored": False, "broadcast": None, "agent": None, **changes,
    }  # fmt: skip


def agent(state: str, since_ms: int) -> dict[str, Any]:
    return {"tool": "claude", "state": state, "reason": "hook", "message": None, "since_ms": since_ms}


def workspace(tree: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "workspace_id": 1, "title": "one", "cwd": "/", "group_id": None, "focused_pane_id": 7, "zoomed_pane_id": None,
        "tree": tree, **changes,
    }  # fmt: skip


def pane(number: int, *surfaces: int) -> dict[str, Any]:
    return {"type": "pane", "pane_id": number, "surfaces": list(surfaces), "active": surfaces[0]}


def state(*surfaces: dict[str, Any], tree: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "state", "workspaces": [workspace(tree)], "surfaces": list(surfaces), "groups": [], "order": [1],
        "active": 1,
    }  # fmt: skip


SPLIT = {"type": "split", "direction": "vertical", "ratios": [0.25, 0.75], "children": [pane(9, 2), pane(7, 1, 3)]}


def test_a_state_gives_trees_with_the_hosts_pane_ids() -> None:
    model = ModelView()
    assert model.apply(state(surface(1, 7), surface(2, 9), surface(3, 7), tree=SPLIT))
    space = model.workspace
    assert space is not None
    assert [each.id for each in model.surfaces_of(space)] == [2, 1, 3]
    assert model.focused is not None
    assert model.focused.id == 1


def test_changes_replace_records_and_removals_drop_them() -> None:
    model = ModelView()
    model.apply(state(surface(1, 7), surface(2, 9), surface(3, 7), tree=SPLIT))
    model.note(2).unread = True
    model.apply({"type": "changed", "workspaces": [workspace(pane(7, 1, 3))], "surfaces": [surface(1, 7, title="vim")]})
    model.apply({"type": "removed", "surfaces": [2]})
    assert model.surfaces[1].title == "vim"
    assert 2 not in model.surfaces
    assert 2 not in model.notes
    model.apply({"type": "removed", "workspaces": [1]})
    assert model.workspace is None


def test_other_messages_are_not_the_models() -> None:
    assert not ModelView().apply({"type": "bell", "surface": 1})


def test_who_has_waited_longest_comes_first() -> None:
    model = ModelView()
    rows = [
        surface(1, 7, agent=agent("waiting_for_input", 500)),
        surface(2, 9, agent=agent("thinking", 1)),
        surface(3, 7, agent=agent("errored", 100)),
    ]
    model.apply(state(*rows, tree=SPLIT))
    assert [each.id for each in model.waiting()] == [3, 1]


def test_what_was_seen_is_new_no_more() -> None:
    model = ModelView()
    model.note(1).bell = True
    assert model.seen(1)
    assert not model.seen(1)
    assert not model.seen(99)


def model_with(state_name: str, since_ms: int) -> ModelView:
    model = ModelView()
    rows = [surface(1, 7, agent=agent(state_name, since_ms)), surface(2, 9), surface(3, 7)]
    model.apply(state(*rows, tree=SPLIT))
    return model


@pytest.mark.parametrize("news", ["waiting_for_input", "finished", "errored", "stalled"])
def test_an_agents_news_is_unseen_until_its_pane_was_on_view(news: str) -> None:
    model = model_with(news, 5)
    assert model.unseen(1)
    assert model.seen(1)
    assert not model.unseen(1)
    assert not model.seen(1)


@pytest.mark.parametrize("state_name", ["thinking", "idle", "unknown_running"])
def test_an_agent_at_work_is_no_news(state_name: str) -> None:
    model = model_with(state_name, 5)
    assert not model.unseen(1)
    assert not model.unseen(2)
    assert not model.unseen(99)


def test_the_next_news_is_unseen_again() -> None:
    model = model_with("waiting_for_input", 5)
    model.seen(1)
    for state_name, since_ms in (("finished", 5), ("waiting_for_input", 9)):
        model.apply({"type": "changed", "surfaces": [surface(1, 7, agent=agent(state_name, since_ms))]})
        assert model.unseen(1)
        model.seen(1)
        assert not model.unseen(1)


def test_another_stream_tells_anew_what_runs() -> None:
    model = ModelView()
    everything = state(surface(1, 7), tree=pane(7, 1))
    model.apply(everything)
    model.hear({"type": "progress", "surface": 1, "state": "normal", "percent": 42}, seen=False)
    model.hear({"type": "command", "surface": 1, "running": True, "exit_code": None, "title": "~"}, seen=False)
    model.hear({"type": "activity", "surface": 1}, seen=False)
    model.note(1).ports = (8080,)
    model.apply(everything)
    note = model.note(1)
    assert (note.unread, note.running, note.progress, note.ports) == (True, False, None, ())


def test_progress_ends_with_its_command() -> None:
    model = ModelView()
    model.apply(state(surface(1, 7), tree=pane(7, 1)))
    model.hear({"type": "progress", "surface": 1, "state": "normal", "percent": 42}, seen=True)
    model.hear({"type": "command", "surface": 1, "running": False, "exit_code": 130, "title": "~"}, seen=True)
    assert model.note(1).progress is None
