"""What every PTY child does; on Linux both of Unix's ways to start one, on Windows its own."""

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from paneflow.errors import Failed
from paneflow.geometry import Size
from paneflow.pty.child import Exit, PtyChild, Spawn
from paneflow.pty.choose import start

Start = Callable[..., PtyChild]
SIZE = Size(80, 24)


@pytest.fixture(
    params=["as here", pytest.param("forked", marks=pytest.mark.skipif(sys.platform != "linux", reason="one way only"))]
)
def begin(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    children: list[PtyChild] = []
    if request.param == "forked":
        from paneflow.pty import unix

        monkeypatch.setattr(unix, "_spawned", unix._forked)

    def begin(argv: Sequence[str], cwd: str = str(tmp_path), **env: str) -> PtyChild:
        child = start(Spawn(argv, {"PATH": os.environ["PATH"], "TERM": "xterm-256color", **env}, cwd, SIZE))
        children.append(child)
        return child

    yield begin
    for child in children:
        child.signal_group(signal.SIGKILL)
        child.close()
        wait_for(child.poll)


def wait_for(condition: Callable[[], object], timeout: float = 10.0) -> object:
    deadline = time.monotonic() + timeout
    while not (value := condition()):
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.002)
    return value


def read_until(child: PtyChild, text: bytes, timeout: float = 10.0) -> bytes:
    found = b""
    deadline = time.monotonic() + timeout
    while text not in found:
        assert time.monotonic() < deadline, found
        data = child.read(65536)
        assert data != b"", found
        found += data or b""
        if data is None:
            time.sleep(0.002)
    return found


def read_all(child: PtyChild) -> bytes:
    found = b""
    while (data := child.read(65536)) != b"":
        found += data or b""
        if data is None:
            time.sleep(0.002)
    return found


def test_output_arrives_and_then_the_end(begin: Start) -> None:
    child = begin(["sh", "-c", "printf hello"])
    assert read_all(child) == b"hello"
    assert wait_for(child.poll) == Exit(0, None)


def test_reading_does_not_block_when_nothing_is_there(begin: Start) -> None:
    child = begin(["cat"])
    assert child.read(100) is None


def test_what_is_written_is_typed(begin: Start) -> None:
    child = begin(["sh", "-c", "read line; echo got:$line"])
    assert child.write(b"word\r") == 5
    assert b"got:word" in read_until(child, b"got:word")


def test_an_exit_code_is_told_again_and_again(begin: Start) -> None:
    child = begin(["sh", "-c", "exit 7"])
    assert wait_for(child.poll) == Exit(7, None)
    assert child.poll() == Exit(7, None)


def test_a_signal_is_not_an_exit_code(begin: Start) -> None:
    child = begin(["sh", "-c", "kill -9 $$"])
    assert wait_for(child.poll) == Exit(None, 9)


def test_the_last_output_before_the_end_is_not_lost(begin: Start) -> None:
    child = begin(["sh", "-c", "seq 20000; printf last"])
    assert read_all(child).endswith(b"20000\r\nlast")


def test_a_full_buffer_takes_what_fits_and_says_so(begin: Start) -> None:
    child = begin(["sh", "-c", "stty raw -echo; printf ready; sleep 60"])
    read_until(child, b"ready")
    written = 0
    while count := child.write(b"x" * 65536):
        written += count
    assert 0 < written < 10_000_000


def test_a_resize_reaches_the_child(begin: Start) -> None:
    child = begin(["sh", "-c", "trap 'stty size; exit' WINCH; printf ready; while :; do sleep 0.01; done"])
    read_until(child, b"ready")
    child.resize(Size(101, 37))
    assert b"37 101" in read_until(child, b"37 101")


def test_a_resize_after_the_end_is_no_error(begin: Start) -> None:
    child = begin(["true"])
    wait_for(child.poll)
    child.resize(Size(10, 10))


def test_the_first_size_is_there_from_the_start(begin: Start) -> None:
    assert b"24 80" in read_all(begin(["stty", "size"]))


def test_a_missing_program_is_an_error(begin: Start) -> None:
    with pytest.raises(Failed) as error:
        begin(["no-such-program-here"])
    assert error.value.kind == "spawn_failed"


