"""Copying `.env*` files that git ignores into a new worktree: what git tracks is there already."""

import contextlib
import os
import stat
from collections.abc import Iterator
from typing import Final, NamedTuple

from paneflow.worktree.git import git
from paneflow.worktree.inspect import digest_of

MAX_BYTES: Final = 1 << 20  # of one file; settings are small, and a large one is something else


class Copies(NamedTuple):
    """`copied`: files by their path in the checkout, with their SHA-256. `left`: those that were not copied, and why."""

    copied: dict[str, str]
    left: dict[str, str]


def copy_env_files(source: str, target: str, subfolder: str) -> Copies:
    """Copy from the top of a checkout, and from `subfolder` of it, what is not in the other one yet."""
    copies = Copies({}, {})
    for name in _ignored(
        source, [name for folder in dict.fromkeys(("", subfolder)) for name in _candidates(source, folder)]
    ):
        there = os.path.join(target, name)
        if os.path.lexists(there):
            continue
        try:
            reason = _why_not(os.path.join(source, name), there, target) or _copy(os.path.join(source, name), there)
        except OSError as error:
            reason = error.strerror or str(error)
        if reason is None:
            copies.copied[name] = digest_of(there) or ""
        else:
            copies.left[name] = reason
    return copies


def _why_not(source: str, there: str, target: str) -> str | None:
    if os.path.islink(source):
        return "it is a link"
    return None if is_within(os.path.dirname(there), target) else "its folder is not in the worktree"


def is_within(folder: str, top: str) -> bool:
    """Whether a folder is there without a link that a branch could lead out of the checkout with."""
    return os.path.isdir(folder) and os.path.realpath(folder) == os.path.normpath(
        os.path.join(os.path.realpath(top), os.path.relpath(folder, top))
    )


def _candidates(source: str, folder: str) -> Iterator[str]:
    with contextlib.suppress(OSError), os.scandir(os.path.join(source, folder)) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.startswith(".env") and entry.is_file():
                yield os.path.join(folder, entry.name)


def _ignored(source: str, names: list[str]) -> list[str]:
    if not names:
        return []
    asked = b"".join(os.fsencode(name) + b"\0" for name in names)
    answer = git(source, "check-ignore", "-z", "--stdin", stdin=asked, ok=(0, 1))
    return [name for name in answer.split("\0") if name]


def _copy(source: str, target: str) -> str | None:
    """Copy one file with its mode; why not, or None. Raises `OSError`; then nothing is there."""
    with open(os.open(source, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        return f"it has more than {MAX_BYTES:,} bytes"
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
    except OSError:  # the disk is full: half a file of settings is worse than none
        os.unlink(target)
        raise
    return None
