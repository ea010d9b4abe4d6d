"""Pictures of programs, from an engine's frames to pixels."""

import pytest

from paneflow.geometry import Size
from paneflow.gui.color import DARK
from paneflow.gui.composition import Composition
from paneflow.gui.grid_geometry import GridGeometry
from paneflow.gui.grid_painter import GridPainter, Scene
from paneflow.gui.options import GridOptions
from paneflow.gui.pane_picture import PanePicture
from paneflow.gui.qt import QImage, QPainter, QPointF, QRect, QSize
from paneflow.vt.engine import Engine
from tests.support.graphics import BLUE, GREEN, RED, command, plain
from tests.support.picture_store import EngineStore
from tests.support.qt_window import FONT, picture, pixel, renderers, shown_view
from tests.support.vt import ENGINES, engine

pytestmark = pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
RATIOS = pytest.mark.parametrize("dpr", [1.0, 2.0, 1.5])
COLS, ROWS = 20, 8
RED_RGB, GREEN_RGB, BLUE_RGB = 0xFF0000, 0x00FF00, 0x0000FF


def terminal(dpr: float = 1.0) -> tuple[Engine, int, int]:
    """An engine that knows the size of a window's cells, and that size in device pixels."""
    metrics = renderers().renderer(FONT, dpr).metrics
    made = engine("ghostty", COLS, ROWS)
    made.resize(COLS, ROWS, cell_width=metrics.width, cell_height=metrics.height)
    made.feed(b"\x1b[?25l")
    return made, metrics.width, metrics.height


def painted(source: Engine, dpr: float = 1.0) -> QImage:
    """What a pane shows of an engine, in device pixels."""
    renderer = renderers().renderer(FONT, dpr)
    shown, store = PanePicture(renderer, DARK, GridOptions()), EngineStore(source)
    data = source.view().frame(1)
    assert data is not None
    shown.apply(data)
    store.want(1, shown.grid.pictures)
    store.serve()
    cols, rows = shown.grid.size
    geometry = GridGeometry(QPointF(0, 0), renderer.cell_width, renderer.cell_height, shown.grid.size, dpr)
    image = QImage(cols * renderer.metrics.width, rows * renderer.metrics.height, QImage.Format.Format_RGB32)
    image.fill(0)
    image.setDevicePixelRatio(dpr)
    size = QSize(image.width(), image.height())
    scene = Scene(size, Size(cols, rows), False, geometry, True, False, False, None, Composition(), store)
    painter = QPainter(image)
    GridPainter(painter, shown, scene, GridOptions()).paint(QRect(0, 0, size.width(), size.height()))
    painter.end()
    return image


def box(image: QImage, color: int) -> tuple[int, int, int, int] | None:
    """(left, top, right, bottom) of the pixels of a colour, ends exclusive; all within must have it."""
    found = [
        (x, y) for y in range(image.height()) for x in range(image.width()) if image.pixel(x, y) & 0xFFFFFF == color
    ]
    if not found:
        return None
    left, right = min(x for x, _ in found), max(x for x, _ in found) + 1
    top, bottom = min(y for _, y in found), max(y for _, y in found) + 1
    assert len(found) == (right - left) * (bottom - top), "there are holes"
    return left, top, right, bottom


@RATIOS
def test_a_picture_is_where_it_was_placed_pixel_by_pixel(dpr: float) -> None:
    source, width, height = terminal(dpr)
    source.feed(b"\x1b[3;5H" + plain(1, 30, 21, RED, "X=2,Y=3"))
    left, top = 4 * width + 2, 2 * height + 3
    assert box(painted(source, dpr), RED_RGB) == (left, top, left + 30, top + 21)


@RATIOS
def test_a_picture_fills_the_cells_it_is_placed_in(dpr: float) -> None:
    source, width, height = terminal(dpr)
    source.feed(b"\x1b[2;2H" + plain(1, 30, 21, RED, "c=4,r=2"))
    assert box(painted(source, dpr), RED_RGB) == (width, height, 5 * width, 3 * height)


def test_a_part_of_a_picture_is_placed() -> None:
    source, width, height = terminal()
    halves = b"".join(RED * 10 + GREEN * 10 for _ in range(8))
    source.feed(command("a=T,i=1,f=24,s=20,v=8,x=10,w=10,h=8,c=2,r=1", halves))
    image = painted(source)
    assert box(image, GREEN_RGB) == (0, 0, 2 * width, height)
    assert box(image, RED_RGB) is None


def test_a_picture_is_cut_off_at_the_edges_and_goes_with_its_text() -> None:
    source, width, height = terminal()
    source.feed(b"\x1b[1;18H" + plain(1, 5 * width, 3 * height, RED, "C=1") + b"\x1b[8;1H\n")
    assert box(painted(source), RED_RGB) == (17 * width, 0, 20 * width, 2 * height)
    source.feed(b"\n\n")
    assert box(painted(source), RED_RGB) is None
    source.scroll(-3)
    assert box(painted(source), RED_RGB) == (17 * width, 0, 20 * width, 3 * height)


