"""How surfaces live and end, and how a host does."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.attach import AttachClient
from tests.support.host import SCRIPTING, HostProcess, Rpc, RpcError, host_folder, running_host
from tests.support.pane import Pane

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        host.new(name="stays")
        yield host


def listed(host: HostProcess) -> list[int]:
    return [row["surface_id"] for row in host.call("surface.list")["surfaces"]]


def subscribed(host: HostProcess, *types: str) -> Rpc:
    rpc = host.connect()
    rpc.send_line({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": {"types": list(types)}})
    assert rpc.read_line()["type"] == "subscribed"
    return rpc


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return " Z " not in file.read()
    except OSError:
        return False


def test_an_exit_is_told_with_its_code_and_closes_the_pane(host: HostProcess) -> None:
    surface = host.new()
    with subscribed(host, "surface_exited", "surface_closed") as events:
        host.type(surface, "exit 7")
        told = events.read_line()
        assert (told["type"], told["surface_id"], told["exit_code"], told["signal"]) == (
            "surface_exited",
            surface,
            7,
            None,
        )
        assert events.read_line()["type"] == "surface_closed"
    assert surface not in listed(host)


def sleeping(host: HostProcess, surface: int) -> list[int]:
    """A surface's processes, once two of them are `sleep`."""
    pids = [each["pid"] for each in host.call("surface.info", surface_id=surface)["processes"]]
    return pids if [Path(f"/proc/{pid}/comm").read_text() for pid in pids].count("sleep\n") == 2 else []


def test_closing_ends_the_shell_and_what_runs_in_it(host: HostProcess) -> None:
    surface = host.new()
    host.type(surface, "sleep 1000 & sleep 2000")
    shell = host.call("surface.info", surface_id=surface)["pid"]
    # A child that is still about to become its program loses the hang-up with the shell's handlers.
    pids = host.wait_for(lambda: sleeping(host, surface))
    assert shell in pids
    host.call("surface.close", surface_id=surface)
    host.wait_for(lambda: not any(alive(pid) for pid in pids))


def test_a_program_that_ignores_the_hang_up_is_killed_after_the_grace(host: HostProcess) -> None:
    surface = host.new()
    host.type(surface, "trap '' HUP; echo pid:$$; while :; do sleep 0.1; done")
    host.wait_for_text(surface, "\npid:")
    pid = host.call("surface.info", surface_id=surface)["pid"]
    began = time.monotonic()
    host.call("surface.close", surface_id=surface)
    assert time.monotonic() - began < 1  # nobody waits for it
    host.wait_for(lambda: not alive(pid), 8)
    assert time.monotonic() - began > 2


def test_a_background_program_that_holds_the_terminal_does_not_hold_the_pane(host: HostProcess) -> None:
    surface = host.new()
    host.type(surface, "(trap '' HUP; sleep 3) & disown; echo bye; exit")
    host.wait_for(lambda: surface not in listed(host), 2.5)


def test_a_shell_that_does_not_exist_is_an_error_and_leaves_nothing_behind() -> None:
    with running_host(config='default_shell = "/no/such/shell"\n') as host:
        with pytest.raises(RpcError) as error:
            host.call("workspace.create")
        assert error.value.kind == "spawn_failed"
        with pytest.raises(RpcError):
            host.call("workspace.up", panes=[{}, {}])
        assert host.call("workspace.list")["workspaces"] == []


@pytest.mark.parametrize("cwd", ["/no/such/folder", "/etc/passwd", "relative"])
def test_a_folder_that_is_none_is_an_error(host: HostProcess, cwd: str) -> None:
    before = listed(host)
    for method, params in (("workspace.create", {}), ("surface.split", {"direction": "v", "surface_id": before[0]})):
        with pytest.raises(RpcError) as error:
            host.call(method, cwd=cwd, **params)
        assert error.value.kind == "not_a_directory"
    assert listed(host) == before


def test_names_are_unique_and_the_answer_says_so(host: HostProcess) -> None:
    first = host.call("workspace.create", pane_name="api")
    second = host.call("surface.split", direction="h", surface_id=first["surface_id"], name="API")
    assert (first["name"], second["name"]) == ("api", "API-2")


