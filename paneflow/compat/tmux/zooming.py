"""Letting one pane fill its window, and no longer."""

from paneflow.compat.tmux.calls import Run
from paneflow.compat.tmux.spawning import show_pane
from paneflow.compat.tmux.state import Pane, Window
from paneflow.ids import SurfaceId
from paneflow.model.actions import ToggleZoom


def zoom(run: Run, pane: Pane) -> None:
    """Let a pane fill its window; a lone one does anyway."""
    window = pane.window
    if window.zoomed or len(window.panes) < 2:
        return
    show_pane(run, pane)
    run.shim.host.do(ToggleZoom(SurfaceId(pane.id), on=True))
    window.zoomed = True


def unzoom(run: Run, window: Window) -> bool:
    """Show all panes again; whether one filled the window."""
    if not window.zoomed or window.active is None:
        return False
    run.shim.host.do(ToggleZoom(SurfaceId(window.active.id), on=False))
    window.zoomed = False
    return True
