"""The git branch of a folder, read from .git/HEAD in a thread of its own: folders may lie on slow file systems."""

import os
import threading
from typing import Final

from paneflow.gui.qt import QObject, Signal

_DEEPEST: Final = 64  # folders upwards
_LONGEST: Final = 4096  # bytes of a HEAD file


def read_branch(folder: str) -> str:
    """The branch checked out where a folder is; a short hash when none is; "" outside git."""
    head = _head(folder)
    if head.startswith("ref: refs/heads/"):
        return head.removeprefix("ref: refs/heads/")
    return head[:8] if len(head) >= 40 else ""


def _head(folder: str) -> str:
    for _ in range(_DEEPEST):
        git = os.path.join(folder, ".git")
        if os.path.isdir(git):
            return _read(os.path.join(git, "HEAD"))
        if os.path.isfile(git):  # a worktree or a submodule
            target = _read(git).removeprefix("gitdir:").strip()
            return _read(os.path.join(folder, target, "HEAD"))
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return ""


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            text = file.read(_LONGEST).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return "".join(char for char in text if char.isprintable())


class Branches(QObject):
    """What is known of branches, by folder."""

    changed = Signal()
    _read_one = Signal(str, str)  # crosses threads

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.known: dict[str, str] = {}
        self._asked: set[str] = set()
        self._read_one.connect(self._take)

    def want(self, folder: str, *, again: bool = False) -> None:
        """Read a folder's branch unless it is known; `again`: it may have changed."""
        if not folder or folder in self._asked or (folder in self.known and not again):
            return
        self._asked.add(folder)
        threading.Thread(target=self._look, args=(folder,), daemon=True).start()

    def _look(self, folder: str) -> None:
        branch = read_branch(folder)
        try:
            self._read_one.emit(folder, branch)
        except RuntimeError:
            return  # the window is gone

    def _take(self, folder: str, branch: str) -> None:
        self._asked.discard(folder)
        if self.known.get(folder) != branch:
            self.known[folder] = branch
            self.changed.emit()