def test_creating_does_not_move_the_focus(host: HostProcess) -> None:
    focused = [row["surface_id"] for row in host.call("surface.list")["surfaces"] if row["focused"]]
    host.call("workspace.create")
    host.call("surface.split", direction="v", surface_id=listed(host)[0])
    assert [row["surface_id"] for row in host.call("surface.list")["surfaces"] if row["focused"]] == focused


def test_what_runs_in_front_is_told(host: HostProcess) -> None:
    surface = host.new()

    def cmd() -> str:
        rows = host.call("surface.list")["surfaces"]
        return str(next(row["cmd"] for row in rows if row["surface_id"] == surface))

    assert cmd() == "/bin/bash"
    host.type(surface, "sleep 777")
    host.wait_for(lambda: cmd() == "sleep 777")
    host.call("surface.send_keystroke", surface_id=surface, keystroke="ctrl-c")
    host.wait_for(lambda: cmd() == "/bin/bash")


def test_reading_counts_back_from_the_end(host: HostProcess) -> None:
    surface = host.new()
    host.type(surface, "seq 1000")
    host.wait_for_text(surface, "\n1000\n")
    host.wait_for(lambda: host.read(surface).endswith("\n$"))
    some = host.call("surface.read", surface_id=surface, lines=3, offset=2, fenced=False)
    assert (some["text"], some["lines"], some["eof"]) == ("997\n998\n999", 3, False)
    whole = host.call("surface.read", surface_id=surface, lines=100_000, fenced=False)
    assert whole["eof"] is True
    assert whole["lines"] == whole["total_lines"] == 1002
    with pytest.raises(RpcError) as error:
        host.call("surface.read", surface_id=surface, offset=whole["total_lines"] + 1)
    assert error.value.kind == "offset_out_of_range"
    assert '<untrusted_terminal_output source="surface:' in host.call("surface.read", surface_id=surface)["text"]


def test_a_full_screen_program_reads_as_history_and_screen(host: HostProcess) -> None:
    surface = host.new()
    host.type(surface, "seq 100; printf '\\e[?1049h\\e[2J\\e[Hon-the-alternate-screen'; sleep 100")
    text = host.wait_for_text(surface, "\non-the-alternate-screen")
    assert "\n50\n" in text


def test_shutting_down_is_refused_while_a_program_runs_and_names_it() -> None:
    with running_host() as host:
        surface = host.new()
        host.type(surface, "sleep 4321")
        host.wait_for(lambda: host.call("surface.list")["surfaces"][0]["cmd"] == "sleep 4321")
        with pytest.raises(RpcError) as error:
            host.call("system.shutdown")
        assert (error.value.code, error.value.kind) == (-32000, "busy")
        assert error.value.data["processes"][0]["cmd"] == "sleep 4321"
        assert host.call("system.shutdown", force=True) == {"stopping": True}
        assert host.process is not None
        assert host.process.wait(15) == 0


def test_shutting_down_with_idle_shells_is_no_question() -> None:
    with running_host() as host:
        host.new()
        assert host.call("system.shutdown") == {"stopping": True}
        assert host.process is not None
        assert host.process.wait(15) == 0


def test_a_second_host_says_that_there_is_one_and_is_no_failure(host: HostProcess) -> None:
    second = host.spawn()
    assert second.wait(20) == 0
    assert "already running" in (host.folder / "host.out").read_text()
    assert host.call("system.identify")["pid"] == host.pid


def test_a_wrong_configuration_gives_the_defaults_and_says_so() -> None:
    with running_host({}, config='[terminal]\nscrollback_lines = "many"\n') as host:
        told = host.call("config.get", key="terminal.scrollback_lines")
        assert told["config"] == 10_000
        assert [(each["level"], each["key"], each["line"]) for each in told["problems"]] == [
            ("error", "terminal.scrollback_lines", 2)
        ]


def test_a_configuration_that_becomes_wrong_changes_nothing() -> None:
    with running_host({}, config="submit_paste_delay_ms = 111\n") as host:
        file = host.folder / "config" / "config.toml"
        file.write_text("submit_paste_delay_ms = 1\n")
        assert host.call("config.reload")["reloaded"] is False
        assert host.call("config.get", key="submit_paste_delay_ms")["config"] == 111
        file.write_text("submit_paste_delay_ms = 222\n")
        assert host.call("config.reload")["reloaded"] is True
        assert host.call("config.get", key="submit_paste_delay_ms")["config"] == 222


