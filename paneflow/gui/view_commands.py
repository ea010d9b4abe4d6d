"""Actions on how things are shown: scrolling, prompts, font size, sidebar, full screen; and on terminals as such."""

from functools import partial

from paneflow.gui.qt import QTimer
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Handler, Workbench


class ViewCommands:
    """Made for one window."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {
            "scroll_page_up": partial(self._scroll_pages, -1),
            "scroll_page_down": partial(self._scroll_pages, 1),
            "scroll_line_up": partial(self._scroll, -1),
            "scroll_line_down": partial(self._scroll, 1),
            "scroll_to_top": partial(self._scroll_to, 0),
            "scroll_to_bottom": partial(self._scroll_to, None),
            "previous_prompt": partial(self._prompt, -1),
            "next_prompt": partial(self._prompt, 1),
            "increase_font_size": partial(self._zoom, 1),
            "decrease_font_size": partial(self._zoom, -1),
            "reset_font_size": partial(self._zoom, 0),
            "toggle_sidebar": self._toggle_sidebar,
            "toggle_fullscreen": self._toggle_fullscreen,
            "clear_scroll_history": partial(self._terminal_request, "surface.clear", scrollback_only=True),
            "reset_terminal": partial(self._terminal_request, "window.reset"),
        }

    @property
    def _terminal(self) -> TerminalView | None:
        return self._bench.terminal

    def _scroll(self, rows: int) -> None:
        if self._terminal is not None:
            self._terminal.scroll_by(rows)

    def _scroll_pages(self, pages: int) -> None:
        if self._terminal is not None:
            self._terminal.scroll_by(pages * max(self._terminal.grid_view.grid.rows - 1, 1))

    def _scroll_to(self, row: int | None) -> None:
        if self._terminal is not None:
            self._terminal.scroll_to(row)

    def _prompt(self, step: int) -> None:
        """Put the previous or next prompt at the top."""
        terminal = self._terminal
        if terminal is None:
            return
        top = terminal.grid_view.grid.scrollbar.offset

        def take(answer: dict[str, list[dict[str, int]]]) -> None:
            rows = [each["row"] for each in answer["prompts"]]
            wanted = [row for row in rows if (row < top if step < 0 else row > top)]
            if wanted:
                terminal.scroll_to(wanted[-1] if step < 0 else wanted[0])
            elif step > 0:
                terminal.scroll_to(None)

        self._bench.link.request("window.prompts", {"surface_id": terminal.surface}, take)

    def _zoom(self, steps: int) -> None:
        if self._terminal is not None:
            self._terminal.zoom(steps)

    def _toggle_sidebar(self) -> None:
        panel = self._bench.side_panel
        panel.setVisible(panel.isHidden())
        self._bench.refresh_sidebar()
        QTimer.singleShot(1, self._bench, self._bench.focus_terminal)  # with 0 PySide6 may keep the window for ever

    def _toggle_fullscreen(self) -> None:
        window = self._bench.window
        if window.isFullScreen():
            window.showNormal()
        else:
            window.showFullScreen()

    def _terminal_request(self, method: str, **params: object) -> None:
        if (surface := self._bench.surface) is not None:
            self._bench.request(method, None, surface_id=surface.id, **params)
