"""Which shell a new surface runs."""

import os
import sys
from collections.abc import Mapping


def shell_argv(configured: str | None, env: Mapping[str, str], platform: str = sys.platform) -> list[str]:
    """The person's shell: the configured one, else the system's. macOS expects a login shell."""
    if platform == "win32":
        return [configured or env.get("COMSPEC", "cmd.exe")]
    shell = configured or env.get("SHELL") or _from_passwd() or "/bin/sh"
    return [shell, "-l"] if platform == "darwin" else [shell]


def _from_passwd() -> str:
    if sys.platform == "win32":
        return ""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_shell
    except KeyError:
        return ""
