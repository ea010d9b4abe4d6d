"""Files by which clients find the endpoint: `~/.psmux/<group>.pipe`, each holding its path and nothing else."""

import contextlib
import logging
import os
import re
from typing import Final

from paneflow.compat.pane_backend.backend import UNGROUPED
from paneflow.model.changes import GroupChanged, GroupRemoved
from paneflow.runtime.bus import Fact
from paneflow.runtime.files import read_file
from paneflow.runtime.session import Session

NAME: Final = re.compile(r"[\w.@+ -]{1,100}")  # a group's name that can be a file's

log = logging.getLogger(__name__)


class Discovery:
    """Keeps one file for each group, and one for workspaces in none. A disk that refuses hinders nobody."""

    def __init__(self, session: Session, folder: str, endpoint: str) -> None:
        self._session, self._folder, self._endpoint = session, folder, endpoint
        self._written: set[str] = set()
        self._unsubscribe = session.bus.subscribe(self._hear)
        self._update()

    def close(self) -> None:
        """Remove the files, except those that meanwhile name another endpoint."""
        self._unsubscribe()
        for name in tuple(self._written):
            self._remove(name)

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, GroupChanged | GroupRemoved):
            self._update()

    def _update(self) -> None:
        groups = {each.name for each in self._session.model.groups.values() if not each.set}
        wanted = {name for name in {UNGROUPED, *groups} if NAME.fullmatch(name) and not name.startswith(".")}
        for name in wanted - self._written:
            self._write(name)
        for name in self._written - wanted:
            self._remove(name)

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name + ".pipe")

    def _write(self, name: str) -> None:
        path, draft = self._path(name), self._path(f".{name}.{os.getpid()}")
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
            with open(os.open(draft, flags, 0o600), "w", encoding="utf-8") as file:
                file.write(self._endpoint)
            os.replace(draft, path)
        except OSError as error:
            log.warning("%s cannot be written: %s", path, error)
            return
        self._written.add(name)

    def _remove(self, name: str) -> None:
        self._written.discard(name)
        path = self._path(name)
        with contextlib.suppress(OSError):
            if read_file(path, 4096).decode("utf-8", "replace").strip() == self._endpoint:
                os.unlink(path)
