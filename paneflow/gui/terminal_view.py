"""One surface on view: its grid and what lies over it, wired to the host."""

from typing import Final

from paneflow.geometry import Size
from paneflow.gui.grid_view import GridView
from paneflow.gui.host_link import HostLink
from paneflow.gui.look import Look
from paneflow.gui.overlay_scrollbar import WIDTH, OverlayScrollbar, Tick
from paneflow.gui.picture_store import PictureStore
from paneflow.gui.prompt_gutter import PromptGutter
from paneflow.gui.qt import QHideEvent, QPoint, QResizeEvent, QTimer, QWidget, Signal
from paneflow.gui.renderer import RendererCache
from paneflow.vt.engine import PromptMark
from paneflow.vt.frame import ROW_PROMPT
from paneflow.vt.input import KeyEvent, MouseEvent

_PROMPTS_MS: Final = 150  # between seeing a prompt and asking for all of them


class TerminalView(QWidget):
    """Shows frames of a surface while it is visible, and sends what a person does there."""

    menu_requested = Signal(QPoint)
    focused = Signal()

    def __init__(
        self,
        surface: int,
        link: HostLink,
        look: Look,
        renderers: RendererCache,
        pictures: PictureStore,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.surface, self._link, self._look, self._pictures = surface, link, look, pictures
        self._shown = False
        self.font_steps = 0
        self.prompts: list[PromptMark] = []
        self._search_ticks: list[Tick] = []
        self.grid_view = GridView(renderers, look.font(), look.theme.scheme, look.options(), self)
        self.setFocusProxy(self.grid_view)
        self.scrollbar = OverlayScrollbar(self)
        self.gutter = PromptGutter(self)
        self._prompts_due = QTimer(self)
        self._prompts_due.setSingleShot(True)
        self._prompts_due.setInterval(_PROMPTS_MS)
        self._prompts_due.timeout.connect(self.ask_prompts)
        self._prompts_seen: tuple[int, ...] = ()
        self._connect()
        self.take_look()

    def _connect(self) -> None:
        view = self.grid_view
        view.show_pictures(self._pictures)
        view.key_pressed.connect(self.send_key)
        view.text_committed.connect(lambda text: self._link.op("text", self.surface, text=text))
        view.mouse_reported.connect(self._mouse)
        view.grid_resized.connect(self._resized)
        view.frame_painted.connect(lambda cost: self._link.acknowledge(self.surface, cost))
        view.scroll_requested.connect(self.scroll_by)
        view.zoom_requested.connect(self.zoom)
        view.focus_changed.connect(self._focus)
        view.menu_requested.connect(self.menu_requested)
        view.text_changed.connect(self._frame_came)
        self.scrollbar.scrolled_to.connect(self.scroll_to)

    def take_look(self) -> None:
        """Follow theme, font and options."""
        look = self._look
        self.grid_view.set_scheme(look.theme.scheme)
        self.grid_view.set_options(look.options())
        self.grid_view.set_font_spec(look.font(self.font_steps))
        self.scrollbar.set_chrome(look.theme.chrome)
        self.gutter.set_chrome(look.theme.chrome)

    # -- to the host ----------------------------------------------------------------------------------------------
    def send_key(self, event: KeyEvent) -> None:
        """Give a key to the program."""
        fields = {"key": event.key, "mods": int(event.mods), "text": event.text, "action": event.action.value}
        self._link.op("key", self.surface, **fields, unshifted=event.unshifted)

    def _mouse(self, event: MouseEvent) -> None:
        place = {"row": event.row, "col": event.col, "x": event.x_px, "y": event.y_px}
        self._link.op(
            "mouse", self.surface, action=event.action.value, button=event.button, mods=int(event.mods), **place
        )

    def _resized(self, size: Size, cell_width: int, cell_height: int) -> None:
        op = "resize" if self._shown else "show"
        self._shown = self._shown or self.isVisible()
        if self._shown:
            self._link.op(op, self.surface, cols=size.cols, rows=size.rows, cell_w=cell_width, cell_h=cell_height)

    def attach_again(self) -> None:
        """A new stream knows nothing of us."""
        self._shown = False
        if self.isVisible():
            self.grid_view.set_font_spec(self._look.font(self.font_steps))
            if self.grid_view.hasFocus():
                self._link.op("focus", self.surface, focused=True)

    def _focus(self, focused: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._link.op("focus", self.surface, focused=focused)
        if focused:
            self.focused.emit()

    def scroll_by(self, rows: int) -> None:
        """Move the viewport; negative is towards older rows."""
        self._link.op("scroll", self.surface, delta=rows)

    def scroll_to(self, row: int | None) -> None:
        """Put a row at the top of the viewport; None is the bottom."""
        self._link.op("scroll", self.surface, row=row)

    def paste(self, text: str) -> None:
        """Paste; what is to be asked was asked."""
        self._link.op("paste", self.surface, text=text)

    def zoom(self, steps: int) -> None:
        """Change this pane's font size; 0 goes back to the configured one."""
        self.font_steps = self.font_steps + steps if steps else 0
        self.grid_view.set_font_spec(self._look.font(self.font_steps))

    def ask_prompts(self) -> None:
        """Learn where the shell's prompts are."""
        self._link.request("window.prompts", {"surface_id": self.surface}, self._take_prompts, lambda *_: None)

    # -- from the host --------------------------------------------------------------------------------------------
    def apply_frame(self, data: bytes) -> None:
        """Show a frame."""
        self.grid_view.apply_frame(data)

    def set_search_ticks(self, ticks: list[Tick]) -> None:
        """Mark hits of a search in the scrollbar."""
        self._search_ticks = ticks
        self._settle_ticks()

    def _frame_came(self) -> None:
        grid = self.grid_view.grid
        self.scrollbar.set_bar(grid.scrollbar, grid.first_row)
        rows = (grid.row_flags & ROW_PROMPT).nonzero()[0] + grid.scrollbar.offset
        seen = tuple(rows.tolist())
        if seen != self._prompts_seen:
            self._prompts_seen = seen
            if seen:
                self._prompts_due.start()
        self.gutter.place(self.grid_view, self.prompts)

    def _take_prompts(self, answer: dict[str, list[dict[str, int | None]]]) -> None:
        self.prompts = [PromptMark(each["row"] or 0, each["exit_code"]) for each in answer["prompts"]]
        self.gutter.place(self.grid_view, self.prompts)

    def _settle_ticks(self) -> None:
        self.scrollbar.set_ticks(self._search_ticks)

    # -- life -----------------------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self.grid_view.setGeometry(self.rect())
        self.scrollbar.setGeometry(self.width() - WIDTH, 0, WIDTH, self.height())
        self.gutter.setGeometry(0, 0, PromptGutter.WIDTH, self.height())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().hideEvent(event)
        if self._shown and not event.spontaneous():
            self._shown = False
            self._link.op("hide", self.surface)
