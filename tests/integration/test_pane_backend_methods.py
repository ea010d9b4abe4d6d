"""What each method of the CustomPaneBackend does, and how it fails."""

import base64
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.pane_backend import BackendClient, BackendFailure

pytestmark = pytest.mark.timeout(60)
PARAMS, NOT_FOUND, SPAWN_FAILED, TOO_SMALL, SPAWN_TIMEOUT = -32602, -32001, -32002, -32003, -32004
CAPTURE_TIMEOUT, COMMAND_TIMEOUT, COMMAND_FAILED = -32005, -32007, -32008
PYTHON = sys.executable


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host({}) as host:
        yield host


@pytest.fixture
def backend(host: HostProcess) -> Iterator[BackendClient]:
    with BackendClient.connect(host) as backend:
        backend.initialize()
        yield backend
        backend.call("kill_all")


def spawn(backend: BackendClient, *command: str, **params: object) -> str:
    """A pane with a program; its id."""
    answer = backend.call("spawn_agent", **{"command": list(command), "wait_ready": False, "mode": "window", **params})
    context: str = answer["context_id"]
    return context


def write(backend: BackendClient, context: str, data: bytes) -> None:
    assert backend.call("write", context_id=context, data=base64.b64encode(data).decode()) == {}


def shown(backend: BackendClient, context: str, text: str) -> str:
    """The screen, once it shows a text."""
    found = ""
    end = time.monotonic() + 20
    while text not in found:
        assert time.monotonic() < end, found
        found = backend.call("capture", context_id=context, clean=True)["text"]
        time.sleep(0.02)
    return found


def fails(backend: BackendClient, code: int, method: str, /, **params: object) -> BackendFailure:
    with pytest.raises(BackendFailure) as failure:
        backend.call(method, **params)
    assert failure.value.code == code, failure.value
    return failure.value


# -- initialize -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("asked", "answered"), [("2", "2"), ("1", "1"), ("3", "2"), ("x", "2")])
def test_versions_are_agreed_on(host: HostProcess, asked: str, answered: str) -> None:
    with BackendClient.connect(host) as backend:
        told = backend.initialize(asked)

    assert list(told) == ["protocol_version", "capabilities", "self_context_id"]
    assert told["protocol_version"] == answered
    assert told["capabilities"] == (["events", "capture"] + (["run_shell"] if answered == "2" else []))
    assert told["self_context_id"].startswith("%")


def test_a_version_has_to_be_asked_for(backend: BackendClient) -> None:
    fails(backend, PARAMS, "initialize")
    fails(backend, PARAMS, "initialize", protocol_version=2)


def test_the_first_version_lists_ids_and_reads_the_scrollback(host: HostProcess, backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "seq 200; sleep 100")
    with BackendClient.connect(host) as old:
        own = old.initialize("1")["self_context_id"]

        assert context in old.call("list")["contexts"]
        assert old.call("get_self_id") == {"context_id": own}
        shown(backend, context, "200")
        text = old.call("capture", context_id=context)
        assert text["text"].splitlines() == [str(number) for number in range(1, 201)]
        assert text["truncated"] is False
        assert old.call("capture", context_id=context, lines=2)["text"] == "199\n200"


def test_methods_are_answered_before_the_handshake(host: HostProcess) -> None:
    with BackendClient.connect(host) as backend:
        assert isinstance(backend.call("list")["contexts"], list)


# -- spawn_agent ------------------------------------------------------------------------------------------------------
def test_words_reach_the_program_as_they_are(backend: BackendClient, tmp_path: Path) -> None:
    words = ["a b", "$HOME", "'\"", "*", ";", "", "ü", "--", "-x", "new\nline"]
    log = tmp_path / "argv"
    code = f"import sys; open({str(log)!r}, 'w').write(repr(sys.argv[1:]))"

    context = spawn(backend, PYTHON, "-c", code, *words)

    assert backend.pushed("context_exited", context_id=context)["exit_code"] == 0
    assert log.read_text() == repr(words)


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_a_shell_that_launches_does_not_read_the_words(backend: BackendClient, tmp_path: Path, shell: str) -> None:
    words = ["a b", "$(id)", "'", ";", "*"]
    log = tmp_path / "argv"
    code = f"import sys; open({str(log)!r}, 'w').write(repr(sys.argv[1:]))"

    context = spawn(backend, PYTHON, "-c", code, *words, shell=shell)

    backend.pushed("context_exited", context_id=context)
    assert log.read_text() == repr(words)


