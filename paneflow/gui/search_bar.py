"""Search in one pane: a bar at its top right, hits marked in the text and in the scrollbar."""

from bisect import bisect_left
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from paneflow.geometry import Point
from paneflow.gui.overlay_scrollbar import Tick
from paneflow.gui.qt import QEvent, QFrame, QHBoxLayout, QKeyEvent, QLabel, QLineEdit, QObject, Qt, QTimer, QToolButton
from paneflow.gui.selection import Selection
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Handler, Workbench

LIMIT: Final = 10_000
_TYPING_MS: Final = 80
_OUTPUT_MS: Final = 400  # between output and looking again
_TICKS: Final = 400
_FIELD: Final = 180  # pixels of the field
_NARROWEST: Final = 60  # of it in a narrow pane
_BESIDE: Final = 16  # pixels between it and its pane's sides
_LONGEST: Final = f"{LIMIT:,}/{LIMIT:,}+"


class _Wanted(NamedTuple):
    surface: int
    query: str
    row: int


class SearchBar(QFrame):
    """Belongs to a window, and moves to the pane that is searched."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self.setObjectName("overlay")
        self._bench = bench
        self.terminal: TerminalView | None = None
        self.matches: list[Selection] = []
        self.current = -1
        self._query = ""
        self._asked = 0  # searches so far: only the last one's answer counts
        self._wanted: _Wanted | None = None  # to be shown once its pane is
        self._row: int | None = None  # of the hit that was chosen elsewhere
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.timeout.connect(self._search)
        self._build()
        self.hide()
        bench.search_wanted.connect(self._show_at)
        bench.refreshed.connect(self._follow)
        bench.window.resized.connect(self._place)

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 6, 6)
        row.setSpacing(4)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Search")
        self.field.setAccessibleName("Search in this pane")
        self.field.setFixedWidth(_FIELD)
        self.field.setMaxLength(512)
        self.field.textChanged.connect(lambda: self._due.start(_TYPING_MS))
        self.field.installEventFilter(self)
        self.count = QLabel("", self)
        self.count.setProperty("role", "muted")
        self.count.ensurePolished()
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance(_LONGEST))
        self.count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.regex = self._button(".*", "Regular expression (Alt+R)", checkable=True)
        self.case = self._button("Aa", "Match case (Alt+C)", checkable=True)
        self.older = self._button("↑", "Previous hit (Shift+Enter)")
        self.newer = self._button("↓", "Next hit (Enter)")
        self.end = self._button("✕", "Close (Esc)")
        self.regex.toggled.connect(self._search)
        self.case.toggled.connect(self._search)
        self.older.clicked.connect(partial(self.step, -1))
        self.newer.clicked.connect(partial(self.step, 1))
        self.end.clicked.connect(self.dismiss)
        for widget in (self.field, self.count, self.regex, self.case, self.older, self.newer, self.end):
            row.addWidget(widget)

    def _button(self, text: str, tip: str, *, checkable: bool = False) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setCheckable(checkable)
        return button

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {
            "toggle_search": self.toggle,
            "search_next": partial(self.step, 1),
            "search_previous": partial(self.step, -1),
        }

    # -- showing --------------------------------------------------------------------------------------------------
    def toggle(self) -> None:
        """Open for the focused pane; a second time, close."""
        terminal = self._bench.terminal
        if terminal is None or (self.isVisible() and self.terminal is terminal and self.field.hasFocus()):
            self.dismiss()
            return
        self._attach(terminal)
        self.show()
        self._place()
        self.raise_()
        self.field.setFocus()
        self.field.selectAll()
        self._search()

    def dismiss(self) -> None:
        """Close, and take the marks away."""
        self._bench.focus_terminal()  # first: a hidden field would pass the keyboard to whatever comes next
        self.hide()
        self._attach(None)

    def _show_at(self, surface: int, query: str, row: int) -> None:
        """Show the hits of a search over all panes, as soon as that pane is on view."""
        self._wanted = _Wanted(surface, query, row)
        self._open_wanted()

    def _open_wanted(self) -> None:
        wanted = self._wanted
        terminal = None if wanted is None else self._bench.panes.terminal_of(wanted.surface)
        if wanted is None or terminal is None:
            return
        self._wanted = None
        self._attach(terminal)
        for button in (self.regex, self.case):  # that search knows neither
            button.blockSignals(True)
            button.setChecked(False)
            button.blockSignals(False)
        self.field.setText(wanted.query)
        self.show()
        self._place()
        self.raise_()
        self._row = wanted.row
        self._search()

    def _attach(self, terminal: TerminalView | None) -> None:
        if self.terminal is not None and self.terminal is not terminal:
            self.terminal.grid_view.text_changed.disconnect(self._output)
            self.terminal.grid_view.set_matches(())
            self.terminal.set_search_ticks([])
        if terminal is not None and terminal is not self.terminal:
            terminal.grid_view.text_changed.connect(self._output)
        self.terminal = terminal
        self.matches, self.current, self._row = [], -1, None

    def _follow(self) -> None:
        """The pane may have moved, or gone."""
        if self.terminal is not None and self._bench.panes.terminal_of(self.terminal.surface) is not self.terminal:
            if self.field.hasFocus():
                self._bench.focus_terminal()
            self.hide()
            self._attach(None)
        self._open_wanted()
        self._place()

    def _place(self) -> None:
        if self.terminal is not None and self.isVisible():
            room = self.terminal.width() - 2 * _BESIDE - (self.sizeHint().width() - self.field.minimumWidth())
            self.field.setFixedWidth(min(max(room, _NARROWEST), _FIELD))
            self.adjustSize()
            corner = self.terminal.mapTo(self._bench.window, self.terminal.rect().topRight())
            self.move(max(4, corner.x() - self.width() - _BESIDE), corner.y() + 8)

    # -- searching ------------------------------------------------------------------------------------------------
    def _output(self) -> None:
        if self.isVisible() and self._query and not self._due.isActive():
            self._due.start(_OUTPUT_MS)

    def _search(self, *_: object) -> None:
        terminal, query = self.terminal, self.field.text()
        if terminal is None:
            return
        if query != self._query:
            self.matches, self.current = [], -1
        self._query = query
        if not query:
            self._show_hits([], truncated=False)
            return
        self._asked += 1
        params = {"surface_id": terminal.surface, "pattern": query, "regex": self.regex.isChecked()}
        self._bench.link.request(
            "window.search",
            {**params, "case": self.case.isChecked(), "limit": LIMIT},
            partial(self._take, self._asked, terminal),
            partial(self._wrong, self._asked, terminal),
        )

    def _wants(self, asked: int, terminal: TerminalView) -> bool:
        """Whether an answer is still waited for: the bar may have another text or pane by now, or none."""
        return asked == self._asked and bool(self._query) and terminal is self.terminal

    def _take(self, asked: int, terminal: TerminalView, answer: dict[str, Any]) -> None:
        if self._wants(asked, terminal):
            cols = max(terminal.grid_view.grid.cols, 1)
            self._show_hits([_selection(hit, cols) for hit in answer["matches"]], truncated=answer["truncated"])

    def _wrong(self, asked: int, terminal: TerminalView, message: str, data: Mapping[str, object]) -> None:
        if self._wants(asked, terminal):
            self._show_hits([], truncated=False)
            self.count.setText("no pattern" if data.get("kind") == "invalid_pattern" else "no answer")
            self.count.setToolTip(message)
            self._mark_field(wrong=True)

    def _show_hits(self, matches: list[Selection], *, truncated: bool) -> None:
        before = self.matches[self.current] if 0 <= self.current < len(self.matches) else None
        self.matches = matches
        self._mark_field(wrong=bool(self._query) and not matches)
        if self.terminal is not None:
            at = len(matches) if before is None else bisect_left(matches, before)  # older ones may have come or gone
            self.current = at if at < len(matches) and matches[at] == before else self._nearest(self.terminal)
        self._say(truncated=truncated)
        self._show_marks()

    def _nearest(self, terminal: TerminalView) -> int:
        """The hit that was chosen elsewhere; else the last one that is on view or above it: what was printed last is
        what people look for."""
        row, self._row = self._row, None
        chosen = [index for index, match in enumerate(self.matches) if match.start.row == row]
        if chosen:
            return chosen[0]
        bar = terminal.grid_view.grid.scrollbar
        bottom = bar.offset + bar.length
        above = [index for index, match in enumerate(self.matches) if match.start.row < bottom]
        return above[-1] if above else 0 if self.matches else -1

    def _say(self, *, truncated: bool = False) -> None:
        total = f"{len(self.matches):,}{'+' if truncated else ''}"
        self.count.setToolTip("")
        self.count.setText(f"{self.current + 1:,}/{total}" if self.matches else "no hits" if self._query else "")

    def _show_marks(self) -> None:
        terminal = self.terminal
        if terminal is None:
            return
        current = self.matches[self.current] if 0 <= self.current < len(self.matches) else None
        terminal.grid_view.set_matches(self.matches, current)
        scheme = self._bench.look.theme.scheme
        every = max(1, len(self.matches) // _TICKS)
        ticks = [Tick(match.start.row, scheme.match_background) for match in self.matches[::every]]
        if current is not None:
            ticks.append(Tick(current.start.row, scheme.current_match_background))
        terminal.set_search_ticks(ticks)

    def step(self, by: int, *_: object) -> None:
        """Go to the next hit (1) or the previous one (-1), around the end."""
        if self.terminal is None or not self.matches:
            return
        self.current = (self.current + by) % len(self.matches)
        self._say()
        self._show_marks()
        bar = self.terminal.grid_view.grid.scrollbar
        row = self.matches[self.current].start.row
        if not bar.offset <= row < bar.offset + bar.length:
            self.terminal.scroll_to(max(0, row - bar.length // 2))

    def _mark_field(self, *, wrong: bool) -> None:
        if bool(self.field.property("wrong") == "true") != wrong:
            self.field.setProperty("wrong", "true" if wrong else "false")
            self.field.style().polish(self.field)

    # -- keys -----------------------------------------------------------------------------------------------------
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802 - Qt's name
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(1 if shift else -1)  # Enter goes to older text, as people read a terminal upwards
        elif event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif alt and event.key() == Qt.Key.Key_R:
            self.regex.toggle()
        elif alt and event.key() == Qt.Key.Key_C:
            self.case.toggle()
        else:
            return super().eventFilter(watched, event)
        return True


def _selection(hit: dict[str, int], cols: int) -> Selection:
    """A hit's end is exclusive; a selection's is not."""
    end = Point(hit["end_row"], hit["end_col"] - 1) if hit["end_col"] else Point(hit["end_row"] - 1, cols - 1)
    return Selection(Point(hit["row"], hit["col"]), end)
