"""The panes of the active workspace, placed by its tree."""

from collections.abc import Callable, Collection
from typing import Final

from paneflow.geometry import Axis, Size
from paneflow.gui import arrangement
from paneflow.gui.arrangement import Drop
from paneflow.gui.divider import GAP, DividerBar
from paneflow.gui.labels import TabLabel, now_ms, tab_label
from paneflow.gui.model_view import ModelView, SurfaceView, WorkspaceView
from paneflow.gui.pane_frame import PaneFrame
from paneflow.gui.qt import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QMimeData,
    QPainter,
    QPaintEvent,
    QPoint,
    QResizeEvent,
    Qt,
    QWidget,
    Signal,
)
from paneflow.gui.tab_strip import SURFACE_MIME
from paneflow.gui.terminal_pool import TerminalPool
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.theme import Chrome
from paneflow.ids import PaneId
from paneflow.model import geometry
from paneflow.model.geometry import Rect
from paneflow.model.tree import Leaf, Node

_HEADERS: Final = {"always": True, "never": False}


class DropLight(QWidget):
    """Lights up where a tab would go."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.color = QColor()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        painter = QPainter(self)
        fill = QColor(self.color)
        fill.setAlpha(56)
        painter.fillRect(self.rect(), fill)
        painter.setPen(self.color)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class SplitView(QWidget):
    """Places panes and dividers; says what was done with them."""

    divided = Signal(int, object, object)  # workspace, path, ratios
    equalise_wanted = Signal(int)  # workspace
    surface_moved = Signal(int, int, object)  # surface, a surface of the pane it goes to, edge (Direction) or None
    dropped = Signal(object, object)  # TerminalView, QMimeData: files, text, images
    frame_made = Signal(object)  # PaneFrame

    def __init__(self, model: ModelView, pool: TerminalPool, chrome: Callable[[], Chrome], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self._model, self._pool = model, pool
        self._space: WorkspaceView | None = None
        self._tree: Node | None = None
        self._dragging: Node | None = None  # the tree when a divider was pressed
        self._chrome = chrome
        self.tab_bar = "auto"
        self.frames: dict[int, PaneFrame] = {}
        self._bars: list[DividerBar] = []
        self._light = DropLight(self)
        self.setAcceptDrops(True)

    # -- showing --------------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Follow the model."""
        space = self._space = self._model.workspace
        if space is None:
            self._drop_frames(keep=())
        else:
            if self._dragging is None:
                self._tree = space.tree
            self._drop_frames(keep=space.panes)
            self._place()
        shown = {frame.terminal.surface for frame in self.frames.values() if frame.terminal is not None}
        self._pool.trim(shown, self._model.surfaces)

    def refresh_headers(self) -> None:
        """Follow names, states and marks only."""
        space, chrome = self._space, self._chrome
        if space is None:
            return
        now = now_ms()
        for pane, frame in self.frames.items():
            view = space.panes.get(pane)
            if view is None:
                continue  # on its way out: what ends with it, such as a name that is edited, asks for this
            surfaces = [self._model.surfaces[each] for each in view.surfaces if each in self._model.surfaces]
            zoomed = pane == space.zoomed
            labels = [self._label(each, chrome(), now, zoomed=zoomed and each.id == view.active) for each in surfaces]
            busy = any(each.agent or each.exited for each in surfaces)
            auto = len(space.panes) > 1 or len(surfaces) > 1 or busy
            wanted = _HEADERS.get(self.tab_bar, auto)
            focused = pane == space.focused and (len(space.panes) > 1 or len(surfaces) > 1)
            frame.show_header(labels, view.active, wanted=wanted, focused=focused, chrome=chrome())

    def _label(self, surface: SurfaceView, chrome: Chrome, now: int, *, zoomed: bool) -> TabLabel:
        note, unseen = self._model.note(surface.id), self._model.unseen(surface.id)
        return tab_label(surface, note, chrome, now, unseen=unseen, zoomed=zoomed)

    def visible_surfaces(self) -> set[int]:
        """Surfaces a person can see now."""
        return {
            frame.terminal.surface for frame in self.frames.values() if frame.terminal is not None and frame.isVisible()
        }

    def terminal_of(self, surface: int) -> TerminalView | None:
        """The terminal of a surface that is on view."""
        found = (frame.terminal for frame in self.frames.values())
        return next((each for each in found if each is not None and each.surface == surface), None)

    def frame_of(self, surface: int) -> PaneFrame | None:
        """The pane that has a surface in its stack."""
        record = self._model.surfaces.get(surface)
        return None if record is None else self.frames.get(record.pane)

    def places(self) -> dict[PaneId, Rect]:
        """Where the panes are, in logical pixels."""
        space, tree = self._space, self._tree
        if space is None or tree is None:
            return {}
        if space.zoomed is not None:
            tree = Leaf(PaneId(space.zoomed))
        return geometry.rects(tree, self._room(), GAP)

    def can_split(self, pane: int, axis: Axis) -> bool:
        """Whether a pane has room for two."""
        return self._tree is None or arrangement.can_split(self._tree, PaneId(pane), axis, self._room(), GAP)

    def _room(self) -> Size:
        return Size(max(self.width(), 1), max(self.height(), 1))

    def _drop_frames(self, keep: Collection[int]) -> None:
        for pane in list(self.frames):
            if pane not in keep:
                frame = self.frames.pop(pane)
                frame.let_go()
                frame.hide()
                frame.deleteLater()

    def _place(self) -> None:
        space, chrome = self._space, self._chrome
        if space is None:
            return
        places = self.places()
        for pane, view in space.panes.items():
            frame = self.frames.get(pane) or self._make_frame(pane, chrome())
            place = places.get(PaneId(pane))
            if place is None:
                frame.hide()
                continue
            frame.setGeometry(place.col, place.row, place.cols, place.rows)
            frame.show_terminal(self._pool.use(view.active))
            frame.show()
        self.refresh_headers()
        self._place_bars(chrome())

    def _make_frame(self, pane: int, chrome: Chrome) -> PaneFrame:
        frame = self.frames[pane] = PaneFrame(pane, chrome, self)
        frame.lower()
        self.frame_made.emit(frame)
        return frame

    def _place_bars(self, chrome: Chrome) -> None:
        zoomed = self._space is None or self._space.zoomed is not None or self._tree is None
        wanted = [] if zoomed or self._tree is None else geometry.dividers(self._tree, self._room(), GAP)
        while len(self._bars) < len(wanted):
            self._bars.append(self._make_bar())
        for bar, divider in zip(self._bars, wanted, strict=False):
            bar.put(divider, chrome)
        for bar in self._bars[len(wanted) :]:
            bar.hide()

    # -- dividers -------------------------------------------------------------------------------------------------
    def _make_bar(self) -> DividerBar:
        bar = DividerBar(self)
        bar.pressed.connect(self._bar_pressed)
        bar.dragged.connect(lambda pixels: self._bar_dragged(bar, pixels))
        bar.released.connect(lambda: self._bar_released(bar))
        bar.reset.connect(self._bar_reset)
        return bar

    def _bar_reset(self) -> None:
        if self._space is not None:
            self.equalise_wanted.emit(self._space.id)

    def _bar_pressed(self) -> None:
        self._dragging = self._tree

    def _bar_dragged(self, bar: DividerBar, pixels: int) -> None:
        if self._dragging is not None and bar.divider is not None:
            self._tree = arrangement.moved(self._dragging, bar.divider, pixels, self._room(), GAP)
            self._place()

    def _bar_released(self, bar: DividerBar) -> None:
        before, self._dragging = self._dragging, None
        if self._space is not None and self._tree is not None and bar.divider is not None and self._tree != before:
            path = bar.divider.path
            self.divided.emit(self._space.id, path, arrangement.ratios_at(self._tree, path))

    # -- dropping -------------------------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102, N802 - Qt's name
        if _takes(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: D102, N802 - Qt's name
        drop = self._drop_at(event.position().toPoint())
        if drop is None:
            event.ignore()
            return
        event.acceptProposedAction()
        if event.mimeData().hasFormat(SURFACE_MIME):
            self._light.color = QColor(self._chrome().accent)
            self._light.setGeometry(drop.lit.col, drop.lit.row, drop.lit.cols, drop.lit.rows)
            self._light.raise_()
            self._light.show()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._light.hide()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._light.hide()
        drop = self._drop_at(event.position().toPoint())
        frame = self.frames.get(drop.pane) if drop is not None else None
        if drop is None or frame is None or frame.terminal is None:
            return
        event.acceptProposedAction()
        data = event.mimeData()
        if data.hasFormat(SURFACE_MIME):
            surface = int(bytes(data.data(SURFACE_MIME).data()))
            self.surface_moved.emit(surface, frame.terminal.surface, drop.edge)
        else:
            self.dropped.emit(frame.terminal, data)

    def _drop_at(self, point: QPoint) -> Drop | None:
        return arrangement.drop_at(self.places(), point.x(), point.y())

    # -- life -----------------------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self._place()


def _takes(data: QMimeData) -> bool:
    return data.hasFormat(SURFACE_MIME) or data.hasUrls() or data.hasText() or data.hasImage()