def test_an_empty_command_is_a_shell(backend: BackendClient) -> None:
    answer = backend.call("spawn_agent", command=[], mode="window")

    assert answer["ready"] is True
    assert answer["elapsed_ms"] > 0
    assert answer["data_version"] > 0
    assert answer["created_via"] == "window"
    row = next(each for each in backend.call("list")["contexts"] if each["context_id"] == answer["context_id"])
    assert row["shell_name"] == "bash"
    assert backend.pushed("context_ready", context_id=answer["context_id"])["ready_signal"] == "idle"


def test_a_pane_gets_its_folder_and_environment(backend: BackendClient, tmp_path: Path) -> None:
    context = spawn(
        backend,
        "sh",
        "-c",
        "pwd; echo $MINE $CLAUDE_CODE_NO_FLICKER $PANEFLOW_SURFACE_ID; echo $CLAUDE_PANE_BACKEND_SOCKET; "
        "echo $PI_PANE_BACKEND_SOCKET; echo ${PSMUX-none}; sleep 100",
        cwd=str(tmp_path),
        env={"MINE": "yes"},
    )

    text = shown(backend, context, "none").replace("\n", "")
    assert str(tmp_path) in text
    assert f"yes 1 {context[1:]}" in text
    assert text.count("pane-backend.sock") == 2


def test_a_folder_that_is_not_there_fails(backend: BackendClient) -> None:
    failure = fails(backend, SPAWN_FAILED, "spawn_agent", command=["cat"], cwd="/no/such/folder")
    assert failure.data == {"cwd": "/no/such/folder"}


def test_a_program_that_is_not_there_fails_and_leaves_no_pane(backend: BackendClient) -> None:
    before = backend.call("list")["contexts"]
    fails(backend, SPAWN_FAILED, "spawn_agent", command=["/no/such/program"])
    assert backend.call("list")["contexts"] == before


def test_a_pane_that_is_never_idle_stays(backend: BackendClient) -> None:
    failure = fails(backend, SPAWN_TIMEOUT, "spawn_agent", command=["cat"], ready_timeout_ms=200, mode="window")

    assert failure.data is not None
    context = failure.data["context_id"]
    write(backend, context, b"still here\n")
    shown(backend, context, "still here")


def test_ready_is_some_output_and_then_quiet(backend: BackendClient) -> None:
    command = ["sh", "-c", "sleep 0.3; echo one; sleep 0.3; echo two; sleep 100"]

    answer = backend.call("spawn_agent", command=command, mode="window")

    assert answer["elapsed_ms"] >= 1000
    told = backend.pushed("context_ready", context_id=answer["context_id"])
    assert told == {"context_id": answer["context_id"], "ready_signal": "output_stable", "data_version": 2}
    time.sleep(0.1)
    assert len(backend.pushes("context_ready")) == 1


def test_a_pane_is_split_until_it_is_too_small(backend: BackendClient) -> None:
    lead = spawn(backend, "cat")
    seen = []
    with contextlib.suppress(BackendFailure):
        for _ in range(8):
            answer = backend.call(
                "spawn_agent", command=["cat"], mode="split", split_direction="vertical", wait_ready=False
            )
            seen.append(answer["created_via"])
    assert seen
    assert set(seen) == {"split"}
    fails(
        backend, TOO_SMALL, "spawn_agent", command=["cat"], mode="split", split_direction="vertical", wait_ready=False
    )
    answer = backend.call("spawn_agent", command=["cat"], split_direction="vertical", wait_ready=False)
    assert answer["created_via"] == "window"
    assert lead


