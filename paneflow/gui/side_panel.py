"""The sidebar with the buttons below it, for hands on the mouse."""

from collections.abc import Callable
from functools import partial

from paneflow.gui.qt import (
    QFrame,
    QHBoxLayout,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPointF,
    QRectF,
    Qt,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from paneflow.gui.sidebar import Sidebar
from paneflow.gui.theme import Chrome

_NARROWEST = 120
_BUTTON = 30
_GLASS = ""  # fonts draw the sign for it half as large as the others
_BUTTONS = (
    ("+", "New workspace", "new_workspace"),
    (_GLASS, "Search in every pane", "search_all"),
    ("☰", "Command palette", "command_palette"),
    ("⚙", "Settings", "open_settings"),
)


class _Glass(QToolButton):
    """A magnifying glass."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = self.palette().color(QPalette.ColorRole.ButtonText)  # the style sheet's
        painter.setPen(QPen(color, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        middle = QRectF(self.rect()).center()
        painter.drawEllipse(middle - QPointF(1.5, 1.5), 4.5, 4.5)
        painter.drawLine(middle + QPointF(2, 2), middle + QPointF(6, 6))
        painter.end()


class SidePanel(QFrame):
    """Holds the list; its buttons perform actions."""

    def __init__(self, chrome: Chrome, perform: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.list = Sidebar(chrome, self)
        self.buttons: dict[str, QToolButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(4)
        for text, title, action in _BUTTONS:
            button = self.buttons[action] = QToolButton(self) if text else _Glass(self)
            button.setText(text)
            button.setMinimumWidth(_BUTTON)
            button.setProperty("role", "glyph")
            button.setToolTip(title)
            button.setAccessibleName(title)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self._clicked, perform, action))
            row.addWidget(button)
        row.insertStretch(1, 1)
        column.addLayout(row)

    def fit(self, wanted: int, window: int) -> None:
        """Be as wide as wanted, as far as a narrow window leaves its panes the larger part. Logical pixels."""
        self.setFixedWidth(min(wanted, max(_NARROWEST, window * 2 // 5)))

    @staticmethod
    def _clicked(perform: Callable[[str], None], action: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's argument
        perform(action)
