"""Paints pictures where a frame says they are, cut off at the pane's edges."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from paneflow.gui.frame_decoder import Picture
from paneflow.gui.grid_geometry import GridGeometry
from paneflow.gui.picture_store import PictureStore
from paneflow.gui.qt import QPainter, QRectF, QSize

_SMALLER: Final = 0.5  # drawn in less than this share of its pixels, a picture is scaled with care first


class Place(NamedTuple):
    """Where a picture is in a pane, and what of that is seen. Logical pixels."""

    whole: QRectF
    seen: QRectF

    def part(self, source: QRectF) -> QRectF:
        """The part of a source for the whole that is seen."""
        across, down = source.width() / self.whole.width(), source.height() / self.whole.height()
        left = source.left() + (self.seen.left() - self.whole.left()) * across
        top = source.top() + (self.seen.top() - self.whole.top()) * down
        return QRectF(left, top, self.seen.width() * across, self.seen.height() * down)


def place_of(picture: Picture, geometry: GridGeometry) -> Place | None:
    """Where a picture is; None when it is out of sight."""
    width, height = geometry.cell_width, geometry.cell_height
    left, top = geometry.origin.x() + picture.col * width, geometry.origin.y() + picture.row * height
    whole = QRectF(left, top, picture.cols * width, picture.rows * height)
    seen = whole.intersected(geometry.area())
    return None if seen.isEmpty() else Place(whole, seen)


class PicturePainter:
    """Paints pictures of one pane, as far as their pixels are here."""

    def __init__(self, painter: QPainter, store: PictureStore, geometry: GridGeometry, exposed: QRectF) -> None:
        self._painter, self._store, self._geometry, self._exposed = painter, store, geometry, exposed

    def paint(self, pictures: Iterable[Picture]) -> None:
        """Paint some, in their order."""
        for picture in pictures:
            place = place_of(picture, self._geometry)
            if place is not None and place.seen.intersects(self._exposed):
                self._one(picture, place)

    def _one(self, picture: Picture, place: Place) -> None:
        image, source = self._store.get(picture.generation), QRectF(*picture.source)
        if image is None or source.isEmpty():
            return
        dpr = self._geometry.dpr
        size = QSize(max(1, round(place.whole.width() * dpr)), max(1, round(place.whole.height() * dpr)))
        shares = size.width() / source.width(), size.height() / source.height()
        if min(shares) < _SMALLER and max(shares) <= 1:
            image = self._store.smaller(picture.generation, picture.source, size)
            source = QRectF(0, 0, size.width(), size.height())
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._painter.drawImage(place.seen, image, place.part(source))
