"""Writing to panes over the socket: what is put in, what is refused, when Enter is pressed."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, RpcError, running_host

# Says which bytes it gets, one a line, with bracketed paste on or off.
LISTENER = """
import os, sys, termios, tty
old = termios.tcgetattr(0)
tty.setraw(0)
if "paste" in sys.argv:
    os.write(1, b"\\x1b[?2004h")
if "app" in sys.argv:
    os.write(1, b"\\x1b[?1h")
os.write(1, b"listening\\r\\n")
while True:
    data = os.read(0, 65536)
    os.write(1, b"<" + repr(data)[2:-1].encode() + b">\\r\\n")
    if b"q" in data:
        break
termios.tcsetattr(0, 0, old)
"""


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        (host.folder / "listen.py").write_text(LISTENER)
        yield host


def listener(host: HostProcess, *words: str) -> int:
    surface = host.new(name="listener")
    host.type(surface, f"python3 -S {host.folder}/listen.py {' '.join(words)}")
    host.wait_for(lambda: "listening" in host.read(surface).splitlines())
    return surface


def refused(host: HostProcess, method: str, **params: object) -> str:
    with pytest.raises(RpcError) as error:
        host.call(method, **params)
    return error.value.kind


def heard(host: HostProcess, surface: int) -> str:
    return host.read(surface).partition("\nlistening\n")[2].replace("\n", "")


def test_text_without_submit_is_put_in_and_not_submitted(host: HostProcess) -> None:
    surface = listener(host)
    answer = host.call("surface.send_text", surface_id=surface, text="abc\tdé")
    host.wait_for(lambda: r"<abc\td\xc3\xa9>" in heard(host, surface))
    assert answer["submitted"] is False
    assert answer["submit_mode"] is None
    assert (answer["length"], answer["paste"], answer["terminal_bracketed_paste"]) == (7, False, False)


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "a\r\nb", "a\n", "\n", "a\x85b", "a\u2028b"])
def test_line_ends_are_refused_where_they_would_submit(host: HostProcess, text: str) -> None:
    surface = host.new()
    before = host.read(surface)
    host.call(
        "surface.send_text", surface_id=surface, text="", submit=True
    )  # bash has bracketed paste on at its prompt
    host.type(surface, "cat")
    host.wait_for(lambda: "bracketed_paste': False" in str(host.call("surface.info", surface_id=surface)["modes"]))
    assert refused(host, "surface.send_text", surface_id=surface, text=text) == "would_submit"
    assert before in host.read(surface)


def test_line_ends_go_in_a_bracketed_paste_where_the_program_takes_one(host: HostProcess) -> None:
    surface = listener(host, "paste")
    answer = host.call("surface.send_text", surface_id=surface, text="a\nb")
    host.wait_for(lambda: r"<\x1b[200~a\rb\x1b[201~>" in heard(host, surface))
    assert (answer["paste"], answer["submitted"]) == (True, False)
    assert refused(host, "surface.send_text", surface_id=surface, text="a\nb", paste=False) == "would_submit"


@pytest.mark.parametrize(
    "text", ["\x1b[201~x", "\x1b[20\x1b[201~1~x", "\x9b201~x", "\x1b\x1b[201~[201~x", "\x1b[2\x0001~x", "\x07\x03\x7fx"]
)
def test_no_text_can_end_its_own_paste_or_press_a_control_key(host: HostProcess, text: str) -> None:
    surface = listener(host, "paste")
    host.call("surface.send_text", surface_id=surface, text=text)
    host.wait_for(lambda: "201~>" in heard(host, surface))
    shown = heard(host, surface)
    inside = shown.partition(r"\x1b[200~")[2].rpartition(r"\x1b[201~>")[0]
    assert "x" in inside
    assert r"\x1b" not in inside
    assert r"\x03" not in inside
    assert r"\x9b" not in inside


def test_enter_comes_after_a_paste_and_separately(host: HostProcess) -> None:
    surface = listener(host, "paste")
    answer = host.call("surface.send_text", surface_id=surface, text="abc", submit=True)
    host.wait_for(lambda: r"<\x1b[200~abc\x1b[201~><\r>" in heard(host, surface))
    assert (answer["submitted"], answer["submit_mode"], answer["paste"]) == (True, "deferred_paste_cr", True)


def test_enter_goes_with_the_text_where_there_is_no_paste(host: HostProcess) -> None:
    surface = listener(host)
    answer = host.call("surface.send_text", surface_id=surface, text="abc", submit=True)
    host.wait_for(lambda: r"<abc\r>" in heard(host, surface))
    assert (answer["submit_mode"], answer["paste"]) == ("inline_cr", False)


def test_submitting_nothing_presses_enter(host: HostProcess) -> None:
    surface = listener(host, "paste")
    host.call("surface.send_text", surface_id=surface, text="", submit=True)
    host.wait_for(lambda: r"<\r>" in heard(host, surface))


def test_two_submits_at_once_do_not_mix(host: HostProcess) -> None:
    surface = listener(host, "paste")
    with host.connect() as one, host.connect() as two:
        for rpc, text in ((one, "first"), (two, "second")):
            params = {"surface_id": surface, "text": text, "submit": True}
            rpc.send_line({"jsonrpc": "2.0", "id": 1, "method": "surface.send_text", "params": params})
        assert one.read_line()["result"]["sent"]
        assert two.read_line()["result"]["sent"]
    first, second = r"\x1b[200~first\x1b[201~\r", r"\x1b[200~second\x1b[201~\r"

    def all_heard() -> str:  # a slow reader gets two writes in one read
        return heard(host, surface).replace("><", "")

    host.wait_for(lambda: all_heard().count(r"\r") == 2)
    assert any(both in all_heard() for both in (first + second, second + first))


def test_the_generation_is_from_just_before_the_write(host: HostProcess) -> None:
    surface = host.new()
    host.wait_for_text(surface, "$")
    before = host.call("surface.read", surface_id=surface)["output_generation"]
    assert host.call("surface.send_text", surface_id=surface, text="echo x", submit=True)["output_generation"] == before


@pytest.mark.parametrize(("text", "kind"), [("", "empty_text"), ("x" * 65537, "too_large"), ("é" * 40000, "too_large")])
def test_text_has_bounds(host: HostProcess, text: str, kind: str) -> None:
    surface = host.new()
    found = refused(host, "surface.send_text", surface_id=surface, text=text)
    assert found in (kind, "invalid_params")


def test_sixty_four_kilobytes_arrive_whole(host: HostProcess) -> None:
    surface = host.new()
    target = host.folder / "arrived"
    host.type(surface, f"stty raw -echo; head -c 65536 > {target}; stty sane")
    time.sleep(0.3)
    text = "".join(chr(97 + n % 26) for n in range(65536))
    host.call("surface.send_text", surface_id=surface, text=text, paste=False)
    host.wait_for(lambda: target.exists() and target.stat().st_size == 65536)
    assert target.read_text() == text


def test_a_prompt_that_does_not_echo_takes_nothing_unless_forced(host: HostProcess) -> None:
    surface = host.new()
    host.type(surface, "read -rs secret; echo got:$secret")
    host.wait_for(lambda: host.call("surface.info", surface_id=surface)["echo"] is False)
    assert refused(host, "surface.send_text", surface_id=surface, text="hunter2", submit=True) == "no_echo"
    assert refused(host, "surface.send_keystroke", surface_id=surface, keystroke="a") == "no_echo"
    host.call("surface.send_text", surface_id=surface, text="hunter2", submit=True, force=True)
    host.wait_for_text(surface, "\ngot:hunter2")


@pytest.mark.parametrize(
    ("keystroke", "sent"),
    [("ctrl-c", r"\x03"), ("escape", r"\x1b"), ("tab", r"\t"), ("shift-tab", r"\x1b[Z"), ("up", r"\x1b[A"),
     ("ctrl-right", r"\x1b[1;5C"), ("f5", r"\x1b[15~"), ("backspace", r"\x7f"), ("alt-backspace", r"\x1b\x7f"),
     ("ctrl-space", r"\x00"), ("alt-x", r"\x1bx"), ("pagedown", r"\x1b[6~"), ("ctrl-\\", r"\x1c"), ("a", "a"),
     ("A", "A"), ("ctrl-_", r"\x1f"), ("delete", r"\x1b[3~"), ("space", " "), ("-", "-"), ("ctrl-d", r"\x04")],
)  # fmt: skip
def test_a_key_is_sent_as_its_program_wants_it(host: HostProcess, keystroke: str, sent: str) -> None:
    surface = listener(host)
    assert host.call("surface.send_keystroke", surface_id=surface, keystroke=keystroke)["sent"]
    host.wait_for(lambda: f"<{sent}>" in heard(host, surface))


def test_several_keys_are_pressed_in_order(host: HostProcess) -> None:
    surface = listener(host)
    answer = host.call("surface.send_keystroke", surface_id=surface, keystrokes=["a", "up", "ctrl-c"], repeat=2)
    assert (answer["sent"], answer["count"]) == (True, 6)
    host.wait_for(lambda: heard(host, surface).replace("><", "") == r"<a\x1b[A\x03a\x1b[A\x03>")


def test_a_key_after_an_escape_is_a_key_of_its_own(host: HostProcess) -> None:
    surface = listener(host)
    host.call("surface.send_keystroke", surface_id=surface, keystrokes=["escape", "d", "d"])
    host.wait_for(lambda: heard(host, surface).endswith("d>"))
    assert heard(host, surface).startswith(r"<\x1b><d")


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"keystrokes": ["a", "nonsense"]}, "unknown_key"),
        ({"keystrokes": ["a", "enter"]}, "would_submit"),
        ({"keystrokes": ["a"] * 100, "repeat": 3}, "too_large"),
        ({"keystrokes": ["escape"], "repeat": 22}, "too_large"),
        ({"keystrokes": []}, "invalid_params"),
        ({"keystroke": "a", "keystrokes": ["a"]}, "invalid_params"),
    ],
)
def test_no_key_is_pressed_when_one_cannot_be(host: HostProcess, wrong: dict[str, object], kind: str) -> None:
    surface = listener(host)
    assert refused(host, "surface.send_keystroke", surface_id=surface, **wrong) == kind
    host.call("surface.send_keystroke", surface_id=surface, keystroke="z")
    host.wait_for(lambda: "<z>" in heard(host, surface))
    assert heard(host, surface) == "<z>"


def test_text_is_typed_where_a_paste_is_not_wanted(host: HostProcess) -> None:
    surface = listener(host, "paste")
    answer = host.call("surface.send_text", surface_id=surface, text="d\x1bd", paste=False)
    assert answer["paste"] is False
    host.wait_for(lambda: "<dd>" in heard(host, surface))
    assert refused(host, "surface.send_text", surface_id=surface, text="a\nb", paste=False) == "would_submit"


def test_arrows_follow_the_cursor_key_mode(host: HostProcess) -> None:
    surface = listener(host, "app")
    host.call("surface.send_keystroke", surface_id=surface, keystroke="up")
    host.wait_for(lambda: r"<\x1bOA>" in heard(host, surface))


@pytest.mark.parametrize("keystroke", ["enter", "ctrl-m", "ctrl-j", "alt-enter", "ctrl-M", "kp_enter"])
def test_a_key_that_would_submit_is_refused_by_its_bytes(host: HostProcess, keystroke: str) -> None:
    surface = listener(host)
    assert refused(host, "surface.send_keystroke", surface_id=surface, keystroke=keystroke) == "would_submit"


@pytest.mark.parametrize("keystroke", ["nonsense", "hyper-x", "ctrl-nonsense", "\n", "\x1b", "ctrl-"])
def test_what_is_no_key_is_an_error_and_writes_nothing(host: HostProcess, keystroke: str) -> None:
    surface = listener(host)
    assert refused(host, "surface.send_keystroke", surface_id=surface, keystroke=keystroke) == "unknown_key"
    assert "<" not in heard(host, surface)


def test_a_gate_is_asked_at_each_call_and_ai_unrestricted_opens_one_of_them() -> None:
    with running_host({}, config="ai_unrestricted = false\n") as host:
        surface = host.new()
        assert refused(host, "surface.send_text", surface_id=surface, text="x") == "gate_closed"
        (host.folder / "config" / "config.toml").write_text("ai_unrestricted = true\n")
        host.wait_for(lambda: host.call("system.capabilities")["scripting"])  # the file is watched
        assert host.call("surface.send_text", surface_id=surface, text="x")["sent"]
        assert refused(host, "surface.send_keystroke", surface_id=surface, keystroke="a") == "gate_closed"
        assert host.call("system.capabilities")["gates"] == {"write": True, "keystroke": False}


def test_a_surface_whose_program_ended_takes_nothing(host: HostProcess) -> None:
    surface = host.new()
    host.call("workspace.create")
    host.type(surface, "exit")
    host.wait_for(lambda: surface not in [row["surface_id"] for row in host.call("surface.list")["surfaces"]])
    assert refused(host, "surface.send_text", surface_id=surface, text="x") == "surface_not_found"


def test_a_command_is_typed_once_the_prompt_is_there_and_leaves_a_shell(host: HostProcess, tmp_path: Path) -> None:
    slow = host.home / ".bashrc"
    old = slow.read_text()
    slow.write_text(old + "sleep 1\n")
    try:
        made = host.call("workspace.create", command="echo ran-$((6*7))", env={"MINE": "x y"}, pane_name="job")
        assert made["name"] == "job"
        text = host.wait_for_text(made["surface_id"], "\nran-42")
        assert text.count("echo ran-$((6*7))") == 1  # not typed before the prompt, where it would show twice
        host.type(made["surface_id"], 'echo "env:$MINE"')
        host.wait_for_text(made["surface_id"], "\nenv:x y")
    finally:
        slow.write_text(old)
