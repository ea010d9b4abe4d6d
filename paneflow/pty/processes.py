"""What the system tells of one process, as far as it does."""

import contextlib
import os
import sys


def command_line(pid: int) -> str:
    """The argv of a process joined by blanks; "" when it is gone or another's."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read(4096).rstrip(b"\0").replace(b"\0", b" ").decode(errors="replace")
        return ""
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        process = psutil.Process(pid)
        with contextlib.suppress(psutil.AccessDenied):
            return " ".join(process.cmdline())
        return process.name()
    return ""


def folder_of(pid: int) -> str:
    """The working folder of a process; "" when it is gone or not told."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return os.readlink(f"/proc/{pid}/cwd")
        return ""
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        return psutil.Process(pid).cwd()
    return ""
