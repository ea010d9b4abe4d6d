"""The settings: every key from the one table, changed at once in the file, whose comments and unknown keys stay."""

from functools import partial
from typing import Final

from paneflow.gui.look import Look
from paneflow.gui.qt import (
    QDesktopServices,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    Qt,
    QToolButton,
    QUrl,
    QVBoxLayout,
    QWidget,
)
from paneflow.gui.setting_editor import FIELD_WIDTH, SettingEditor
from paneflow.gui.settings_list import Setting, all_settings, fits, value_of
from paneflow.gui.shortcut_page import ShortcutPage
from paneflow.gui.theme_install import install_theme
from paneflow.gui.workbench import Handler, Workbench
from paneflow.spec.record import Applies

SHORTCUTS: Final = "Shortcuts"
_THEMES: Final = ("theme", "theme_light")
_TEXT_WIDTH, _LINE = 380, 20


class SettingsWindow(QDialog):
    """Not modal: what is changed shows at once in the panes behind."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._shortcuts: ShortcutPage | None = None
        self.setWindowTitle("Settings")
        self.resize(900, 640)
        self._settings = [each for each in all_settings() if each.key != "shortcuts"]
        self.editors: dict[str, SettingEditor] = {}
        self._resets: dict[str, QToolButton] = {}
        self._rows: list[tuple[Setting, QWidget]] = []
        self._headings: dict[str, QLabel] = {}
        self._build()
        look.changed.connect(self.take_look)
        self.take_look()

    @property
    def shortcuts(self) -> ShortcutPage:
        """The page of shortcuts, made when it is looked at."""
        if self._shortcuts is None:
            self._shortcuts = ShortcutPage(self._look, self)
            self._shortcuts.take_look()
            self._right.addWidget(self._shortcuts, 1)
        return self._shortcuts

    # -- building -------------------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Search settings")
        self.search.setAccessibleName("Search settings")
        self.search.textChanged.connect(self._narrow)
        self.sections = QListWidget(self)
        self.sections.setObjectName("sections")
        self.sections.setAccessibleName("Sections")
        self.sections.setFixedWidth(150)
        self.sections.addItems([*dict.fromkeys(each.section for each in self._settings), SHORTCUTS])
        self.sections.setCurrentRow(0)
        self.sections.currentTextChanged.connect(self._go_to)
        self.problem = QLabel("", self)
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        self.problem.hide()
        left = QVBoxLayout()
        left.addWidget(self.sections, 1)
        for title, run in (("Open the file", self._open_file), ("Import a theme…", self._import_theme)):
            button = QPushButton(title, self)
            button.setAutoDefault(False)
            button.clicked.connect(run)
            left.addWidget(button)
        right = QVBoxLayout()
        right.addWidget(self.search)
        right.addWidget(self.problem)
        self.nothing = QLabel("Nothing fits", self)
        self.nothing.setProperty("role", "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.nothing.hide()
        right.addWidget(self.nothing, 1)
        right.addWidget(self._make_list(), 1)
        self._right = right
        both = QHBoxLayout(self)
        both.setContentsMargins(16, 16, 16, 16)
        both.setSpacing(16)
        both.addLayout(left)
        both.addLayout(right, 1)
        self._go_to(self.sections.item(0).text())

    def _make_list(self) -> QScrollArea:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(4)
        for setting in self._settings:
            if setting.section not in self._headings:
                heading = self._headings[setting.section] = QLabel(setting.section)
                heading.setProperty("role", "heading")
                heading.setContentsMargins(0, 12, 0, 4)
                column.addWidget(heading)
            row = self._make_row(setting)
            self._rows.append((setting, row))
            column.addWidget(row)
        column.addStretch(1)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the keyboard
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inside)
        return self.area

    def _make_row(self, setting: Setting) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 4, 0, 4)
        line.setSpacing(8)
        line.addWidget(self._make_texts(setting, row))
        line.addStretch(1)
        if setting.plain:
            self._add_editor(setting, row, line)
        else:
            button = QPushButton("Edit in the file", row)
            button.setAutoDefault(False)
            button.setFixedWidth(FIELD_WIDTH)
            button.clicked.connect(self._open_file)
            line.addWidget(button)
        return row

    def _make_texts(self, setting: Setting, row: QWidget) -> QWidget:
        """Title and documentation, of a fixed size: layouts of wrapped labels take seconds for so many rows."""
        texts = QWidget(row)
        title = QLabel(setting.title, texts)
        title.setGeometry(0, 0, _TEXT_WIDTH, _LINE)
        later = "" if setting.applies is Applies.NOW else f" Takes effect {setting.applies.value}."
        doc = QLabel(setting.doc + later, texts)
        doc.setProperty("role", "muted")
        doc.setWordWrap(True)
        doc.ensurePolished()
        wrapped = doc.fontMetrics().boundingRect(0, 0, _TEXT_WIDTH - 12, 1000, Qt.TextFlag.TextWordWrap, doc.text())
        height = wrapped.height() + 4
        doc.setGeometry(0, _LINE, _TEXT_WIDTH, height)
        texts.setFixedSize(_TEXT_WIDTH, _LINE + height)
        return texts

    def _add_editor(self, setting: Setting, row: QWidget, line: QHBoxLayout) -> None:
        options = self._theme_names() if setting.key in _THEMES else ()
        editor = SettingEditor(setting, value_of(self._look.config, setting.path), row, options=options)
        editor.changed.connect(partial(self.change, setting))
        reset = self._resets[setting.key] = QToolButton(row)
        reset.setText("↺")
        reset.setToolTip(f"Back to the default: {setting.default if setting.default is not None else 'not set'}")
        reset.setAccessibleName(f"Reset {setting.title}")
        reset.clicked.connect(lambda: self.change(setting, None))
        policy = reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        reset.setSizePolicy(policy)
        self.editors[setting.key] = editor
        line.addWidget(reset)
        line.addWidget(editor)

    def _theme_names(self) -> tuple[str, ...]:
        return tuple(theme.name for theme in self._look.themes.values())

    # -- working --------------------------------------------------------------------------------------------------
    def change(self, setting: Setting, value: object) -> None:
        """Write a key; None, or the default, takes it out of the file."""
        editor = self.editors[setting.key]
        try:
            self._look.set(setting.path, None if value == setting.default else value)
        except (ValueError, OSError) as error:
            editor.complain(str(error))
            self._say(str(error))
            return
        editor.complain("")
        self._say("")

    def _say(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def take_look(self) -> None:
        """Show the values in force, in the theme in force."""
        for key in _THEMES:
            self.editors[key].offer(self._theme_names())
        for setting in self._settings:
            if setting.key in self.editors:
                value = value_of(self._look.config, setting.path)
                self.editors[setting.key].put(value)
                self._resets[setting.key].setVisible(value != setting.default)
        if self._shortcuts is not None:
            self._shortcuts.take_look()
        self._say("; ".join(str(problem) for problem in self._look.problems[:3]))

    def _narrow(self, query: str) -> None:
        """Show what fits on the page of the section; what fits on the other one if there is nothing."""
        listed = self._section() == SHORTCUTS
        here, there = self._narrow_settings, self._narrow_shortcuts
        if listed:
            here, there = there, here
        on_page = here(query)
        found = on_page or there(query)
        if self._shortcuts is not None:
            self._shortcuts.setVisible(found and listed is on_page)
        self.area.setVisible(found and listed is not on_page)
        self.nothing.setVisible(not found)

    def _narrow_settings(self, query: str) -> bool:
        """Show the settings that fit; whether there are any."""
        shown: set[str] = set()
        for setting, row in self._rows:
            fitting = fits(setting, query) if query else setting.section == self._section()
            row.setVisible(fitting)
            if fitting:
                shown.add(setting.section)
        for section, heading in self._headings.items():
            heading.setVisible(section in shown)
        self.area.verticalScrollBar().setValue(0)
        return bool(shown)

    def _narrow_shortcuts(self, query: str) -> bool:
        return self.shortcuts.narrow(query)  # the page is made when it is needed

    def _section(self) -> str:
        row = self.sections.currentRow()
        return self.sections.item(row).text() if row >= 0 else ""

    def _go_to(self, _section: str) -> None:
        if self.search.text():
            self.search.clear()
        else:
            self._narrow("")

    def _open_file(self) -> None:
        self._look.make_file()
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._look.file)))

    def _import_theme(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "A theme of Windows Terminal, iTerm2, kitty or Ghostty")
        if not name:
            return
        try:
            theme = install_theme(name, self._look.file.parent / "themes")
            self._look.set(("theme",), theme.name)
        except (ValueError, OSError) as error:
            self._say(str(error))


class SettingsCommands:
    """Made for one window; one settings window at a time."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self.window: SettingsWindow | None = None

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {"open_settings": self.open}

    def open(self) -> None:
        """Show the settings."""
        if self.window is None:
            self.window = SettingsWindow(self._bench.look, self._bench.window)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        self.window.search.setFocus()
