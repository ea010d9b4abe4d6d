"""What verbs print, from real processes against a real host."""

import contextlib
import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cli import Cli, lonely_env, on_a_terminal
from tests.support.host import HostProcess, host_folder, running_host


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.fixture
def cli(host: HostProcess) -> Cli:
    return Cli(host.env)


def test_ls_lists_the_active_workspace_and_all_of_them_when_asked(host: HostProcess, cli: Cli) -> None:
    assert json.loads(cli("ls").out) == {"surfaces": []}
    assert cli("ls", "--human").out == "(no surfaces)\n"
    host.new(name="one", pane_name="api", cwd="/tmp")
    host.new(name="two", pane_name="db", cwd="/usr")

    def names(*words: str) -> list[str]:
        return [row["name"] for row in json.loads(cli("ls", *words).out)["surfaces"]]

    assert names() == ["api"]  # a further workspace does not move the focus
    assert names("--all") == ["api", "db"]
    assert names("--workspace", "1") == ["db"]
    assert cli("select", "1").code == 0
    assert names() == ["db"]


def test_ls_prints_a_table_for_people(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api", cwd="/tmp")

    assert cli("ls", "--human").out == (
        "  ID  NAME                  CMD                       CWD\n"
        "   1  api                   /bin/bash                 /tmp\n"
    )


def test_ls_tells_a_person_of_panes_that_it_does_not_list(host: HostProcess) -> None:
    def shown(*words: str) -> str:
        return on_a_terminal(host.env, *words).decode()

    host.new(pane_name="api")
    assert "workspaces" not in shown("ls", "--human")
    host.new(pane_name="web")
    assert shown("ls", "--human").endswith("\r\n+1 pane in other workspaces: --all\r\n")
    host.call("surface.split", direction="h", surface_id=2)
    assert shown("ls", "--human").endswith("\r\n+2 panes in other workspaces: --all\r\n")
    for words in (("ls",), ("ls", "--human", "--all"), ("ls", "--human", "--workspace", "0")):
        assert "workspaces: --all" not in shown(*words)
    piped = Cli(host.env)("ls", "--human")
    assert "workspaces" not in piped.out + piped.err


def test_read_prints_the_text_within_a_fence_and_bare_when_asked(host: HostProcess, cli: Cli) -> None:
    pane = host.new(pane_name="api")
    host.type(pane, "clear; echo hi-$((20+22))")
    host.wait_for_text(pane, "hi-42")

    fenced, bare = cli("read", "api").out, cli("read", "api", "--raw").out
    told = json.loads(cli("read", "api", "--json", "--lines", "1").out)

    assert fenced.startswith('<untrusted_terminal_output source="surface:1"')
    assert "\nhi-42\n" in fenced
    assert bare.splitlines()[-2:] == ["hi-42", "$"] or bare.splitlines()[-2:] == ["hi-42", "$ "]
    assert not bare.endswith("\n")
    assert {"text", "lines", "total_lines", "eof", "output_generation"} <= told.keys()
    assert told["lines"] == 1


def test_search_prints_matches_as_json_or_as_lines(host: HostProcess, cli: Cli) -> None:
    pane = host.new(pane_name="api")
    host.type(pane, "clear; printf 'Alpha\\nbeta\\n'; echo do''ne")
    host.wait_for_text(pane, "\ndone")

    found = json.loads(cli("search", "api", "alpha").out)
    lines = cli("search", "api", "^(Al|be)", "--regex", "--human", "--max", "5").out.splitlines()

    assert [match["text"] for match in found["matches"]][-1] == "Alpha"
    assert [line.partition(": ")[2] for line in lines] == ["Alpha", "beta"]


def test_new_and_split_tell_what_they_made(host: HostProcess, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    made = json.loads(Cli(host.env, tmp_path)("new", "--name", "api", "--cwd", "sub", "--pane-name", "main").out)
    half = json.loads(
        cli("split", "v", "--target", "main", "--name", "side", "--env", "A=b=c", "--command", "echo A=$A").out
    )

    assert (made["index"], made["title"], made["surface_id"], made["name"]) == (0, "api", 1, "main")
    assert (half["surface_id"], half["name"], half["direction"]) == (2, "side", "vertical")
    assert host.call("surface.list")["surfaces"][0]["cwd"] == str(tmp_path / "sub")
    host.wait_for_text(2, "A=b=c")


def test_send_fills_in_and_submits_when_asked(host: HostProcess, cli: Cli) -> None:
    pane = host.new(pane_name="api")

    receipt = json.loads(cli("send", "api", "echo go-$((1+1))").out)
    host.wait_for_text(pane, "echo go")
    assert (receipt["sent"], receipt["submitted"]) == (True, False)
    assert "go-2" not in host.read(pane)
    assert json.loads(cli("send", "api", "", "--submit").out)["submitted"]
    host.wait_for_text(pane, "go-2")


@pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not installed")
def test_an_editor_is_driven_by_keys_and_by_what_is_typed(host: HostProcess, cli: Cli) -> None:
    (host.home / "notes").write_text("one\ntwo\nthree\n")
    pane = host.new(pane_name="editor")
    host.type(pane, "vim -u NONE -N notes")
    host.wait_for_text(pane, "three\n~")

    assert json.loads(cli("key", "editor", "i", "x", "escape", "d", "d", "--repeat", "2").out)["count"] == 10
    host.wait_for(lambda: host.read(pane).lstrip().startswith("three\n~"))
    assert json.loads(cli("send", "editor", ":w", "--type", "--submit").out)["paste"] is False
    host.wait_for(lambda: (host.home / "notes").read_text() == "three\n")


def test_a_broadcast_reaches_every_match(host: HostProcess, cli: Cli) -> None:
    panes = [host.new(pane_name=f"w-{number}", cwd="/tmp") for number in range(2)]
    host.new(pane_name="other", cwd="/usr")

    told = json.loads(cli("send", "cwd:/tmp", "echo all-$((1+1))", "--broadcast", "--submit").out)

    assert told == {"sent": panes, "failed": [], "submitted": True}
    for pane in panes:
        host.wait_for_text(pane, "all-2")
    assert "all-" not in host.read(3)


def test_send_and_wait_matches_the_answer_and_not_the_echo(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api")

    told = json.loads(cli("send", "api", "sleep 0.1; echo ready-$((40+2))", "--submit", "--wait", r"ready-\S+").out)

    assert told["matched"] is True
    assert "ready-42" in json.dumps(told["matches"])


def test_wait_says_that_it_looks_at_new_output_only(host: HostProcess, cli: Cli) -> None:
    pane = host.new()
    host.type(pane, "echo al''ready")
    host.wait_for_text(pane, "\nalready")
    late = cli("wait", "--match", str(pane), "--pattern", "already", "--timeout", "0.3")
    assert (late.code, late.err) == (4, "paneflow: no new output matched 'already' within 0.3 s\n")


def test_wait_for_quiet_tells_the_pane(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api")

    assert json.loads(cli("wait", "--match", "api", "--idle", "--for", "100").out) == {
        "surface_id": 1,
        "idle": True,
        "matched": False,
    }


@pytest.mark.parametrize(("which", "needed"), [("--any", 1), ("--all", 2)])
def test_wait_looks_at_several_panes(host: HostProcess, cli: Cli, which: str, needed: int) -> None:
    panes = [host.new(pane_name=f"w-{number}", cwd="/tmp") for number in range(2)]
    since = min(host.call("surface.read", surface_id=pane)["output_generation"] for pane in panes)
    for pane in panes[:needed]:
        host.type(pane, "echo seen-$((20+22))")
        host.wait_for_text(pane, "seen-42")

    done = cli("wait", "--match", "cwd:/tmp", "--pattern", "seen-42", which, "--since", str(since), "--timeout", "20")

    assert (done.code, sorted(json.loads(done.out)["panes"])) == (0, panes[:needed])


def test_run_tells_how_a_command_ended(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api")

    done = cli("run", "api", "--timeout", "20", "--", "printf", "%s|", "a b", "c")
    told = json.loads(done.out)

    assert (done.code, told["evidence"], told["exit_code"]) == (0, "marks", 0)
    assert "a b|c|" in told["output"]
    assert cli("run", "api", "(exit 7)", "--propagate").code == 7
    assert cli("run", "api", "(exit 7)").code == 0
    assert cli("run", "api", "sleep 30", "--timeout", "0.3").code == 4


def test_run_prints_what_came_until_the_time_was_up(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api")

    late = cli("run", "api", "echo begun; sleep 30", "--timeout", "1.5")
    assert late.code == 4
    assert json.loads(late.out) == {"exit_code": None, "output": "begun", "truncated": False, "evidence": None}
    assert late.err == "paneflow: the command did not end within 1.5 s\n"


def test_run_does_not_type_behind_somebody_elses_draft_unless_forced(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api")
    cli("send", "api", "echo mine ")

    assert cli("run", "api", "yours").code == 1
    assert json.loads(cli("run", "api", "yours", "--force").out)["output"] == "mine yours"


def test_wait_tells_how_a_command_and_then_its_program_ended(host: HostProcess, cli: Cli) -> None:
    pane = host.new(pane_name="api")
    cli("run", "api", "true")

    cli("send", "api", "sleep 0.5; sh -c 'exit 7'", "--submit")
    command = cli("wait", "--match", "api", "--command", "--timeout", "10")
    assert json.loads(command.out) == {"surface_id": pane, "exit_code": 7, "signal": None, "evidence": "marks"}
    late = cli("wait", "--match", "api", "--exit", "--timeout", "0.2")
    assert (late.code, late.out, late.err) == (4, "", "paneflow: the program did not end within 0.2 s\n")
    cli("send", "api", "exit 3", "--submit")
    assert json.loads(cli("wait", "--match", f"{pane}", "--exit", "--timeout", "10").out)["exit_code"] == 3
    assert cli("wait", "--match", "999", "--exit").code == 3
    assert cli("wait", "--match", "api", "--exit", "--pattern", "x").code == 2


def test_read_prints_what_the_last_command_printed(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api")

    none = cli("read", "api", "--last")
    assert (none.code, none.out, none.err) == (1, "", "paneflow: no command has ended in surface 1 yet\n")
    cli("run", "api", "seq 3; sh -c 'exit 4'")
    assert cli("read", "api", "--last", "--raw").out == "1\n2\n3"
    assert cli("read", "api", "--last").out.startswith('<untrusted_terminal_output source="surface:1" total_lines="3"')
    assert json.loads(cli("read", "api", "--last", "--json").out)["exit_code"] == 4


def test_watch_streams_lines_until_ctrl_c(host: HostProcess, cli: Cli) -> None:
    pane = host.new(pane_name="api")
    with cli.running("watch", "--surface", "api") as watching:
        assert watching.stdout
        first = json.loads(watching.stdout.readline())
        host.type(pane, "echo x")
        second = json.loads(watching.stdout.readline())
        watching.send_signal(signal.SIGINT)
        _, err = watching.communicate(timeout=20)

    assert (first["type"], second["type"], second["surface_id"]) == ("subscribed", "surface_changed", pane)
    assert (watching.returncode, err) == (0, "")


def test_rpc_streams_events_too(host: HostProcess, cli: Cli) -> None:
    with cli.running("rpc", "events.subscribe", '{"types": ["workspace_changed"]}') as watching:
        assert watching.stdout
        assert json.loads(watching.stdout.readline())["type"] == "subscribed"
        watching.send_signal(signal.SIGINT)
        assert watching.wait(20) == 0


def test_ctrl_c_ends_a_wait_with_130(host: HostProcess, cli: Cli) -> None:
    host.new(pane_name="api")
    with cli.running("rpc", "surface.wait", '{"surfaces": [1], "pattern": "never"}', "--timeout", "60") as waiting:
        host.wait_for(lambda: _is_connected(waiting.pid))
        waiting.send_signal(signal.SIGINT)
        _, err = waiting.communicate(timeout=20)

    assert (waiting.returncode, err) == (130, "")


def test_a_broken_pipe_is_quiet(host: HostProcess, cli: Cli) -> None:
    with cli.running("watch") as watching:
        assert watching.stdout
        assert watching.stderr
        watching.stdout.readline()
        watching.stdout.close()
        host.new()  # something happens, and nobody reads it
        assert (watching.wait(20), watching.stderr.read()) == (0, "")
    with cli.running("schema") as listing:
        assert listing.stdout
        assert listing.stderr
        listing.stdout.close()
        assert (listing.wait(20), listing.stderr.read()) == (0, "")


def test_a_full_disk_is_an_error(cli: Cli) -> None:
    with open("/dev/full", "w") as full, cli.running("schema", stdout=full) as listing:
        _, err = listing.communicate(timeout=20)

    assert (listing.returncode, err) == (1, "paneflow: No space left on device\n")


def test_what_a_terminal_acts_on_is_never_printed(host: HostProcess, cli: Cli) -> None:
    host.call("workspace.create", name="a\x9b31m\u202eb")

    assert "\x9b" not in cli("rpc", "workspace.list").out
    assert "\u202e" not in cli("rpc", "workspace.list").out


def test_a_terminal_of_another_encoding_gets_all_the_same(host: HostProcess, cli: Cli) -> None:
    host.call("workspace.create", pane_name="漢字")
    latin = {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    assert "\\u6f22\\u5b57" in cli("ls", "--human", env=latin).out
    assert cli("--help", env=latin).code == 0


def test_rpc_takes_params_from_stdin(host: HostProcess, cli: Cli) -> None:
    pane = host.new()

    done = cli("rpc", "surface.rename", "-", stdin=json.dumps({"surface_id": pane, "name": "fresh"}))

    assert json.loads(done.out) == {"renamed": True, "name": "fresh"}


def test_self_is_the_pane_that_the_verb_runs_in(host: HostProcess, cli: Cli) -> None:
    pane = host.new(pane_name="api")

    assert json.loads(cli("focus", "self", env={"PANEFLOW_SURFACE_ID": str(pane)}).out)["surface_id"] == pane


def test_a_host_is_started_told_of_and_stopped() -> None:
    with host_folder() as folder:
        cli = Cli(lonely_env(folder))
        host = HostProcess(folder)
        host.socket_path = str(folder / "r" / "paneflow" / "paneflow.sock")
        try:
            assert "no host is running" in cli("host", "status").out
            assert cli("host", "stop").code == 0
            started = json.loads(cli("host", "start", "--json").out)
            again = json.loads(cli("host", "start", "--json").out)
            assert started == again
            asked = Cli({**lonely_env(folder), "PANEFLOW_IPC_SCRIPTING": "1"})("host", "start", "--json")
            assert json.loads(asked.out) == started
            assert "host stop, then PANEFLOW_IPC_SCRIPTING=1" in asked.err
            assert started["running"] is True
            assert Path(f"/proc/{started['pid']}/fd/1").resolve() == Path("/dev/null")
            cli("new", "--command", "sleep 100", "--pane-name", "busy")
            host.wait_for(lambda: '"sleep' in cli("ls").out)
            refused = cli("host", "stop")
            assert refused.code == 1
            assert "sleep" in refused.err
            assert "--force" in refused.err
            assert cli("host", "stop", "--force").code == 0
            assert not _lives(started["pid"])
            assert cli("host", "status").code == 1
        finally:
            cli("host", "stop", "--force")
            host.close()


def test_doctor_finds_nothing_vital_missing(cli: Cli) -> None:
    done = cli("doctor", "--json")

    checks = {check["subject"]: check for check in json.loads(done.out)["checks"]}
    assert done.code == 0, done.out
    assert checks["host"]["level"] == checks["socket folder"]["level"] == "ok"
    assert checks["engine"]["level"] == ("note" if os.environ.get("PANEFLOW_ENGINE") == "pyte" else "ok")


def test_doctor_tells_what_is_wrong_with_the_configuration_and_the_socket_folder() -> None:
    with host_folder() as folder:
        cli = Cli(lonely_env(folder))
        (folder / "config.toml").write_text("[terminal]\nscrollback_lines = 'many'\n")
        (folder / "r" / "paneflow").mkdir(mode=0o777)
        (folder / "r" / "paneflow").chmod(0o777)

        done = cli("doctor")

    assert done.code == 1
    assert "config.toml:2" in done.out
    assert "chmod 700" in done.out


def _is_connected(pid: int) -> bool:
    """Whether a process holds a socket."""
    with contextlib.suppress(OSError):
        return any("socket:" in os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir())
    return False


def _lives(pid: int) -> bool:
    """Whether a process is there and no zombie, which is its new parent's business."""
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