def test_bare_is_for_one_agent_only(backend: BackendClient, tmp_path: Path) -> None:
    for name in ("Claude-x", "other"):
        program = tmp_path / name
        program.write_text('#!/bin/sh\necho "args:$*:"; sleep 100\n')
        program.chmod(0o755)

    first = spawn(backend, str(tmp_path / "Claude-x"), "-a", bare=True)
    second = spawn(backend, str(tmp_path / "other"), "-a", bare=True)

    shown(backend, first, "args:--bare -a:")
    shown(backend, second, "args:-a:")


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"command": "cat"},
        {"command": ["cat", 1]},
        {"command": ["cat"], "mode": "tab"},
        {"command": ["cat"], "split_direction": "diagonal"},
        {"command": ["cat"], "env": []},
        {"command": ["cat"], "env": {"A": 1}},
        {"command": ["cat"], "wait_ready": 1},
        {"command": ["cat"], "ready_timeout_ms": "15000"},
        {"command": ["cat"], "ready_timeout_ms": -1},
        {"command": ["cat"], "metadata": "x"},
        {"command": ["cat"], "metadata": {"max_turns": "20"}},
        {"command": ["cat"], "metadata": {"disallowed_tools": "Bash"}},
        {"command": ["c\0at"]},
    ],
)
def test_a_spawn_with_wrong_types_is_refused(backend: BackendClient, params: dict[str, object]) -> None:
    before = backend.call("list")["contexts"]
    fails(backend, PARAMS, "spawn_agent", **params)
    assert backend.call("list")["contexts"] == before


# -- list, metadata ---------------------------------------------------------------------------------------------------
METADATA = {
    "name": "worker-1",
    "role": "coder",
    "color": "blue",
    "effort": "high",
    "max_turns": 20,
    "disallowed_tools": ["BashTool"],
}


def test_a_row_says_what_is_known(host: HostProcess, backend: BackendClient, tmp_path: Path) -> None:
    context = spawn(backend, "cat", metadata=METADATA, cwd=str(tmp_path))

    def row() -> dict[str, object]:
        return next(each for each in backend.call("list")["contexts"] if each["context_id"] == context)

    host.wait_for(lambda: row().get("shell_name") == "cat")  # the child has become it
    assert row() == {
        "context_id": context,
        "alive": True,
        "cwd": str(tmp_path),
        "title": "worker-1",
        "shell_name": "cat",
        "metadata": METADATA,
    }


def test_metadata_is_replaced_whole(backend: BackendClient) -> None:
    context = spawn(backend, "cat", metadata=METADATA)

    assert backend.call("set_metadata", context_id=context, metadata={"role": "r", "disallowed_tools": []}) == {}

    row = next(each for each in backend.call("list")["contexts"] if each["context_id"] == context)
    assert row["metadata"] == {**dict.fromkeys(METADATA), "role": "r", "disallowed_tools": []}
    fails(backend, NOT_FOUND, "set_metadata", context_id="%999999", metadata=None)
    fails(backend, PARAMS, "set_metadata", context_id=context, metadata=[])


# -- capture ----------------------------------------------------------------------------------------------------------
def test_the_screen_is_read_with_or_without_styles(backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "printf 'plain \\033[1mbold\\033[0m\\nsecond\\n'; sleep 100")
    shown(backend, context, "second")

    clean = backend.call("capture", context_id=context, clean=True)
    assert clean["text"] == "plain bold\nsecond"
    assert clean["context_id"] == context
    assert "\x1b[1mbold" in backend.call("capture", context_id=context)["text"]
    assert backend.call("capture", context_id=context, lines=1)["text"] == "second"


def test_new_output_is_waited_for(backend: BackendClient) -> None:
    context = spawn(backend, "cat")
    write(backend, context, b"one\n")
    version = backend.call("capture", context_id=context, since_version=0)["data_version"]
    time.sleep(0.1)
    version = backend.call("capture", context_id=context)["data_version"]

    waiting = backend.send("capture", context_id=context, since_version=version, clean=True)
    write(backend, context, b"two\n")

    answer = backend.result(waiting)
    assert "two" in answer["text"]
    assert answer["data_version"] > version
    begun = time.monotonic()
    assert backend.call("capture", context_id=context, since_version=0)["data_version"] > 0
    assert time.monotonic() - begun < 1


