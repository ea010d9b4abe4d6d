"""Paints a pane: its cells, and what lies over and around them."""

from typing import Final, NamedTuple

from paneflow.geometry import Size
from paneflow.gui.cell_text import placed
from paneflow.gui.composition import Composition
from paneflow.gui.grid import WIDE
from paneflow.gui.grid_geometry import GridGeometry
from paneflow.gui.hover import Hover
from paneflow.gui.options import GridOptions
from paneflow.gui.pane_picture import PanePicture
from paneflow.gui.picture_painter import PicturePainter
from paneflow.gui.picture_store import PictureStore
from paneflow.gui.qt import QColor, QFontMetricsF, QPainter, QPointF, QRect, QRectF, QSize
from paneflow.vt.engine import CursorShape

_LETTERBOX_SHARE: Final = 0.06  # of the foreground over the part of a pane that its surface does not fill
_FLASH_SHARE: Final = 0.16
_BAR_SHARE: Final = 7  # of a cell's width that a bar cursor is thick


class Scene(NamedTuple):
    """What is painted besides the cells. Rectangles are logical pixels."""

    widget: QSize
    fits: Size  # cells the widget has room for
    letterboxed: bool  # shade what the surface does not fill
    geometry: GridGeometry
    focused: bool
    cursor_on: bool  # false in the hidden phase of blinking
    flashing: bool
    hover: Hover | None
    composition: Composition
    pictures: PictureStore | None = None


