"""What shells' marks tell of their commands: when they end and how, and what the last one printed. In real shells."""

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.at_once import Played, cases, wanted
from tests.support.cli import Cli
from tests.support.host import HostProcess, Rpc, RpcError, running_host
from tests.support.pane import Pane, kind_of

SHELLS = ["bash", "zsh", "fish"]


@pytest.fixture(scope="module", params=SHELLS)
def played(request: pytest.FixtureRequest) -> Iterator[Played]:
    path = shutil.which(request.param)
    if path is None:
        pytest.skip(f"{request.param} is not installed")
    with running_host(config=f'default_shell = "{path}"\n') as host:
        (host.home / ".zshrc").write_text("PS1='%# '\n")

        def play(name: str) -> None:
            with Pane(host) as pane:
                globals()[f"case_{name}"](pane)

        played = Played(wanted(request, request.param), play)
        yield played
        played.close()


def last(pane: Pane, **params: Any) -> Any:
    return pane.call("surface.read", last=True, fenced=False, **params)


def ended(pane: Pane, of: str = "command", **params: Any) -> Any:
    rows = pane.rpc.call("surface.wait_end", surfaces=[pane.id], of=of, **{"timeout_s": 15, **params})["ended"]
    assert [row["surface_id"] for row in rows] == [pane.id]
    return rows[0]


# -- the end ------------------------------------------------------------------------------------------------------------
def case_a_running_command_ends(pane: Pane) -> None:
    pane.submit("sleep 0.5; sh -c 'exit 7'")
    row = ended(pane)
    assert (row["exit_code"], row["signal"], row["evidence"]) == (7, None, "marks")


def case_a_command_that_has_only_just_been_entered_is_waited_for(pane: Pane) -> None:
    for code in (3, 4, 5):
        pane.submit(f"sh -c 'exit {code}'")
        assert ended(pane)["exit_code"] == code


def case_one_that_has_ended_counts_at_once(pane: Pane) -> None:
    pane.run("sh -c 'exit 6'", timeout_s=15)
    assert ended(pane, timeout_s=1)["exit_code"] == 6


def case_a_blank_line_is_no_command_to_wait_for(pane: Pane) -> None:
    pane.run("sh -c 'exit 6'", timeout_s=15)
    pane.submit("")
    assert ended(pane)["evidence"] == "marks"


def case_nothing_was_run(pane: Pane) -> None:
    assert kind_of(lambda: ended(pane)) == "no_command"
    assert kind_of(lambda: last(pane)) == "no_command"


def case_the_shell_itself_ends(pane: Pane) -> None:
    pane.submit("sleep 0.4; exit 5")
    assert ended(pane)["exit_code"] == 5


def case_too_late(pane: Pane) -> None:
    pane.submit("sleep 30")
    pane.until(lambda pane: pane.foreground().startswith("sleep"))
    assert kind_of(lambda: ended(pane, timeout_s=0.3)) == "timed_out"
    assert kind_of(lambda: ended(pane, of="program", timeout_s=0.3)) == "timed_out"
    pane.key("ctrl-c")
    assert ended(pane)["exit_code"] == 130


# -- the program --------------------------------------------------------------------------------------------------------
def case_the_program_ends(pane: Pane) -> None:
    pane.submit("sleep 0.5; exit 9")
    row = ended(pane, of="program")
    assert (row["exit_code"], row["signal"], row["evidence"]) == (9, None, "exited")


def case_a_pane_that_closed_with_its_program_counts_at_once(pane: Pane) -> None:
    pane.submit("exit 9")
    pane.until(lambda pane: pane.id not in [row["surface_id"] for row in pane.rpc.call("surface.list")["surfaces"]])
    assert [ended(pane, of=of, timeout_s=1)["exit_code"] for of in ("program", "command")] == [9, 9]


def case_a_signal_ends_the_program(pane: Pane) -> None:
    pane.submit("exec sh -c 'sleep 0.5; kill -KILL $$'")
    row = ended(pane, of="program")
    assert (row["exit_code"], row["signal"]) == (137, 9)


def case_the_pane_is_closed(pane: Pane) -> None:
    pane.submit("sleep 0.8; echo done")
    with Rpc(pane.host.socket_path) as other:
        other.send_line(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "surface.wait_end",
                "params": {"surfaces": [pane.id], "timeout_s": 15},
            }
        )
        with Rpc(pane.host.socket_path) as third:  # accepted later, so the wait is armed
            third.call("system.ping")
        pane.call("surface.close")
        assert other.read_line()["error"]["data"]["kind"] == "surface_exited"


# -- the output ---------------------------------------------------------------------------------------------------------
def case_the_last_output(pane: Pane) -> None:
    pane.run("echo first", timeout_s=15)
    pane.run("printf 'one\\n\\nthree\\n'; sh -c 'exit 4'", timeout_s=15)
    read = last(pane)
    assert (read["text"], read["exit_code"], read["evidence"]) == ("one\n\nthree", 4, "marks")
    assert (read["lines"], read["total_lines"], read["eof"]) == (3, 3, True)


