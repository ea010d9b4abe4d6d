"""Conversations on disk: read as they grow, asked by cursor."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from paneflow.driver.agents import definition
from paneflow.driver.transcript import Transcript

GRAMMAR = definition("claude").grammar
assert GRAMMAR is not None


def record(own: str, kind: str, content: object, parent: str | None = None, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content, **more.pop("message", {})}
    return {"type": kind, "uuid": own, "parentUuid": parent, "timestamp": "t", "message": message, **more}


def text(words: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": words}]


def tool(call: str, name: str = "Bash", **given: str) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": call, "name": name, "input": given}]


def result(call: str, words: str, **more: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": call, "content": words, **more}]


def written(path: Path, *records: dict[str, Any]) -> Transcript:
    assert GRAMMAR is not None
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    found = Transcript(str(path), GRAMMAR)
    found.poll()
    return found


TURN = (
    record("u1", "user", "first question"),
    record("a1", "assistant", text("let me look"), "u1"),
    record("a2", "assistant", tool("c1", "mcp__files__Read", file_path="x.py"), "a1"),
    record("r1", "user", result("c1", "y" * 500), "a2"),
    record("a3", "assistant", text("the answer"), "r1"),
)


def test_a_turn_is_what_descends_from_its_prompt(tmp_path: Path) -> None:
    messages = written(tmp_path / "t", *TURN).since("u1")

    assert [each.id for each in messages] == ["a1", "a2", "r1", "a3"]
    assert messages[1].parts[0].plain() == {"kind": "tool", "tool": "Read", "summary": "x.py"}
    assert messages[2].parts[0].plain() == {"kind": "tool-result", "ok": True, "summary": "y" * 200}
    assert messages[3].plain()["parts"] == [{"kind": "text", "text": "the answer"}]


def test_descent_goes_through_records_that_are_no_messages(tmp_path: Path) -> None:
    between = {"type": "system", "uuid": "s", "parentUuid": "u1"}

    assert [
        m.id for m in written(tmp_path / "t", TURN[0], between, record("a", "assistant", text("x"), "s")).since("u1")
    ] == ["a"]


def test_what_lost_its_parent_after_the_prompt_belongs_to_it(tmp_path: Path) -> None:
    orphans = (
        {"type": "system", "uuid": "s", "parentUuid": None},
        record("c", "user", "a summary", "s", isCompactSummary=True),
        record("a", "assistant", text("after"), "gone-in-the-compaction"),
    )
    transcript = written(tmp_path / "t", *TURN, record("u2", "user", "second", "a3"), *orphans)

    assert [each.id for each in transcript.since("u2")] == ["c", "a"]


def test_another_branch_is_left_out(tmp_path: Path) -> None:
    transcript = written(
        tmp_path / "t", *TURN, record("u2", "user", "again", "u1"), record("b", "assistant", text("x"), "a1")
    )

    assert transcript.since("u2") == []


def test_cursors_that_cannot_be_resolved_give_nothing(tmp_path: Path) -> None:
    transcript = written(tmp_path / "t", *TURN)

    assert transcript.since("nothing") == transcript.since("") == transcript.since("delivered-queued") == []
    assert [each.id for each in transcript.since("3")] == ["r1", "a3"]
    assert transcript.since("99") == []


def test_an_answer_is_there_when_it_is_the_newest_and_no_tool_is_open(tmp_path: Path) -> None:
    states = [written(tmp_path / f"t{count}", *TURN[:count]).has_reply for count in range(6)]

    assert states == [False, False, True, False, False, True]


def test_words_that_go_with_a_tool_are_no_answer(tmp_path: Path) -> None:
    said = record("a", "assistant", text("I will"), "u1", message={"stop_reason": "tool_use"})
    both = record("a", "assistant", text("I will") + tool("c"), "u1")
    thought = record("a", "assistant", [{"type": "thinking", "thinking": "hm"}], "u1")

    for each in (said, both, thought):
        assert not written(tmp_path / "t", TURN[0], each).has_reply


def test_only_what_was_typed_is_a_prompt(tmp_path: Path) -> None:
    transcript = written(
        tmp_path / "t",
        *TURN,
        record("m", "user", "<command-name>x", "a3", isMeta=True),
        record("i", "user", text("[Request interrupted by user]"), "m"),
        record("c", "user", "a summary", "i", isCompactSummary=True),
        record("s", "user", "of a sub-agent", "c", isSidechain=True),
        record("u2", "user", "second\r\n question", "c"),
    )

    assert [each.prompt for each in transcript.records if each.prompt] == ["first question", "second\r\n question"]
    assert transcript.find_prompt("second question", 0) == "u2"
    assert transcript.find_prompt("first question", 1) is None
    assert [each.id for each in transcript.records if each.interrupted] == ["i"]


def test_a_prompt_is_found_whatever_became_of_its_blanks(tmp_path: Path) -> None:
    transcript = written(tmp_path / "t", record("u", "user", "a\x1b b\t\tc\n" + "d" * 200))

    assert transcript.find_prompt("ab c\x1b" + "d" * 200 + "not compared", 0) == "u"
    assert transcript.find_prompt("abx", 0) is None


def test_a_file_that_got_shorter_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "t"
    transcript = written(path, *TURN)
    path.write_text(json.dumps(record("n", "user", "new")) + "\n")

    assert transcript.poll()
    assert [each.id for each in transcript.records] == ["n"]


def test_a_file_that_was_replaced_by_a_longer_one_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "t"
    transcript = written(path, TURN[0])
    path.write_text("".join(json.dumps(record(f"n{at}", "user", "other " * 20)) + "\n" for at in range(9)))

    assert transcript.poll()
    assert [each.id for each in transcript.records] == [f"n{at}" for at in range(9)]
    assert transcript.count == 9


def test_a_line_torn_in_a_character_is_whole_when_the_rest_is_there(tmp_path: Path) -> None:
    path = tmp_path / "t"
    transcript = written(path, TURN[0])
    line = json.dumps(record("a", "assistant", text("grün"), "u1"), ensure_ascii=False).encode() + b"\n"
    cut = line.index("ü".encode()) + 1
    for part in (line[:cut], line[cut:]):
        with path.open("ab") as file:
            file.write(part)
        transcript.poll()

    assert [message.text for message in transcript.since("u1")] == ["grün"]


def test_what_waited_for_a_tool_to_end_is_a_prompt(tmp_path: Path) -> None:
    queued = {"type": "queued_command", "prompt": "and this", "commandMode": "prompt"}
    transcript = written(
        tmp_path / "t",
        *TURN[:4],
        {"type": "attachment", "uuid": "q", "parentUuid": "r1", "attachment": queued},
        record("a", "assistant", text("both"), "q"),
    )

    assert transcript.find_prompt("and this", 1) == "q"
    assert [each.text for each in transcript.since("q")] == ["both"]
    assert [each.text for each in transcript.since("u1")][-2:] == ["and this", "both"]


def test_a_file_that_is_not_there_yet_is_empty(tmp_path: Path) -> None:
    assert GRAMMAR is not None
    transcript = Transcript(str(tmp_path / "none"), GRAMMAR)

    assert not transcript.poll()
    assert (transcript.count, transcript.newest, transcript.has_reply) == (0, None, False)


@given(st.lists(st.integers(1, 400), max_size=30))
def test_it_does_not_matter_how_a_file_grows(tmp_path_factory: Any, sizes: list[int]) -> None:
    whole = b"".join(json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in TURN) + b"{unfinished"
    path = tmp_path_factory.mktemp("t") / "t"
    path.write_bytes(b"")
    assert GRAMMAR is not None
    transcript = Transcript(str(path), GRAMMAR)
    for size in [*sizes, len(whole)]:
        with path.open("ab") as file:
            file.write(whole[file.tell() : file.tell() + size])
        transcript.poll()

    assert [each.id for each in transcript.records] == ["u1", "a1", "a2", "r1", "a3"]


@given(st.binary(max_size=300))
def test_any_bytes_are_survived(tmp_path_factory: Any, data: bytes) -> None:
    path = tmp_path_factory.mktemp("t") / "t"
    path.write_bytes(data + b"\n" + json.dumps(TURN[0]).encode() + b"\n")
    assert GRAMMAR is not None
    transcript = Transcript(str(path), GRAMMAR)
    transcript.poll()

    assert transcript.records[-1].id == "u1"
