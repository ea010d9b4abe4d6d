"""Folders and files that are the user's alone."""

import contextlib
import os
import stat

from paneflow.errors import Refused


def private_folder(path: str, *, tighten: bool = False) -> None:
    """Make a folder with mode 0700, or accept one that is ours, 0700 and no link. Raises `Refused` (unsafe_folder).

    `tighten`: take the others' rights away from one that is ours, instead of refusing it.
    """
    if not os.path.lexists(path):
        os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
        with contextlib.suppress(FileExistsError):  # another host was faster; it is looked at all the same
            os.mkdir(path, 0o700)
    found = os.lstat(path)
    if not stat.S_ISDIR(found.st_mode):
        raise _unsafe(path, "is a link" if stat.S_ISLNK(found.st_mode) else "is not a folder")
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        raise _unsafe(path, f"belongs to user {found.st_uid}")
    if tighten and os.name == "posix":
        os.chmod(path, 0o700)
    elif os.name == "posix" and stat.S_IMODE(found.st_mode) & 0o077:
        raise _unsafe(path, f"has mode {stat.S_IMODE(found.st_mode):04o}; it must be 0700")


def _unsafe(path: str, what: str) -> Refused:
    return Refused(f"the folder {path} {what}", kind="unsafe_folder", path=path)