def test_stale_text_comes_with_the_time_out(backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "echo there; sleep 100")
    shown(backend, context, "there")

    failure = fails(
        backend, CAPTURE_TIMEOUT, "capture", context_id=context, wait_for_output=True, timeout_ms=150, clean=True
    )

    assert failure.data == {"text": "there", "data_version": 1, "context_id": context}


def test_a_resize_is_no_output(host: HostProcess, backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "echo there; sleep 100")
    shown(backend, context, "there")
    version = backend.call("capture", context_id=context)["data_version"]

    host.call("surface.resize", surface_id=int(context[1:]), cols=90, rows=20)

    assert backend.call("capture", context_id=context)["data_version"] == version


# -- write ------------------------------------------------------------------------------------------------------------
RAW = (
    "import os, sys, tty\ntty.setraw(0); os.write(1, b'ready')\nn = 0\nimport hashlib\nh = hashlib.sha256()\n"
    "while n < {size}:\n    d = os.read(0, 65536); n += len(d); h.update(d)\n"
    "os.write(1, b' ' + h.hexdigest().encode()); os.read(0, 1)"
)


def test_a_mebibyte_of_any_bytes_arrives(backend: BackendClient) -> None:
    import hashlib

    data = bytes(range(256)) * 4096
    context = spawn(backend, PYTHON, "-c", RAW.format(size=len(data)))
    shown(backend, context, "ready")

    write(backend, context, data)

    shown(backend, context, hashlib.sha256(data).hexdigest())


def test_pipelined_writes_keep_their_order(backend: BackendClient) -> None:
    import hashlib

    pieces = [f"<{number}>".encode() * 50 for number in range(200)]
    whole = b"".join(pieces)
    context = spawn(backend, PYTHON, "-c", RAW.format(size=len(whole)))
    shown(backend, context, "ready")

    sent = [backend.send("write", context_id=context, data=base64.b64encode(each).decode()) for each in pieces]

    assert all(backend.result(each) == {} for each in sent)
    shown(backend, context, hashlib.sha256(whole).hexdigest())


@pytest.mark.parametrize("data", ["not base64!", "YQ", 5, None])
def test_what_is_no_base64_is_refused(backend: BackendClient, data: object) -> None:
    context = spawn(backend, "cat")
    fails(backend, PARAMS, "write", context_id=context, data=data)


# -- exec, run_shell --------------------------------------------------------------------------------------------------
def test_a_line_runs_with_what_the_pane_has_now(backend: BackendClient, tmp_path: Path) -> None:
    context = spawn(backend, "bash", env={"MINE": "yes"}, wait_ready=True)
    write(backend, context, f"cd {tmp_path} && echo mo''ved\r".encode())
    shown(backend, context, "moved")

    answer = backend.call("exec", context_id=context, command="pwd; echo $MINE >&2; exit 3", capture=True, shell="sh")

    assert (answer["exit_code"], answer["stdout"], answer["stderr"]) == (3, f"{tmp_path}\n", "yes\n")
    assert isinstance(answer["elapsed_ms"], int)
    silent = backend.call("exec", context_id=context, command="echo nobody hears this")
    assert set(silent) == {"exit_code", "elapsed_ms"}
    order = [line.get("method", line.get("id")) for line in backend.lines]
    assert order.count("exec_completed") == 2
    assert order[-2:] == ["exec_completed", backend.lines[-1]["id"]]
    assert backend.pushes("exec_completed")[0] | {"elapsed_ms": 0} == {
        "context_id": context,
        "exit_code": 3,
        "command": "pwd; echo $MINE >&2; exit 3",
        "elapsed_ms": 0,
    }


