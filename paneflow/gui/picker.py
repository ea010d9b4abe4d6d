"""A list over the window that is narrowed by typing: palette, attention queue, shortcuts, search over all panes."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, cast

from paneflow.gui.color import mix
from paneflow.gui.extras import Extra, Extras
from paneflow.gui.fuzzy import ranked
from paneflow.gui.qt import (
    QColor,
    QEvent,
    QFont,
    QFontMetrics,
    QFrame,
    QKeyEvent,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QModelIndex,
    QObject,
    QPainter,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    Qt,
    QVBoxLayout,
    QWidget,
)
from paneflow.gui.theme import Chrome

_ROLE: Final = Qt.ItemDataRole.UserRole
_WIDTH, _ROW, _DETAIL_ROW, _MOST_ROWS = 620, 32, 50, 11


class Choice(NamedTuple):
    """One line. `keys` are shown at its right; `words` find it too; `extras` can be done with it while it is marked."""

    title: str
    run: Callable[[], None]
    keys: str = ""
    detail: str = ""
    dot: int | None = None
    words: str = ""
    extras: Sequence[Extra] = ()


class _Shown(NamedTuple):
    choice: Choice
    positions: tuple[int, ...]


class Picker(QFrame):
    """Opened with its choices; closes when one is taken, on Esc, and when something else gets the keyboard."""

    def __init__(self, chrome: Callable[[], Chrome], closed: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("overlay")
        self._closed = closed
        self._choices: Sequence[Choice] = ()
        self._live: Callable[[str], None] | None = None
        self._leaving = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(4)
        self.field = QLineEdit(self)
        self.field.setProperty("plain", "true")
        self.field.textChanged.connect(self._typed)
        self.field.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setItemDelegate(_Delegate(chrome, self))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.itemClicked.connect(self._take)
        self.empty = QLabel("Nothing fits", self)
        self.empty.setProperty("role", "muted")
        self.empty.setContentsMargins(8, 4, 8, 8)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        layout.addWidget(self.empty)
        self.extras = Extras(self._take_extra, self)
        layout.addWidget(self.extras)
        self.list.currentItemChanged.connect(self._marked)
        self.hide()

    def open(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        live: Callable[[str], None] | None = None,
        none: str = "Nothing fits",
    ) -> None:
        """Show choices. With `live`, typing is told there, and it answers with `show_choices`."""
        self._live = live
        self.empty.setText(none)
        self.field.clear()
        self.field.setPlaceholderText(title)
        self.field.setAccessibleName(title)
        self.list.setAccessibleName(title)
        self.show_choices(choices)
        self.show()
        self.raise_()
        self.field.setFocus()

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Replace the choices."""
        self._choices = choices
        self._narrow("" if self._live else self.field.text())

    def dismiss(self) -> None:
        """Close without a choice."""
        if self.isHidden() or self._leaving:
            return
        self._leaving = True
        self._closed()  # first: a hidden field would pass the keyboard to whatever comes next
        self.hide()
        self._leaving = False

    def titles(self) -> list[str]:
        """What is listed now."""
        return [cast("_Shown", self.list.item(i).data(_ROLE)).choice.title for i in range(self.list.count())]

    def place(self) -> None:
        """Sit at the top middle of the window, as high as the rows need."""
        window = cast("QWidget", self.parentWidget())
        width = min(_WIDTH, window.width() - 32)
        first = min(self.list.count(), _MOST_ROWS)
        heights = [_height(cast("_Shown", self.list.item(i).data(_ROLE)).choice) for i in range(first)]
        most = max(1, min(_MOST_ROWS * _ROW, window.height() - 160) // _ROW) * _ROW
        self.list.setFixedHeight(min(sum(heights), most))
        self.list.setVisible(bool(heights))
        self.empty.setVisible(not heights)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((window.width() - width) // 2, max(24, min(96, window.height() // 8)))

    # -- inside ---------------------------------------------------------------------------------------------------
    def _typed(self, text: str) -> None:
        if self._live is not None:
            self._live(text)
        else:
            self._narrow(text)

    def _narrow(self, query: str) -> None:
        self.list.blockSignals(True)  # one mark in the end: each would lay the list out again
        self.list.clear()
        for shown in _ranked(query, self._choices):
            item = QListWidgetItem()
            item.setData(_ROLE, shown)
            words = ", ".join(part for part in (shown.choice.title, shown.choice.detail, shown.choice.keys) if part)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        self._marked(self.list.currentItem())

    def _take(self, item: QListWidgetItem) -> None:
        shown = cast("_Shown", item.data(_ROLE))
        self.dismiss()
        shown.choice.run()

    def _take_extra(self, extra: Extra) -> None:
        self.dismiss()
        extra.run()

    def _marked(self, item: QListWidgetItem | None) -> None:
        shown = None if item is None else cast("_Shown", item.data(_ROLE)).choice
        self.extras.show_for(shown.detail if shown else "", shown.extras if shown else ())
        self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802 - Qt's name
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        if event.type() == QEvent.Type.FocusOut and self.isVisible() and self.window().isActiveWindow():
            self.dismiss()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        if self.extras.take_key(event):
            return True
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        step = {
            Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _MOST_ROWS, Qt.Key.Key_PageUp: -_MOST_ROWS,
            Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1,
        }.get(Qt.Key(event.key()) if event.key() in _KNOWN else Qt.Key.Key_unknown)  # fmt: skip
        if control and event.key() in (Qt.Key.Key_N, Qt.Key.Key_P):
            step = 1 if event.key() == Qt.Key.Key_N else -1
        if step is not None:
            row = self.list.currentRow() + step
            self.list.setCurrentRow(max(0, min(row, self.list.count() - 1)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if (item := self.list.currentItem()) is not None:
                self._take(item)
        elif event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            return False
        return True


_KNOWN: Final = frozenset(key.value for key in Qt.Key)


def _ranked(query: str, choices: Sequence[Choice]) -> list[_Shown]:
    hits = ranked(query, [(choice.title, choice.words) for choice in choices])
    return [_Shown(choices[index], hit.positions) for index, hit in hits]


def _height(choice: Choice) -> int:
    return _DETAIL_ROW if choice.detail else _ROW


class _Delegate(QStyledItemDelegate):
    """Paints a title with the letters that fit, its keys and a second line."""

    def __init__(self, chrome: Callable[[], Chrome], parent: QObject) -> None:
        super().__init__(parent)
        self._chrome = chrome

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802 - Qt's name
        return QSize(100, _height(cast("_Shown", index.data(_ROLE)).choice))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        shown, chrome = cast("_Shown", index.data(_ROLE)), self._chrome()
        rect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(mix(chrome.overlay, chrome.accent, 0.28)))
            painter.drawRoundedRect(QRectF(rect), 4, 4)
        inner = rect.adjusted(12, 0, -12, 0)
        if shown.choice.dot is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(shown.choice.dot))
            painter.drawEllipse(QRectF(inner.left(), rect.top() + 12, 8, 8))
            inner = inner.adjusted(16, 0, 0, 0)
        top = QRect(inner.left(), rect.top(), inner.width(), _ROW)
        room = top.width() - _paint_keys(painter, shown.choice.keys, top, chrome)
        _paint_title(painter, shown, QRect(top.left(), top.top(), room, top.height()), chrome)
        if shown.choice.detail:
            painter.setPen(QColor(chrome.muted))
            below = QRect(inner.left(), rect.top() + _ROW - 6, inner.width(), 20)
            text = painter.fontMetrics().elidedText(shown.choice.detail, Qt.TextElideMode.ElideRight, below.width())
            painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


def _paint_keys(painter: QPainter, keys: str, rect: QRect, chrome: Chrome) -> int:
    """Draw keys at the right; the width they take."""
    if not keys:
        return 0
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(keys) + 16
    box = QRectF(rect.right() - width, rect.top() + 6, width, rect.height() - 12)
    painter.setPen(QColor(chrome.border))
    painter.setBrush(QColor(mix(chrome.overlay, chrome.base, 0.5)))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(chrome.muted))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, keys)
    return width + 12


def _paint_title(painter: QPainter, shown: _Shown, rect: QRect, chrome: Chrome) -> None:
    """Letter by letter where some stand out; at once where none do."""
    plain, strong = QFont(painter.font()), QFont(painter.font())
    strong.setWeight(QFont.Weight.Bold)
    title, x = shown.choice.title, rect.left()
    start = 0
    while start < len(title) and x < rect.right():
        marked = start in shown.positions
        end = start + 1
        while end < len(title) and (end in shown.positions) == marked:
            end += 1
        font = strong if marked else plain
        painter.setFont(font)
        painter.setPen(QColor(chrome.accent if marked else chrome.text))
        room = rect.right() - x
        part = QFontMetrics(font).elidedText(title[start:end], Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(x, rect.top(), room, rect.height()), Qt.AlignmentFlag.AlignVCenter, part)
        x += QFontMetrics(font).horizontalAdvance(title[start:end])
        start = end
    painter.setFont(plain)
