"""Who made which worktree: one small file each in the state folder, never in the checkout, which it would make dirty."""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True)
class ManagedWorktree:
    """A worktree that Paneflow made, and what is needed to remove it without loss.

    `base` is the commit it began with, `created_branch` whether the branch was made with it. `copies` are the files that
    were copied into it, by their path in it, with their SHA-256. `done`: its files were copied and its setup has run.
    `closed`: the workspace it was made for was closed, and what is left of it since then is meant to be there.
    """

    path: str
    repo_root: str
    branch: str
    teardown: str = "auto"
    created_branch: bool = False
    base: str = ""
    copies: Mapping[str, str] = field(default_factory=dict)
    done: bool = True
    closed: bool = False


def save(folder: str, worktree: ManagedWorktree) -> None:
    """Write the record of a worktree, whole or not at all. Raises `OSError`."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    temporary = _file(folder, worktree.path) + ".new"  # whoever writes has the claim
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(worktree), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, _file(folder, worktree.path))
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):  # a write does not say to what
            raise OSError(error.errno, error.strerror, error.filename or temporary) from error
        raise


def forget(folder: str, path: str) -> None:
    """Drop the record of a worktree, if there is one."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(_file(folder, path))


def restore(folder: str, path: str, before: ManagedWorktree | None) -> None:
    """Bring back the record that was there before, or none. Raises `OSError`."""
    if before is None:
        forget(folder, path)
    else:
        save(folder, before)


def load(folder: str, path: str) -> ManagedWorktree | None:
    """The record of a worktree; None when there is none or it cannot be read."""
    return _read(_file(folder, path))


def load_all(folder: str) -> Iterator[ManagedWorktree]:
    """Every record that can be read."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        found = _read(os.path.join(folder, name)) if name.endswith(".json") else None
        if found is not None:
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