def test_an_idle_host_does_not_wake_up() -> None:
    with running_host() as host:
        for _ in range(3):
            host.new()
        host.drop_connection()

        def switches() -> int:
            with open(f"/proc/{host.pid}/status") as file:
                return int(next(line for line in file if line.startswith("voluntary")).split()[1])

        def quiet() -> bool:
            before = switches()
            time.sleep(1.5)
            return switches() == before

        host.wait_for(quiet, 30)  # once the last text is saved
        before = switches()
        time.sleep(4)
        assert switches() == before


def test_the_host_survives_the_end_of_its_terminal() -> None:
    with host_folder() as folder:
        host = HostProcess(folder).start()
        try:
            os.kill(host.pid, signal.SIGHUP)
            os.kill(host.pid, signal.SIGPIPE)
            assert host.call("system.ping")["pong"]
        finally:
            host.close()


def test_the_pyte_engine_serves_the_same() -> None:
    with running_host({"PANEFLOW_ENGINE": "pyte", "PANEFLOW_IPC_SCRIPTING": "1"}) as host:
        assert host.call("system.capabilities")["engine"] == "pyte"
        surface = host.new()
        host.type(surface, "echo hi-$((20+22))")
        host.wait_for_text(surface, "\nhi-42\n")
        assert host.call("surface.search", surface_id=surface, pattern="hi-4")["matches"]


def test_what_a_program_in_a_pane_makes_is_its_own(host: HostProcess) -> None:
    surface = host.new()
    request = '{"jsonrpc":"2.0","id":1,"method":"workspace.create","params":{"name":"made inside"}}'
    script = (
        "import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(os.environ['PANEFLOW_SOCKET_PATH']);"
        f"s.sendall(b'{request}\\n'); s.recv(9999)"
    )
    (host.folder / "make.py").write_text(script)
    host.type(surface, f"python3 {host.folder}/make.py")

    def made() -> list[int]:
        spaces = {space["workspace_id"]: space["title"] for space in host.call("workspace.list")["workspaces"]}
        rows = host.call("surface.list")["surfaces"]
        return [row["surface_id"] for row in rows if spaces.get(row["workspace_id"]) == "made inside"]

    (inner,) = host.wait_for(made)
    assert host.call("surface.info", surface_id=inner)["owner"] == surface
    assert host.call("surface.info", surface_id=surface)["owner"] is None


def test_a_new_pane_starts_where_its_neighbours_shell_is_now() -> None:
    with running_host(config="shell_integration = false\n") as host:
        surface = host.new()
        host.type(surface, "cd /usr/lib")
        host.wait_for(lambda: host.call("surface.list")["surfaces"][0]["cwd"] == "/usr/lib")
        beside = host.call("surface.split", direction="v", surface_id=surface)["surface_id"]
        rows = {row["surface_id"]: row["cwd"] for row in host.call("surface.list")["surfaces"]}
        assert rows[beside] == "/usr/lib"


def test_a_host_that_may_linger_ends_after_its_last_window_went_but_not_under_a_program() -> None:
    with running_host(config="[host]\nlinger_secs = 1\n") as host:
        assert host.process is not None
        surface = host.new()
        host.type(surface, "sleep 2.5")
        AttachClient(host.socket_path).close()
        time.sleep(1.5)
        assert host.process.poll() is None
        assert host.process.wait(15) == 0


def test_secrets_are_masked_for_scripts_when_the_configuration_says_so() -> None:
    with running_host(config="[reads]\nmask_secrets = true\n") as host:
        surface = host.new()
        host.type(surface, "echo ghp_$(printf 'a1B2%.0s' 1 2 3 4 5 6 7 8 9)")
        text = host.wait_for_text(surface, "\n[masked]\n")
        assert "a1B2a1B2" not in text


def test_noise_in_one_pane_hurts_no_other(host: HostProcess) -> None:
    noisy, calm = host.new(), host.new()
    host.type(noisy, "head -c 8000000 /dev/urandom; printf '\\033c'; echo over-$((1+1))")
    for number in range(5):
        host.type(calm, f"echo calm-$(({number}*10))")
        host.wait_for_text(calm, f"\ncalm-{number * 10}\n")
    host.wait_for(lambda: "over-2" in host.read(noisy, 50), 60)
    assert host.call("system.ping")["pong"]
    assert "a surface failed" not in host.output()
    host.call("surface.close", surface_id=noisy)


