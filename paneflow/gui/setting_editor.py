"""A field for each shape that a setting may have. It tells a new value, or None for the default."""

from typing import Final

from paneflow.gui.qt import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPainter,
    QPaintEvent,
    QPalette,
    QPoint,
    QRectF,
    QSize,
    QSpinBox,
    Qt,
    QTimer,
    QWidget,
    Signal,
)
from paneflow.gui.settings_list import Setting
from paneflow.spec.shape import Choice, Flag, FlagOr, Integer, ListOf, Number

FIELD_WIDTH: Final = 220
_TYPING_MS: Final = 350
_INSET: Final = 6
_TRACK: Final = QSize(36, 20)
_MOST_INT: Final = 2_000_000_000


class Toggle(QCheckBox):
    """A switch."""

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        painter, palette = QPainter(self), self.palette()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(
            self.width() - _TRACK.width() - 4, (self.height() - _TRACK.height()) / 2, _TRACK.width(), _TRACK.height()
        )
        on, accent = self.isChecked(), palette.color(QPalette.ColorRole.Highlight)
        muted = palette.color(QPalette.ColorRole.PlaceholderText)
        if self.hasFocus():
            painter.setPen(palette.color(QPalette.ColorRole.Text))
            painter.drawRoundedRect(track.adjusted(-3, -3, 3, 3), track.height() / 2 + 3, track.height() / 2 + 3)
        painter.setPen(accent if on else muted)
        painter.setBrush(accent if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
        side = track.height() - 6
        left = track.right() - side - 3 if on else track.left() + 3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(QPalette.ColorRole.HighlightedText) if on else muted)
        painter.drawEllipse(QRectF(left, track.top() + 3, side, side))
        painter.end()

    def hitButton(self, _pos: QPoint) -> bool:  # noqa: D102, N802 - Qt's name
        return True


class SettingEditor(QWidget):
    """Holds the one field; `changed` comes when a person changed it, never when it was set."""

    changed = Signal(object)

    def __init__(self, setting: Setting, value: object, parent: QWidget, *, options: tuple[str, ...] = ()) -> None:
        super().__init__(parent)
        self.setting = setting
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(_TYPING_MS)
        self._due.timeout.connect(self._tell)
        self._setting_it = False
        self.field = self._make(options)
        self.field.setParent(self)
        self.field.setAccessibleName(setting.title)
        self.field.setAccessibleDescription(setting.doc)
        self.setFocusProxy(self.field)
        self.setFixedSize(FIELD_WIDTH, 32)
        self.field.setGeometry(0, 0, FIELD_WIDTH, 32)
        self.put(value)

    def _make(self, options: tuple[str, ...]) -> QWidget:
        shape = self.setting.shape
        if isinstance(shape, Flag) and self.setting.default is not None:
            box = Toggle()
            box.toggled.connect(self._tell)
            return box
        if options or isinstance(shape, Flag | FlagOr | Choice):
            return self._combo(options)
        if isinstance(shape, Integer) and self.setting.default is not None:
            spin = QSpinBox()
            spin.setRange(shape.least, min(shape.most, _MOST_INT))
            spin.valueChanged.connect(lambda _: self._due.start())
            spin.lineEdit().setTextMargins(_INSET, 0, 0, 0)
            return spin
        if isinstance(shape, Number):
            number = QDoubleSpinBox()
            number.setRange(shape.least, shape.most)
            number.setSingleStep(0.5 if shape.most > 20 else 0.1)
            number.setDecimals(2)
            number.lineEdit().setTextMargins(_INSET, 0, 0, 0)
            number.valueChanged.connect(lambda _: self._due.start())
            return number
        line = QLineEdit()
        line.setPlaceholderText("not set" if self.setting.default is None else "")
        line.textEdited.connect(lambda _: self._due.start())
        line.editingFinished.connect(self._finish)
        return line

    def _combo(self, options: tuple[str, ...]) -> QComboBox:
        combo, shape = QComboBox(), self.setting.shape
        if self.setting.default is None:
            combo.addItem("not set", None)
        if isinstance(shape, Flag | FlagOr):
            combo.addItem("yes", userData=True)
            combo.addItem("no", userData=False)
        words = options or (shape.options if isinstance(shape, FlagOr | Choice) else ())
        for word in words:
            combo.addItem(word.replace("_", " ") if not options else word, word)
        combo.activated.connect(lambda _: self._tell())
        return combo

    def offer(self, options: tuple[str, ...]) -> None:
        """Add the words that can be chosen now, and could not before."""
        if isinstance(self.field, QComboBox):
            for word in options:
                if self.field.findData(word) < 0:
                    self.field.addItem(word, word)

    def put(self, value: object) -> None:
        """Show a value, unless a person is about to give another."""
        if self._due.isActive():
            return
        self._setting_it = True
        field = self.field
        if isinstance(field, QCheckBox):
            field.setChecked(bool(value))
        elif isinstance(field, QComboBox):
            index = next((i for i in range(field.count()) if field.itemData(i) == value), -1)
            if index < 0:
                field.addItem(str(value), value)
                index = field.count() - 1
            field.setCurrentIndex(index)
        elif isinstance(field, QSpinBox):
            field.setValue(value if isinstance(value, int) else 0)
        elif isinstance(field, QDoubleSpinBox):
            field.setValue(float(value) if isinstance(value, int | float) else 0.0)
        elif isinstance(field, QLineEdit) and self.value() != value:
            field.setText(", ".join(value) if isinstance(value, tuple) else "" if value is None else str(value))
        self._setting_it = False

    def value(self) -> object:
        """What the field says."""
        field = self.field
        if isinstance(field, QCheckBox):
            return field.isChecked()
        if isinstance(field, QComboBox):
            return field.currentData()
        if isinstance(field, QSpinBox):
            return field.value()
        if isinstance(field, QDoubleSpinBox):
            return round(field.value(), 3)
        assert isinstance(field, QLineEdit)
        return self._text_value(field.text())

    def _text_value(self, text: str) -> object:
        if isinstance(self.setting.shape, ListOf):
            return tuple(part.strip() for part in text.split(",") if part.strip())
        if not text and self.setting.default is None:
            return None
        if isinstance(self.setting.shape, Integer):
            return int(text) if text.strip().isdigit() else text
        return text

    def complain(self, message: str) -> None:
        """Say that the value was not taken; "" takes it back."""
        self.field.setToolTip(message)
        self.field.setProperty("wrong", "true" if message else "false")
        self.field.style().polish(self.field)

    def _finish(self) -> None:
        if self._due.isActive():
            self._tell()

    def _tell(self, *_: object) -> None:
        self._due.stop()
        if not self._setting_it:
            self.changed.emit(self.value())
