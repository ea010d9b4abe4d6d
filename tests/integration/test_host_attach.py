"""The attach stream as a window sees it."""

from collections.abc import Iterator

import pytest

from paneflow.rpc import attach
from paneflow.vt.frame import FULL, HEADER
from paneflow.vt.input import Mods
from tests.support.attach import AttachClient
from tests.support.host import HostProcess, Rpc, RpcError, running_host


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host({}) as host:  # gates closed: a person needs none
        yield host


@pytest.fixture
def window(host: HostProcess) -> Iterator[AttachClient]:
    with AttachClient(host.socket_path) as window:
        yield window


def header(frame: bytes) -> tuple[int, ...]:
    return tuple(HEADER.unpack_from(frame))


def type_text(window: AttachClient, surface: int, text: str) -> None:
    for char in text:
        window.op("key", surface, key=char, text=char)
    window.op("key", surface, key="enter")


def test_the_state_of_everything_comes_first(host: HostProcess, window: AttachClient) -> None:
    surface = host.new(name="first")
    with AttachClient(host.socket_path) as later:
        state = later.message("state")
    assert surface in [each["surface_id"] for each in state["surfaces"]]
    assert window.handshake["result"] == {"protocol": attach.PROTOCOL}


@pytest.mark.parametrize(("version", "older"), [(attach.PROTOCOL - 1, "the window"), (attach.PROTOCOL + 1, "the host")])
def test_a_window_of_another_version_hears_so_and_gets_no_stream(host: HostProcess, version: int, older: str) -> None:
    with Rpc(host.socket_path) as rpc:
        with pytest.raises(RpcError) as refused:
            rpc.call("window.attach", protocol=version)
        assert refused.value.data == {"kind": "other_version", "protocol": attach.PROTOCOL}
        assert str(refused.value) == f"{older} is of an older Paneflow; start it again"
        assert rpc.call("system.ping") == {"pong": True}


def test_a_shown_surface_sends_a_full_frame_at_the_windows_size(host: HostProcess, window: AttachClient) -> None:
    surface = host.new()
    window.show(surface, 61, 17)
    _, flags, which, _, cols, rows, *_ = header(window.frame())
    assert (flags & FULL, which, cols, rows) == (FULL, surface, 61, 17)
    host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] == 61)


def test_no_frame_comes_before_the_last_one_is_acknowledged(host: HostProcess, window: AttachClient) -> None:
    surface = host.new()
    window.show(surface)
    window.frame()
    type_text(window, surface, "echo one")
    host.wait_for_text(surface, "\none")
    answer = window.call("system.ping")  # had there been a frame, it would have come before this answer
    assert answer["result"] == {"pong": True}
    window.acknowledge(surface)
    assert header(window.frame())[2] == surface


def test_keys_are_typed_into_the_surface_while_the_gates_are_closed(host: HostProcess, window: AttachClient) -> None:
    surface = host.new()
    window.show(surface)
    type_text(window, surface, "echo typed-$((1+1))")
    host.wait_for_text(surface, "typed-2")


def test_a_change_of_the_model_comes_as_a_record(host: HostProcess, window: AttachClient) -> None:
    surface = host.new()
    window.message("state")
    host.call("surface.rename", surface_id=surface, name="renamed")
    while True:
        changed = window.message("changed")
        names = [each["name"] for each in changed.get("surfaces", ())]
        if "renamed" in names:
            break
    host.call("surface.close", surface_id=surface)
    assert window.message("removed")["surfaces"] == [surface]


def test_the_window_that_types_has_the_say_over_the_size(host: HostProcess, window: AttachClient) -> None:
    surface = host.new()

    def size() -> tuple[int, int]:
        info = host.call("surface.info", surface_id=surface)
        return info["cols"], info["rows"]

    window.show(surface, 80, 24)
    host.wait_for(lambda: size() == (80, 24))
    with AttachClient(host.socket_path) as other:
        other.show(surface, 100, 30)
        other.call("system.ping")
        assert size() == (80, 24)
        type_text(other, surface, "true")
        host.wait_for(lambda: size() == (100, 30))