def test_many_panes_come_back_quickly() -> None:
    with running_host() as host:
        for _ in range(3):
            host.call("workspace.up", layout="tiled", panes=[{} for _ in range(10)])
        host.call("workspace.create", name="last")
        state = host.state / "state.json"
        host.wait_for(lambda: state.exists() and '"last"' in state.read_text())
        host.kill()
        began = time.monotonic()
        host.start()
        assert len(listed(host)) == 31
        assert time.monotonic() - began < 15
        last = listed(host)[-1]
        host.type(last, "echo back-$((40+2))")
        host.wait_for_text(last, "\nback-42")


def test_panes_know_nothing_of_tmux_when_its_shim_is_off() -> None:
    with running_host(config="[tmux]\nshim = false\n") as host:
        surface = host.new()
        host.type(surface, 'echo "<${TMUX-none}> <$PANEFLOW_TMUX_SHIM>"')
        host.wait_for_text(surface, "\n<none> <off>")


@contextlib.contextmanager
def limited_host(files: str) -> Iterator[HostProcess]:
    """A host with a limit on open files, in `ulimit`'s words."""
    with host_folder() as folder:
        host = HostProcess(folder, SCRIPTING)
        host.process = subprocess.Popen(
            ["sh", "-c", f'ulimit {files}; exec "$@"', "sh", sys.executable, "-m", "paneflow.launch.host"],
            env=host.env, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            host.wait_for(host._answers, 20)
            yield host
        finally:
            host.close()


def test_a_host_takes_more_files_than_it_is_given_at_first() -> None:
    with limited_host("-Sn 64") as host:
        (line,) = (row for row in Path(f"/proc/{host.pid}/limits").read_text().splitlines() if "open files" in row)
        assert int(line.split()[3]) > 64


def test_without_files_to_be_had_requests_fail_and_the_host_serves_on() -> None:
    with limited_host("-n 48") as host:
        made = 0
        while can_make(host):
            made += 1
        assert 4 < made < 48
        surfaces = [row["surface_id"] for row in host.call("surface.list")["surfaces"]]
        assert len(surfaces) == made
        for surface in surfaces[:3]:
            host.call("surface.close", surface_id=surface)
        host.wait_for(lambda: can_make(host))


def can_make(host: HostProcess) -> bool:
    try:
        return bool(host.call("workspace.create"))
    except RpcError as error:
        if error.kind != "spawn_failed":
            raise
        return False


def test_a_configuration_that_is_no_file_holds_nobody_up() -> None:
    with running_host() as host:
        file = host.folder / "config" / "config.toml"
        file.unlink()
        os.mkfifo(file)
        assert not host.call("config.reload")["reloaded"]
        file.unlink()
        file.write_bytes(b"\xef\xbb\xbfsubmit_paste_delay_ms = 90\n")  # with a byte order mark
        assert host.call("config.reload")["reloaded"]
        assert host.call("config.get")["config"]["submit_paste_delay_ms"] == 90


def test_another_scrollback_size_is_for_terminals_that_are_there_too() -> None:
    with running_host(config="[terminal]\nscrollback_lines = 100\n") as host, Pane(host) as pane:
        pane.submit_and_wait("seq 1 5000; echo OV''ER", "^OVER")
        assert host.call("surface.read", surface_id=pane.id)["total_lines"] < 2000  # whole pages of the engine's
        (host.folder / "config" / "config.toml").write_text("[terminal]\nscrollback_lines = 20000\n")
        assert host.call("config.reload")["reloaded"]
        pane.submit_and_wait("seq 1 5000; echo AG''AIN", "^AGAIN")
        assert host.call("surface.read", surface_id=pane.id)["total_lines"] > 5000


def test_a_tmux_buffer_from_a_pipe_holds_nobody_up() -> None:
    with running_host() as host:
        os.mkfifo(host.home / "pipe")
        for verb in ("load-buffer", "save-buffer"):
            params = {"argv": [verb, str(host.home / "pipe")], "cwd": "/", "env": {}, "terminal": False}
            host.call("tmux.exec", **{**params, "argv": ["set-buffer", "x"]})
            assert host.call("tmux.exec", **params)["rc"] == 1