def test_a_line_that_takes_too_long_is_ended_with_all_it_started(backend: BackendClient, tmp_path: Path) -> None:
    context = spawn(backend, "cat")
    log = tmp_path / "pids"
    command = f"echo early; echo bad >&2; sleep 500 & echo $! > {log}; wait"

    failure = fails(backend, COMMAND_TIMEOUT, "exec", context_id=context, command=command, timeout_ms=400)

    assert failure.data == {
        "stdout": "early\n",
        "stderr": "bad\n",
        "command": command,
        "timeout_ms": 400,
    }
    assert backend.pushed("exec_completed", context_id=context)["exit_code"] == -1
    wait_dead(int(log.read_text()))


def wait_dead(pid: int) -> None:
    end = time.monotonic() + 5
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]:
        assert time.monotonic() < end, f"process {pid} lives on"
        time.sleep(0.02)


def test_a_program_is_run_off_any_pane(backend: BackendClient, tmp_path: Path) -> None:
    command = ["sh", "-c", "pwd; echo $MINE; echo bad >&2; exit 4"]
    answer = backend.call("run_shell", command=command, cwd=str(tmp_path), env={"MINE": "yes"})

    assert answer | {"elapsed_ms": 0} == {
        "exit_code": 4,
        "stdout": f"{tmp_path}\nyes\n",
        "stderr": "bad\n",
        "elapsed_ms": 0,
    }


def test_the_folder_of_a_program_is_its_panes(backend: BackendClient, tmp_path: Path) -> None:
    context = spawn(backend, "cat", cwd=str(tmp_path))
    assert backend.call("run_shell", command=["pwd"], context_id=context)["stdout"] == f"{tmp_path}\n"


def test_a_program_may_flood_both_its_pipes(backend: BackendClient) -> None:
    code = "import sys\nfor _ in range(3000): sys.stdout.write('o' * 1000); sys.stderr.write('e' * 1000)"

    answer = backend.call("run_shell", command=[PYTHON, "-c", code])

    assert (answer["exit_code"], len(answer["stdout"]), len(answer["stderr"])) == (0, 3_000_000, 3_000_000)


def test_a_program_that_leaves_a_child_behind_does_not_hold_the_answer(backend: BackendClient) -> None:
    begun = time.monotonic()
    answer = backend.call("run_shell", command=["sh", "-c", "echo done; sleep 5 &"])

    assert answer["stdout"] == "done\n"
    assert time.monotonic() - begun < 4


def test_a_program_that_takes_too_long_tells_what_it_said(backend: BackendClient) -> None:
    command = ["sh", "-c", "echo early; sleep 500"]
    failure = fails(backend, COMMAND_TIMEOUT, "run_shell", command=command, timeout_ms=300)

    assert failure.data == {"stdout": "early\n", "stderr": "", "command": command, "timeout_ms": 300}


def test_a_program_that_was_killed_has_no_code(backend: BackendClient) -> None:
    assert backend.call("run_shell", command=["sh", "-c", "kill -9 $$"])["exit_code"] == -1


def test_programs_that_cannot_start(backend: BackendClient) -> None:
    failure = fails(backend, COMMAND_FAILED, "run_shell", command=["/no/such/program", "x"])
    assert failure.data == {"command": ["/no/such/program", "x"]}
    fails(backend, COMMAND_FAILED, "run_shell", command=["pwd"], cwd="/no/such/folder")
    fails(backend, PARAMS, "run_shell", command=[])
    fails(backend, PARAMS, "run_shell", command="pwd")
    context = spawn(backend, "cat")
    fails(backend, COMMAND_FAILED, "exec", context_id=context, command="x", shell="/no/such/shell")
    assert backend.pushed("exec_completed", context_id=context)["exit_code"] == -1
    fails(backend, PARAMS, "exec", context_id=context)
    fails(backend, PARAMS, "exec", context_id=context, command=["ls"])


# -- wait_for ---------------------------------------------------------------------------------------------------------
def wait_for(backend: BackendClient, condition: str, arg: object = None, **params: object) -> dict[str, object]:
    answer: dict[str, object] = backend.call("wait_for", condition=condition, arg=arg, **params)
    return answer


