"""The look of Qt's own widgets, made from a theme's chrome: one accent, 4-pixel steps, a focus ring one can see."""

from string import Template
from typing import Final

from paneflow.gui.color import mix
from paneflow.gui.qt import QColor, QPalette
from paneflow.gui.theme import Chrome


def css(color: int) -> str:
    """A colour as Qt's style sheets write it."""
    return f"#{color:06x}"


def stylesheet(chrome: Chrome) -> str:
    """The style sheet of a window."""
    colors = {name: css(value) for name, value in chrome._asdict().items()}
    hover = css(mix(chrome.raised, chrome.text, 0.08))
    pressed = css(mix(chrome.raised, chrome.text, 0.16))
    field = css(mix(chrome.overlay, chrome.base, 0.6))
    chosen = css(mix(chrome.overlay, chrome.accent, 0.28))
    return _TEMPLATE.substitute(colors, hover=hover, pressed=pressed, field=field, chosen=chosen)


def palette_of(chrome: Chrome) -> QPalette:
    """The colours for what style sheets do not reach, and for widgets we paint ourselves."""
    role, palette = QPalette.ColorRole, QPalette()
    for name, color in (
        (role.Window, chrome.overlay),
        (role.Base, chrome.base),
        (role.Text, chrome.text),
        (role.WindowText, chrome.text),
        (role.ButtonText, chrome.text),
        (role.Button, chrome.raised),
        (role.Highlight, chrome.accent),
        (role.HighlightedText, chrome.accent_text),
        (role.PlaceholderText, chrome.muted),
        (role.ToolTipBase, chrome.overlay),
        (role.ToolTipText, chrome.text),
        (role.Link, chrome.accent),
    ):
        palette.setColor(name, QColor(color))
    return palette


_TEMPLATE: Final = Template("""
QWidget { color: $text; font-size: 9.5pt; }
#window, #canvas { background: $base; }
#sidebar { background: $raised; border: none; border-right: 1px solid $border; }
#overlay { background: $overlay; border: 1px solid $border; border-radius: 8px; }
#banner { background: $chosen; border-bottom: 1px solid $border; }
#notice { background: $overlay; border: 1px solid $border; border-radius: 6px; padding: 8px 16px; }
QDialog, QMessageBox { background: $overlay; border: 1px solid $border; }
QLabel { background: transparent; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="heading"] { font-size: 12pt; font-weight: 600; }
QLabel[role="bad"] { color: $bad; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit {
    background: $field; border: 1px solid $border; border-radius: 4px; padding: 4px 8px; min-height: 20px;
    selection-background-color: $accent; selection-color: $accent_text;
}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus { border-color: $accent; }
QLineEdit[plain="true"] { background: transparent; border: none; padding: 8px 4px; font-size: 12pt; }
QLineEdit[wrong="true"] { border-color: $bad; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: none; width: 0; height: 0; margin-right: 8px;
    border-left: 4px solid $overlay; border-right: 4px solid $overlay; border-top: 5px solid $muted; }
QComboBox QAbstractItemView { background: $overlay; border: 1px solid $border; selection-background-color: $chosen;
    selection-color: $text; outline: none; padding: 4px; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button { width: 0; }
QPushButton, QToolButton { background: $hover; border: 1px solid $border; border-radius: 4px; padding: 4px 12px;
    min-height: 20px; }
QToolButton { padding: 2px 8px; background: transparent; border-color: transparent; }
QPushButton:hover, QToolButton:hover { background: $pressed; }
QToolButton[role="glyph"] { font-size: 13pt; padding: 0 6px; color: $muted; }
QToolButton[role="glyph"]:hover { color: $text; }
QToolButton:checked { background: $chosen; border-color: $accent; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton:default { background: $accent; color: $accent_text; border-color: $accent; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid $muted; border-radius: 4px; background: $field; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; }
QCheckBox:focus { color: $accent; }
QListWidget, QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; outline: none; }
QListWidget::item { padding: 6px 8px; border-radius: 4px; }
#sections { border: 1px solid transparent; border-radius: 4px; padding: 2px; }
#sections:focus { border-color: $accent; }
QListWidget::item:selected { background: $chosen; color: $text; }
QListWidget::item:hover:!selected { background: $hover; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar::handle:vertical { background: $border; border-radius: 4px; min-height: 24px; }
QScrollBar::handle:vertical:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; height: 0; }
QScrollBar:horizontal { height: 0; }
QMenu { background: $overlay; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: $chosen; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QToolTip { background: $overlay; color: $text; border: 1px solid $border; padding: 4px; }
""")