def test_a_program_that_cannot_be_executed_is_an_error(begin: Start, tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(b"\x7fELF nonsense")
    (tmp_path / "broken").chmod(0o755)
    with pytest.raises(Failed) as error:
        begin([str(tmp_path / "broken")])
    assert error.value.kind == "spawn_failed"


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_a_folder_that_cannot_be_entered_is_an_error_and_leaves_one_process(
    begin: Start, tmp_path: Path, folder: str
) -> None:
    (tmp_path / "file").touch()
    before = os.getpid()
    with pytest.raises(Failed):
        begin(["true"], cwd=str(tmp_path / folder))
    assert os.getpid() == before


def test_the_environment_is_exactly_the_one_given(begin: Start) -> None:
    lines = read_all(begin(["env"], ONLY="this")).decode().split()
    assert {line.partition("=")[0] for line in lines} <= {"PATH", "TERM", "ONLY", "PWD", "SHLVL", "_"}
    assert "ONLY=this" in lines


def test_the_child_leads_a_session_of_its_own(begin: Start) -> None:
    child = begin(["sh", "-c", "printf ready; sleep 60"])
    read_until(child, b"ready")
    assert os.getsid(child.pid) == child.pid


def test_the_terminal_is_the_child_s_controlling_one_and_our_folder_stays_ours(begin: Start) -> None:
    before = Path.cwd()
    child = begin(["sh", "-c", "echo through-tty >/dev/tty; pwd"])
    assert b"through-tty" in read_all(child)
    assert Path.cwd() == before


def test_signals_that_python_ignores_act_in_the_child(begin: Start) -> None:
    child = begin(["sh", "-c", "kill -PIPE $$; echo survived"])
    assert wait_for(child.poll) == Exit(None, signal.SIGPIPE)


def test_no_descriptor_of_ours_is_inherited(begin: Start, tmp_path: Path) -> None:
    with (tmp_path / "secret").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        listed = read_all(begin(["ls", "-l", "/proc/self/fd"])).decode()
    assert "secret" not in listed
    assert "ptmx" not in listed


def test_a_group_is_signalled_with_its_foreground_job(begin: Start) -> None:
    child = begin(["bash", "-ic", "set -m; trap '' HUP; (trap '' HUP; echo job:$BASHPID; sleep 60); echo x"])
    job = int(read_until(child, b"job:").split(b"job:")[1].split()[0] or read_until(child, b"\n").split()[0])
    child.signal_group(signal.SIGKILL)
    assert wait_for(child.poll) == Exit(None, 9)
    wait_for(lambda: not alive(job))


def alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_a_group_that_is_gone_is_no_error(begin: Start) -> None:
    child = begin(["true"])
    wait_for(child.poll)
    child.signal_group(signal.SIGTERM)


@pytest.mark.parametrize(
    ("modes", "echoes"), [("echo icanon", True), ("-echo icanon", False), ("-echo -icanon", True), ("sane", True)]
)
def test_only_a_prompt_for_a_secret_does_not_echo(begin: Start, modes: str, echoes: bool) -> None:
    child = begin(["sh", "-c", f"stty {modes}; printf ready; sleep 60"])
    read_until(child, b"ready")
    assert child.echo() is echoes


def test_the_foreground_is_told(begin: Start) -> None:
    child = begin(["bash", "-c", "set -m; printf ready; sleep 60; true"])
    read_until(child, b"ready")
    wait_for(lambda: child.foreground() not in (None, child.pid))


def test_closing_twice_is_fine_and_asking_afterwards_answers(begin: Start) -> None:
    child = begin(["cat"])
    child.close()
    child.close()
    assert child.fileno() == -1
    assert child.read(10) == b""
    assert child.foreground() is None
    assert child.echo() is None
    wait_for(child.poll)  # the kernel hangs up


def test_a_hundred_children_leave_no_descriptor_behind(begin: Start) -> None:
    gc.collect()  # what earlier tests left
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(100):
        child = begin(["true"])
        wait_for(child.poll)
        child.close()
    assert len(os.listdir("/proc/self/fd")) <= before