def case_parts_of_the_last_output(pane: Pane) -> None:
    pane.run("seq 1 10", timeout_s=15)
    read = last(pane, lines=3, offset=2)
    assert (read["text"], read["lines"], read["total_lines"], read["eof"]) == ("6\n7\n8", 3, 10, False)
    assert kind_of(lambda: last(pane, offset=11)) == "offset_out_of_range"


def case_the_last_output_without_a_line_end(pane: Pane) -> None:
    pane.run("printf 'a\\n\\nbc'", timeout_s=15)
    pane.settle()
    assert last(pane)["text"] == "a\n\nbc"


def case_a_command_without_output(pane: Pane) -> None:
    pane.run("true", timeout_s=15)
    read = last(pane)
    assert (read["text"], read["lines"], read["exit_code"]) == ("", 0, 0)


def case_the_output_before_a_command_that_runs(pane: Pane) -> None:
    pane.run("echo before", timeout_s=15)
    pane.submit("echo now; sleep 30")
    pane.until(lambda pane: "now" in pane.read().splitlines())
    assert last(pane)["text"] == "before"


def case_long_output(pane: Pane) -> None:
    pane.run("seq 1 3000", timeout_s=15)
    read = last(pane)
    assert read["text"].split("\n") == [str(number) for number in range(1, 3001)]
    assert read["eof"] is True


def case_output_longer_than_what_is_retained(pane: Pane) -> None:
    pane.run("seq 1 60000", timeout_s=30)
    read = last(pane)
    assert read["text"].split("\n") == [str(number) for number in range(56001, 60001)]
    assert read["eof"] is False


def case_the_last_output_at_another_width(pane: Pane) -> None:
    long = "x" * 150
    pane.run(f"echo {long}; echo end", timeout_s=15)
    pane.call("surface.resize", cols=37, rows=20)
    pane.settle()
    assert last(pane)["text"] == f"{long}\nend"


def case_output_that_was_cleared_away(pane: Pane) -> None:
    pane.run("echo secret", timeout_s=15)
    pane.call("surface.clear")
    assert kind_of(lambda: last(pane)) == "output_gone"


def case_a_screen_that_the_shell_clears(pane: Pane) -> None:
    pane.run("printf 'one\\ntwo\\n'", timeout_s=15)
    pane.key("ctrl-l")
    pane.settle()
    gone = kind_of(lambda: last(pane))  # else it scrolled away with its place
    assert gone == "output_gone" or last(pane)["text"] == "one\ntwo"


def case_another_screen_is_shown(pane: Pane) -> None:
    pane.run("echo before", timeout_s=15)
    pane.submit("printf '\\033[?1049h'; sleep 1.5; printf '\\033[?1049l'")
    pane.until(lambda pane: kind_of(lambda: last(pane)) == "output_gone")
    ended(pane)
    assert last(pane)["text"] == ""


def case_marks_that_a_program_prints_tell_nothing(pane: Pane) -> None:
    forged = (
        r"echo one; printf '\033]133;D;0\007\033]133;A\007$ \033]133;B\007\033]133;C\007'; echo two; sh -c 'exit 3'"
    )
    pane.run(forged, timeout_s=15)
    read = last(pane)
    assert read["text"].split("\n")[0] == "one"
    assert read["text"].split("\n")[-1].endswith("two")
    assert read["exit_code"] == 3


@pytest.mark.parametrize("case", cases(globals()))
def test_ends(played: Played, case: str) -> None:
    played.result(case)


# -- without marks ------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def plain() -> Iterator[HostProcess]:
    with running_host(config="shell_integration = false\n") as host:
        yield host


def test_without_marks_nobody_knows_of_commands(plain: HostProcess) -> None:
    with Pane(plain) as pane:
        pane.run("echo hi", timeout_s=15)
        assert kind_of(lambda: ended(pane)) == "no_marks"
        assert kind_of(lambda: last(pane)) == "no_marks"
        pane.submit("exit 3")
        assert ended(pane, of="program")["exit_code"] == 3


def test_of_several_panes_any_or_all_have_to_end(plain: HostProcess) -> None:
    with Pane(plain) as first, Pane(plain) as second:
        first.submit("sleep 0.3; exit 3")
        second.submit("sleep 1.2; exit 4")
        both = {"surfaces": [first.id, second.id], "timeout_s": 15}
        with Rpc(plain.socket_path) as other:
            other.send_line({"jsonrpc": "2.0", "id": 1, "method": "surface.wait_end", "params": {**both, "all": True}})
            any_ = first.rpc.call("surface.wait_end", **both)["ended"]
            all_ = other.read_line()["result"]["ended"]
    assert [(row["surface_id"], row["exit_code"]) for row in any_] == [(first.id, 3)]
    assert [(row["surface_id"], row["exit_code"]) for row in all_] == [(first.id, 3), (second.id, 4)]


