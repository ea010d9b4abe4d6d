"""Codex's rollout files, as it writes them."""

import json
from pathlib import Path
from typing import Any

from paneflow.driver.agents import definition
from paneflow.driver.transcript import Transcript


def said(role: str, text: str) -> dict[str, Any]:
    return item(type="message", role=role, content=[{"type": "output_text", "text": text}])


def item(**payload: object) -> dict[str, Any]:
    return {"timestamp": "t", "type": "response_item", "payload": payload}


CALL = item(type="function_call", name="exec_command", arguments='{"cmd": "ls"}', call_id="c1")
DONE = item(type="function_call_output", call_id="c1", output="aborted by user")
STOPPED = said("user", "<turn_aborted>\nThe user interrupted the previous turn on purpose.")
BEGUN = (
    {"type": "session_meta", "payload": {"id": "x"}},
    said("developer", "<skills_instructions>"),
    said("user", "<environment_context>"),
    {"type": "event_msg", "payload": {"type": "task_started"}},
    said("user", "question"),
)


def read(path: Path, *records: dict[str, Any]) -> Transcript:
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    grammar = definition("codex").grammar
    assert grammar is not None
    found = Transcript(str(path), grammar)
    found.poll()
    return found


def test_a_turn_is_what_follows_its_prompt(tmp_path: Path) -> None:
    transcript = read(tmp_path / "t", *BEGUN, CALL, DONE, said("assistant", "answer"))

    cursor = transcript.find_prompt("question", 0)
    assert cursor == "line-5"
    assert [each.parts[0].kind for each in transcript.since(cursor)] == ["tool", "tool-result", "text"]
    assert transcript.has_reply


def test_a_turn_that_was_stopped_is_no_prompt(tmp_path: Path) -> None:
    transcript = read(tmp_path / "t", *BEGUN, CALL, DONE, STOPPED)

    assert [each.prompt for each in transcript.records if each.prompt is not None] == ["question"]
    assert transcript.newest is not None
    assert transcript.newest.interrupted
    assert not transcript.has_reply
