"""The sidebar: workspaces and groups with branch, folder, agents, progress and ports."""

from typing import Final

from paneflow.gui.name_editor import NameEditor
from paneflow.gui.qt import (
    QAbstractItemView,
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMouseEvent,
    QPoint,
    QRect,
    QResizeEvent,
    Qt,
    QWidget,
    Signal,
)
from paneflow.gui.sidebar_delegate import SidebarDelegate, line_at, row_of
from paneflow.gui.sidebar_rows import Row
from paneflow.gui.tab_strip import SURFACE_MIME
from paneflow.gui.theme import Chrome

ROLE: Final = Qt.ItemDataRole.UserRole


class Sidebar(QListWidget):
    """Shows rows; says what a person wants."""

    workspace_chosen = Signal(int)
    surface_chosen = Signal(int)
    link_chosen = Signal(str)
    group_toggled = Signal(int, bool)  # group, folded
    workspace_moved = Signal(int, int)  # workspace, index among the workspaces
    workspace_renamed = Signal(int, str)
    workspace_grouped = Signal(int, int)  # workspace, group
    group_renamed = Signal(int, str)
    edited = Signal(bool)  # whether a key ended it, so that the keyboard has to go somewhere
    surface_dropped = Signal(int, int)  # surface, workspace
    menu_wanted = Signal(int, QPoint)  # workspace, global position
    group_menu_wanted = Signal(int, QPoint)  # group, global position

    def __init__(self, chrome: Chrome, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Workspaces")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._delegate = SidebarDelegate(chrome, self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard in the pane
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.itemActivated.connect(self._activated)
        self._rows: list[Row] = []
        self._active: int | None = None  # the workspace on view
        self._pressed: QPoint | None = None
        self._editor: NameEditor | None = None
        self._edit_later: int | None = None  # a row that is to be renamed once it is there

    def show_rows(self, rows: list[Row], chrome: Chrome) -> None:
        """Bring the rows up to date; the list keeps its scroll position and current row."""
        if rows == self._rows and chrome == self._delegate.chrome:
            return
        self._delegate.chrome = chrome
        same_shape = [(r.workspace, r.group, len(r.lines)) for r in rows] == [
            (r.workspace, r.group, len(r.lines)) for r in self._rows
        ]
        self._rows = rows
        if same_shape:
            for index, row in enumerate(rows):
                self._fill(self.item(index), row)
            self._show_active()
            return
        current = self.currentRow()
        self.clear()
        for row in rows:
            item = QListWidgetItem()
            self._fill(item, row)
            self.addItem(item)
        self.setCurrentRow(min(current, len(rows) - 1))
        self._show_active()
        self._place_editor()
        if self._edit_later is not None:
            self.rename(self._edit_later)

    def _show_active(self) -> None:
        """Scroll to the workspace on view when that is another one; a person may look elsewhere until then."""
        at = next((index for index, row in enumerate(self._rows) if row.active), None)
        active = None if at is None else self._rows[at].workspace
        if at is not None and active != self._active:
            self.scrollToItem(self.item(at))
        self._active = active

    @staticmethod
    def _fill(item: QListWidgetItem, row: Row) -> None:
        item.setData(ROLE, row)
        words = [row.title, *(line.text + ", new" * line.unseen for line in row.lines)]
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(words) + (", waits for you" if row.waiting else ""))

    # -- renaming -------------------------------------------------------------------------------------------------
    def rename(self, key: int) -> None:
        """Edit a row's title in place (`Row.key`), as soon as there is such a row."""
        row = next((each for each in self._rows if each.key == key), None)
        self._edit_later = key if row is None else None
        if row is not None:
            self.scrollToItem(self.item(self._rows.index(row)))
            what = "workspace" if row.group is None else "group"
            editor = self._editor = NameEditor(key, f"Title of the {what}", row.title, self.viewport())
            editor.named.connect(self._renamed)
            editor.over.connect(self.edited)
            self._place_editor()
            editor.begin()

    def _renamed(self, key: int, title: str) -> None:
        if title and key > 0:
            self.workspace_renamed.emit(key, title)
        elif title:
            self.group_renamed.emit(-key, title)

    def _place_editor(self) -> None:
        """Over its row, wherever that is now; away, when it has gone."""
        editor = self._editor
        if editor is None or editor.is_over:
            return
        if all(row.key != editor.what for row in self._rows):
            editor.cancel()
        else:
            rect = self.rect_of(editor.what)
            editor.setGeometry(rect.left() + 8, rect.top() + (4 if editor.what > 0 else 0), rect.width() - 16, 30)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self._place_editor()

    # -- choosing -------------------------------------------------------------------------------------------------
    def _activated(self, item: QListWidgetItem) -> None:
        row = row_of(item.data(ROLE))
        if row.group is not None:
            self.group_toggled.emit(row.group, not row.folded)
        else:
            self.workspace_chosen.emit(row.workspace)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        item = self.itemAt(point)
        if (
            item is None
            or event.button() != Qt.MouseButton.LeftButton
            or item is not self.itemAt(self._pressed or point)
        ):
            return
        row = row_of(item.data(ROLE))
        line = line_at(row, self.visualItemRect(item), point)
        if line is not None and line.url:
            self.link_chosen.emit(line.url)
        elif line is not None and line.surface is not None:
            self.surface_chosen.emit(line.surface)
        else:
            self._activated(item)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().mouseMoveEvent(event)
        item = self.itemAt(event.position().toPoint())
        line = None
        if item is not None:
            line = line_at(row_of(item.data(ROLE)), self.visualItemRect(item), event.position().toPoint())
        pointing = line is not None and bool(line.url or line.surface)
        self.setCursor(Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        item = self.itemAt(event.position().toPoint())
        if item is not None:
            row = row_of(item.data(ROLE))
            if row.group is None:
                self.rename(row.workspace)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102, N802 - Qt's name
        item = self.itemAt(event.pos())
        if item is None:
            return
        row = row_of(item.data(ROLE))
        if row.group is None:
            self.menu_wanted.emit(row.workspace, event.globalPos())
        else:
            self.group_menu_wanted.emit(row.group, event.globalPos())

    # -- dragging -------------------------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102, N802 - Qt's name
        if event.mimeData().hasFormat(SURFACE_MIME):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: D102, N802 - Qt's name
        if not event.mimeData().hasFormat(SURFACE_MIME):
            super().dragMoveEvent(event)
            return
        item = self.itemAt(event.position().toPoint())
        event.setAccepted(item is not None)
        if item is not None:
            self.setCurrentItem(item)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102, N802 - Qt's name
        item = self.itemAt(event.position().toPoint())
        if event.mimeData().hasFormat(SURFACE_MIME):
            if item is not None and row_of(item.data(ROLE)).group is None:
                surface = int(bytes(event.mimeData().data(SURFACE_MIME).data()))
                event.acceptProposedAction()
                self.surface_dropped.emit(surface, row_of(item.data(ROLE)).workspace)
            return
        moved = row_of(self.currentItem().data(ROLE))
        heading = None if item is None else row_of(item.data(ROLE)).group
        if moved.group is None and heading is not None:
            self.workspace_grouped.emit(moved.workspace, heading)
        elif moved.group is None:
            self.workspace_moved.emit(moved.workspace, self._index_for(item, event))
        event.setDropAction(Qt.DropAction.IgnoreAction)  # the host's answer moves the row
        event.accept()

    def _index_for(self, item: QListWidgetItem | None, event: QDropEvent) -> int:
        """The place among the workspaces, headings not counted."""
        spaces = [row for row in self._rows if row.group is None]
        if item is None:
            return len(spaces) - 1
        row = row_of(item.data(ROLE))
        moved = row_of(self.currentItem().data(ROLE))
        at = next((i for i, each in enumerate(spaces) if each.workspace == row.workspace), 0)
        before = next((i for i, each in enumerate(spaces) if each.workspace == moved.workspace), 0)
        below = event.position().y() > self.visualItemRect(item).center().y()
        target = at + int(below)
        return target - 1 if before < target else target

    def highlight(self) -> QColor:
        """The colour of the active row, for tests."""
        return QColor(self._delegate.chrome.accent)

    def rect_of(self, key: int) -> QRect:
        """Where a row is (`Row.key`), in the viewport."""
        at = next(index for index, row in enumerate(self._rows) if row.key == key)
        return self.visualItemRect(self.item(at))