def test_a_window_that_comes_later_is_told_what_runs_and_how_far_it_is(host: HostProcess, window: AttachClient) -> None:
    def told_later(surface: int) -> list[dict[str, object]]:
        with AttachClient(host.socket_path) as later:
            later.call("system.ping")
            return [each for each in later.told("command", "progress") if each["surface"] == surface]

    surface = host.new()
    assert not [each for each in told_later(surface) if each.get("running")]
    window.show(surface)
    type_text(window, surface, r"printf '\033]9;4;1;42\033\134'; sleep 600")
    progress = window.message("progress")
    assert progress == {"type": "progress", "surface": surface, "state": "normal", "percent": 42}
    title = host.call("surface.info", surface_id=surface)["title"]
    command = {"type": "command", "surface": surface, "running": True, "exit_code": None, "title": title}
    assert sorted(told_later(surface), key=str) == sorted([progress, command], key=str)
    window.op("key", surface, key="c", mods=int(Mods.CTRL))
    while window.message("command")["running"]:
        pass
    assert told_later(surface) == [{**command, "running": False, "exit_code": 130}]
    host.call("surface.close", surface_id=surface)
    assert told_later(surface) == []


def test_a_window_that_breaks_the_protocol_is_dropped_and_the_host_goes_on(host: HostProcess) -> None:
    for bad in (b"\xff\xff\xff\xff", attach.pack(b"Z", b""), attach.pack(b"J", b"[1]"), attach.pack(b"J", b'{"op":}')):
        with AttachClient(host.socket_path) as window:
            window.message("state")
            window.socket.sendall(bad)
            with pytest.raises((EOFError, ConnectionResetError)):
                window.message("never")
    assert host.call("system.ping")["pong"]


def test_killing_a_window_ends_no_program(host: HostProcess) -> None:
    surface = host.new()
    with AttachClient(host.socket_path) as window:
        window.show(surface)
        window.frame()
        type_text(window, surface, "while :; do echo flood; done")
        host.wait_for_text(surface, "\nflood")
    before = host.call("surface.read", surface_id=surface)["output_generation"]
    host.wait_for(lambda: host.call("surface.read", surface_id=surface)["output_generation"] > before)
    host.call("surface.close", surface_id=surface)


def test_the_windows_questions_are_not_answered_on_the_plain_socket(host: HostProcess) -> None:
    surface = host.new()
    host.rpc.send_line({"jsonrpc": "2.0", "id": 7, "method": "window.prompts", "params": {"surface_id": surface}})
    assert host.rpc.read_line()["error"]["data"]["kind"] == "not_permitted"


def test_text_between_cells_comes_over_the_stream(host: HostProcess, window: AttachClient) -> None:
    surface = host.new()
    window.show(surface)
    type_text(window, surface, "echo marker")
    host.wait_for_text(surface, "\nmarker")
    found = window.call("window.search", surface_id=surface, pattern="^marker", regex=True)["result"]["matches"][0]
    place = {"row": found["row"], "col": 0, "end_row": found["row"], "end_col": 5}
    assert window.call("window.text", surface_id=surface, **place)["result"]["text"] == "marker"


def test_a_program_in_a_pane_cannot_be_its_own_person(host: HostProcess, window: AttachClient) -> None:
    surface = host.new()
    request = '{"jsonrpc":"2.0","id":1,"method":"window.attach","params":{"protocol":2}}'
    (host.folder / "attach.py").write_text(
        "import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(os.environ['PANEFLOW_SOCKET_PATH']);"
        f"s.sendall(b'{request}\\n'); print(s.recv(9999).decode())"
    )
    window.show(surface)
    type_text(window, surface, f"python3 {host.folder}/attach.py")
    assert '"gate_closed"' in host.wait_for_text(surface, '"jsonrpc"')


# -- several windows ---------------------------------------------------------------------------------------------------


def active(host: HostProcess) -> int:
    found: int = host.call("workspace.current")["workspace_id"]
    return found


def workspace_of(host: HostProcess, surface: int) -> int:
    rows = host.call("surface.list")["surfaces"]
    found: int = next(row["workspace_id"] for row in rows if row["surface_id"] == surface)
    return found


