"""Permission questions answered by the agent's own keys: exactly the question that is open, and only with the gate open."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paneflow.agents import settings
from tests.support.agents import host_of_fakes
from tests.support.host import HostProcess, RpcError, host_folder

Row = dict[str, Any]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with host_folder() as found:
        yield found


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[HostProcess]:
    (folder / "codex").mkdir()
    hooks = settings.with_hooks("", "codex", settings.CODEX_EVENTS)
    (folder / "codex" / "hooks.json").write_text(hooks)
    with host_of_fakes(folder, "claude", "codex") as host:
        yield host


@pytest.fixture
def pane(host: HostProcess) -> Iterator[int]:
    surface = host.new()
    yield surface
    host.call("surface.close", surface_id=surface)


def status(host: HostProcess, surface: int) -> Row:
    row: Row = host.call("surface.status", surface_id=surface)
    return row


def ask(host: HostProcess, surface: int, command: str) -> int:
    """Have the agent ask, and wait for its dialog; the question's name."""
    host.type(surface, f"ask {command}")
    host.wait_for_text(surface, "3. No")
    row = host.wait_for(lambda: row if (row := status(host, surface)).get("question") else None)
    assert row is not None
    assert (row["state"], row["message"]) == ("waiting_for_input", f"Bash: {command}")
    return int(row["question"])


def start(host: HostProcess, surface: int, agent: str) -> int:
    host.type(surface, agent)
    host.wait_for_text(surface, f"ready {agent}")
    return int(host.wait_for(lambda: status(host, surface).get("pid")) or 0)


def refusal(host: HostProcess, surface: int, question: int, choice: str = "allow") -> str:
    with pytest.raises(RpcError) as told:
        host.call("fleet.answer", surface_id=surface, question=question, choice=choice)
    return told.value.kind


@pytest.mark.parametrize(
    ("agent", "choice", "keystroke", "data"),
    [
        ("claude", "allow", "1", b"1"),
        ("claude", "deny", "escape", b"\x1b"),
        ("codex", "allow", "y", b"y"),
        ("codex", "deny", "escape", b"\x1b"),
    ],
)
def test_the_agent_gets_its_own_key(
    host: HostProcess, pane: int, agent: str, choice: str, keystroke: str, data: bytes
) -> None:
    start(host, pane, agent)
    question = ask(host, pane, "npm test")
    done = host.call("fleet.answer", surface_id=pane, question=question, choice=choice)
    assert done == {"answered": True, "surface_id": pane, "keystroke": keystroke}
    row = status(host, pane)
    assert (row["state"], row["reason"], row["question"]) == ("unknown_running", "typed", None)
    assert refusal(host, pane, question, choice) == "question_changed"  # pressed once only
    assert f"got key {data!r}" in host.wait_for_text(pane, "got key")
    entry = [json.loads(line) for line in (host.state / "audit.log").read_text().splitlines()]
    mine = [each["ok"] for each in entry if (each["method"], each["surface_id"]) == ("fleet.answer", pane)]
    assert mine == [True, False]


def test_a_question_that_gave_way_to_another_is_not_answered(host: HostProcess, pane: int) -> None:
    start(host, pane, "claude")
    old = ask(host, pane, "make clean")
    host.call("surface.send_text", surface_id=pane, text="1", paste=False)
    host.wait_for_text(pane, "got key")
    new = ask(host, pane, "make install")
    assert refusal(host, pane, old) == "question_changed"
    host.call("fleet.answer", surface_id=pane, question=new, choice="deny")
    assert host.wait_for_text(pane, "got key b'\\x1b'").count("got key") == 1


def test_a_dialog_that_is_not_on_the_screen_gets_no_key(host: HostProcess, pane: int) -> None:
    """The agent said that it asks, but shows nothing, or something else."""
    start(host, pane, "claude")
    host.type(pane, 'PermissionRequest {"tool_name": "Bash", "tool_input": {"command": "rm -rf /srv"}}')
    question = host.wait_for(lambda: status(host, pane).get("question"))
    assert question
    assert refusal(host, pane, question) == "question_not_shown"
    assert refusal(host, pane, question, "deny") == "question_not_shown"
    host.type(pane, "still listening")
    host.wait_for_text(pane, "got 'still listening'")


def test_an_agent_that_is_stopped_gets_no_key(host: HostProcess, pane: int) -> None:
    pid = start(host, pane, "claude")
    question = ask(host, pane, "npm test")
    os.kill(pid, signal.SIGSTOP)
    host.wait_for_text(pane, "Stopped")  # the shell has the keyboard now, below what is still on the screen
    assert refusal(host, pane, question) == "question_changed"
    os.kill(pid, signal.SIGKILL)


def test_an_agent_that_is_gone_gets_no_key(host: HostProcess, pane: int) -> None:
    pid = start(host, pane, "claude")
    question = ask(host, pane, "npm test")
    os.kill(pid, signal.SIGKILL)
    host.wait_for(lambda: "Killed" in host.read(pane))
    assert refusal(host, pane, question) == "question_changed"


def test_what_another_pane_asks_has_another_name(host: HostProcess, pane: int) -> None:
    start(host, pane, "claude")
    question = ask(host, pane, "npm test")
    other = host.new()
    assert refusal(host, other, question) == "question_changed"
    assert refusal(host, 999_999, question) == "surface_not_found"
    assert status(host, pane)["question"] == question


def test_of_two_who_answer_at_once_one_does(host: HostProcess, pane: int) -> None:
    start(host, pane, "claude")
    question = ask(host, pane, "npm test")
    clients = [host.connect() for _ in range(8)]
    for number, client in enumerate(clients):
        choice = "allow" if number % 2 else "deny"
        params = {"surface_id": pane, "question": question, "choice": choice}
        client.send_line({"jsonrpc": "2.0", "id": 1, "method": "fleet.answer", "params": params})
    answers = [client.read_line() for client in clients]
    for client in clients:
        client.close()
    assert sum("result" in answer for answer in answers) == 1
    host.wait_for_text(pane, "got key")


def test_with_the_gate_closed_nobody_answers(folder: Path) -> None:
    with host_folder() as own:
        closed = HostProcess(own, {"PATH": f"{folder}/fakes:{os.environ['PATH']}"}, config="ai_unrestricted = true\n")
        try:
            surface = closed.start().new()
            start(closed, surface, "claude")
            question = ask(closed, surface, "npm test")
            assert refusal(closed, surface, question) == "gate_closed"
            assert "got key" not in closed.read(surface)
            assert status(closed, surface)["question"] == question
        finally:
            closed.close()
