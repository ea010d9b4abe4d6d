"""A canary: some PySide6 releases drop a reference of None in every call that returns nothing, until Python aborts."""

import sys

from paneflow.gui.qt import QColor, QImage, QPainter, QWidget


def drift_of(calls: int) -> int:
    """How the count of references to None changes over that many calls of each kind."""
    widget, color = QWidget(), QColor(1, 2, 3)
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setPen(color)
    before = sys.getrefcount(None)
    for _ in range(calls):
        painter.setPen(color)
        widget.update()
    after = sys.getrefcount(None)
    painter.end()
    return after - before


def test_calls_that_return_nothing_keep_their_reference() -> None:
    assert abs(drift_of(1000)) < 100
