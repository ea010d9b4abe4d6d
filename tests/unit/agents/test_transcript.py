"""The last answer is found at the end of a transcript, whatever else is there."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.agents.report import RESULT_LIMIT
from paneflow.agents.transcript import last_answer, was_interrupted


def record(role: str, content: object, **more: object) -> bytes:
    return json.dumps({"type": role, "message": {"role": role, "content": content}, **more}).encode() + b"\n"


def blocks(text: str) -> list[dict[str, object]]:
    return [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": text},
        {"type": "tool_use", "name": "Bash"},
    ]


def test_it_is_the_last_assistants_text() -> None:
    tail = record("assistant", blocks("first")) + record("user", "go on") + record("assistant", blocks("second"))
    assert last_answer(tail) == "second"


def test_tools_side_chains_and_other_records_are_passed_over() -> None:
    tail = (
        record("assistant", "plain text")
        + record("assistant", [{"type": "tool_use", "name": "Bash"}])
        + record("assistant", "of a helper", isSidechain=True)
        + b'{"type":"summary","summary":"the \\"assistant\\" said"}\n'
    )
    assert last_answer(tail) == "plain text"


def test_a_cut_first_and_an_unfinished_last_line_do_no_harm() -> None:
    tail = b'istant", "content": "cut"}}\n' + record("assistant", "whole") + record("assistant", "unfinished")[:-5]
    assert last_answer(tail) == "whole"


def test_it_is_cleaned_and_cut() -> None:
    found = last_answer(record("assistant", "a\x1b[31m\n" + "b" * 10_000))
    assert found is not None
    assert found.startswith("a[31m b")
    assert len(found) == RESULT_LIMIT


@settings(deadline=None)
@given(
    st.binary() | st.lists(st.sampled_from([b'"assistant"', b"{", b"[", b"\n", b'{"type":"assistant"}'])).map(b"".join)
)
def test_no_bytes_break_it(tail: bytes) -> None:
    assert last_answer(tail) is None or tail
    assert was_interrupted(tail) is False


def test_an_interruption_is_seen_only_if_nothing_was_said_after_it() -> None:
    stop = record("user", [{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    assert was_interrupted(record("assistant", "x") + stop)
    assert was_interrupted(stop + b'{"type":"file-history-snapshot"}\n' + b'{"type":"us')
    assert not was_interrupted(stop + record("user", "go on"))
    assert not was_interrupted(record("user", "what is [Request interrupted by user]?"))
    assert not was_interrupted(b"")
