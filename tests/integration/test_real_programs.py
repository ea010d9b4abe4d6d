"""Real programs, read through the socket, against what tmux shows of the same programs driven by the same keys."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.tmux import REAL, RealTmux

pytestmark = [
    pytest.mark.skipif(REAL is None, reason="needs tmux"),
    pytest.mark.timeout(90),
]
ROOT = Path(__file__).parents[2]
COLS, ROWS = 80, 24
PROMPT = r"\$$"
GLYPHS = "日本語のテキスト | 한국어 | emoji 😀🎉🚀 | cafe\u0301 | ｆｕｌｌ | → ✓ │ ┌─┐"
PROGRESS = """
import sys
for n in range(0, 101, 4):
    sys.stdout.write("\\r[%-25s] %3d%%" % ("#" * (n // 4), n))
    sys.stdout.flush()
print()
"""


class Both:
    """One shell here and one in tmux, of the same size."""

    def __init__(self, host: HostProcess, tmux: RealTmux) -> None:
        self.host, self.tmux = host, tmux
        self.surface = host.new()
        tmux.ok("new-session", "-d", "-s", "s", "-x", str(COLS), "-y", str(ROWS), "TERM=xterm-256color exec bash")
        tmux.ok("set-option", "-g", "status", "off")
        self.resize(COLS, ROWS)
        self.same(PROMPT)

    def line(self, text: str) -> None:
        """Type a line and press Enter."""
        self.host.type(self.surface, text)
        self.tmux.ok("send-keys", "-t", "s", "-l", text)
        self.tmux.ok("send-keys", "-t", "s", "Enter")

    def keys(self, *keys: str) -> None:
        """Press keys, named alike by both."""
        for key in keys:
            self.host.call("surface.send_keystroke", surface_id=self.surface, keystroke=key)
            self.tmux.ok("send-keys", "-t", "s", key)

    def resize(self, cols: int, rows: int) -> None:
        self.host.call("surface.resize", surface_id=self.surface, cols=cols, rows=rows)
        self.tmux.ok("resize-window", "-t", "s", "-x", str(cols), "-y", str(rows))

    def ours(self) -> list[str]:
        return lines_of(self.host.read(self.surface))

    def theirs(self) -> list[str]:
        return lines_of(self.tmux.ok("capture-pane", "-t", "s", "-p", "-J", "-S", "-"))

    def same(self, last: str) -> list[str]:
        """Wait until both show the same, of which the last line begins with a pattern; what they show."""
        try:
            return self.host.wait_for(lambda: self._agreed(last), 20)
        except TimeoutError:
            ours = self.ours()
            assert ours == self.theirs()
            raise TimeoutError(f"both show this, but not {last} in the last line: {ours}") from None

    def _agreed(self, last: str) -> list[str]:
        ours = self.ours()
        return ours if ours and re.match(last, ours[-1]) and ours == self.theirs() else []


def lines_of(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    # Without the integration nothing is added to the shell that tmux's shell lacks.
    with running_host(config="shell_integration = false\n") as host:
        (host.home / "text.txt").write_text("".join(f"{n} line {n * n}\n" for n in range(1, 200)))
        yield host


@pytest.fixture
def both(host: HostProcess) -> Iterator[Both]:
    tmux = RealTmux(host)
    try:
        yield Both(host, tmux)
    finally:
        tmux.close()


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(program), reason=f"needs {program}")


@needs("vim")
def test_vim_opens_moves_inserts_splits_and_leaves_the_screen_as_it_was(both: Both) -> None:
    both.line("vim -u NONE -N -n text.txt")
    both.same('"text.txt"')
    both.keys("G", "k", "O")
    both.keys(*"typed-here", "Escape", ":")
    both.line("set number ruler | split | normal gg")
    shown = both.same(":set number|.*text.txt")
    assert any(line.endswith("typed-here") for line in shown)
    both.keys(":")
    both.line("qall!")
    both.same(PROMPT)


@needs("less")
def test_less_pages_searches_and_goes_to_the_end(both: Both) -> None:
    both.line("less text.txt")
    both.same("text.txt")
    both.keys("Space", "Space", "G")
    both.same(r"\(END\)")
    both.keys("?")
    both.line(" 2500$")
    both.host.wait_for(lambda: "50 line 2500" in both.ours() and both.ours() == both.theirs())
    both.keys("q")
    both.same(PROMPT)


@needs("man")
def test_a_manual_page(both: Both) -> None:
    both.line(f"MANPAGER=less man {ROOT}/packaging/paneflow.1")
    assert any("NAME" in line for line in both.same(" Manual page"))
    both.keys("G")
    both.same(" Manual page")
    both.keys("q")
    both.same(PROMPT)


@needs("git")
def test_a_coloured_log(both: Both) -> None:
    folder = both.host.home / "repository"
    if not folder.exists():
        subprocess.run(["git", "init", "-qb", "main", folder], check=True)
        for number in range(12):
            commit = ["commit", "-q", "--allow-empty", "-m", f"Änderung {number}: 修正\n\nbody {'long ' * 30}"]
            who = ["-c", "user.name=Zoë", "-c", "user.email=z@example.org"]
            subprocess.run(["git", "-C", folder, *who, *commit], check=True)
    both.line("git -C repository --no-pager log --color=always --graph --decorate")
    shown = both.same(PROMPT)
    assert sum("Änderung" in line and "修正" in line for line in shown) == 12


def test_a_repl(both: Both) -> None:
    both.line(f"{Path(sys.executable).resolve()} -q")
    both.same(r">>>$")
    both.line("sorted({3, 1, 2}), '漢'")
    both.same(r">>>$")
    both.line("1/0")
    assert "ZeroDivisionError: division by zero" in both.same(r">>>$")
    both.line("exit()")
    both.same(PROMPT)


def test_a_progress_bar_leaves_its_last_state(both: Both) -> None:
    (both.host.home / "bar.py").write_text(PROGRESS)
    both.line(f"{Path(sys.executable).resolve()} bar.py")
    shown = both.same(PROMPT)
    assert "[" + "#" * 25 + "] 100%" in shown


def test_coloured_columns_of_files(both: Both) -> None:
    folder = both.host.home / "files"
    folder.mkdir(exist_ok=True)
    for name in ("a.tar", "日本", "emoji😀", "with space", *(f"file{n}" for n in range(40))):
        (folder / name).touch()
    both.line("ls -C --color=always files")
    assert any("日本" in line for line in both.same(PROMPT))


def test_wide_and_combined_characters(both: Both) -> None:
    (both.host.home / "glyphs").write_text(f"{GLYPHS}\n" * 2 + "漢" * 100 + "\n")
    both.line("cat glyphs")
    shown = both.same(PROMPT)
    assert shown.count(GLYPHS) == 2
    assert "漢" * 100 in shown


@pytest.mark.parametrize("cols", [61, 133])
def test_a_line_of_300_columns_is_one_line_before_and_after_a_resize(both: Both, cols: int) -> None:
    line = "".join(f"{n:<5}" for n in range(59)) + "end.!"
    both.line("clear; printf '%-5s' {0..58}; echo end.'!'")
    assert line in both.same(PROMPT)
    both.resize(cols, ROWS)
    assert line in both.same(PROMPT)
    both.resize(COLS, ROWS)
    assert line in both.same(PROMPT)


@needs("htop")
def test_htop_shows_its_header_and_keys_and_leaves_the_screen_as_it_was(both: Both) -> None:
    both.line("htop --no-color")
    both.host.wait_for(lambda: frame_of(both.ours()) and frame_of(both.ours()) == frame_of(both.theirs()))
    both.keys("q")
    both.same(PROMPT)


def frame_of(lines: list[str]) -> list[str]:
    """What of htop is no measurement."""
    return [line for line in lines if re.search(r"F10\s?Quit|PID\s+USER", line)]
