"""Questions to a person: a sentence, details, choices, and whether to remember the answer."""

from collections.abc import Sequence
from typing import NamedTuple

from paneflow.gui.qt import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    Qt,
    QVBoxLayout,
    QWidget,
)


class Answer(NamedTuple):
    """Which choice (its index; None for none), and whether it is to be remembered."""

    choice: int | None
    remember: bool


class Question(QDialog):
    """Modal to its window; Esc is no choice, Enter the first one."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        *,
        reasons: Sequence[str] = (),
        details: str = "",
        choices: Sequence[str],
        remember: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(460)
        self._choice: int | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        heading = QLabel(title, self)
        heading.setProperty("role", "heading")
        heading.setWordWrap(True)
        layout.addWidget(heading)
        for reason in reasons:
            label = QLabel(reason, self)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            layout.addWidget(label)
        if details:
            layout.addWidget(self._details(details))
        self._remember = QCheckBox(remember, self)
        self._remember.setVisible(bool(remember))
        layout.addWidget(self._remember)
        layout.addLayout(self._buttons(choices))

    def ask(self) -> Answer:
        """Wait for the answer. It can be asked once."""
        self.exec()
        self.deleteLater()
        return Answer(self._choice, self._remember.isChecked())

    def choose(self, index: int, *, remember: bool = False) -> None:
        """Answer it, as a click would."""
        self._remember.setChecked(remember)
        self._choice = index
        self.accept()

    def _details(self, text: str) -> QPlainTextEdit:
        shown = QPlainTextEdit(text, self)
        shown.setReadOnly(True)
        shown.setMaximumHeight(180)
        shown.setTabChangesFocus(True)
        font = shown.font()
        font.setFamilies(["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
        shown.setFont(font)
        return shown

    def _buttons(self, choices: Sequence[str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        cancel = QPushButton("Cancel", self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row.addWidget(cancel)
        for index, name in reversed(list(enumerate(choices))):
            button = QPushButton(name, self)
            button.setDefault(index == 0)
            button.clicked.connect(lambda _checked=False, index=index: self._clicked(index))
            row.addWidget(button)
            if index == 0:
                button.setFocus()
        return row

    def _clicked(self, index: int) -> None:
        self._choice = index
        self.accept()
