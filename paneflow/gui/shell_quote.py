"""File names as the shell in a pane takes them. Pure."""

import re
import shlex
from typing import Final

_SAFE: Final = re.compile(r"[A-Za-z0-9_./\\:@%+,=-]+")


def quoted(path: str, shell: str) -> str:
    """A path for a shell by its program's name: POSIX shells, PowerShell or cmd."""
    name = shell.replace("\\", "/").rpartition("/")[2].removesuffix(".exe").lower()
    if name in ("powershell", "pwsh"):
        return path if _SAFE.fullmatch(path) else "'" + path.replace("'", "''") + "'"
    if name == "cmd":
        return path if _SAFE.fullmatch(path) else f'"{path}"'
    if name == "fish":
        plain = _SAFE.fullmatch(path) and "\\" not in path
        return path if plain else "'" + path.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return shlex.quote(path)


def dropped(paths: list[str], shell: str) -> str:
    """Several paths with a space after each, ready to type on."""
    return "".join(quoted(path, shell) + " " for path in paths)
