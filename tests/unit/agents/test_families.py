"""Hook payloads of every agent and event, one after the other as in a session, and what is known after each."""

import pytest

from paneflow.agents.families import FAMILIES, known_tool, read
from paneflow.agents.report import MESSAGE_LIMIT, RESULT_LIMIT, Kind
from paneflow.agents.session import Process
from paneflow.errors import InvalidParams
from tests.support.agents import Scene, kind_of, recorded

RECORDED = ("claude", "codex", "gemini", "cursor", "copilot", "opencode")


@pytest.mark.parametrize("agent", RECORDED)
def test_a_session_replayed_from_its_payloads_shows_the_right_state_at_each_step(agent: str) -> None:
    scene = Scene()
    for number, row in enumerate(recorded(agent), 1):
        payload, after = row["payload"], row["after"]
        assert isinstance(payload, dict)
        assert isinstance(after, dict)
        scene.hears(str(row["event"]), agent, Process(100, 1.0), payload=payload)
        session = scene.agent
        known = {key: getattr(session, key, None) for key in after}
        assert known == after, f"step {number}, {row['event']}"


@pytest.mark.parametrize("agent", RECORDED)
def test_every_event_that_is_understood_has_a_payload_on_file(agent: str) -> None:
    extra = {"Elicitation", "PostCompact", "PostToolUseFailure", "StopFailure", "Notification"}
    on_file = {str(row["event"]) for row in recorded(agent)}
    assert set(FAMILIES[agent].events) - on_file <= extra


@pytest.mark.parametrize("tool", FAMILIES)
def test_the_hook_program_passes_on_every_event_that_is_understood(tool: str) -> None:
    for event in FAMILIES[tool].events:
        assert kind_of(event) in Kind


def test_an_agent_without_a_known_form_is_taken_at_the_methods_word() -> None:
    report = read(Kind.NOTIFICATION, "grok", "whatever", {"message": "ignored"})
    assert report is not None
    assert report.kind is Kind.NOTIFICATION


def test_a_payload_of_the_wrong_types_says_what_the_event_says_and_no_more() -> None:
    payload = {"session_id": 5, "tool_name": ["x"], "transcript_path": None, "message": {"a": 1}}
    report = read(Kind.TOOL_USE, "claude", "PreToolUse", payload)
    assert report is not None
    assert (report.kind, report.session_id, report.tool_name) == (Kind.TOOL_USE, None, None)


def test_text_is_cleaned_and_cut() -> None:
    hostile = "ok\x1b[31m\u202egpj.exe\u200b\n" + "x" * 100_000
    asked = read(Kind.NOTIFICATION, "claude", "Notification", {"message": hostile})
    ended = read(Kind.STOP, "claude", "Stop", {"last_assistant_message": hostile})
    assert asked is not None
    assert ended is not None
    assert asked.message is not None
    assert asked.message.startswith("ok[31mgpj.exe x")
    assert len(asked.message) == MESSAGE_LIMIT
    assert len(ended.result or "") == RESULT_LIMIT


def test_names_of_agents_are_settled() -> None:
    assert known_tool("claude_code") == "claude"
    assert known_tool("Cursor-Agent") == "cursor"
    with pytest.raises(InvalidParams, match="emacs") as caught:
        known_tool("emacs\x1b")
    assert caught.value.kind == "unknown_agent"