class GridPainter:
    """Paints one scene; made anew for each paint event."""

    def __init__(self, painter: QPainter, picture: PanePicture, scene: Scene, options: GridOptions) -> None:
        self._painter, self._picture, self._scene, self._options = painter, picture, scene, options
        renderer, palette = picture.renderer, picture.palette
        self._stroke = renderer.metrics.stroke / renderer.dpr
        self._foreground, self._background, self._cursor = (
            QColor.fromRgb(color) for color in (palette.foreground, palette.background, palette.cursor)
        )

    def paint(self, exposed: QRect) -> None:
        """Paint what lies in `exposed`."""
        scene, area = self._scene, self._scene.geometry.area()
        if not area.contains(QRectF(exposed)):
            self._painter.fillRect(exposed, self._background)
            if scene.letterboxed:
                self._letterbox(area)
        if scene.geometry.size.cols and scene.geometry.size.rows:
            self._cells(exposed)
            self._link()
            self._cursor_or_preedit()
        if not scene.focused and self._options.dim_unfocused:
            self._veil(QRectF(exposed), self._background, self._options.dim_unfocused)
        if scene.flashing:
            self._veil(QRectF(exposed), self._foreground, _FLASH_SHARE)

    def _cells(self, exposed: QRect) -> None:
        """The cells, with pictures under and over them."""
        origin, layers, store = self._scene.geometry.origin, self._picture.layers, self._scene.pictures
        image = self._picture.image()
        if store is None or not any(layers):
            self._painter.drawImage(origin, image)
            return
        pictures = PicturePainter(self._painter, store, self._scene.geometry, QRectF(exposed))
        if layers.lowest:
            self._painter.fillRect(exposed, self._background)
            pictures.paint(layers.lowest)
        self._painter.drawImage(origin, image)
        if layers.under:
            pictures.paint(layers.under)
            self._painter.drawImage(origin, self._picture.text_image())
        pictures.paint(layers.over)

    def _letterbox(self, area: QRectF) -> None:
        """Shade what the surface does not fill because another window set its size."""
        scene, grid, widget = self._scene, self._scene.geometry.size, self._scene.widget
        if grid.cols and grid.cols < scene.fits.cols:
            beside = QRectF(area.right(), 0, widget.width() - area.right(), widget.height())
            self._veil(beside, self._foreground, _LETTERBOX_SHARE)
        if grid.rows and grid.rows < scene.fits.rows:
            right = area.right() if grid.cols < scene.fits.cols else widget.width()
            below = QRectF(0, area.bottom(), right, widget.height() - area.bottom())
            self._veil(below, self._foreground, _LETTERBOX_SHARE)

    def _link(self) -> None:
        """The line under a link a person may click now."""
        for row, first, last in self._scene.hover.spans if self._scene.hover else ():
            cells = self._scene.geometry.rect(row, first, last - first)
            self._fill(cells.left(), cells.bottom() - self._stroke, cells.width(), self._stroke, self._foreground)

    def _cursor_or_preedit(self) -> None:
        cursor = self._picture.grid.cursor
        if self._scene.composition.preedit is not None:
            self._preedit()
        elif cursor is not None and cursor.visible:
            if not self._scene.focused:
                self._hollow_cursor()
            elif self._scene.cursor_on:
                chosen = self._options.cursor_shape
                self._solid_cursor(cursor.shape if chosen is None else chosen)

    def _solid_cursor(self, shape: CursorShape) -> None:
        cell, stroke = cursor_rect(self._picture, self._scene.geometry), self._stroke
        if shape is CursorShape.BLOCK:
            self._painter.drawImage(cell.topLeft(), self._picture.cursor_cell())
        elif shape is CursorShape.BAR:
            thickness = max(stroke, round(cell.width() / _BAR_SHARE / stroke) * stroke)
            self._fill(cell.left(), cell.top(), thickness, cell.height(), self._cursor)
        else:
            self._fill(cell.left(), cell.bottom() - 2 * stroke, cell.width(), 2 * stroke, self._cursor)

    def _hollow_cursor(self) -> None:
        cell, stroke = cursor_rect(self._picture, self._scene.geometry), self._stroke
        left, top, width, height = cell.left(), cell.top(), cell.width(), cell.height()
        self._fill(left, top, width, stroke, self._cursor)
        self._fill(left, top + height - stroke, width, stroke, self._cursor)
        self._fill(left, top + stroke, stroke, height - 2 * stroke, self._cursor)
        self._fill(left + width - stroke, top + stroke, stroke, height - 2 * stroke, self._cursor)

    def _preedit(self) -> None:
        """Text being composed, underlined, over the cells it will take."""
        scene, preedit = self._scene, self._scene.composition.preedit
        assert preedit is not None
        rect = scene.composition.rect(scene.geometry, scene.widget.width())
        self._painter.fillRect(rect, self._background)
        self._cell_text(rect, preedit.text)
        self._fill(rect.left(), rect.bottom() - self._stroke, rect.width(), self._stroke, self._foreground)
        if preedit.caret is not None:
            caret = scene.composition.caret_rect(scene.geometry, scene.widget.width())
            self._fill(caret.left(), caret.top(), self._stroke, caret.height(), self._cursor)

    def _cell_text(self, rect: QRectF, text: str) -> None:
        """Text from a rectangle's left edge on, each cluster in the middle of its cells, as the grid would show it."""
        renderer, cell_width = self._picture.renderer, self._scene.geometry.cell_width
        self._painter.setFont(renderer.faces[0])
        self._painter.setPen(self._foreground)
        measure = QFontMetricsF(renderer.faces[0])
        baseline = rect.top() + renderer.metrics.baseline / renderer.dpr
        for cluster, cell, cells in placed(text):
            spare = max(0.0, cells * cell_width - measure.horizontalAdvance(cluster))
            self._painter.drawText(QPointF(rect.left() + cell * cell_width + spare / 2, baseline), cluster)

    def _veil(self, area: QRectF, color: QColor, share: float) -> None:
        veil = QColor(color)
        veil.setAlphaF(min(1.0, max(0.0, share)))
        self._painter.fillRect(area, veil)

    def _fill(self, left: float, top: float, width: float, height: float, color: QColor) -> None:
        self._painter.fillRect(QRectF(left, top, width, height), color)


def cursor_rect(picture: PanePicture, geometry: GridGeometry) -> QRectF:
    """The cell (or two) the cursor is on; empty when it is out of sight."""
    cursor, grid = picture.grid.cursor, picture.grid
    if cursor is None:
        return QRectF()
    wide = grid.width[cursor.row, cursor.col] == WIDE
    return geometry.rect(cursor.row, cursor.col, 2 if wide else 1)
