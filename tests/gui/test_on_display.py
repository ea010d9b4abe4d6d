"""The window as its own process on a real X server: typed into with XTEST, read through the socket and from pixels."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.gui.appearance import available_themes
from paneflow.gui.qt import QImage, QRect
from tests.support.display import Display, count, has_color, shown_window, written
from tests.support.host import HostProcess, running_host

MARK = 0x13579B  # a colour that nothing else has
SCHEME = available_themes()["paneflow dark"].scheme
FOREGROUND, BACKGROUND = SCHEME.foreground, SCHEME.background
FAKE_CLAUDE = Path(__file__).parents[1] / "support/fake_claude.py"
CELL_AT_LEAST = 6, 12  # pixels wide and high; a horizontal rule is wider, but not so high
CONFIG = "font_size = 11\n"


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host(config=CONFIG) as started:
        yield started


def block(color: int, width: int) -> str:
    """A command that prints a coloured block."""
    return f"printf '\\033[48;2;{color >> 16};{color >> 8 & 255};{color & 255}m%{width}s\\033[0m\\n' ''"


def test_typing_into_bash_is_read_through_the_socket_and_from_pixels(display: Display, host: HostProcess) -> None:
    surface = host.new(focus=True)
    with shown_window(host, display):
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != 120, 20)
        display.type("echo typed-$((40+2)) '{}[]~|'")
        display.keys("Return")
        assert "typed-42 {}[]~|" in host.wait_for_text(surface, "typed-42 {}[]~|")
        display.type(block(MARK, 10))
        display.keys("Return")
        image = display.wait_picture(lambda shown: has_color(shown, MARK, 10 * 8 * 12))
        rows = [y for y in range(image.height()) if image.pixel(300, y) & 0xFFFFFF == MARK]
        assert rows == list(range(rows[0], rows[-1] + 1))  # one block without a seam
        cells = count(image, MARK) // len(rows)
        assert cells % 10 == 0  # ten whole cells wide


@pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim")
def test_a_file_is_written_with_vim(display: Display, host: HostProcess, tmp_path: Path) -> None:
    surface = host.new(focus=True, cwd=str(tmp_path))
    file = tmp_path / "note.txt"
    with shown_window(host, display):
        # first: vim draws anew at another size, and drops the line that names the file
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != 120, 20)
        display.type("vim -u NONE -N note.txt")
        display.keys("Return")
        host.wait_for_text(surface, "note.txt")
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["modes"]["alternate_screen"])
        display.keys("i")
        host.wait_for_text(surface, "INSERT")
        display.type("first line")
        display.keys("Return")
        display.type("second: {}[]\\|~")
        host.wait_for_text(surface, "second: {}[]\\|~")
        display.keys("Escape", "g", "g", "d", "d")
        display.type(":wq")
        display.keys("Return")
        host.wait_for(lambda: written(file) == "second: {}[]\\|~\n")
        host.wait_for(lambda: not host.call("surface.info", surface_id=surface)["modes"]["alternate_screen"])


def test_shift_enter_and_escape_reach_a_program_that_asks_for_them(
    display: Display, host: HostProcess, tmp_path: Path
) -> None:
    surface = host.new(focus=True, cwd=str(tmp_path))
    with shown_window(host, display):
        display.type("printf '\\033[>1u'; stty raw -echo; cat > keys; stty sane")
        display.keys("Return")
        host.wait_for((tmp_path / "keys").exists)
        display.keys("shift+Return", "Escape", "ctrl+Tab", "Return")
        host.wait_for(lambda: (tmp_path / "keys").read_bytes().endswith(b"\r"))
        assert (tmp_path / "keys").read_bytes() == b"\x1b[13;2u\x1b[27u\r"  # Ctrl+Tab is the window's
        assert host.call("surface.info", surface_id=surface)["modes"]["kitty_flags"] == 1


def test_an_agents_composer_shows_what_is_typed(display: Display, host: HostProcess) -> None:
    surface = host.new(focus=True, env={"FAKE_FORK_HOOKS": "1"})
    with shown_window(host, display):
        display.type(f"{sys.executable} {FAKE_CLAUDE}")
        display.keys("Return")
        host.wait_for_text(surface, "? for shortcuts")
        display.type("say")
        host.wait_for_text(surface, "❯ say")
        before = wait_cell(display)
        display.type(" 0123456789")
        host.wait_for_text(surface, "❯ say 0123456789")
        after = wait_cell(display, other_than=before)
        assert (after.x() - before.x(), after.y()) == (11 * before.width(), before.y())
        display.keys("Return")
        host.wait_for_text(surface, "● 0123456789")
        display.keys("ctrl+c")


def wait_cell(display: Display, other_than: QRect | None = None) -> QRect:
    """Where the composer's cursor stands once it rests: one cell that is all foreground."""
    seen: list[QRect | None] = [None, None]

    def rests(image: QImage) -> bool:
        seen.append(solid(image, FOREGROUND))
        return seen[-1] not in (None, other_than) and seen[-1] == seen[-2] == seen[-3]

    display.wait_picture(rests)
    cell = seen[-1]
    assert cell is not None
    return cell


