"""Pictures of real programs, from their PTY to the pixels of a real X server."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.gui.qt import QImage
from tests.support.display import Display, count, running_display, shown_window
from tests.support.graphics import png
from tests.support.host import HostProcess, running_host
from tests.support.vt import ENGINES

pytestmark = pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
COLOR, RGB = (17, 202, 101), 0x11CA65  # that nothing else has
SIDE = 60  # pixels of the picture


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    with running_display() as shown:
        yield shown


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostProcess]:
    (tmp_path / "a.png").write_bytes(png(SIDE, SIDE, COLOR))
    with running_host(config="font_size = 11\n") as started:
        yield started


def box(image: QImage) -> tuple[int, int, int, int]:
    """(left, top, width, height) of the picture's colour, which is a rectangle but for its edges; all 0 for none."""
    found = [(x, y) for y in range(image.height()) for x in range(image.width()) if image.pixel(x, y) & 0xFFFFFF == RGB]
    if not found:
        return 0, 0, 0, 0
    left, top = min(x for x, _ in found), min(y for _, y in found)
    width, height = max(x for x, _ in found) + 1 - left, max(y for _, y in found) + 1 - top
    return (left, top, width, height) if len(found) >= 0.97 * width * height else (0, 0, 0, 0)


def shown(image: QImage) -> bool:
    return count(image, RGB) > 0 and box(image)[2] > 0


def sized(host: HostProcess, surface: int) -> None:
    """The window has told how large the pane is."""
    host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != 120, 20)


@pytest.mark.parametrize("scale", ["1", "2"])
@pytest.mark.parametrize(
    "words",
    ["timg -pk a.png", "chafa -f kitty -s 10x5 a.png", "kitty +kitten icat --align=left --transfer-mode=stream a.png"],
)
def test_a_program_shows_a_picture(display: Display, host: HostProcess, tmp_path: Path, words: str, scale: str) -> None:
    if shutil.which(words.split()[0]) is None:
        pytest.skip("there is no such program")
    surface = host.new(focus=True, cwd=str(tmp_path))
    with shown_window(host, display, QT_SCALE_FACTOR=scale):
        sized(host, surface)
        host.type(surface, f"clear; {words}")
        image = display.wait_picture(shown, 40)
        _, _, width, height = box(image)
        if words.startswith("chafa"):  # it is scaled to whole cells
            assert width == pytest.approx(height, rel=0.15)
        else:
            assert (width, height, count(image, RGB)) == (SIDE, SIDE, SIDE * SIDE)


def test_it_is_scrolled_covered_by_another_screen_split_and_cleared(
    display: Display, host: HostProcess, tmp_path: Path
) -> None:
    (tmp_path / "show.sh").write_text(
        'printf "\\033_Ga=T,q=2,f=100;%s\\033\\\\\\\\\\n" "$(base64 -w0 a.png)"\n', encoding="utf-8"
    )
    surface = host.new(focus=True, cwd=str(tmp_path))
    with shown_window(host, display):
        sized(host, surface)
        host.type(surface, "clear; sh show.sh; printf '\\n\\n'")
        left, *_ = box(display.wait_picture(lambda image: box(image)[2:] == (SIDE, SIDE)))
        rows = host.call("surface.info", surface_id=surface)["rows"]

        host.type(surface, f"seq {rows - 2}")
        display.wait_picture(lambda image: count(image, RGB) == 0)
        display.keys("shift+Prior")
        assert box(display.wait_picture(shown))[0] == left
        display.keys("shift+Next")
        display.wait_picture(lambda image: count(image, RGB) == 0)

        host.type(surface, "clear; sh show.sh; printf '\\033[?1049h'")
        display.wait_picture(lambda image: count(image, RGB) == 0)
        host.type(surface, "printf '\\033[?1049l'")
        assert box(display.wait_picture(shown))[2:] == (SIDE, SIDE)

        host.call("surface.split", surface_id=surface, direction="vertical")
        assert box(display.wait_picture(shown))[2:] == (SIDE, SIDE)
        host.type(surface, "clear")
        display.wait_picture(lambda image: count(image, RGB) == 0)


def test_two_windows_show_it_and_so_does_a_saved_picture(display: Display, host: HostProcess, tmp_path: Path) -> None:
    surface = host.new(focus=True, cwd=str(tmp_path))
    with shown_window(host, display):
        sized(host, surface)
        host.type(surface, 'clear; printf "\\033_Ga=T,q=2,f=100;%s\\033\\\\" "$(base64 -w0 a.png)"')
        display.wait_picture(lambda image: box(image)[2:] == (SIDE, SIDE))
        saved = tmp_path / "saved.png"
        env = {**host.env, **display.env, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "paneflow", "gui", "--screenshot", str(saved)]
        subprocess.run(command, env=env, check=True, timeout=60)
        assert box(QImage(str(saved)))[2:] == (SIDE, SIDE)
