"""What outlives a restart, as plain data: it is checked before anything is taken from it."""

import json

import pytest

from paneflow.compat.tmux import kept
from paneflow.compat.tmux.environment import Environment
from paneflow.compat.tmux.state import ServerState

SERVER = {
    "named": 0, "server": {}, "session": {}, "window": {}, "buffers": [], "sessions": {}, "windows": {}, "panes": {},
}  # fmt: skip


def document(**changed: object) -> dict[str, object]:
    return {"version": 1, "servers": {"a": {**SERVER, **changed}}}


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {},
        {"version": 2, "servers": {}},
        {"version": 1, "servers": {"a": {}}},
        document(named=-1),
        document(server={"base-index": 1}),
        document(windows={"one": {}}),
        document(panes={"\u0661": {}}),
        document(server={"user-keys": {"x": "y"}}),
        document(buffers=[{"name": "", "data": "", "automatic": True, "created": 1}]),
        document(sessions={"1": {"options": {}, "windows": {"-1": 3}, "last": [], "created": 0}}),
    ],
)
def test_a_document_of_another_shape_is_refused(wrong: object) -> None:
    assert kept.problems(wrong)


def test_a_server_comes_back_as_it_was() -> None:
    before = ServerState("a", "/s", Environment())
    before.options.values["user-keys"] = {3: "x", 1: "y"}
    before.window_options.values["@mine"] = "\udcff \x01"
    for number in range(3):
        before.buffers.set(f"b{number}", bytes([number + 250]), 5.0)
    before.named = 4
    dumped = kept.dump_server(before, buffers=True)

    read = json.loads(json.dumps({"version": 1, "servers": {"a": dumped}}))
    assert kept.problems(read) == []
    after = ServerState("a", "/s", Environment())
    kept.restore(after, read["servers"]["a"])

    assert kept.dump_server(after, buffers=True) == dumped
    assert after.options.items("user-keys") == ("y", "x")
    assert [buffer.data for buffer in after.buffers.latest_first()] == [b"\xfc", b"\xfb", b"\xfa"]


def test_the_oldest_buffers_stay_behind_when_there_are_many() -> None:
    state = ServerState("a", "/s", Environment())
    for number in range(4):
        state.buffers.set(f"b{number}", bytes(400_000), 0.0)

    assert [each["name"] for each in kept.dump_server(state, buffers=True)["buffers"]] == ["b3", "b2"]
