"""Who made which worktree: one small file each in the state folder, never in the checkout, which it would make dirty."""

import contextlib
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True)
class ManagedWorktree:
    """A worktree that Paneflow made, and what is needed to remove it without loss.

    `base` is the commit it began with, `created_branch` whether the branch was made with it. `copies` are the files that
    were copied into it, by their path in it, with their SHA-256. `done`: its files were copied and its setup has run.
    """

    path: str
    repo_root: str
    branch: str
    teardown: str = "auto"
    created_branch: bool = False
    base: str = ""
    copies: Mapping[str, str] = field(default_factory=dict)
    done: bool = True


def save(folder: str, worktree: ManagedWorktree) -> None:
    """Write the record of a worktree, whole or not at all. Raises `OSError`."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=folder, suffix=".new")  # mode 0600
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(worktree), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, _file(folder, worktree.path))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def forget(folder: str, path: str) -> None:
    """Drop the record of a worktree, if there is one."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(_file(folder, path))


def load(folder: str, path: str) -> ManagedWorktree | None:
    """The record of a worktree; None when there is none or it cannot be read."""
    return _read(_file(folder, path))


def load_all(folder: str, *, older_than_s: float = 0) -> Iterator[ManagedWorktree]:
    """Every record that can be read and was written at least so long ago."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        file = os.path.join(folder, name)
        found = _read(file) if name.endswith(".json") else None
        if found is not None and (not older_than_s or time.time() - os.stat(file).st_mtime >= older_than_s):
            yield found


def _file(folder: str, path: str) -> str:
    return os.path.join(folder, hashlib.sha256(os.fsencode(path)).hexdigest()[:32] + ".json")


def _read(file: str) -> ManagedWorktree | None:
    try:
        with open(file, encoding="utf-8") as opened:
            data = json.load(opened)
        return ManagedWorktree(**data)
    except (OSError, ValueError, TypeError):
        return None
