"""Whose pane is it? A surface owns what it caused, and what that caused; callers outside own what callers outside made."""

from collections.abc import Iterable

from paneflow.compat.tmux.errors import not_owned, not_readable
from paneflow.compat.tmux.state import Pane
from paneflow.ids import SurfaceId
from paneflow.model.records import OUTSIDE, Model


def owns(model: Model, caller: int | None, surface: int) -> bool:
    """Whether a caller (a surface, or None for one outside any) may read, write and end a surface without a gate."""
    wanted = OUTSIDE if caller is None else SurfaceId(caller)
    at: SurfaceId | None = SurfaceId(surface)
    seen: set[SurfaceId] = set()
    while at is not None and at not in seen:
        if at == wanted:
            return True
        seen.add(at)
        record = model.surfaces.get(at)
        at = record.owner if record is not None else None
    return False


def require_all(model: Model, caller: int | None, panes: Iterable[Pane], *, gate_open: bool) -> None:
    """Raise TmuxError unless the caller may write to and end every one of these panes."""
    for pane in panes:
        if not gate_open and not owns(model, caller, pane.id):
            raise not_owned(f"pane %{pane.id}")


def require_own(model: Model, caller: int | None, pane: Pane) -> None:
    """Raise TmuxError unless the caller may read what is in a pane: no gate opens another's."""
    if not owns(model, caller, pane.id):
        raise not_readable(f"pane %{pane.id}")