def test_pictures_lie_over_each_other_as_z_says() -> None:
    source, width, height = terminal()
    source.feed(plain(1, 4 * width, height, RED, "C=1,z=2") + plain(2, 2 * width, height, GREEN, "C=1,z=1"))
    assert box(painted(source), GREEN_RGB) is None
    source.feed(b"\x1b[1;2H" + command("a=p,i=2,p=1,z=3,C=1"))
    assert box(painted(source), GREEN_RGB) == (width, 0, 3 * width, height)


def test_text_is_over_a_picture_with_a_negative_z_and_under_another() -> None:
    source, width, height = terminal()
    source.feed(plain(1, 4 * width, height, BLUE, "C=1,z=-1") + "██\x1b[41m  \x1b[0m".encode())
    under = painted(source)
    assert pixel(under, width, height // 2) == DARK.foreground
    assert box(under, BLUE_RGB) == (2 * width, 0, 4 * width, height)  # over the backgrounds
    source.feed(b"\x1b[1;1H" + command("a=p,i=1,p=1,z=0,C=1"))
    assert box(painted(source), BLUE_RGB) == (0, 0, 4 * width, height)


def test_a_picture_far_below_is_seen_only_where_cells_have_no_background() -> None:
    source, width, height = terminal()
    source.feed(plain(1, 4 * width, height, BLUE, "C=1,z=-1073741825") + "█\x1b[41m \x1b[0m".encode())
    image = painted(source)
    assert pixel(image, width // 2, height // 2) == DARK.foreground
    assert pixel(image, width + 2, height // 2) == DARK.palette[1]
    assert box(image, BLUE_RGB) == (2 * width, 0, 4 * width, height)


def test_text_over_a_picture_looks_like_text_over_a_background_of_its_colour() -> None:
    over, width, height = terminal()
    over.feed(plain(1, 12 * width, height, b"\x20\x40\x60", "C=1,z=-1") + b"Ag\x1b[4mj\x1b[0m \x1b[31m@\x1b[9mx")
    beside, *_ = terminal()
    beside.feed(b"\x1b[48;2;32;64;96mAg\x1b[4mj\x1b[24m \x1b[31m@\x1b[9mx")
    first, second = painted(over), painted(beside)
    worst = max(
        abs((first.pixel(x, y) >> shift & 255) - (second.pixel(x, y) >> shift & 255))
        for x in range(6 * width)
        for y in range(height)
        for shift in (0, 8, 16)
    )
    assert worst <= 3


def test_transparent_pixels_show_what_is_below() -> None:
    source, width, height = terminal()
    source.feed(b"\x1b[44m    \x1b[0m\x1b[1;1H" + plain(1, 2 * width, height, b"\xff\0\0\0", "C=1"))
    assert pixel(painted(source), 3, 3) == DARK.palette[4]


def test_the_alternate_screen_has_its_own_and_deleted_ones_are_gone() -> None:
    source, width, height = terminal()
    source.feed(plain(1, width, height))
    source.feed(b"\x1b[?1049h")
    assert box(painted(source), RED_RGB) is None
    source.feed(b"\x1b[?1049l")
    assert box(painted(source), RED_RGB) == (0, 0, width, height)
    source.feed(command("a=d,d=I,i=1"))
    assert box(painted(source), RED_RGB) is None


def test_a_picture_follows_a_smaller_pane() -> None:
    source, width, height = terminal()
    source.feed(b"\x1b[1;9H" + plain(1, 4 * width, height, RED, "C=1"))
    source.resize(10, ROWS, cell_width=width, cell_height=height)
    assert box(painted(source), RED_RGB) == (8 * width, 0, 10 * width, height)


def test_a_window_with_other_cells_shows_the_same_part_of_the_pane() -> None:
    source, width, height = terminal()
    source.resize(COLS, ROWS, cell_width=2 * width, cell_height=2 * height)
    source.feed(plain(1, 8 * width, 4 * height))
    assert box(painted(source), RED_RGB) == (0, 0, 4 * width, 2 * height)


def test_a_view_asks_for_what_it_lacks_and_paints_it_when_it_comes() -> None:
    source, width, height = terminal()
    source.feed(plain(1, 4 * width, 2 * height))
    frames, store = source.view(), EngineStore(source)
    first = frames.frame(1)
    assert first is not None
    view = shown_view(first, focused=False)
    view.show_pictures(store)
    source.feed(b"x")
    second = frames.frame(1)
    assert second is not None
    view.apply_frame(second)
    assert len(store.asked) == 1
    assert box(picture(view), RED_RGB) is None
    store.serve()
    assert box(picture(view), RED_RGB) == (0, 0, 4 * width, 2 * height)