def test_a_file_is_waited_for(backend: BackendClient, tmp_path: Path) -> None:
    path = tmp_path / "made"
    waiting = backend.send("wait_for", condition="file", arg=str(path))
    time.sleep(0.15)
    path.touch()

    answer = backend.result(waiting)
    assert answer["kind"] == "success"
    assert answer["elapsed_ms"] >= 100
    assert wait_for(backend, "file", str(path))["kind"] == "success"


def test_output_is_waited_for(backend: BackendClient) -> None:
    context = spawn(backend, "cat")
    waiting = backend.send("wait_for", condition="output", arg=r"l[a4]te\s*$", pane_id=context)
    write(backend, context, b"early\nl4te\n")

    assert backend.result(waiting)["kind"] == "success"
    assert wait_for(backend, "output", "early", pane_id=context)["kind"] == "success"


def test_a_prompt_is_waited_for(backend: BackendClient) -> None:
    context = spawn(backend, "bash")

    assert wait_for(backend, "ready", pane_id=context)["kind"] == "success"


def test_the_exit_code_of_a_panes_program_is_exact(host: HostProcess, backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "read x; exit 7")
    pid = host.call("surface.info", surface_id=int(context[1:]))["pid"]
    waiting = backend.send("wait_for", condition="exit", arg=str(pid))
    write(backend, context, b"\n")

    answer = backend.result(waiting)
    assert (answer["kind"], answer["exit_code"]) == ("exit_success", 7)
    again = wait_for(backend, "exit", str(pid))
    assert (again["kind"], again["exit_code"]) == ("exit_success", 7)


def test_any_process_is_waited_for_without_its_code(backend: BackendClient) -> None:
    with subprocess.Popen(["sleep", "500"]) as process:
        waiting = backend.send("wait_for", condition="exit", arg=str(process.pid))
        time.sleep(0.15)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()

    answer = backend.result(waiting)
    assert (answer["kind"], answer["exit_code"]) == ("exit_success", -1)
    assert wait_for(backend, "exit", str(process.pid))["kind"] == "exit_success"


@pytest.mark.parametrize("condition", ["output", "ready"])
def test_a_pane_that_ends_ends_the_wait(backend: BackendClient, condition: str) -> None:
    context = spawn(backend, "sh", "-c", "read x")
    waiting = backend.send("wait_for", condition=condition, arg="never", pane_id=context)
    time.sleep(0.1)
    write(backend, context, b"\n")

    assert backend.result(waiting, patience=5) == {"kind": "error", "reason": "the pane's program ended"}


def test_time_that_is_up_is_a_result(backend: BackendClient) -> None:
    context = spawn(backend, "cat")
    answer = wait_for(backend, "output", "never", pane_id=context, timeout_ms=120)

    assert answer["kind"] == "timeout"
    elapsed = answer["elapsed_ms"]
    assert isinstance(elapsed, int)
    assert 100 <= elapsed < 2000


@pytest.mark.parametrize(
    ("condition", "arg", "pane"),
    [
        ("weather", "x", None),
        ("file", None, None),
        ("file", "relative/path", None),
        ("file", "/zero\0byte", None),
        ("exit", "abc", None),
        ("exit", "-1", None),
        ("exit", None, None),
        ("output", "x", None),
        ("output", "x", "%999999"),
        ("ready", None, None),
        ("ready", None, "nonsense"),
    ],
)
def test_a_condition_that_cannot_hold_is_a_result(
    backend: BackendClient, condition: str, arg: str | None, pane: str | None
) -> None:
    answer = wait_for(backend, condition, arg, pane_id=pane)

    assert answer["kind"] == "error"
    assert answer["reason"]


@pytest.mark.parametrize("pattern", ["(", "x" * 200_000], ids=["open", "long"])
def test_a_bad_pattern_is_a_result_and_holds_nobody_up(backend: BackendClient, pattern: str) -> None:
    context = spawn(backend, "cat")

    assert wait_for(backend, "output", pattern, pane_id=context, timeout_ms=100)["kind"] == "error"


