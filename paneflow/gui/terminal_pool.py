"""The terminals of a window by surface: made when one is shown, dropped when it has been hidden for long enough."""

from collections.abc import Callable, Collection
from typing import Final

from paneflow.gui.qt import QWidget
from paneflow.gui.terminal_view import TerminalView

_HIDDEN_KEPT: Final = 6  # so that going back and forth between workspaces shows no blank pane


class TerminalPool:
    """Keeps terminals; the order of use is the order of the dictionary."""

    def __init__(self, make: Callable[[int], TerminalView], holder: QWidget) -> None:
        self._make, self._holder = make, holder
        self._views: dict[int, TerminalView] = {}

    def get(self, surface: int) -> TerminalView | None:
        """The terminal of a surface, if there is one."""
        return self._views.get(surface)

    def use(self, surface: int) -> TerminalView:
        """The terminal of a surface."""
        view = self._views.pop(surface, None) or self._make(surface)
        self._views[surface] = view
        return view

    def all(self) -> list[TerminalView]:
        """All of them."""
        return list(self._views.values())

    def trim(self, shown: Collection[int], alive: Collection[int]) -> None:
        """Drop those of closed surfaces, and of hidden ones all but the last used."""
        hidden = [surface for surface in self._views if surface not in shown]
        keep = set(hidden[-_HIDDEN_KEPT:]) & set(alive)
        for surface in hidden:
            if surface not in keep:
                view = self._views.pop(surface)
                view.setParent(self._holder)
                view.deleteLater()