def test_each_window_has_its_own_workspace_and_the_last_used_ones_is_active(host: HostProcess) -> None:
    here, there = host.new(focus=True, name="here"), host.new(name="there")
    with AttachClient(host.socket_path) as first, AttachClient(host.socket_path) as second:
        assert first.message("leads")["leads"]
        assert second.message("leads")["leads"]
        assert not first.message("leads")["leads"]
        second.use()
        second.call("workspace.select", workspace_id=workspace_of(host, there))
        assert active(host) == workspace_of(host, there)
        first.op("focus", here, focused=True)  # a person clicks into the first window
        host.wait_for(lambda: active(host) == workspace_of(host, here))
        split = first.call("layout.apply", layout="even_h")["result"]  # what names nothing means what this window shows
        assert split == {"workspace_id": workspace_of(host, here)}
        second.use()
        host.wait_for(lambda: active(host) == workspace_of(host, there))
        first.call("system.ping")
        assert not any("active" in each for each in first.changes()), "the other window's choice moved it"


def test_a_script_moves_the_window_that_was_used_last(host: HostProcess) -> None:
    here, there = host.new(focus=True), host.new()
    with AttachClient(host.socket_path) as first, AttachClient(host.socket_path) as second:
        first.use()
        first.call("system.ping")
        host.call("surface.focus", surface_id=there)
        first.until_active(workspace_of(host, there))
        second.call("system.ping")
        assert not any("active" in each for each in second.changes())
        second.use()
        host.wait_for(lambda: active(host) == workspace_of(host, here))


def test_when_the_last_used_window_goes_the_one_before_it_takes_its_place(host: HostProcess) -> None:
    here, there = host.new(focus=True), host.new()
    with AttachClient(host.socket_path) as first:
        with AttachClient(host.socket_path) as second:
            second.call("workspace.select", workspace_id=workspace_of(host, there))
        host.wait_for(lambda: active(host) == workspace_of(host, here))
        host.call("surface.focus", surface_id=there)
        first.until_active(workspace_of(host, there))


def test_a_window_whose_workspace_is_closed_shows_the_one_before_it(host: HostProcess) -> None:
    before, shown, other = host.new(), host.new(focus=True), host.new()
    with AttachClient(host.socket_path) as first, AttachClient(host.socket_path) as second:
        first.message("state")
        second.call("workspace.select", workspace_id=workspace_of(host, other))
        wanted = workspace_of(host, before)
        host.call("workspace.close", workspace_id=workspace_of(host, shown))
        first.until_active(wanted)
        assert active(host) == workspace_of(host, other)


def test_rows_are_named_for_life_by_frames_and_requests() -> None:
    with running_host(config="[terminal]\nscrollback_lines = 100\n") as host, AttachClient(host.socket_path) as window:
        surface = host.new()
        window.show(surface, 80, 10)
        host.type(surface, "seq -f 'x%05.0f' 30000; echo d'o'ne")
        host.wait_for_text(surface, "\ndone")
        found = window.call("window.search", surface_id=surface, pattern="x30000")["result"]["matches"]
        row = found[0]["row"]
        place = {"surface_id": surface, "row": row, "col": 0, "end_row": row, "end_col": 5}
        host.type(surface, "seq 30000; echo d'o'ne-again")
        host.wait_for_text(surface, "\ndone-again")
        assert window.call("window.text", **place)["result"] == {"text": ""}, "gone, and nothing has its number"
        found = window.call("window.search", surface_id=surface, pattern="29950")["result"]["matches"]
        place = {"surface_id": surface, "row": found[0]["row"], "col": 0, "end_row": found[0]["row"], "end_col": 5}
        assert window.call("window.text", **place)["result"] == {"text": "29950"}
        window.op("scroll", surface, row=place["row"])
        window.acknowledge(surface)
        host.wait_for(lambda: _top(window, surface) == place["row"])


def _top(window: AttachClient, surface: int) -> int:
    fields = header(window.frame())
    window.acknowledge(surface)
    return fields[-1] + fields[16]