def test_a_command_that_a_new_pane_is_yet_to_run_is_waited_for() -> None:
    with running_host() as host:
        surface = host.call("workspace.create", command="sleep 0.5; sh -c 'exit 8'")["surface_id"]
        rows = host.call("surface.wait_end", surfaces=[surface], of="command", timeout_s=20)["ended"]
    assert rows[0]["exit_code"] == 8


def test_a_line_that_is_typed_before_the_first_prompt_is_waited_for() -> None:
    with running_host() as host:
        (host.home / ".bashrc").write_text("sleep 1; PS1='$ '\n")
        surface = host.call("workspace.create")["surface_id"]
        host.type(surface, "sleep 0.5; sh -c 'exit 8'")
        rows = host.call("surface.wait_end", surfaces=[surface], of="command", timeout_s=20)["ended"]
    assert (rows[0]["exit_code"], rows[0]["evidence"]) == (8, "marks")


def test_a_new_shell_has_no_command_to_wait_for_and_what_to_do_is_said() -> None:
    with running_host() as host:
        surface = host.call("workspace.create")["surface_id"]
        with pytest.raises(RpcError, match="submit one first") as caught:
            host.call("surface.wait_end", surfaces=[surface], of="command", timeout_s=20)
    assert caught.value.kind == "no_command"


# -- by the names of panes that are gone --------------------------------------------------------------------------------
def leave(host: HostProcess, name: str, code: int) -> int:
    """A pane of that name that has closed with its program; its id."""
    surface: int = host.call("workspace.create", pane_name=name, command=f"exit {code}")["surface_id"]
    host.wait_for(lambda: surface not in ids(host))
    return surface


def ids(host: HostProcess) -> list[int]:
    return [row["surface_id"] for row in host.call("surface.list")["surfaces"]]


def told(host: HostProcess, *words: str) -> Any:
    """What `wait` prints, or its exit code."""
    done = Cli(host.env)("wait", *words, "--timeout", "8")
    return json.loads(done.out) if done.code == 0 else done.code


def test_a_pane_that_has_just_gone_is_found_by_its_name(plain: HostProcess) -> None:
    older, newer = leave(plain, "job", 3), leave(plain, "Job", 4)
    assert told(plain, "--match", "job", "--exit")["surface_id"] == newer
    assert told(plain, "--match", "JOB", "--command")["exit_code"] == 4
    assert told(plain, "--match", str(older), "--exit")["exit_code"] == 3
    for how in ("--any", "--all"):
        assert [row["exit_code"] for row in told(plain, "--match", "job", "--exit", how)["ended"]] == [4]
        assert [row["exit_code"] for row in told(plain, "--match", f"%{older}", "--exit", how)["ended"]] == [3]


def test_a_whole_name_of_one_that_has_gone_comes_before_what_begins_with_it(plain: HostProcess) -> None:
    gone = leave(plain, "api", 6)
    with Pane(plain, pane_name="api-logs") as pane:
        assert told(plain, "--match", "api", "--exit")["surface_id"] == gone
        assert told(plain, "--match", "api-", "--exit", "--all") == 4  # that one is there, and goes on
        pane.submit("exit 7")
        assert told(plain, "--match", "api-l", "--exit")["exit_code"] == 7


def test_a_pane_that_has_the_name_now_comes_before_one_that_is_gone(plain: HostProcess) -> None:
    leave(plain, "twice", 3)
    with Pane(plain, pane_name="twice") as pane:
        pane.submit("sleep 0.5; exit 8")
        ended = told(plain, "--match", "twice", "--exit")
        assert (ended["surface_id"], ended["exit_code"]) == (pane.id, 8)


def test_the_beginning_of_several_names_of_panes_that_are_gone(plain: HostProcess) -> None:
    for number in (1, 2):
        leave(plain, f"worker-{number}", number)
    assert [row["exit_code"] for row in told(plain, "--match", "work", "--exit", "--all")["ended"]] == [1, 2]
    assert told(plain, "--match", "work", "--exit") == 3
    assert told(plain, "--match", "nobody", "--exit") == 3


def test_ends_of_closed_panes_are_listed_by_their_last_names(plain: HostProcess) -> None:
    with Pane(plain, pane_name="before") as pane:
        pane.call("surface.rename", name="after")
        pane.submit("exec sh -c 'kill -TERM $$'")
        plain.wait_for(lambda: pane.id not in ids(plain))
    with Pane(plain) as closed:
        pass
    rows = {row["surface_id"]: row for row in plain.call("surface.ended")["ended"]}
    assert rows[pane.id] == {"surface_id": pane.id, "name": "after", "exit_code": 143, "signal": 15}
    assert closed.id not in rows
