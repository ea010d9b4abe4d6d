"""The state folder: the model in one file, each surface's text in one of its own.

Files are 0600, written beside their place, flushed to the disk and renamed, so a crash at any moment leaves the old or the
new one, whole. A file that cannot be understood is set aside under another name, never overwritten.
"""

import contextlib
import json
import logging
import os
import shutil
import stat
import time
from collections.abc import Collection, Iterator
from typing import Final

from paneflow.errors import Failed
from paneflow.ids import SurfaceId
from paneflow.model import persist
from paneflow.model.records import Model

MAX_STATE: Final = 64 << 20  # bytes of state.json
MAX_TEXT: Final = 64 << 20  # bytes of one surface's text
_TEXTS: Final = ".scrollback"
SET_ASIDE: Final = 5  # files that could not be understood are kept, the oldest go

log = logging.getLogger(__name__)


class Store:
    """Reads and writes the state folder. Blocking; methods may be called from one other thread, one at a time."""

    def __init__(self, folder: str) -> None:
        self._state = os.path.join(folder, "state.json")
        self._texts = os.path.join(folder, "scrollback")

    def load(self) -> tuple[Model | None, str | None]:
        """The saved model and a problem worth telling; (None, None) when nothing was saved.

        Raises `Failed` (state_unreadable) when a file is there that can be neither read nor set aside.
        """
        try:
            data = _read(self._state, MAX_STATE)
        except FileNotFoundError:
            return None, None
        except OSError as error:
            return None, self._set_aside(f"cannot be read: {error}")
        try:
            model = persist.load(json.loads(data))
        except (ValueError, RecursionError) as error:
            return None, self._set_aside(f"cannot be understood: {error}")
        with contextlib.suppress(OSError):
            write_file(self._state + ".bak", data)  # what an older version may still want
        return model, None

    def begin_anew(self, why: str) -> tuple[Model | None, str | None]:
        """Set the saved model aside; one without anything that goes on with its ids, and the problem. Raises as `load` does."""
        model, problem = self.load()
        if model is None:
            return None, problem
        return Model(counters=model.counters), self._set_aside(why)

    def save_model(self, model: Model, *, reserve: int) -> None:
        """Write the model; see `model.persist.dump` for `reserve`. Raises OSError."""
        document = persist.dump(model, reserve=reserve)
        write_file(self._state, json.dumps(document, separators=(",", ":")).encode())

    def text(self, surface: SurfaceId) -> bytes | None:
        """A surface's saved text, as `Engine.restore` takes it."""
        try:
            return _read(self._text_file(surface), MAX_TEXT)
        except OSError:
            return None

    def save_text(self, surface: SurfaceId, text: bytes) -> None:
        """Write a surface's text. Raises OSError."""
        os.makedirs(self._texts, mode=0o700, exist_ok=True)
        write_file(self._text_file(surface), text)

    def drop_texts(self, but: Collection[SurfaceId]) -> None:
        """Remove the texts of surfaces that can come back no more."""
        kept = {str(surface) for surface in but}
        with contextlib.suppress(FileNotFoundError):
            for name in os.listdir(self._texts):
                if name not in kept:
                    with contextlib.suppress(OSError):
                        os.unlink(os.path.join(self._texts, name))

    def _text_file(self, surface: SurfaceId) -> str:
        return os.path.join(self._texts, str(surface))

    def _set_aside(self, why: str) -> str:
        target = f"{self._state}.corrupt-{time.time_ns()}"
        try:
            os.rename(self._state, target)
        except OSError as error:
            raise Failed(f"{self._state} {why}; it cannot be set aside: {error}", kind="state_unreadable") from None
        with contextlib.suppress(OSError):
            os.rename(self._texts, target + _TEXTS)  # else they would be dropped as nobody's
        for old in sorted(_set_aside_before(self._state))[:-SET_ASIDE]:
            with contextlib.suppress(OSError):
                os.unlink(old)
            shutil.rmtree(old + _TEXTS, ignore_errors=True)
        return f"the saved state {why}; it was set aside as {target}"


def write_file(path: str, data: bytes) -> None:
    """Replace a file by `data` at once, on the disk before it has the name. Raises OSError."""
    temporary = f"{path}.new"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    try:
        file = os.open(temporary, flags, 0o600)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(file, view) :]
            os.fsync(file)
        finally:
            os.close(file)
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(os.path.dirname(path))


def _sync_folder(path: str) -> None:
    with contextlib.suppress(OSError):  # not every system lets a folder be opened
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _read(path: str, limit: int) -> bytes:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(file, "rb") as reader:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode) or found.st_size > limit:
            raise OSError(f"not a file of at most {limit} bytes")
        return reader.read()


def _set_aside_before(state: str) -> Iterator[str]:
    folder, name = os.path.split(state)
    for entry in os.listdir(folder):
        if entry.startswith(name + ".corrupt-") and not entry.endswith(_TEXTS):
            yield os.path.join(folder, entry)