# -- kill -------------------------------------------------------------------------------------------------------------
def test_a_killed_pane_is_told_of_after_the_answer(backend: BackendClient) -> None:
    context = spawn(backend, "cat")

    request = backend.send("kill", context_id=context)

    assert backend.pushed("context_exited", context_id=context) == {"context_id": context, "exit_code": -1}
    assert backend.result(request) == {}
    told = {"method": "context_exited", "params": {"context_id": context, "exit_code": -1}}
    assert backend.lines.index({"id": request, "result": {}}) < backend.lines.index(told)
    fails(backend, NOT_FOUND, "kill", context_id=context)


def test_a_polite_end_comes_first(backend: BackendClient, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = f"trap 'echo asked > {log}; exit 5' TERM; echo up; while :; do sleep 0.05; done"
    context = spawn(backend, "sh", "-c", script)
    shown(backend, context, "up")

    begun = time.monotonic()
    assert backend.call("kill", context_id=context, grace_ms=5000) == {}
    assert time.monotonic() - begun < 1

    assert backend.pushed("context_exited", context_id=context)["exit_code"] == 5
    assert log.read_text() == "asked\n"


def test_who_does_not_listen_is_ended_after_the_grace(backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "trap '' TERM HUP; echo up; while :; do sleep 0.05; done")
    shown(backend, context, "up")

    backend.call("kill", context_id=context, grace_ms=300)

    assert backend.pushed("context_exited", context_id=context, patience=10)["exit_code"] == -1


def test_a_role_is_killed_and_people_are_left_alone(host: HostProcess, backend: BackendClient) -> None:
    mine = host.new(name="mine")
    coders = [spawn(backend, "cat", metadata={"role": "coder"}) for _ in range(2)]
    tester = spawn(backend, "cat", metadata={"role": "tester"})
    nobody = spawn(backend, "cat")

    assert sorted(backend.call("kill_all", role="coder")["killed"]) == sorted(coders)
    assert sorted(backend.call("kill_all")["killed"]) == sorted([tester, nobody])
    assert backend.call("kill_all") == {"killed": []}
    assert f"%{mine}" in [each["context_id"] for each in backend.call("list")["contexts"]]
    fails(backend, PARAMS, "kill_all", role=1)


# -- ends -------------------------------------------------------------------------------------------------------------
def test_an_end_is_told_once_with_all_that_is_known(backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "sleep 0.2; exit 6")

    told = backend.pushed("context_exited", context_id=context)

    assert told["elapsed_ms"] >= 150
    assert told | {"elapsed_ms": 0} == {
        "context_id": context,
        "exit_code": 6,
        "elapsed_ms": 0,
        "command": "sh -c sleep 0.2; exit 6",
    }
    time.sleep(0.2)
    assert len([each for each in backend.pushes("context_exited") if each["context_id"] == context]) == 1


def test_an_end_reaches_a_client_that_comes_a_moment_too_late(host: HostProcess, backend: BackendClient) -> None:
    context = spawn(backend, "sh", "-c", "exit 2")
    backend.pushed("context_exited", context_id=context)

    with BackendClient.connect(host) as late:
        late.initialize()

        assert late.pushed("context_exited", context_id=context)["exit_code"] == 2
        assert len([each for each in late.pushes("context_exited") if each["context_id"] == context]) == 1


@pytest.mark.parametrize("method", ["capture", "write", "kill", "set_metadata", "exec", "run_shell"])
@pytest.mark.parametrize("context", ["%999999", "%x", "", "%0", "pane"])
def test_a_pane_that_is_not_there_is_told(backend: BackendClient, method: str, context: str) -> None:
    given = {"context_id": context, "data": "YQ==", "command": ["ls"] if method == "run_shell" else "ls"}

    failure = fails(backend, NOT_FOUND, method, **given)
    assert failure.data == {"context_id": context}


@pytest.mark.parametrize("method", ["capture", "write", "kill", "set_metadata"])
def test_a_pane_has_to_be_named(backend: BackendClient, method: str) -> None:
    fails(backend, PARAMS, method, data="YQ==")
    fails(backend, PARAMS, method, context_id=3, data="YQ==")


def test_a_method_that_does_not_exist(backend: BackendClient) -> None:
    fails(backend, -32601, "split_pane")
