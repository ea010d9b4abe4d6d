"""The widget that shows one surface: paints frames, turns Qt's input into ours, and keeps no state of a terminal.

Frames come in with `apply_frame`; `frame_painted` answers each once it is on the screen, with what it cost, and is what
the caller acknowledges to the host. Nothing here runs on a timer unless something blinks or a drag is past the edge.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from paneflow.geometry import Point, Size
from paneflow.gui import composition
from paneflow.gui.blink import BlinkClock
from paneflow.gui.color import ColorScheme
from paneflow.gui.composition import Composition
from paneflow.gui.fonts import FontSpec
from paneflow.gui.grid import Grid
from paneflow.gui.grid_geometry import GridGeometry, cells_that_fit, lay_out
from paneflow.gui.grid_painter import GridPainter, Scene, cursor_rect
from paneflow.gui.hover import Hover, hover_at
from paneflow.gui.kept_selection import KeptSelection
from paneflow.gui.key_translation import is_modifier
from paneflow.gui.keyboard import Keyboard, modifier_of
from paneflow.gui.options import GridOptions
from paneflow.gui.pane_picture import PanePicture
from paneflow.gui.picture_store import PictureStore
from paneflow.gui.pointer import Pointer
from paneflow.gui.qt import (
    QEvent,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QObject,
    QPainter,
    QPaintEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QResizeEvent,
    QShowEvent,
    Qt,
    QTimer,
    QWheelEvent,
    QWidget,
    Signal,
)
from paneflow.gui.renderer import RendererCache
from paneflow.gui.selection import Selection
from paneflow.vt.input import KeyEvent

_FLASH_MS: Final = 120
_LETTERBOX_MS: Final = 300  # a size that differs for longer belongs to another window; shorter, the host is answering


class GridView(QWidget):
    """One pane's cells."""

    key_pressed = Signal(object)  # KeyEvent, releases too when the program asked for them
    text_committed = Signal(str)  # by an input method
    mouse_reported = Signal(object)  # MouseEvent, when the program listens
    grid_resized = Signal(object, int, int)  # Size that fits now; a cell's width and height in device pixels
    focus_changed = Signal(bool)
    frame_painted = Signal(int)  # µs that decoding and painting took; once a frame, after the flush
    scroll_requested = Signal(int)  # rows; negative is older
    zoom_requested = Signal(int)  # steps of font size
    selection_changed = Signal(object)  # Selection | None
    selection_finished = Signal(object)  # Selection, when the button is let go: copy-on-select
    link_hovered = Signal(object)  # Hover | None, while the modifier is held
    link_activated = Signal(object)  # Hover
    primary_paste_requested = Signal()
    menu_requested = Signal(QPoint)  # global position
    text_changed = Signal()  # after each frame; screen readers and search overlays

    def __init__(
        self,
        renderers: RendererCache,
        font: FontSpec,
        scheme: ColorScheme,
        options: GridOptions = GridOptions(),  # noqa: B008 - a NamedTuple of constants
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._renderers, self._font, self._scheme, self._options = renderers, font, scheme, options
        self._picture = PanePicture(renderers.renderer(font, self.devicePixelRatioF()), scheme, options)
        self._matches: Sequence[Selection] = ()
        self._current_match: Selection | None = None
        self._caret: Point | None = None
        self._kept = KeptSelection()
        self._composition = Composition()
        self._geometry: GridGeometry | None = None  # until something moves
        self._hover: Hover | None = None
        self._cost_us: int | None = None  # of a frame that is not acknowledged yet
        self._acknowledging = QTimer(self)  # `singleShot` with 0 keeps a view for ever that is deleted before it fires
        self._acknowledging.setSingleShot(True)
        self._acknowledging.timeout.connect(self._acknowledge)
        self._wanted = Size(0, 0)
        self._fitted_at = time.monotonic()
        self._flashing = self._blink_wanted = False
        self._pictures: PictureStore | None = None
        self.is_file: Callable[[str], bool] = lambda _named: False  # whether a word names a file
        self.key_filter: Callable[[KeyEvent], bool] | None = None  # True: an action took the key
        self._blink = BlinkClock(self._blinked, self)
        self._pointer = Pointer(self._picture.grid, options, self)
        self._keyboard = Keyboard(self._picture.grid, options)
        self._connect_pointer()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setInputMethodHints(composition.HINTS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.installEventFilter(self)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setMouseTracking(True)

    # -- frames --------------------------------------------------------------------------------------------------
    @property
    def grid(self) -> Grid:
        """What the surface shows."""
        return self._picture.grid

    def apply_frame(self, data: bytes | memoryview) -> None:
        """Show a frame. Raises ValueError if it is none. `frame_painted` follows once it is on the screen."""
        started = time.perf_counter()
        before = self._cursor_rect()
        changes = self._picture.apply(data)
        if changes.resized or changes.colors:
            self._geometry = None
            self.update()
        self._update_rows(changes.rows.tolist())
        self._want_pictures(moved=changes.pictures)
        if self._cursor_rect() != before:
            self._update_rect(before)
            self._cursor_moved()
        self._update_rect(self._cursor_rect())
        self._keep_selection()
        self._refresh_marks()
        self._settle_blinking()
        self._cost_us = (self._cost_us or 0) + _elapsed_us(started)
        if not self.isVisible() or not len(changes.rows):
            self._acknowledging.start()  # nothing may be painted, and the host waits
        self.text_changed.emit()

    def show_pictures(self, store: PictureStore) -> None:
        """Show the pictures of frames, with pixels from there."""
        self._pictures = store
        store.arrived.connect(self._picture_arrived)

    def _want_pictures(self, *, moved: bool) -> None:
        if moved:
            self._update_rect(self.geometry_of_grid().area())
        if self._pictures is not None and (moved or self.grid.pictures):
            self._pictures.want(self.grid.surface, self.grid.pictures)

    def _picture_arrived(self, generation: int) -> None:
        if any(each.generation == generation for each in self.grid.pictures):
            self._update_rect(self.geometry_of_grid().area())

    # -- settings ------------------------------------------------------------------------------------------------
    def set_font_spec(self, font: FontSpec) -> None:
        """Change font, size or line height."""
        self._font = font
        self._use_renderer()

    def set_scheme(self, scheme: ColorScheme) -> None:
        """Change the theme; no new frame is needed."""
        self._scheme = scheme
        self._picture.set_colors(scheme, self._options)
        self.update()

    def set_options(self, options: GridOptions) -> None:
        """Change behaviour."""
        self._options = self._pointer.options = self._keyboard.options = options
        self._picture.set_colors(self._scheme, options)
        self._geometry = None
        self._fit()
        self._settle_blinking()
        self.update()

    def set_matches(self, matches: Sequence[Selection], current: Selection | None = None) -> None:
        """Mark hits of a search, in stable rows."""
        self._matches, self._current_match = matches, current
        self._refresh_marks()

    def set_caret(self, caret: Point | None) -> None:
        """Mark where copying by keyboard stands: a stable row and a column."""
        self._caret = caret
        self._refresh_marks()

    def flash(self) -> None:
        """The visual bell."""
        if self._options.reduced_motion or self._flashing:
            return
        self._flashing = True
        self.update()
        QTimer.singleShot(_FLASH_MS, self, self._end_flash)

    # -- selection -----------------------------------------------------------------------------------------------
    @property
    def selection(self) -> Selection | None:
        """What is selected, in stable rows."""
        return self._pointer.selection

    def select(self, selection: Selection | None) -> None:
        """Set or clear the selection: copy mode, select all, Esc."""
        self._pointer.select(selection)

    # -- geometry ------------------------------------------------------------------------------------------------
    def geometry_of_grid(self) -> GridGeometry:
        """Where the cells are."""
        if self._geometry is None:
            renderer, grid = self._picture.renderer, self.grid
            base = QPointF(self.mapTo(self.window(), QPoint(0, 0)))
            row = grid.cursor.row if grid.cursor else 0
            self._geometry = lay_out(
                self.size(), base, renderer.metrics, renderer.dpr, self._options.padding, grid.size, row
            )
        return self._geometry

    def wanted_size(self) -> Size:
        """How many cells there is room for."""
        renderer = self._picture.renderer
        return cells_that_fit(self.size(), renderer.metrics, renderer.dpr, self._options.padding)

    def cursor_rect(self) -> QRect:
        """The cursor's cell (the pre-edit's caret while composing), for input methods and pop-ups."""
        if self._composition.preedit is None:
            return self._cursor_rect().toAlignedRect()
        return self._composition.caret_rect(self.geometry_of_grid(), self.width()).toAlignedRect()

    def _fit(self) -> None:
        """Tell how many cells fit, if that changed."""
        wanted, metrics = self.wanted_size(), self._picture.renderer.metrics
        if wanted != self._wanted:
            self._wanted, self._fitted_at = wanted, time.monotonic()
            QTimer.singleShot(_LETTERBOX_MS + 1, self, self.update)
            self.grid_resized.emit(wanted, metrics.width, metrics.height)

    def _use_renderer(self) -> None:
        self._picture.set_renderer(self._renderers.renderer(self._font, self.devicePixelRatioF()))
        self._wanted, self._geometry = Size(0, 0), None
        self._fit()
        self.update()
        self._cursor_moved()

    # -- painting ------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        started = time.perf_counter()
        painter = QPainter(self)
        try:
            GridPainter(painter, self._picture, self._scene(), self._options).paint(event.rect())
        finally:
            painter.end()
        if self._cost_us is not None:
            self._cost_us += _elapsed_us(started)
            self._acknowledging.start()  # runs after the flush

    def _scene(self) -> Scene:
        self._geometry = None  # an ancestor may have moved, and only Qt knows
        return Scene(
            widget=self.size(),
            fits=self.wanted_size(),
            letterboxed=time.monotonic() - self._fitted_at > _LETTERBOX_MS / 1000,
            geometry=self.geometry_of_grid(),
            focused=self.hasFocus(),
            cursor_on=self._blink.shown or not self._cursor_blinks(),
            flashing=self._flashing,
            hover=self._hover,
            composition=self._composition,
            pictures=self._pictures,
        )

    def _cursor_rect(self) -> QRectF:
        return cursor_rect(self._picture, self.geometry_of_grid())

    def _update_rows(self, rows: Sequence[int]) -> None:
        """Ask for a repaint of rows; neighbours join into one rectangle."""
        geometry = self.geometry_of_grid()
        if len(rows) * 2 > self.grid.rows:
            self._update_rect(geometry.area())
            return
        for row in rows:
            self._update_rect(geometry.rect(row, 0, self.grid.cols))

    def _update_rect(self, rect: QRectF) -> None:
        self.update(rect.toAlignedRect())

    def _acknowledge(self) -> None:
        if self._cost_us is not None:
            cost, self._cost_us = self._cost_us, None
            self.frame_painted.emit(cost)

    def _end_flash(self) -> None:
        self._flashing = False
        self.update()

    # -- marks, links and blinking -------------------------------------------------------------------------------
    def _refresh_marks(self) -> None:
        rows = self._picture.set_marks(self._pointer.selection, self._matches, self._current_match, self._caret)
        self._update_rows(rows.tolist())

    def _selection_moved(self, selection: Selection | None) -> None:
        self._kept.begin(selection, self.grid)
        self._refresh_marks()
        self.selection_changed.emit(selection)

    def _keep_selection(self) -> None:
        """A selection stays while its text does, and follows a drag while it is being made."""
        selection = self._pointer.selection
        if selection is not None and not self._kept.holds(selection, self.grid):
            self._pointer.select(None)
        self._pointer.follow()

    def _hover_to(self, position: QPointF, held: Qt.KeyboardModifier) -> None:
        """Underline the link under the mouse while the modifier is held."""
        hover = None
        if held & Qt.KeyboardModifier.ControlModifier and self.grid.rows:
            place = self.geometry_of_grid().place(position)
            hover = hover_at(self.grid, Point(place.row, place.col), self.is_file)
        if hover == self._hover:
            return
        self._hover = hover
        self.setCursor(Qt.CursorShape.PointingHandCursor if hover else Qt.CursorShape.IBeamCursor)
        self.update()
        self.link_hovered.emit(hover)

    def _open_link(self, point: Point) -> None:
        hover = hover_at(self.grid, point, self.is_file)
        if hover is not None:
            self.link_activated.emit(hover)

    def _cursor_blinks(self) -> bool:
        cursor, chosen = self.grid.cursor, self._options.cursor_blink
        if cursor is None or not cursor.visible or self._options.reduced_motion:
            return False
        return cursor.blinking if chosen is None else chosen

    def _settle_blinking(self) -> None:
        """Stop the clock when nothing blinks any more; start it when something began to."""
        may = self.hasFocus() and self.isVisible() and not self._options.reduced_motion
        if not may or not (self._cursor_blinks() or len(self._picture.blinking_rows())):
            self._blink_wanted = False
            self._blink.stop()
        elif not self._blink_wanted:
            self._blink_wanted = True
            self._blink.restart()

    def _blinked(self) -> None:
        rows = self._picture.set_blinking_hidden(not self._blink.shown)
        self._update_rows(rows.tolist())
        self._update_rect(self._cursor_rect())

    # -- keyboard ------------------------------------------------------------------------------------------------
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Our own events before their handlers. An `event` would call Qt's, which calls the handlers: PySide6 6.11 on
        Python 3.11 ends the process when an error of C code comes out of one that was called that way."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # every key comes to us first; `key_filter` gives actions theirs
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._use_renderer()
        return False

    def focusNextPrevChild(self, _next: bool) -> bool:  # noqa: D102, N802, FBT001 - Qt's name; Tab belongs to the program
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._hover_to(QPointF(self.mapFromGlobal(self.cursor().pos())), event.modifiers() | modifier_of(event))
        key = self._keyboard.press(event, self.key_filter)
        if key is None:
            return
        if not is_modifier(key):
            self._typed()
        self.key_pressed.emit(key)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._hover_to(QPointF(self.mapFromGlobal(self.cursor().pos())), event.modifiers() & ~modifier_of(event))
        key = self._keyboard.release(event)
        if key is not None:
            self.key_pressed.emit(key)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._update_composition()
        self._composition.take(event, self.grid)
        self._update_composition()
        if event.commitString():
            self._typed()
            self.text_committed.emit(event.commitString())
        event.accept()
        self._cursor_moved()

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:  # noqa: D102, N802 - Qt's name
        answer = composition.answer(query, self.cursor_rect())
        return super().inputMethodQuery(query) if answer is None else answer

    def _update_composition(self) -> None:
        self._update_rect(self._composition.rect(self.geometry_of_grid(), self.width()).adjusted(-1, 0, 1, 0))
        self._update_rect(self._cursor_rect())

    def _typed(self) -> None:
        if self._options.hide_pointer_while_typing:
            self.setCursor(Qt.CursorShape.BlankCursor)
        self._blink_wanted = False
        self._settle_blinking()

    def _cursor_moved(self) -> None:
        """Input methods keep their window at the cursor only if they are told."""
        if self.hasFocus():
            QGuiApplication.inputMethod().update(Qt.InputMethodQuery.ImCursorRectangle)

    # -- mouse ---------------------------------------------------------------------------------------------------
    def _connect_pointer(self) -> None:
        pointer = self._pointer
        pointer.reported.connect(self.mouse_reported)
        pointer.key_wanted.connect(self.key_pressed)
        pointer.scroll_wanted.connect(self.scroll_requested)
        pointer.zoom_wanted.connect(self.zoom_requested)
        pointer.selection_changed.connect(self._selection_moved)
        pointer.selection_finished.connect(self.selection_finished)
        pointer.link_wanted.connect(self._open_link)
        pointer.paste_wanted.connect(self.primary_paste_requested)
        pointer.menu_wanted.connect(self.menu_requested)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._pointer.press(event, self.geometry_of_grid().place(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        if self.cursor().shape() == Qt.CursorShape.BlankCursor:
            self.setCursor(Qt.CursorShape.IBeamCursor)
        self._hover_to(event.position(), event.modifiers())
        self._pointer.move(event, self.geometry_of_grid().place(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._pointer.release(event, self.geometry_of_grid().place(event.position()))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._pointer.wheel(event, self.geometry_of_grid().place(event.position()))

    # -- life ----------------------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self._geometry = None
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().showEvent(event)
        self._use_renderer()
        self._settle_blinking()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().hideEvent(event)
        self._picture.release()
        self._settle_blinking()
        self._acknowledge()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().focusInEvent(event)
        self._focused(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().focusOutEvent(event)
        self._update_composition()
        self._composition.drop()
        self._focused(False)

    def _focused(self, focused: bool) -> None:  # noqa: FBT001 - mirrors the signal
        self._settle_blinking()
        self._keyboard.drop()
        if self._options.dim_unfocused:
            self.update()
        self._update_rect(self._cursor_rect())
        self.focus_changed.emit(focused)


def _elapsed_us(started: float) -> int:
    return round((time.perf_counter() - started) * 1e6)
