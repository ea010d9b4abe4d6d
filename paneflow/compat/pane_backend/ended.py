"""Panes whose programs ended: told to every client once, also to one that connects a moment too late."""

import time
from collections import deque
from typing import Final, NamedTuple

from paneflow.compat.pane_backend.panes import Lives, context_id
from paneflow.ids import SurfaceId
from paneflow.model.records import Surface

KEPT: Final = 256  # ends that are remembered
LATE_S: Final = 10.0  # how much later than an end a client may come and still hear of it

Told = dict[str, object]


class End(NamedTuple):
    """One end, as it is told."""

    surface: SurfaceId
    owner: SurfaceId | None
    at: float
    told: Told


class Ended:
    """Knows which panes live and which ended lately. `codes` are exit codes by process id."""

    def __init__(self) -> None:
        self.codes: dict[int, int] = {}
        self._lives: dict[SurfaceId, tuple[Lives | None, SurfaceId | None, int | None]] = {}
        self._recent: deque[End] = deque(maxlen=KEPT)

    def began(self, record: Surface, pid: int | None, *, seen: bool = True) -> None:
        """A program runs in a pane now. Not `seen`: it was there before we were, nobody knows for how long."""
        lives = Lives(time.monotonic(), " ".join(record.argv) or record.command or "") if seen else None
        self._lives[record.id] = (lives, record.owner, pid)

    def exited(self, surface: SurfaceId, code: int | None) -> Told | None:
        """Its program ended; None for a signal. What is to be told, None if that was already."""
        return self._over(surface, -1 if code is None else code, own_end=True)

    def closed(self, surface: SurfaceId) -> Told | None:
        """It was closed from outside, unless its program had ended before."""
        return self._over(surface, -1, own_end=False)

    def since(self, moment: float, caller: SurfaceId | None) -> list[Told]:
        """Ends of panes that a caller made, no longer ago than that."""
        return [each.told for each in self._recent if each.at >= moment and each.owner == caller]

    def _over(self, surface: SurfaceId, code: int, *, own_end: bool) -> Told | None:
        known = self._lives.pop(surface, None)
        if known is None:
            return None
        lives, owner, pid = known
        told: Told = {"context_id": context_id(surface), "exit_code": code}
        if own_end and lives is not None:
            told["elapsed_ms"] = lives.elapsed_ms()
            if lives.command:
                told["command"] = lives.command
        if pid is not None:
            self.codes[pid] = code
            while len(self.codes) > KEPT:
                del self.codes[next(iter(self.codes))]
        self._recent.append(End(surface, owner, time.monotonic(), told))
        return told
