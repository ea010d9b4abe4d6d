"""Waits against everything that makes others match too early, too late or never: in bash, zsh, fish and sh, with and without
shell integration."""

import contextlib
import shutil
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.support.host import HostProcess, RpcError, running_host


class Kind(NamedTuple):
    """A shell, and whether it gets the integration."""

    shell: str
    integration: bool


KINDS = [
    Kind("bash", True), Kind("bash", False), Kind("zsh", True), Kind("zsh", False), Kind("fish", True), Kind("dash", False),
]  # fmt: skip


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: f"{kind.shell}{'' if kind.integration else '-plain'}")
def shell(request: pytest.FixtureRequest) -> Iterator[tuple[HostProcess, Kind]]:
    kind: Kind = request.param
    path = shutil.which(kind.shell)
    if path is None:
        pytest.skip(f"{kind.shell} is not installed")
    config = f'default_shell = "{path}"\nshell_integration = {str(kind.integration).lower()}\n'
    with running_host(config=config) as host:
        (host.home / ".zshrc").write_text("PS1='%# '\nunsetopt zle_bracketed_paste_magic 2>/dev/null\n")
        yield host, kind


@pytest.fixture
def pane(shell: tuple[HostProcess, Kind]) -> Iterator[tuple[HostProcess, int, Kind]]:
    host, kind = shell
    surface = host.new()
    ready(host, surface)
    yield host, surface, kind
    with contextlib.suppress(RpcError):
        host.call("surface.close", surface_id=surface)


def ready(host: HostProcess, surface: int) -> None:
    """The shell takes input: it has been quiet."""
    with host.connect() as rpc:
        rpc.call("surface.wait", surfaces=[surface], idle_ms=250, timeout_s=15)


def send_and_wait(host: HostProcess, surface: int, text: str, pattern: str, timeout_s: float = 10) -> Any:
    with host.connect() as rpc:
        return rpc.call(
            "surface.wait",
            surfaces=[surface],
            pattern=pattern,
            timeout_s=timeout_s,
            send={"text": text, "submit": True},
        )


class Armed:
    """A wait that goes on in a thread; it is armed when the constructor returns."""

    def __init__(self, host: HostProcess, surface: int, pattern: str, timeout_s: float = 10, **params: Any) -> None:
        self._rpc = host.connect()
        self.outcome: Any = None
        self.took = 0.0
        request = {"surfaces": [surface], "pattern": pattern, "timeout_s": timeout_s, **params}
        self._rpc.send_line({"jsonrpc": "2.0", "id": 1, "method": "surface.wait", "params": request})
        # The host answers one connection's requests in order, so an answer on another one says nothing; but its loop takes
        # lines in the order they came in, and this ping came later.
        host.call("system.ping")
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        self.outcome = self._rpc.read_line()
        self.took = time.monotonic() - self._began

    def result(self) -> Any:
        self._thread.join(30)
        self._rpc.close()
        return self.outcome["result"] if "result" in self.outcome else self.outcome["error"]["data"]["kind"]


def lines(outcome: Any) -> list[str]:
    found: list[str] = outcome["matches"][0]["lines"]
    return found


