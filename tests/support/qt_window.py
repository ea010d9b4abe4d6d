"""A grid view on Qt's offscreen platform, for tests that look at pixels and send events."""

from collections.abc import Callable
from time import monotonic

from paneflow.geometry import Size
from paneflow.gui.color import DARK, ColorScheme
from paneflow.gui.fonts import FontSpec
from paneflow.gui.grid_view import GridView
from paneflow.gui.options import GridOptions
from paneflow.gui.qt import (
    QApplication,
    QEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPoint,
    QPointF,
    QSize,
    Qt,
    QWheelEvent,
)
from paneflow.gui.renderer import RendererCache

FONT = FontSpec(("DejaVu Sans Mono", "Noto Sans Mono CJK JP", "Noto Color Emoji"), size_pt=11.25)
BARE = GridOptions(padding=0)

_renderers: list[RendererCache] = []


def renderers() -> RendererCache:
    """One cache for all tests: glyphs are drawn once."""
    if not _renderers:
        _renderers.append(RendererCache())
    return _renderers[0]


def shown_view(
    *frames: bytes,
    size: Size | None = None,
    options: GridOptions = BARE,
    scheme: ColorScheme = DARK,
    font: FontSpec = FONT,
    focused: bool = True,
) -> GridView:
    """A view as large as its last frame (or `size`), on the screen and painted."""
    view = GridView(renderers(), font, scheme, options)
    for data in frames:
        view.apply_frame(data)
    cells = size or view.grid.size
    renderer = renderers().renderer(font, view.devicePixelRatioF())
    width, height = cells.cols * renderer.cell_width, cells.rows * renderer.cell_height
    padding = 2 * options.padding
    view.resize(QSize(-int(-width // 1) + padding, -int(-height // 1) + padding))
    view.show()
    if focused:
        view.activateWindow()
        view.setFocus()
        wait_until(view.hasFocus)
    QApplication.processEvents()
    return view


def wait_until(condition: Callable[[], bool], timeout_s: float = 5.0) -> None:
    """Run the event loop until something holds."""
    end = monotonic() + timeout_s
    while not condition():
        assert monotonic() < end, f"never came true: {condition}"
        QApplication.processEvents()


def picture(view: GridView) -> QImage:
    """What the view paints now, in device pixels."""
    QApplication.processEvents()
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def pixel(image: QImage, x: int, y: int) -> int:
    """0xRRGGBB."""
    return image.pixel(x, y) & 0xFFFFFF


def press_key(
    view: GridView, text: str, *, key: int = 0, mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press and release a key; `key` is Qt's number, by default the text's own."""
    code = key or ord(text.upper())
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(view, QKeyEvent(kind, code, mods, text))


def mouse(
    view: GridView,
    kind: QEvent.Type,
    row: float,
    col: float,
    *,
    button: Qt.MouseButton = Qt.MouseButton.LeftButton,
    mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    time_ms: int = 0,
) -> None:
    """Send a mouse event at a place in cells (1.5 is the middle of the second one)."""
    geometry = view.geometry_of_grid()
    point = geometry.rect(0, 0).topLeft() + QPointF(col * geometry.cell_width, row * geometry.cell_height)
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
    pressed = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else button
    event = QMouseEvent(kind, point, view.mapToGlobal(point), pressed, held, mods)
    event.setTimestamp(time_ms)
    QApplication.sendEvent(view, event)


def wheel(
    view: GridView,
    notches: float,
    mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    row: float = 0.5,
    col: float = 0.5,
) -> None:
    """Turn the wheel; positive is up."""
    geometry = view.geometry_of_grid()
    point = geometry.rect(0, 0).topLeft() + QPointF(col * geometry.cell_width, row * geometry.cell_height)
    angle = QPoint(0, round(notches * 120))
    event = QWheelEvent(
        point,
        view.mapToGlobal(point),
        QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        mods,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)
