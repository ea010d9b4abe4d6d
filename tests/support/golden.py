"""Pictures that tests compare with. `python -m tests.support.golden` makes them anew; look at them before committing.

Only DejaVu's glyphs and our own are in them: other fonts differ too much between machines.
"""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paneflow.geometry import Point, Size
from paneflow.gui.color import DARK, ColorScheme
from paneflow.gui.options import GridOptions
from paneflow.gui.pane_picture import PanePicture
from paneflow.gui.qt import QApplication, QImage
from paneflow.gui.selection import Selection
from paneflow.vt import frame
from paneflow.vt.engine import Cursor, CursorShape
from tests.support.frames import Row, Span, Style, indexed, pack_frame, rgb
from tests.support.qt_window import FONT, picture, pixel, renderers, shown_view, wait_until

FOLDER = Path(__file__).parent.parent / "gui" / "golden"
_LIGHT = DARK._replace(foreground=0x24272E, background=0xFBFAF7, selection_background=0xBCD3F2, cursor=0xB5651D)

STYLES: list[Row] = [
    [
        Span(name + " ", Style(attrs=1 << bit))
        for bit, name in enumerate(("bold", "italic", "faint", "blink", "inverse"))
    ],
    [
        Span("strike", Style(attrs=frame.STRIKE)),
        Span(" "),
        Span("overline", Style(attrs=frame.OVERLINE)),
        Span(" hidden", Style(attrs=32)),
    ],
    [
        Span(name, Style(underline=kind, line=indexed(kind)))
        for kind, name in enumerate(("none ", "single ", "double ", "curly ", "dotted ", "dashed "))
    ],
    [Span(f"{n:3}", Style(fg=indexed(n))) for n in range(16)],
    [Span("  ", Style(bg=indexed(n))) for n in range(16)],
    [Span(" ", background=rgb(x * 6 << 16 | (255 - x * 6) << 8 | 96)) for x in range(40)],
]
BOXES: list[Row] = [
    "┌─┬─┐ ╔═╦═╗ ┏━┳━┓ ╭───╮ ╓─╥─╖ ╒═╤═╕",
    "│ │ │ ║ ║ ║ ┃ ┃ ┃ │   │ ║ ║ ║ │ │ │",
    "├─┼─┤ ╠═╬═╣ ┣━╋━┫ │   │ ╟─╫─╢ ╞═╪═╡",
    "└─┴─┘ ╚═╩═╝ ┗━┻━┛ ╰───╯ ╙─╨─╜ ╘═╧═╛",
    "┄┄┄┅┅┅┈┈┉┉╌╌╍╍ ╱╲╳ ╴╵╶╷╸╹╺╻╼╽╾╿ ┡┢╁",
    "▁▂▃▄▅▆▇█ ▏▎▍▌▋▊▉ ░▒▓ ▖▗▘▙▚▛▜▝▞▟ ⠁⡇⣿⠿",
    "\ue0b0\ue0b1\ue0b2\ue0b3\ue0b4\ue0b5\ue0b6\ue0b7\ue0b8\ue0b9\ue0ba\ue0bb\ue0bc\ue0bd\ue0be\ue0bf "
    + "".join(map(chr, range(0x1FB00, 0x1FB13))),
]


def composed(rows: list[Row], dpr: float, scheme: ColorScheme = DARK) -> QImage:
    """Rows without a widget around them."""
    shown = PanePicture(renderers().renderer(FONT, dpr), scheme, GridOptions())
    shown.apply(pack_frame(rows, cols=40, cursor=None))
    return shown.image().copy()


def pane() -> QImage:
    """A pane with padding, selection, matches, a cursor and a letterbox."""
    rows: list[Row] = [
        [
            Span("user@host", Style(fg=indexed(2), attrs=1)),
            Span(":"),
            Span("~/src", Style(fg=indexed(4), attrs=1)),
            Span("$ make test"),
        ],
        "42 passed, 1 failed in 3.21 s",
        [Span("FAILED ", Style(fg=indexed(1))), Span("tests/test_grid.py::test_wrap")],
        "$ ",
    ]
    view = shown_view(
        pack_frame(rows, cols=40, height=6, cursor=Cursor(3, 2, True, False, CursorShape.BLOCK)),
        size=Size(44, 8),
        options=GridOptions(padding=6),
    )
    view.select(Selection(Point(1, 3), Point(2, 5)))
    view.set_matches(
        [Selection(Point(0, 23), Point(0, 26)), Selection(Point(2, 13), Point(2, 16))],
        Selection(Point(0, 23), Point(0, 26)),
    )
    corner = (view.width() - 1, view.height() - 1)
    wait_until(lambda: pixel(picture(view), *corner) != DARK.background)  # the letterbox
    image = picture(view)
    view.close()
    return image


SCENES: dict[str, Callable[[], QImage]] = {
    "styles": lambda: composed(STYLES, 1.0),
    "styles_light": lambda: composed(STYLES, 1.0, _LIGHT),
    "styles_2x": lambda: composed(STYLES, 2.0),
    "boxes": lambda: composed(BOXES, 1.0),
    "boxes_1.5x": lambda: composed(BOXES, 1.5),
    "pane": pane,
}


def pixels(image: QImage) -> npt.NDArray[np.int16]:
    """Shape (height, width, 3)."""
    flat = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(flat.constBits(), np.uint8).reshape(flat.height(), flat.bytesPerLine())
    return raw[:, : flat.width() * 4].reshape(flat.height(), flat.width(), 4)[:, :, :3].astype(np.int16)


def main() -> None:
    """Write every picture."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    for name, make in SCENES.items():
        make().save(str(FOLDER / f"{name}.png"))
    application.quit()


if __name__ == "__main__":
    main()