def solid(image: QImage, color: int) -> QRect | None:
    """The first rectangle of one colour that is as large as a cell."""
    for y in range(0, image.height(), 5):
        row = [image.pixel(x, y) & 0xFFFFFF == color for x in range(image.width())]
        run = "".join("x" if same else " " for same in row).find("x" * CELL_AT_LEAST[0])
        if run >= 0:
            width = row[run:].index(False)
            tall = [
                at
                for at in range(y - 30, y + 30)
                if all(image.pixel(run + x, at) & 0xFFFFFF == color for x in (0, width - 1))
            ]
            if len(tall) >= CELL_AT_LEAST[1]:
                return QRect(run, tall[0], width, len(tall))
    return None


def test_shortcuts_split_and_the_focus_follows(display: Display, host: HostProcess) -> None:
    first = host.new(focus=True)
    with shown_window(host, display):
        host.wait_for(lambda: host.call("surface.info", surface_id=first)["cols"] != 120, 20)
        wide = host.call("surface.info", surface_id=first)["cols"]
        display.keys("ctrl+shift+e")
        host.wait_for(lambda: len(host.call("surface.list")["surfaces"]) == 2)
        second = next(row["surface_id"] for row in host.call("surface.list")["surfaces"] if row["surface_id"] != first)
        host.wait_for(lambda: host.read(second).strip())
        host.wait_for(lambda: host.call("surface.info", surface_id=first)["cols"] < wide * 0.6)
        display.type("echo right-$((1+1))")
        display.keys("Return")
        host.wait_for_text(second, "right-2")
        display.keys("alt+Left")
        host.wait_for(lambda: host.call("surface.list")["surfaces"][0]["focused"])
        display.type("echo left-$((1+1))")
        display.keys("Return")
        host.wait_for_text(first, "left-2")
        assert "left-2" not in host.read(second)


@pytest.mark.parametrize("scale", ["1", "2"])
def test_the_window_is_crisp_at_every_scale(display: Display, host: HostProcess, scale: str) -> None:
    host.new(focus=True)
    with shown_window(host, display, QT_SCALE_FACTOR=scale):
        display.type(block(MARK, 4))
        display.keys("Return")
        image = display.wait_picture(lambda shown: has_color(shown, MARK, 4 * 8 * 12))
        assert edges_are_sharp(image)


def edges_are_sharp(image: QImage) -> bool:
    """Whether the block's edge has no pixel in between: cells lie on whole device pixels."""
    row = next(y for y in range(image.height()) if any(image.pixel(x, y) & 0xFFFFFF == MARK for x in range(0, 900, 7)))
    colors = [image.pixel(x, row + 3) & 0xFFFFFF for x in range(image.width())]
    first = colors.index(MARK)
    last = len(colors) - 1 - colors[::-1].index(MARK)
    return set(colors[first : last + 1]) == {MARK} and colors[last + 1] == BACKGROUND


def test_nothing_is_printed_to_the_terminal_it_came_from(display: Display, host: HostProcess) -> None:
    first = host.new(focus=True)
    with shown_window(host, display, PYTHONWARNINGS="default"):
        host.wait_for(lambda: host.call("surface.info", surface_id=first)["cols"] != 120, 30)
        display.keys("ctrl+shift+p")
        display.keys("Escape")
        display.type("exit")
        display.keys("Return")
        host.wait_for(lambda: [row["surface_id"] for row in host.call("surface.list")["surfaces"]] not in ([], [first]))
    assert (host.folder / "window.out").read_text() == ""
