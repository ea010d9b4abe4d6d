"""In which surface does a process run? Asked of every caller that wants more than reading what is its own.

The process tree answers. A program that cut itself loose from it (a daemon, a container) is known by a token that its
surface's environment carries and nobody else's does.
"""

import hmac
import secrets
from collections.abc import Mapping
from typing import Final

from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.runtime.detection import parent_of
from paneflow.runtime.session import Session

TOKEN: Final = "PANEFLOW_SURFACE_TOKEN"  # noqa: S105 - a variable's name
MAX_DEPTH: Final = 100  # parents looked at


class Callers:
    """Knows the tokens of one host's surfaces; `environment` is an `EnvironmentSource` that hands them out."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._tokens: dict[SurfaceId, str] = {}
        self._lent: dict[int, SurfaceId] = {}  # processes that the host itself runs for a surface

    def lend(self, pid: int, surface: SurfaceId | None) -> None:
        """Take a process of the host's own for one of a surface's."""
        if surface is not None:
            self._lent[pid] = surface

    def take_back(self, pid: int) -> None:
        """The process has ended."""
        self._lent.pop(pid, None)

    def environment(self, surface: SurfaceId, _: WorkspaceId | None) -> Mapping[str, str]:
        """What a surface's programs carry."""
        known = self._session.model.surfaces
        self._tokens = {each: token for each, token in self._tokens.items() if each in known}
        return {TOKEN: self._tokens.setdefault(surface, secrets.token_hex(16))}

    def surface_of(self, pid: int | None, token: str = "") -> SurfaceId | None:
        """The surface that a process runs in; None for one outside all of them."""
        found = self._by_tree(pid) if pid is not None else None
        return found if found is not None else self._by_token(token)

    def _by_tree(self, pid: int) -> SurfaceId | None:
        children = {live.child.pid: live.id for live in self._session.surfaces.values() if live.child is not None}
        children |= self._lent
        for _ in range(MAX_DEPTH):
            if pid in children:
                return children[pid]
            parent = parent_of(pid)
            if parent is None or parent <= 1:
                return None
            pid = parent
        return None

    def _by_token(self, token: str) -> SurfaceId | None:
        if not token:
            return None
        for surface, known in self._tokens.items():
            if hmac.compare_digest(known.encode(), token.encode()) and surface in self._session.surfaces:
                return surface
        return None
