"""A Windows named pipe with the few socket methods that `Connection` uses. Imported on Windows only."""

import sys
from time import monotonic, sleep

if sys.platform == "win32":
    import _winapi
    import msvcrt
    import os

    from paneflow.errors import Unavailable

    ERROR_PIPE_BUSY = 231
    TICK_S = 0.005  # a blocking read of a pipe cannot be given up, so its fill level is asked for instead

    class Pipe:
        """The client's end. All times are in seconds; None waits for ever."""

        def __init__(self, path: str, timeout_s: float | None) -> None:
            self._timeout_s = timeout_s
            self._file = _patiently_opened(path, timeout_s)
            self._handle = msvcrt.get_osfhandle(self._file)

        def settimeout(self, timeout_s: float | None) -> None:
            """How long the next call may take."""
            self._timeout_s = timeout_s

        def sendall(self, data: bytes) -> None:
            """Write all of it."""
            view = memoryview(data)
            while view:
                view = view[os.write(self._file, view) :]

        def recv(self, limit: int) -> bytes:
            """Up to `limit` bytes; none at the end. Raises `TimeoutError`."""
            deadline = None if self._timeout_s is None else monotonic() + self._timeout_s
            while not (waiting := int(_winapi.PeekNamedPipe(self._handle, 0)[0])):
                if deadline is not None and monotonic() >= deadline:
                    raise TimeoutError
                sleep(TICK_S)
            return os.read(self._file, min(waiting, limit))

        def close(self) -> None:
            """Close it; twice is fine."""
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _patiently_opened(path: str, timeout_s: float | None) -> int:
        deadline = monotonic() + (10.0 if timeout_s is None else timeout_s)
        while True:
            try:
                return os.open(path, os.O_RDWR | os.O_BINARY | os.O_NOINHERIT)
            except OSError as error:
                if error.winerror != ERROR_PIPE_BUSY or monotonic() >= deadline:
                    reason = error.strerror or "it cannot be opened"
                    raise Unavailable(f"no host answers on {path} ({reason})", path=path) from None
            sleep(TICK_S)
