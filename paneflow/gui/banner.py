"""A calm line above the panes: what is wrong, and what can be done about it."""

from collections.abc import Callable
from functools import partial
from typing import Final

from paneflow.gui.qt import QHBoxLayout, QLabel, QPushButton, QSizePolicy, Qt, QToolButton, QVBoxLayout, QWidget

Choices = dict[str, Callable[[], None]]
_MOST: Final = 3


class Banners(QWidget):
    """Banners by their topic; a new one of a topic replaces the old."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._shown: dict[str, QWidget] = {}
        self.hide()

    def tell(self, topic: str, text: str, choices: Choices | None = None, *, can_close: bool = True) -> None:
        """Show a banner."""
        self.drop(topic)
        while len(self._shown) >= _MOST:
            self.drop(next(iter(self._shown)))
        banner = self._shown[topic] = self._make(topic, text, choices or {}, can_close=can_close)
        self._layout.addWidget(banner)
        self.show()

    def drop(self, topic: str) -> None:
        """Take a banner away, if it is there."""
        banner = self._shown.pop(topic, None)
        if banner is not None:
            self._layout.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._shown))

    def texts(self) -> list[str]:
        """What is said."""
        return [banner.accessibleName() for banner in self._shown.values()]

    def _make(self, topic: str, text: str, choices: Choices, *, can_close: bool) -> QWidget:
        banner = QWidget(self)
        banner.setObjectName("banner")
        banner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        banner.setAccessibleName(text)
        row = QHBoxLayout(banner)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(8)
        label = QLabel(text, banner)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(label, 1)
        for name, choose in choices.items():
            button = QPushButton(name, banner)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard in the pane
            button.clicked.connect(partial(self._chosen, topic, choose))
            row.addWidget(button)
        if can_close:
            close = QToolButton(banner)
            close.setText("✕")
            close.setAccessibleName("Dismiss")
            close.clicked.connect(partial(self._chosen, topic, None))
            row.addWidget(close)
        return banner

    def _chosen(self, topic: str, choose: Callable[[], None] | None, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        self.drop(topic)
        if choose is not None:
            choose()
