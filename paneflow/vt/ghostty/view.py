"""A viewer's frames."""

from typing import TYPE_CHECKING

from paneflow.vt.packing import Look, pack_frame

if TYPE_CHECKING:
    from paneflow.vt.ghostty.engine import GhosttyEngine  # the engine makes views: a cycle in types only


class GhosttyView:
    """What one viewer has seen of an engine."""

    def __init__(self, engine: "GhosttyEngine") -> None:
        self._engine = engine
        self._share: set[int] = set()
        self._size = (0, 0)
        self._seen: Look | None = None
        engine.viewport().shares.append(self._share)

    def frame(self, surface: int, *, full: bool = False) -> bytes | None:
        """Rows changed since the last call as one packed frame, or None when nothing changed."""
        engine = self._engine
        viewport = engine.viewport()
        viewport.refresh()
        look = engine.look()
        if full or self._seen is None or self._size != (look.cols, look.rows):
            self._share.update(range(look.rows))
            self._size = look.cols, look.rows
        if not self._share and look == self._seen:
            return None
        rows = viewport.pack(self._share, look.cols)
        self._share.clear()
        seen, self._seen = self._seen, look
        return pack_frame(surface, engine.generation, look, rows, seen)

    def close(self) -> None:
        """Forget the viewer."""
        self._engine.drop_view(self._share)
