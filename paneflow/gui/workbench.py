"""Everything in a window, put together: the copy of the model, the panes, the sidebar, and what the host says."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from paneflow.gui.actions import BY_NAME
from paneflow.gui.banner import Banners
from paneflow.gui.branches import Branches
from paneflow.gui.color import xterm_palette
from paneflow.gui.host_link import HostLink
from paneflow.gui.key_mode import KeyModes
from paneflow.gui.key_translation import is_modifier, to_key_event
from paneflow.gui.keymap import chord_of
from paneflow.gui.labels import age_lasts, now_ms, title_of
from paneflow.gui.look import Look
from paneflow.gui.main_window import MainWindow
from paneflow.gui.model_view import ModelView, SurfaceView
from paneflow.gui.moves import connect_moves
from paneflow.gui.notice import Notice
from paneflow.gui.pane_frame import PaneFrame
from paneflow.gui.picture_store import PictureStore
from paneflow.gui.qt import (
    QApplication,
    QHBoxLayout,
    QKeyEvent,
    QLabel,
    QLineEdit,
    QObject,
    QPlainTextEdit,
    QTimer,
    QVBoxLayout,
    QWidget,
    Signal,
)
from paneflow.gui.renderer import RendererCache
from paneflow.gui.side_panel import SidePanel
from paneflow.gui.sidebar_rows import rows_of
from paneflow.gui.terminal_pool import TerminalPool
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workspace_view import SplitView
from paneflow.vt.input import KeyAction, KeyEvent, Mods

_AGES_MS: Final = 1_000  # at least, between two looks at the clock
_GONE: Final = ("surface_not_found", "pane_not_found", "workspace_not_found", "group_not_found", "lost")

Handler = Callable[[], None]


class Workbench(QObject):
    """What commands and overlays work with."""

    refreshed = Signal()  # the model changed and is shown
    surface_told = Signal(object)  # a message of the host about one surface
    terminal_made = Signal(object)  # TerminalView
    search_wanted = Signal(int, str, int)  # surface, text, stable row: show the hits there, and which one is meant
    ready = Signal()  # the first state came

    def __init__(self, window: MainWindow, look: Look, link: HostLink) -> None:
        super().__init__(window)
        self.window, self.look, self.link = window, look, link
        self.model = ModelView()
        self.renderers = RendererCache()
        self.pictures = PictureStore(link.ask_part, self)
        self.handlers: dict[str, Handler] = {}
        self.pool = TerminalPool(self._make_terminal, window)
        chrome = look.theme.chrome
        self.side_panel = SidePanel(chrome, self.perform, window)
        self.sidebar = self.side_panel.list
        self.banners = Banners(window)
        self.panes = SplitView(self.model, self.pool, lambda: self.look.theme.chrome, window)
        self.branches = Branches(self)
        self._notice = Notice(window)
        self.key_modes = KeyModes(QLabel(window))
        early = (to_key_event(event, KeyAction.PRESS) for event in window.early_keys or ())
        self._early = [key for key in early if key is not None]
        window.early_keys = None
        self._front: int | None = None
        self.leads = True  # it was used last of all windows
        self._arranging = False
        self._filling = False  # a first workspace is on its way
        self._ages = QTimer(self)
        self._ages.setSingleShot(True)
        self._lay_out()
        self._connect()
        self.take_look()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self.window)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.banners)
        column.addWidget(self.panes, 1)
        row.addWidget(self.side_panel)
        row.addLayout(column, 1)

    def _connect(self) -> None:
        self.link.on_frame = self._frame
        self.link.on_part = self.pictures.take
        self.link.attached.connect(self.pictures.forget)
        self.link.attached.connect(self._attached)
        self.link.told.connect(self._told)
        self.link.failed.connect(lambda message: self.tell("request", message))
        self.look.changed.connect(self.take_look)
        self.window.key_pressed.connect(self._window_key)
        self.window.activated.connect(self._looked_at)
        self.window.resized.connect(self._fit_sidebar)
        self.window.resized.connect(self.key_modes.place)
        self.window.came_up.connect(self.refresh_labels)  # ages stood still
        self.branches.changed.connect(self.refresh_sidebar)
        self._ages.timeout.connect(self.refresh_labels)
        self.panes.frame_made.connect(self._frame_made)
        connect_moves(self)

    # -- looking --------------------------------------------------------------------------------------------------
    @property
    def terminal(self) -> TerminalView | None:
        """The terminal with the person's focus, if it is on view."""
        front = self.model.focused
        return None if front is None else self.panes.terminal_of(front.id)

    @property
    def surface(self) -> SurfaceView | None:
        """The surface with the person's focus."""
        return self.model.focused

    def sees(self, surface: int) -> bool:
        """Whether a person can see a surface now."""
        window = self.window
        return window.isActiveWindow() and not window.isMinimized() and surface in self.panes.visible_surfaces()

    # -- telling --------------------------------------------------------------------------------------------------
    def tell(self, topic: str, text: str, choices: dict[str, Handler] | None = None) -> None:
        """Show a banner."""
        self.banners.tell(topic, text, choices)

    def notice(self, text: str) -> None:
        """Say something that needs no answer."""
        self._notice.say(text)

    def request(self, method: str, then: Callable[[dict[str, Any]], None] | None = None, **params: object) -> None:
        """Ask the host for what a person wants; a failure shows as a banner, unless what it is about has just gone."""
        self.link.use()
        self.link.request(method, params, then, self._refused)

    def _refused(self, message: str, data: dict[str, Any]) -> None:
        if data.get("kind") not in _GONE:
            self.tell("request", message)

    def go_to(self, surface: int) -> None:
        """Give a surface the focus, wherever it is."""
        self.request("surface.focus", surface_id=surface)
        self.window.activateWindow()
        self.focus_terminal()

    def focus_terminal(self) -> None:
        """Put the keyboard where the person's focus is."""
        if (terminal := self.terminal) is not None:
            terminal.setFocus()

    # -- commands -------------------------------------------------------------------------------------------------
    def perform(self, action: str) -> None:
        """Do an action of the table, if it can be done."""
        self.run(action)

    def run(self, action: str) -> bool:
        """Do an action of the table; whether it could be done."""
        handler = self.handlers.get(action)
        if handler is None:
            return False
        handler()
        return True

    def take_key(self, event: KeyEvent) -> bool:
        """Give a key to a mode or an action; False when it is the program's."""
        if event.action is KeyAction.RELEASE:
            return False
        if self.key_modes.active:
            return self.key_modes.take(event)
        action = self.look.keymap.action(chord_of(event))
        if action is None and event.key == "escape" and self._has_selection() and self.terminal is not None:
            self.terminal.grid_view.select(None)
        if action is None:
            return False
        if BY_NAME[action].needs_selection and not self._has_selection():
            return not self._is_programs(event)
        return self.run(action)

    def _is_programs(self, event: KeyEvent) -> bool:
        """Whether a program knows a chord: Ctrl+C always, with Shift only one that asked for such keys.

        Another, such as a shell at its prompt, would take what stands for it as typed text.
        """
        return event.mods == Mods.CTRL or (
            self.terminal is not None and self.terminal.grid_view.grid.modes.kitty_flags > 0
        )

    def _has_selection(self) -> bool:
        terminal = self.terminal
        return terminal is not None and terminal.grid_view.selection is not None

    def _window_key(self, event: QKeyEvent) -> None:
        key = to_key_event(event, KeyAction.PRESS)
        if key is None:
            return
        if self.terminal is None:
            self._early.append(key)
        elif not self.take_key(key) and _may_take_focus() and not is_modifier(key):  # it is the program's
            self.focus_terminal()
            self.terminal.send_key(key)

    def _type_early_keys(self) -> None:
        """What was typed before there was a pane goes into the first one; shortcuts meant what was not there yet."""
        terminal = self.terminal
        if terminal is not None and self._early:
            early, self._early = self._early, []
            for key in early:
                if self.look.keymap.action(chord_of(key)) is None:
                    terminal.send_key(key)

    # -- the host -------------------------------------------------------------------------------------------------
    def _attached(self) -> None:
        self.banners.drop("host")
        self.banners.drop("request")  # what it did not answer
        theme = self.look.theme.scheme
        colors = {
            "foreground": theme.foreground,
            "background": theme.background,
            "cursor": theme.cursor,
            "palette": list(xterm_palette(theme.palette)),
        }
        self.link.request("window.colors", colors)

    def _frame(self, surface: int, data: bytes) -> None:
        view = self.pool.get(surface)
        if view is None:
            self.link.acknowledge(surface, 0)
        else:
            view.apply_frame(data)

    def _told(self, message: dict[str, Any]) -> None:
        shown = self.model.active
        if self.model.apply(message):
            self.refresh()
            if message["type"] == "state":
                self._begin(message, shown)
            else:
                self._fill()
            return
        kind = message["type"]
        if kind == "hint":
            self.tell("hint", message["message"])
        elif kind == "config":
            self.look.reload()
        elif kind == "leads":
            self.leads = message["leads"]
        elif "surface" in message:
            self._note(message)
            self.surface_told.emit(message)

    def _begin(self, message: dict[str, Any], shown: int | None) -> None:
        if shown in self.model.workspaces and shown != self.model.active:  # the host is back: each window where it was
            self.request("workspace.select", workspace_id=shown)
        for view in self.pool.all():
            view.attach_again()
        self.show_problems()
        for notice in message.get("notices", ()):
            self.tell("notice", notice["message"])
        self._fill()
        self.ready.emit()

    def _fill(self) -> None:
        """A window with nothing in it opens a fresh shell, once."""
        if self.model.order:
            self._filling = False
        elif not self._filling:
            self._filling = True
            self.request("workspace.create", focus=True)

    def show_problems(self) -> None:
        """Say what is wrong with the configuration; nothing when it is right."""
        problems = self.look.problems
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            self.tell("config", f"{problems[0]}{more}", {"Settings": self._open_settings})
        else:
            self.banners.drop("config")

    def _open_settings(self) -> None:
        self.run("open_settings")

    def _note(self, message: dict[str, Any]) -> None:
        surface = message["surface"]
        if surface not in self.model.surfaces:
            return
        self.model.hear(message, seen=self.sees(surface))
        if message["type"] == "command":
            self.branches.want(self.model.surfaces[surface].cwd, again=True)
        self.refresh_labels()

    # -- showing --------------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Show the model as it is now."""
        may_take_focus = _may_take_focus()
        self._arranging = True
        self.panes.refresh()
        self._arranging = False
        self.refresh_labels()
        self.key_modes.follow(self.terminal)
        front = self.model.focused
        field_has_gone = not may_take_focus and _may_take_focus()
        if front is not None and (front.id != self._front or field_has_gone):
            self._front = front.id
            if may_take_focus or field_has_gone:
                self.focus_terminal()
        self._type_early_keys()
        self._looked_at()
        self.refreshed.emit()

    def refresh_labels(self) -> None:
        """Show names, states and marks as they are now."""
        front = self.model.focused
        title = title_of(front, self.model.note(front.id)) if front is not None else ""
        self.window.setWindowTitle(f"{title} — Paneflow" if title else "Paneflow")
        self.panes.refresh_headers()
        self.refresh_sidebar()

    def refresh_sidebar(self) -> None:
        """Show the sidebar's rows as they are now."""
        for space in self.model.ordered():
            if (front := self.model.surfaces.get(space.front)) is not None:
                self.branches.want(front.cwd)
        if self.side_panel.isVisibleTo(self.window):
            rows = rows_of(self.model, self.branches.known, self.look.theme.chrome, now_ms())
            self.sidebar.show_rows(rows, self.look.theme.chrome)
        self._plan_ages()

    def _plan_ages(self) -> None:
        """Look at the clock when an age on view reads differently; never while none does."""
        now, window = now_ms(), self.window
        agents = [each.agent for each in self._on_view() if each.agent is not None and each.agent.ages]
        if agents and window.isVisible() and not window.isMinimized():
            self._ages.start(max(_AGES_MS, min(age_lasts(now - agent.since_ms) for agent in agents)))
        else:
            self._ages.stop()

    def _on_view(self) -> Iterable[SurfaceView]:
        """Surfaces whose state a header or the sidebar shows."""
        if self.side_panel.isVisibleTo(self.window):
            return self.model.surfaces.values()
        return [] if self.model.workspace is None else self.model.surfaces_of(self.model.workspace)

    def take_look(self) -> None:
        """Follow the configuration and the theme."""
        config = self.look.config
        self.window.take_look()
        self._fit_sidebar()
        self.side_panel.setVisible(config.window.sidebar)
        self.panes.tab_bar = config.window.tab_bar
        for view in self.pool.all():
            view.take_look()
        self.show_problems()
        self.refresh()
        if self.link.is_attached:
            self._attached()

    def _fit_sidebar(self) -> None:
        self.side_panel.fit(self.look.config.window.sidebar_width, self.window.width())

    def _looked_at(self) -> None:
        """What a person sees has been read."""
        if self.window.isActiveWindow():
            new = [each for each in self.panes.visible_surfaces() if self.model.seen(each)]
            if new:
                self.refresh_labels()

    # -- making ---------------------------------------------------------------------------------------------------
    def _make_terminal(self, surface: int) -> TerminalView:
        view = TerminalView(surface, self.link, self.look, self.renderers, self.pictures, self.window)
        view.grid_view.key_filter = self.take_key
        view.focused.connect(lambda: self._terminal_focused(surface))
        self.terminal_made.emit(view)
        return view

    def _frame_made(self, frame: PaneFrame) -> None:
        tabs = frame.tabs
        tabs.chosen.connect(lambda surface: self.request("surface.focus", surface_id=surface))
        tabs.renamed.connect(lambda surface, name: self.request("surface.rename", surface_id=surface, name=name))
        tabs.edited.connect(self._edited)

    def _edited(self, by_key: bool) -> None:  # noqa: FBT001 - a signal's argument
        if by_key:
            self.focus_terminal()
        self.refresh_labels()  # the header may have been there for the editor only

    def _terminal_focused(self, surface: int) -> None:
        """A person went there; not when Qt passed the keyboard on because what had it was hidden."""
        front = self.model.focused
        if not self._arranging and front is not None and front.id != surface and surface in self.model.surfaces:
            self.request("surface.focus", surface_id=surface)


def _may_take_focus() -> bool:
    """Whether nobody types into a field of ours."""
    focus: QWidget | None = QApplication.focusWidget()
    return not isinstance(focus, QLineEdit | QPlainTextEdit)
