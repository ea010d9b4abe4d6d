"""An agent's settings file on disk: read, changed by a function, and written so that nothing is lost on the way.

A symlink stays one: what it points to is written. A write goes to a neighbour file first, with the same mode, then takes
the place of the old one; a read-only file is refused, for its owner meant that. Before our first entry goes in, the file is
copied to `<name>.paneflow.bak`. What an agent or an editor wrote meanwhile is never lost: our change is made again on that.
"""

import os
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress

from paneflow.errors import Failed

SIZE_LIMIT = 4 * 1024 * 1024
BACKUP = ".paneflow.bak"
ATTEMPTS = 20


def read(path: str) -> str:
    """The text of the file, with its byte order mark and line ends; "" if there is none. Raises `Failed`."""
    try:
        told = os.stat(path)
        if not stat.S_ISREG(told.st_mode):
            raise Failed(f"{path} is not a file", kind="invalid_settings")
        if told.st_size > SIZE_LIMIT:
            raise Failed(f"{path} is larger than any settings file", kind="invalid_settings")
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise Failed(f"{path} is not UTF-8", kind="invalid_settings") from None
    except OSError as error:
        raise Failed(f"{path}: {error.strerror}", kind="disk") from None


def holds(path: str, has: Callable[[str], bool]) -> bool:
    """What `has` says of the file's text. Raises `Failed`."""
    text = read(path)
    try:
        return has(text)
    except Failed as error:
        raise _at(path, error) from None


def change(path: str, edit: Callable[[str], str], *, backup: bool) -> bool:
    """Put the file's text through `edit`. Whether that changed anything. Raises `Failed`, and then nothing is changed."""
    for _ in range(ATTEMPTS):
        before = read(path)
        try:
            after = edit(before)
        except Failed as error:
            raise _at(path, error) from None
        if after == before:
            return False
        try:
            if _write(path, before, after, backup=backup):
                return True
        except OSError as error:
            raise Failed(f"{path}: {error.strerror}", kind="disk") from None
    raise Failed(f"{path}: something else keeps writing to it", kind="disk")


def _write(path: str, before: str, after: str, *, backup: bool) -> bool:
    """Write the file through its links, unless it is not as it was before. Whether that was done."""
    target = os.path.realpath(path)
    _refuse_read_only(target)
    if backup and os.path.exists(target):
        _replace(target + BACKUP, before, _mode(target))
    os.makedirs(os.path.dirname(target), mode=0o700, exist_ok=True)
    return _replace(target, after, _mode(target), unless=lambda: read(path) != before)


def _at(path: str, error: Failed) -> Failed:
    return Failed(f"{path}: {error.message}", kind=error.kind)


def _refuse_read_only(path: str) -> None:
    if os.path.exists(path) and not _mode(path) & 0o200:
        raise Failed(f"{path} is read-only", kind="read_only")


def _mode(path: str) -> int:
    return os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o600


def _replace(path: str, text: str, mode: int, unless: Callable[[], bool] = lambda: False) -> bool:
    handle, name = tempfile.mkstemp(prefix=".paneflow-", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        if unless():  # asked last, so that there is hardly a moment left
            return False
        os.replace(name, path)
        return True
    finally:
        with suppress(OSError):
            os.unlink(name)
