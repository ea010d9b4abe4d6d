"""Sessions as the answers show them."""

from jsonschema import Draft202012Validator

from paneflow.agents.rows import Place, fleet_row, frame, status
from paneflow.agents.state import seen
from paneflow.rpc.table import method
from tests.support.agents import CLAUDE, Scene

PLACE = Place(surface_id=7, surface_name="api", workspace=0, workspace_id=3)


def waiting() -> Scene:
    return (
        Scene().hears("UserPromptSubmit").hears("PermissionRequest", payload={"tool_name": "Bash", "session_id": "s"})
    )


def test_a_row_has_the_fields_that_the_table_names() -> None:
    scene = waiting()
    assert scene.agent is not None
    row = fleet_row(scene.agent, PLACE, scene.now_ms + 40)
    Draft202012Validator(method("fleet.list").result.schema()).validate({"agents": [row]})
    assert row["pid"] == CLAUDE.pid
    assert row["state"] == "waiting_for_input"
    assert row["reason"] == "hook"
    assert row["waiting_ms"] == 40
    assert row["message"] == "Bash"
    assert row["agent_session_id"] == "s"


def test_a_process_without_hooks_says_so() -> None:
    sessions = seen((), ((CLAUDE, "gemini"),), frozenset(), 5)
    row = fleet_row(sessions[0], PLACE, 5)
    assert (row["state"], row["hooked"], row["reason"]) == ("unknown_running", False, "no_hook")
    assert row["waiting_ms"] is None


def test_status_without_an_agent_is_idle() -> None:
    answer = status((), PLACE, 12, 0)
    Draft202012Validator(method("surface.status").result.schema()).validate(answer)
    assert (answer["state"], answer["tool"], answer["output_generation"]) == ("idle", None, 12)


def test_status_is_about_the_agent_that_needs_its_person_most() -> None:
    scene = waiting().hears("UserPromptSubmit", "codex", None)
    answer = status(scene.sessions, PLACE, 12, scene.now_ms)
    assert (answer["tool"], answer["state"]) == ("claude", "waiting_for_input")


def test_a_frame_says_what_a_watcher_needs() -> None:
    scene = waiting()
    assert scene.agent is not None
    told = frame("ai.notification", scene.agent, PLACE)
    assert {"type", "workspace_id", "surface_id", "pid", "tool", "state", "message", "active_tool_name"} <= set(told)