def test_the_typed_command_holds_the_pattern(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    began = time.monotonic()
    assert lines(send_and_wait(host, surface, "sleep 1; echo DONE", "DONE"))[-1] == "DONE"
    assert time.monotonic() - began >= 1


def test_a_command_that_prints_nothing_does_not_match_itself(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    with pytest.raises(RpcError) as caught:
        send_and_wait(host, surface, "true NEEDLE", "NEEDLE", timeout_s=1)
    assert caught.value.kind == "timed_out"


def test_the_same_line_a_second_time_counts(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    for _ in range(3):
        began = time.monotonic()
        assert "DONE" in lines(send_and_wait(host, surface, "sleep 0.4; echo DONE", "^DONE$"))
        assert time.monotonic() - began >= 0.4


def test_a_match_split_by_a_pause(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    assert lines(send_and_wait(host, surface, "printf FIN; sleep 0.5; printf 'ISHED\\n'", "^FINISHED"))


def test_a_coloured_match(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    command = "printf '\\033[31mFI\\033[1;32mNI\\033[0mSHED\\n'"
    assert lines(send_and_wait(host, surface, command, "^FINISHED"))


def test_a_progress_bar_that_overwrites_itself(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    command = "printf ' 10%%\\r 50%%\\rGO 77%%\\r100%%\\n'"
    assert lines(send_and_wait(host, surface, command, r"GO 77%"))


def test_a_line_that_is_cleared_at_once(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    assert "FOUND" in lines(send_and_wait(host, surface, "printf 'FOUND\\n\\033[H\\033[2J\\033[3J'", "^FOUND$"))


def test_clear_and_then_a_command(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    assert "DONE" in lines(send_and_wait(host, surface, "clear; sleep 0.3; echo DONE", "^DONE$"))


def test_the_alternate_screen_in_and_out(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    inside = "printf '\\033[?1049h\\033[HINSIDE'; sleep 0.3; printf '\\033[?1049lOUTSIDE\\n'"
    wait = Armed(host, surface, "OUTSIDE$")
    assert lines(send_and_wait(host, surface, inside, "^INSIDE"))
    assert lines(wait.result())


def test_old_text_that_a_resize_draws_again_does_not_match(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    send_and_wait(host, surface, "echo OLD; echo NEEDLE", "^NEEDLE$")
    ready(host, surface)
    wait = Armed(host, surface, "NEEDLE", timeout_s=1.2)
    for cols in (40, 100, 61, 120):
        host.call("surface.resize", surface_id=surface, cols=cols, rows=30)
        time.sleep(0.1)  # each size is told to the shell, which draws its prompt again
    assert wait.result() == "timed_out"


def test_a_resize_during_the_wait(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    wait = Armed(host, surface, "^DONE " + "x" * 60 + "$")
    host.type(surface, "sleep 0.6; echo DONE " + "x" * 60)
    host.call("surface.resize", surface_id=surface, cols=33, rows=20)
    assert len(lines(wait.result())) == 1


def test_a_wrapped_line_matches_as_one(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    host.call("surface.resize", surface_id=surface, cols=40, rows=20)
    ready(host, surface)
    assert lines(send_and_wait(host, surface, "printf 'A%0100dZ\\n' 7", "^A0+7Z$"))


def test_a_typed_command_that_wraps_does_not_match_itself(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    host.call("surface.resize", surface_id=surface, cols=30, rows=20)
    ready(host, surface)
    began = time.monotonic()
    text = "sleep 1; : a-rather-long-comment-that-wraps-about; echo NEE''DLE; echo NEEDLE"
    assert "NEEDLE" in lines(send_and_wait(host, surface, text, "NEEDLE"))
    assert time.monotonic() - began >= 1


def test_a_nested_shell(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    host.type(surface, "bash --norc --noprofile")
    ready(host, surface)
    began = time.monotonic()
    assert "INNER" in lines(send_and_wait(host, surface, "sleep 0.5; echo INNER", "INNER"))
    assert time.monotonic() - began >= 0.5


def test_exec_of_another_shell(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    host.type(surface, "exec zsh -f" if shutil.which("zsh") else "exec bash --norc")
    ready(host, surface)
    began = time.monotonic()
    assert "OTHER" in lines(send_and_wait(host, surface, "sleep 0.5; echo OTHER", "OTHER"))
    assert time.monotonic() - began >= 0.5


def test_a_pty_within_the_pty(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    host.type(surface, "script -qc 'bash --norc --noprofile' /dev/null")
    ready(host, surface)
    began = time.monotonic()
    assert "REMOTE" in lines(send_and_wait(host, surface, "sleep 0.5; echo REMOTE", "REMOTE"))
    assert time.monotonic() - began >= 0.5


def test_two_hundred_thousand_lines(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    assert lines(send_and_wait(host, surface, "seq 1 200000", "^123456$", timeout_s=60)) == ["123456"]
    ready(host, surface)
    assert "END" in lines(send_and_wait(host, surface, "seq 1 200000; echo END", "^END$", timeout_s=60))


def test_the_pane_is_closed(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    wait = Armed(host, surface, "never")
    host.call("surface.close", surface_id=surface)
    assert wait.result() == "surface_exited"
    assert wait.took < 5


def test_the_shell_ends_and_its_last_words_match(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    wait = Armed(host, surface, "^LAST$")
    host.type(surface, "echo LAST; exit")
    assert lines(wait.result()) == ["LAST"]


def test_the_program_is_interrupted(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    host.type(surface, "sleep 30; echo SLEPT")
    wait = Armed(host, surface, "BACK")
    host.call("surface.send_keystroke", surface_id=surface, keystroke="ctrl-c")
    ready(host, surface)
    host.type(surface, "echo BA''CK")
    assert "BACK" in lines(wait.result())
    assert wait.took < 8


def test_a_program_that_turns_echo_off(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, kind = pane
    if kind.shell == "fish":
        host.type(surface, "bash --norc --noprofile")
        ready(host, surface)
    send_and_wait(host, surface, 'stty -echo; echo off; read x; stty echo; echo "got:$x"', "^off")
    wait = Armed(host, surface, "got:secret")
    host.call("surface.send_text", surface_id=surface, text="secret", submit=True, force=True)
    assert lines(wait.result()) == ["got:secret"]


def test_a_program_that_prints_back_what_it_is_told(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    host.type(surface, "cat")
    ready(host, surface)
    assert lines(send_and_wait(host, surface, "hello", "hello")) == ["hello"]


def test_a_prompt_of_two_lines_with_a_right_hand_side(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, kind = pane
    prompts = {
        "bash": "PS1='\\w NEEDLE\\n\\$ '",
        "zsh": "PS1=$'%~ NEEDLE\\n%# '; RPS1='right'",
        "fish": "function fish_prompt; echo NEEDLE; echo -n '> '; end; function fish_right_prompt; echo right; end",
        "dash": "PS1='NEEDLE\n$ '",
    }
    host.call("surface.send_text", surface_id=surface, text=prompts[kind.shell].split("\n")[0], submit=True)
    if kind.shell == "dash":
        host.type(surface, "$ '")
    ready(host, surface)
    began = time.monotonic()
    assert "DONE" in lines(send_and_wait(host, surface, "sleep 0.5; echo DONE", "^DONE$"))
    assert time.monotonic() - began >= 0.5


def test_text_typed_ahead_of_the_prompt(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, kind = pane
    if not kind.integration:
        pytest.skip("only marks can tell a second echo from output")
    host.type(surface, "sleep 0.7")
    began = time.monotonic()
    assert "AHEAD" in lines(send_and_wait(host, surface, "sleep 1; echo AHEAD", "AHEAD"))
    assert time.monotonic() - began >= 1.6


def test_a_wait_right_after_a_send_does_not_see_its_echo(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    began = time.monotonic()
    host.type(surface, "sleep 0.6; echo LATER")
    assert "LATER" in lines(Armed(host, surface, "LATER").result())
    assert time.monotonic() - began >= 0.6


def test_a_wait_from_the_generation_of_a_send_sees_what_came_before_it_was_armed(
    pane: tuple[HostProcess, int, Kind],
) -> None:
    host, surface, _ = pane
    receipt = host.call("surface.send_text", surface_id=surface, text="echo EARLY", submit=True)
    ready(host, surface)
    found = host.call(
        "surface.wait", surfaces=[surface], pattern="EARLY", since=receipt["output_generation"], timeout_s=2
    )
    assert lines(found) == ["EARLY"]


def test_output_of_a_job_in_the_background(pane: tuple[HostProcess, int, Kind]) -> None:
    host, surface, _ = pane
    command = "sh -c 'sleep 0.7; echo FROM''BEHIND' &"
    assert lines(send_and_wait(host, surface, command, "FROMBEHIND"))
