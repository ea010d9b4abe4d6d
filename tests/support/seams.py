"""Run as a program: a view at the pixel ratio of QT_SCALE_FACTOR, at odd places of a window, looked at for seams."""

import sys

from paneflow.gui.color import DARK
from paneflow.gui.qt import QApplication, QImage, QWidget
from tests.support.frames import pack_frame
from tests.support.qt_window import BARE, picture, pixel, shown_view


def main() -> None:
    """Print "ok" and the ratio, or exit with what is wrong."""
    application = QApplication([])
    view = shown_view(pack_frame(["│██│", "│██│", "└──┘"] * 5, cols=4, cursor=None), options=BARE)
    metrics = view._picture.renderer.metrics
    window = QWidget()
    window.resize(400, 500)
    view.setParent(window)
    window.show()
    for left, top in ((0, 0), (1, 1), (3, 5), (7, 2)):
        view.move(left, top)
        view.show()
        application.processEvents()
        image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        origin = view.geometry_of_grid().origin
        dpr = view.devicePixelRatioF()
        x0, y0 = (left + origin.x()) * dpr, (top + origin.y()) * dpr
        if abs(x0 - round(x0)) > 0.01 or abs(y0 - round(y0)) > 0.01:
            sys.exit(f"cells begin at {x0}, {y0} at {left}, {top}")
        column = round(x0) + (metrics.width - metrics.stroke) // 2
        colors = {pixel(image, column, round(y0) + y) for y in range(2 * metrics.height)}
        block = {
            pixel(image, round(x0) + metrics.width + x, round(y0) + y)
            for x in range(2 * metrics.width)
            for y in range(2 * metrics.height)
        }
        if colors != {DARK.foreground} or block != {DARK.foreground}:
            sys.exit(f"a seam at {left}, {top}: {colors} {block}")
    picture(view)
    print("ok", view.devicePixelRatioF())


if __name__ == "__main__":
    main()
