"""How shells are started so that they load their integration."""

import os
import re
import shutil
import sys
import time
from pathlib import Path

import pytest

from paneflow import paths
from paneflow.geometry import Size
from paneflow.pty.child import Spawn
from paneflow.pty.shell_integration import NONCE, as_started, integrate
from paneflow.pty.unix import start
from paneflow.vt.input import KeyEvent, Mods
from tests.support.vt import ENGINES, engine

RESOURCES = os.path.join(paths.resources_dir(), "shell-integration")


@pytest.mark.parametrize(
    "argv",
    [["bash", "-c", "true"], ["bash", "script"], ["zsh", "-c", "true"], ["fish", "x.fish"], ["sh"], ["vim"],
     ["pwsh", "-File", "x"], ["python3"], ["bash", "-x"]],
)  # fmt: skip
def test_what_is_no_interactive_shell_of_a_known_kind_is_left_alone(argv: list[str]) -> None:
    assert integrate(argv, {"A": "1"}, "/r", nonce="n") == (argv, {"A": "1"})


def test_apples_bash_is_left_alone() -> None:
    assert integrate(["/bin/bash"], {}, "/r", platform="darwin") == (["/bin/bash"], {})


def test_variables_that_are_borrowed_are_given_back() -> None:
    _, env = integrate(["/bin/zsh"], {"ZDOTDIR": "/mine"}, "/r")
    assert (env["ZDOTDIR"], env["PANEFLOW_ZDOTDIR"]) == ("/r/zsh", "/mine")
    _, env = integrate(["bash"], {"ENV": "/mine"}, "/r")
    assert (env["ENV"], env["PANEFLOW_ENV"]) == ("/r/bash/start.bash", "/mine")


@pytest.mark.parametrize(
    ("argv", "shown"),
    [(["/bin/bash"], "/bin/bash"), (["bash", "-i"], "bash -i"), (["pwsh"], "pwsh"), (["zsh", "-l"], "zsh -l")],
)
def test_people_see_what_they_asked_for(argv: list[str], shown: str) -> None:
    started, _ = integrate(argv, {}, "/r")
    assert as_started(" ".join(started)) == shown


def run(argv: list[str], home: Path, lines: list[str], **extra: str) -> str:
    """What a real, integrated shell prints for some typed lines."""
    env = {
        "PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8",
        "PANEFLOW_BIN_DIR": "/shims", **extra,
    }  # fmt: skip
    argv, env = integrate(argv, env, RESOURCES, nonce="abc")
    child = start(Spawn(argv, env, str(home), Size(200, 50)))
    output = b""
    pending = [*lines, "exit 0"]
    deadline = time.monotonic() + 20
    try:
        while (data := child.read(65536)) != b"":
            assert time.monotonic() < deadline, output
            output += data or b""
            if output.count(b"\x1b]133;B;nonce=abc\x07") > len(lines) + 1 - len(pending) and pending:
                child.write(pending.pop(0).encode() + b"\r")
            if data is None:
                time.sleep(0.005)
    finally:
        child.signal_group(9)
        child.close()
        child.poll()
    return output.decode(errors="replace")


SHELLS = [
    pytest.param(argv, id=" ".join(argv), marks=pytest.mark.skipif(not shutil.which(argv[0]), reason="not installed"))
    for argv in (["bash"], ["bash", "-l"], ["zsh"], ["zsh", "-l"], ["fish"], ["fish", "-l"])
]


@pytest.mark.skipif(sys.platform == "win32", reason="Unix shells")
@pytest.mark.parametrize("argv", SHELLS)
def test_a_real_shell_tells_prompts_commands_exit_codes_and_folder(argv: list[str], tmp_path: Path) -> None:
    (tmp_path / "é à").mkdir()
    output = run(argv, tmp_path, ["cd 'é à'", "false"])
    assert output.count("\x1b]133;C;nonce=abc\x07") == 3
    assert "\x1b]133;D;0;nonce=abc\x07" in output
    assert "\x1b]133;D;1;nonce=abc\x07" in output
    assert f"{tmp_path}/%C3%A9%20%C3%A0\x07" in output


@pytest.mark.parametrize("argv", SHELLS)
@pytest.mark.parametrize("name", ENGINES)
def test_what_a_killed_program_left_switched_on_ends_with_its_command(
    argv: list[str], name: str, tmp_path: Path
) -> None:
    """Else what is typed at the next prompt is none of the shell's keys."""
    left_on = r"printf '\033[>31u\033[>1u\033[>4;2m\033[?1;1003;1004;1006h\033[?25l'"
    terminal = engine(name, 200, 50)
    before = terminal.modes()
    terminal.feed(run(argv, tmp_path, [left_on]).encode())
    modes, cursor = terminal.modes(), terminal.cursor()
    assert (modes.kitty_flags, modes.mouse, modes.focus_events) == (0, before.mouse, False)
    assert not modes.application_cursor or "zsh" in argv[0]  # zle's own
    assert cursor is not None
    assert cursor.visible
    assert terminal.encode_key(KeyEvent("i", Mods.CTRL | Mods.SHIFT)) == engine(name, 200, 50).encode_key(
        KeyEvent("i", Mods.CTRL | Mods.SHIFT)
    )


