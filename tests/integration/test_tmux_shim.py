"""The program named tmux as a process: who may do what, many at once, from nothing, and in surfaces."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import libtmux
import pytest

from tests.support.host import HostProcess, host_folder, running_host
from tests.support.tmux import PROGRAM, Answer, Shim, Tmux, python_folder


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    """The write gate is closed."""
    with running_host({}) as host:
        yield host


def _program_in_a_surface(host: HostProcess, command: str) -> str:
    """Let a fresh surface run a shell line as its program and wait for its output file; what the file holds."""
    out = host.folder / f"out-{time.monotonic_ns()}"
    surface = host.call("workspace.create", command=f"{{ {command}; }} >{out}.tmp 2>&1; mv {out}.tmp {out}")[
        "surface_id"
    ]
    assert surface
    return host.wait_for(lambda: out.read_text() if out.exists() else "", 30)


# -- from nothing -----------------------------------------------------------------------------------------------------
def test_a_bare_environment_is_enough_to_start_a_host() -> None:
    with host_folder() as folder:
        home = folder / "h"
        home.mkdir()
        env = {
            "HOME": str(home),
            "PATH": f"{PROGRAM.parent}:{python_folder()}:/usr/bin:/bin",
            "TERM": "xterm",
            "TMPDIR": str(folder),
            "TMUX_TMPDIR": str(folder),
        }
        tmux = Tmux("tmux", ["-L", "bare"], env, home)
        assert (
            tmux("list-sessions").err
            == f"error connecting to {folder}/tmux-{os.getuid()}/bare (No such file or directory)\n"
        )
        assert tmux.ok("-V") == "tmux 3.5a"
        try:
            tmux.ok("new-session", "-d", "-s", "s", "cat")
            assert tmux.ok("display-message", "-p", "#{session_name} #{window_width}x#{window_height}") == "s 80x24"
            tmux.ok("kill-server")
            assert tmux("list-sessions") == Answer(1, "", f"no server running on {folder}/tmux-{os.getuid()}/bare\n")
        finally:
            subprocess.run(
                [sys.executable, "-m", "paneflow", "host", "stop", "--force"],
                env=env,
                cwd=Path(__file__).parents[2],
                capture_output=True,
                check=False,
            )


def test_options_set_before_the_first_session_start_the_server_with_it(host: HostProcess) -> None:
    tmux = Shim(host, "mux")
    argument = '{"a b": "$HOME \'x\'"}'
    spawn = [
        *("set-option", "-g", "escape-time", "0", ";", "set-option", "-g", "default-terminal", "tmux-256color", ";"),
        *(
            "set-window-option",
            "-g",
            "history-limit",
            "50000",
            ";",
            "set-window-option",
            "-g",
            "remain-on-exit",
            "off",
            ";",
        ),
        *("new-session", "-d", "-s", "agents--one", "-x", "120", "-y", "40", "-e", "LC_ALL=C.UTF-8", "-c", "/"),
        *("env", "-u", "CLAUDECODE", "--", "sh", "-c", 'printf "%s|" "$PWD" "$LC_ALL" "$0"; exec cat', argument),
    ]
    assert tmux(*spawn) == Answer(0, "", "")
    assert tmux.wait_for(argument, "capture-pane", "-p", "-t", "agents--one").startswith(f"/|C.UTF-8|{argument}|")
    assert tmux.ok("display-message", "-p", "-t", "agents--one", "#{escape-time} #{history_limit}") == "0 50000"
    tmux.ok("set-option", "-t", "agents--one", "@claudemux-x", "")
    assert tmux.ok("show-options", "-t", "agents--one", "-v", "@claudemux-x") == ""
    assert tmux("show-options", "-t", "agents--one", "-v", "@claudemux-y").code == 1
    for name in ("a.b", "a:b", "a*b", "nosuch"):
        assert tmux("has-session", "-t", name).err.startswith("can't find ")
    assert tmux(*spawn).err == "duplicate session: agents--one\n"


# -- pasting and typing -----------------------------------------------------------------------------------------------
def test_a_paste_is_bracketed_only_for_a_program_that_asked(host: HostProcess) -> None:
    tmux = Shim(host, "paste")
    tmux.ok("new-session", "-d", "-s", "p", "-x", "100", "stty raw -echo; printf READY; exec cat -v")
    tmux.wait_for("READY", "capture-pane", "-p")
    tmux.ok("load-buffer", "-b", "b", "-", stdin="one\ntwo\x1b[201~é".encode())
    tmux.ok("paste-buffer", "-p", "-b", "b", "-t", "p")
    tmux.wait_for("one^Mtwo[201~M-CM-)", "capture-pane", "-p")

    tmux.ok("respawn-pane", "-k", "-t", "p", r"stty raw -echo; printf '\033[?2004hREADY'; exec cat -v")
    tmux.wait_for("READY", "capture-pane", "-p")
    tmux.ok("paste-buffer", "-p", "-d", "-b", "b", "-t", "p")

    assert "^[[200~one^Mtwo[201~M-CM-)^[[201~" in tmux.wait_for("201~M-CM-)^[[201~", "capture-pane", "-p")
    assert tmux("paste-buffer", "-b", "b").err == "no buffer b\n"


def test_a_buffer_of_a_megabyte_survives_the_way_through_a_pipe(host: HostProcess) -> None:
    tmux = Shim(host, "big")
    tmux.ok("new-session", "-d", "cat")
    data = "x" * (1 << 20)
    tmux.ok("load-buffer", "-b", "b", "-", stdin=data.encode())
    assert tmux("show-buffer", "-b", "b").out == data


def test_keys_go_by_name_and_as_the_program_wants_them(host: HostProcess) -> None:
    tmux = Shim(host, "keys")
    tmux.ok("new-session", "-d", "-s", "k", "-x", "120", r"stty raw -echo; printf '\033[?1hREADY'; exec cat -vT")
    tmux.wait_for("READY", "capture-pane", "-p")
    tmux.ok(
        "send-keys", "-t", "k", "Up", "C-c", "Escape", "a", "Enter", "Tab", "BTab", "M-x", "Space", "Enterx", "C-Space"
    )
    assert "READY^[OA^C^[a^M^I^[[Z^[x Enterx^@" in tmux.wait_for("Enterx", "capture-pane", "-p").replace("\n", "")
    tmux.ok("send-keys", "-t", "k", "-H", "5b", "c3", "a9", "5d")
    tmux.wait_for("[M-CM-)]", "capture-pane", "-p")


# -- whose panes ------------------------------------------------------------------------------------------------------
def test_what_a_surface_made_is_its_own_and_nothing_else(host: HostProcess) -> None:
    other = host.new(name="other")
    told = _program_in_a_surface(
        host,
        "P=$(tmux split-window -dPF '#{pane_id}' cat) && echo made; tmux send-keys -t $P hello && echo typed; "
        "sleep 0.5; tmux capture-pane -p -t $P | head -1; tmux kill-pane -t $P && echo killed; "
        f"tmux send-keys -t %{other} x; echo $?; tmux capture-pane -p -t %{other}; echo $?; "
        f"tmux kill-pane -t %{other}; echo $?; tmux respawn-pane -k -t %{other} cat; echo $?; "
        f"tmux pipe-pane -t %{other} cat; echo $?",
    )
    lines = told.splitlines()
    assert lines[:4] == ["made", "typed", "hello", "killed"]
    assert lines[5::2] == ["1"] * 5
    assert all(line.startswith(f"not allowed: pane %{other} is not yours") for line in lines[4::2])
    assert any(row["surface_id"] == other for row in host.call("surface.list")["surfaces"])


def test_a_caller_outside_owns_what_callers_outside_made(host: HostProcess) -> None:
    person = host.new(name="person")
    tmux = Shim(host, flags=["-S", host.socket_path])
    pane = tmux.ok("split-window", "-t", f"%{person}", "-dPF", "#{pane_id}", "cat")
    tmux.ok("send-keys", "-t", pane, "x")
    for verb in (
        ["send-keys", "-t", f"%{person}", "x"],
        ["kill-pane", "-t", f"%{person}"],
        ["capture-pane", "-p", "-t", f"%{person}"],
    ):
        answer = tmux(*verb)
        assert (answer.code, answer.out) == (1, "")
        assert "is not yours" in answer.err
    tmux.ok("kill-pane", "-t", pane)


def test_kill_server_from_inside_ends_nothing_that_is_not_the_callers(host: HostProcess) -> None:
    told = _program_in_a_surface(
        host, "tmux kill-server; echo $?; tmux -L mine new-session -d cat && tmux -L mine kill-server && echo own"
    )
    assert "would end" in told
    assert told.splitlines()[-2:] == ["1", "own"]


def test_sets_do_not_see_each_other(host: HostProcess) -> None:
    one, two = Shim(host, "one"), Shim(host, "two")
    pane = one.ok("new-session", "-d", "-s", "same", "-P", "-F", "#{pane_id}", "cat")
    two.ok("new-session", "-d", "-s", "same", "cat")
    assert two("send-keys", "-t", pane, "x").err == f"can't find pane: {pane}\n"
    assert one.ok("list-panes", "-aF", "#{pane_id}") == pane
    two.ok("kill-server")
    one.ok("has-session", "-t", "same")
    path = host.folder / "by-path"
    other = Shim(host, flags=["-S", str(path)])
    assert other("ls").err == f"error connecting to {path} (No such file or directory)\n"


# -- in a surface -----------------------------------------------------------------------------------------------------
def test_programs_in_a_surface_find_the_shim(host: HostProcess) -> None:
    told = _program_in_a_surface(host, "command -v tmux; bash -c 'command -v tmux; tmux -V'; printenv TMUX_PANE TMUX")
    first, second, version, pane, place = told.splitlines()
    assert first == second == str(PROGRAM)
    assert version == "tmux 3.5a"
    assert pane.startswith("%")
    assert place.startswith(f"{host.socket_path},{host.pid},")


def test_an_unqualified_target_is_the_callers_pane(host: HostProcess) -> None:
    told = _program_in_a_surface(
        host,
        "tmux display-message -p '#{pane_id}'; printenv TMUX_PANE; env -u TMUX_PANE tmux display-message -p '#{pane_id}'",
    )
    mine, said, found = told.splitlines()
    assert mine == said == found


# -- loudly -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["choose-tree"], "choose-tree: not supported by paneflow"),
        (["-C", "new-session"], "-C: not supported by paneflow: control mode"),
        (["display-message", "-I"], "display-message -I: not supported by paneflow"),
        (["split-window", "-I"], "split-window -I: not supported by paneflow"),
        (["switch-client", "-t", "l"], "no current client"),
        (["attach-session", "-t", "l"], "open terminal failed: not a terminal"),
        (["last-window"], "no last window"),
        (["last-pane"], "no last pane"),
        (["join-pane", "-s", "l", "-t", "l"], "source and target panes must be different"),
        (["split-window", "-l", "x"], "lines invalid"),
        (["respawn-pane", "-t", "l"], "respawn pane failed: pane l:0.0 still active"),
        (["new-window", "-t", "0", "cat"], "create window failed: index 0 in use"),
        (["new-window", "/no/such/program", "x"], "create window failed: "),
        (["save-buffer", "-b", "nosuch", "x"], "no buffer nosuch"),
        (["send-keys", "-X", "cancel"], "not in a mode"),
        (["capture-pane", "-a", "-p"], "no alternate screen"),
    ],
)
def test_what_fails_says_so_and_prints_nothing(host: HostProcess, argv: list[str], text: str) -> None:
    tmux = Shim(host, "loud")
    if tmux("has-session", "-t", "l").code:
        tmux.ok("new-session", "-d", "-s", "l", "cat")

    answer = tmux(*argv)

    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(text)
    assert tmux.ok("list-panes", "-t", "l", "-F", "#{pane_dead}") == "0"


def test_a_window_that_moves_outlives_the_session_it_leaves(host: HostProcess) -> None:
    tmux = Shim(host, "move")
    pane = tmux.ok("new-session", "-d", "-s", "from", "-P", "-F", "#{pane_id}", "cat")
    tmux.ok("new-session", "-d", "-s", "to", "cat")
    tmux.ok("move-window", "-s", "from:0", "-t", "to:")
    assert tmux.ok("list-sessions", "-F", "#{session_name} #{session_windows}") == "to 2"
    assert tmux.ok("display-message", "-p", "-t", pane, "#{session_name} #{pane_dead}") == "to 0"


def test_a_configuration_is_read_when_its_server_starts(host: HostProcess) -> None:
    path = host.folder / "tmux.conf"
    path.write_text("set -g base-index 3 # windows begin there\nsetw -g pane-base-index 1\n")
    tmux = Shim(host, "conf", flags=["-f", str(path)])
    tmux.ok("new-session", "-d", "-s", "c", "cat")
    assert tmux.ok("display-message", "-p", "#{window_index}.#{pane_index}") == "3.1"


def test_a_file_that_reads_itself_comes_to_an_end(host: HostProcess) -> None:
    path = host.folder / "again.conf"
    path.write_text(f"source-file {path}\n")
    tmux = Shim(host, "again")
    tmux.ok("new-session", "-d", "cat")
    assert tmux("source-file", str(path)) == Answer(1, "", "too many commands\n")


def test_there_is_no_room_at_some_point(host: HostProcess) -> None:
    tmux = Shim(host, "room")
    tmux.ok("new-session", "-d", "-x", "10", "-y", "3", "cat")
    tmux.ok("split-window", "-v", "cat")
    assert tmux("split-window", "-v", "cat") == Answer(1, "", "no space for new pane\n")


# -- many at once -----------------------------------------------------------------------------------------------------
def test_fifty_windows_at_once_are_all_right(host: HostProcess) -> None:
    tmux = Shim(host, "fifty")
    tmux.ok("new-session", "-d", "-s", "f", "cat")
    with ThreadPoolExecutor(50) as pool:
        made = list(
            pool.map(
                lambda number: tmux.ok("new-window", "-dP", "-n", f"w{number}", "-F", "#{pane_id}", "cat"), range(50)
            )
        )
    assert len(set(made)) == 50
    rows = tmux.ok("list-panes", "-s", "-F", "#{window_index} #{window_name} #{pane_id} #{pane_dead}").splitlines()
    assert len({row.split()[0] for row in rows}) == 51
    assert {row.split()[2] for row in rows} >= set(made)
    assert all(row.endswith(" 0") for row in rows)
    tmux.ok("kill-server")


def test_channels_hold_up_only_who_waits(host: HostProcess) -> None:
    tmux = Shim(host, "wait")
    tmux.ok("new-session", "-d", "cat")
    with ThreadPoolExecutor(3) as pool:
        waiting = [pool.submit(tmux, "wait-for", "done") for _ in range(2)]
        locked = pool.submit(
            tmux, "wait-for", "-L", "l", ";", "wait-for", "-L", "l", ";", "display-message", "-p", "mine"
        )
        assert tmux.ok("display-message", "-p", "still here") == "still here"
        end = time.monotonic() + 10
        while not all(future.done() for future in waiting):
            assert time.monotonic() < end
            tmux.ok("wait-for", "-S", "done")
        tmux.wait_for(lambda _: locked.done(), "wait-for", "-U", "l")
        assert locked.result().out == "mine\n"
    assert all(future.result().code == 0 for future in waiting)


def test_output_is_piped_until_told_otherwise(host: HostProcess) -> None:
    tmux = Shim(host, "pipe")
    tmux.ok("new-session", "-d", "-s", "p", "stty -echo; exec cat")
    log = host.folder / "pipe log"
    tmux.ok("pipe-pane", "-o", "-t", "p", f"cat >> {shlex.quote(str(log))}")
    assert tmux.ok("display-message", "-p", "-t", "p", "#{pane_pipe}") == "1"
    tmux.ok("send-keys", "-t", "p", "hello", "Enter")
    host.wait_for(lambda: log.exists() and "hello" in log.read_text())
    tmux.ok("pipe-pane", "-t", "p")
    assert tmux.ok("display-message", "-p", "-t", "p", "#{pane_pipe}") == "0"


# -- libtmux ----------------------------------------------------------------------------------------------------------
def test_libtmuxs_objects_work_on_the_shim(host: HostProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    tmux = Shim(host, "lib")
    for name, value in tmux.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("TMUX", raising=False)
    server = libtmux.Server(socket_name="lib", config_file="/dev/null")

    session = server.new_session("work", window_name="one", window_command="cat", x=100, y=30)
    window = session.new_window("two", attach=False, window_shell="cat")
    pane = window.split(attach=False, shell="cat", size="30%")
    pane.send_keys("hello", enter=False)

    host.wait_for(lambda: "hello" in "".join(pane.capture_pane()))
    assert [each.window_name for each in session.windows] == ["one", "two"]
    assert server.has_session("work")
    assert int(pane.pane_height or 0) == 9
    assert (pane.pane_tty or "").startswith("/dev/")
    assert pane.pane_current_command == "cat"
    window.select_layout("even-horizontal")
    pane.resize(width=20)
    pane.refresh()
    assert pane.pane_width == "20"
    session.set_option("history-limit", 123)
    assert session.show_option("history-limit") == 123
    pane.kill()
    assert len(window.panes) == 1
    session.rename_session("play")
    assert [each.session_name for each in server.sessions] == ["play"]
    server.kill()
    assert not server.is_alive()


# -- cost -------------------------------------------------------------------------------------------------------------
def test_the_program_imports_next_to_nothing(host: HostProcess) -> None:
    code = "import sys; sys.argv[1:] = ['-L', 'cost', 'list-commands', 'ls']; exec(compile(open({!r}).read(), {!r}, 'exec'))"
    stub = str(PROGRAM.with_name("_tmux.py"))
    listing = "import atexit, sys; atexit.register(lambda: sys.stderr.write(' '.join(sorted(sys.modules)))); __file__ = {!r}; "
    done = subprocess.run(
        [f"{python_folder()}/python3", "-IS", "-c", listing.format(stub) + code.format(stub, stub)],
        env=host.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "list-sessions (ls) [-F format] [-f filter]\n"
    heavy = {
        "re",
        "enum",
        "json",
        "socket",
        "typing",
        "dataclasses",
        "subprocess",
        "site",
        "os",
        "contextlib",
        "paneflow",
    }
    assert not heavy & set(done.stderr.split())


@pytest.mark.bench
def test_a_call_costs_at_most_two_and_a_half_bare_pythons(host: HostProcess) -> None:
    tmux = Shim(host, "bench")
    tmux.ok("new-session", "-d", "cat")
    env = {**tmux.env}

    def once(command: list[str]) -> float:
        start = time.perf_counter()
        subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        return time.perf_counter() - start

    bare, ours = [], []
    for _ in range(40):
        bare.append(once(["python3", "-c", "pass"]))
        ours.append(once([tmux.program, *tmux.flags, "display-message", "-p", "#{pane_id}"]))
    assert sorted(ours)[20] <= 2.5 * sorted(bare)[20]
