"""The client of the real tmux in a surface, where a profile or an absolute path leads to it: it is served as the shim is."""

import socket
import struct
from collections.abc import Iterator

import pytest

from paneflow.compat.tmux import wire
from tests.support.host import HostProcess, running_host
from tests.support.tmux import REAL, Shim, Tmux

needs_tmux = pytest.mark.skipif(REAL is None, reason="tmux is not installed")
pytestmark = pytest.mark.timeout(60)


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host({}) as host:
        yield host


@pytest.fixture
def native(host: HostProcess) -> Tmux:
    """The real client on our socket."""
    assert REAL is not None
    return Tmux(REAL, ["-S", host.socket_path], host.env, host.home)


def said_in_a_pane(host: HostProcess, line: str) -> str:
    """What a shell line prints that is run in a fresh surface."""
    out = host.folder / f"out-{len(list(host.folder.iterdir()))}"
    host.call("workspace.create", command=f"{{ {line}; }} >{out}.tmp 2>&1; mv {out}.tmp {out}")
    return host.wait_for(lambda: out.read_text() if out.exists() else "", 30)


@needs_tmux
@pytest.mark.parametrize(
    "shell", ["sh -lc", "bash -lc", "env -i TMUX=$TMUX TMUX_PANE=$TMUX_PANE PATH=/usr/bin:/bin sh -c"]
)
def test_whatever_a_shell_makes_of_the_path_its_tmux_is_ours(host: HostProcess, shell: str) -> None:
    told = said_in_a_pane(host, f"echo $TMUX_PANE; {shell} 'tmux split-window -dPF \"#{{pane_id}} #{{version}}\" cat'")

    mine, _, made = told.strip().partition("\n")
    pane, _, version = made.partition(" ")
    assert version == "3.5a"
    surfaces = {f"%{row['surface_id']}": row["workspace_id"] for row in host.call("surface.list")["surfaces"]}
    assert surfaces[pane] == surfaces[mine]


@needs_tmux
def test_output_errors_and_codes_come_through(native: Tmux, host: HostProcess) -> None:
    native.ok("new-session", "-d", "-s", "n", "cat")
    assert native.ok("display-message", "-p", "-t", "n", "#{session_name} ü ✓") == "n ü ✓"
    answer = native("has-session", "-t", "nosuch")
    assert (answer.code, answer.out, answer.err) == (1, "", "can't find session: nosuch\n")
    assert native("run-shell", "exit 7").code == 7
    answer = native("display-message", "-p", "one", ";", "kill-pane", "-t", "%99999")
    assert (answer.code, answer.out, answer.err) == (1, "one\n", "can't find pane: %99999\n")


@needs_tmux
def test_much_goes_in_and_out(native: Tmux) -> None:
    data = bytes(range(1, 256)) * 4000
    native.ok("new-session", "-d", "-s", "much", "cat")
    native.ok("load-buffer", "-b", "big", "-", stdin=data)
    assert native("show-buffer", "-b", "big").out == data.decode("utf-8", "backslashreplace")


@needs_tmux
def test_it_owns_what_the_shim_owns_and_no_more(native: Tmux, host: HostProcess) -> None:
    person = host.new(name="person")
    answer = native("send-keys", "-t", f"%{person}", "x")
    assert (answer.code, answer.out) == (1, "")
    assert "is not yours" in answer.err
    pane = Shim(host, flags=["-S", host.socket_path]).ok(
        "new-session", "-d", "-s", "both", "-P", "-F", "#{pane_id}", "cat"
    )
    native.ok("send-keys", "-t", pane, "x")


@needs_tmux
@pytest.mark.parametrize("words", [["-C", "new-session"], ["-C", "attach"]])
def test_control_mode_ends_at_once_and_says_why(native: Tmux, words: list[str]) -> None:
    answer = native.run([*words[:1], *native.flags, *words[1:]])
    assert answer.code == 1
    assert answer.out == "%exit -C: not supported by paneflow: control mode\n"


@needs_tmux
def test_attaching_fails_loudly(native: Tmux) -> None:
    native.ok("new-session", "-d", "-s", "loud", "cat")
    answer = native("attach-session", "-t", "loud")
    assert (answer.code, answer.out) == (1, "")
    assert "open terminal failed" in answer.err


# -- hostile ----------------------------------------------------------------------------------------------------------
def say(host: HostProcess, data: bytes) -> bytes:
    """All that the host answers to some bytes."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(15)
        client.connect(host.socket_path)
        answer = b""
        try:
            client.sendall(data)
            while chunk := client.recv(65536):
                answer += chunk
        except ConnectionError:
            pass
        return answer


HELLO = wire.encode(wire.FLAGS, 0) + wire.encode(wire.STDOUT)


@pytest.mark.parametrize(
    "data",
    [
        HELLO + struct.pack("=IIII", wire.COMMAND, 5, 8, 0),
        HELLO + struct.pack("=IIII", wire.COMMAND, 60_000, 8, 0) + bytes(60_000),
        HELLO + wire.encode(wire.COMMAND, 3, data=b"ls\0"),
        HELLO + wire.encode(wire.COMMAND, 1, data=b"no zero at the end"),
        HELLO + wire.encode(wire.COMMAND),
        wire.encode(wire.FLAGS) + HELLO,
        HELLO + wire.encode(wire.ENVIRON, data=b"A=" + b"x" * 16_000 + b"\0") * 300,
    ],
    ids=["short", "long", "fewer words", "no zero", "no count", "no flags", "endless"],
)
def test_who_breaks_the_protocol_is_dropped_and_nobody_else(host: HostProcess, data: bytes) -> None:
    assert say(host, data) == b""
    assert host.call("surface.list")


def test_another_version_is_told_ours(host: HostProcess) -> None:
    foreign = struct.pack("=IIII", wire.FLAGS, 20, 7, 0) + bytes(4)
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(host.socket_path)
        client.sendall(foreign)
        assert client.recv(100) == wire.encode(wire.VERSION)


def test_one_that_is_too_old_to_show_an_answer_fails(host: HostProcess) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(host.socket_path)
        client.sendall(wire.encode(wire.FLAGS, 0) + wire.encode(wire.COMMAND, 1, data=b"new-session\0"))
        assert client.recv(100) == wire.encode(wire.EXIT, 1)


def test_a_message_may_come_in_any_pieces(host: HostProcess) -> None:
    words = wire.encode(wire.COMMAND, 3, data=b"display-message\0-p\0in pieces\0")
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(host.socket_path)
        for byte in HELLO + words:
            client.sendall(bytes([byte]))
        reader = wire.Reader()
        messages: list[wire.Message] = []
        while not any(message.kind == wire.EXIT for message in messages):
            messages += reader.feed(client.recv(65536))
    kinds = [message.kind for message in messages]
    assert kinds == [wire.WRITE_OPEN, wire.WRITE, wire.WRITE_CLOSE, wire.EXIT]
    assert messages[1].data[4:] == b"in pieces\n"
    assert wire.number(messages[3].data) == 0