@pytest.mark.skipif(not shutil.which("zsh"), reason="not installed")
@pytest.mark.parametrize("mark", ["", "PROMPT_EOL_MARK=mine", "export PROMPT_EOL_MARK=mine", "unsetopt prompt_sp"])
def test_zsh_tells_an_end_before_its_mark_of_a_missing_line_end(mark: str, tmp_path: Path) -> None:
    (tmp_path / ".zshrc").write_text(f"{mark}\n")
    output = run(["zsh"], tmp_path, ["printf abc", "env | grep -c 133", 'echo "<$PROMPT_EOL_MARK>"'])
    before, _, after = output.partition("\x1b]133;D;0;nonce=abc\x07")
    assert after
    assert before.endswith("abc") or "export" in mark
    assert "\x070\r\n" in output
    assert "mine" in after or "mine" not in mark


@pytest.mark.skipif(sys.platform == "win32", reason="Unix shells")
@pytest.mark.parametrize("argv", SHELLS)
def test_our_programs_are_first_on_the_path_whatever_the_start_up_files_do(argv: list[str], tmp_path: Path) -> None:
    for name in (".bashrc", ".bash_profile", ".zshrc", ".zprofile"):
        (tmp_path / name).write_text("PATH=/usr/local/bin:/usr/bin:/bin\n")
    (tmp_path / ".config/fish").mkdir(parents=True)
    (tmp_path / ".config/fish/config.fish").write_text("set -gx PATH /usr/local/bin /usr/bin /bin\n")
    output = run(argv, tmp_path, ["""env | sed -n 's/^PATH=/path is /p'"""])
    assert "path is /shims:/usr/local/bin" in output


@pytest.mark.skipif(sys.platform == "win32", reason="Unix shells")
@pytest.mark.parametrize("argv", SHELLS)
def test_the_users_own_files_are_read_and_nothing_of_ours_stays_behind(argv: list[str], tmp_path: Path) -> None:
    for name, text in {".bashrc": "MINE=read", ".bash_profile": "MINE=read", ".zshrc": "MINE=read"}.items():
        (tmp_path / name).write_text(text + "\n")
    (tmp_path / ".config/fish").mkdir(parents=True)
    (tmp_path / ".config/fish/config.fish").write_text("set MINE read\n")
    output = run(argv, tmp_path, ["echo mine is $MINE", "env | cut -d= -f1 | sort | tr '\\n' ' '"])
    assert "mine is read" in output
    for name in (
        NONCE,
        "PANEFLOW_BASH_START",
        "PANEFLOW_ZDOTDIR",
        "PANEFLOW_FISH_DATA_DIR",
        "ZDOTDIR",
        "ENV ",
        "XDG_DATA_DIRS=/",
    ):
        assert f" {name}" not in output


@pytest.mark.skipif(not shutil.which("bash"), reason="not installed")
def test_bash_keeps_a_prompt_command_its_status_and_its_history_file(tmp_path: Path) -> None:
    (tmp_path / ".bashrc").write_text("PROMPT_COMMAND='echo saw $?'\n")
    output = run(["bash"], tmp_path, ["(exit 5)", "echo history $HISTFILE", "shopt -o posix"])
    assert "saw 5" in output
    assert f"history {tmp_path}/.bash_history" in output
    assert "posix          \toff" in output


PROMPT_COMMANDS = {
    "unset": ("", ()),
    "one": ("PROMPT_COMMAND='echo one $?'", ("one 5",)),
    "an array of one": ("PROMPT_COMMAND=('echo one $?')", ("one 5",)),
    "an empty array": ("declare -a PROMPT_COMMAND", ()),
    "several": ("PROMPT_COMMAND=('echo one $?' 'echo two')", ("one 5", "two")),
    "a later one": ("PROMPT_COMMAND=([10]='echo ten')", ("ten",)),
}


@pytest.mark.skipif(not shutil.which("bash"), reason="not installed")
@pytest.mark.parametrize("kind", PROMPT_COMMANDS)
def test_bash_runs_every_prompt_command_that_was_set(kind: str, tmp_path: Path) -> None:
    written, shown = PROMPT_COMMANDS[kind]
    (tmp_path / ".bashrc").write_text(f"set -u\n{written}\n")
    output = run(["bash"], tmp_path, ["(exit 5)"])
    assert "\x1b]133;D;5;nonce=abc\x07" in output
    assert "unbound" not in output
    for text in shown:
        assert text in output


def test_loading_and_prompting_start_no_process() -> None:
    for file in Path(RESOURCES, "bash").iterdir():
        code = re.sub(r"(?m)^ *#.*| # .*", "", file.read_text())
        assert not re.findall(r"\$\((?!\()|`", code), file.name
