"""Which engine runs a surface."""

from functools import cache

from paneflow.geometry import Size, clamp
from paneflow.vt.engine import Engine

GHOSTTY, PYTE = "ghostty", "pyte"


def new_engine(size: Size, scrollback_lines: int, name: str | None = None, *, host_name: str = "") -> Engine:
    """An engine of a size, clamped to what engines take. `name` is "ghostty", "pyte" or None for the best there is.

    Folders that programs report for `host_name` count as local. Raises ValueError on another name, ImportError when
    "ghostty" was named and its library is missing.
    """
    cols, rows = clamp(size)
    if engine_name(name) == PYTE:
        from paneflow.vt.pyte_engine import PyteEngine  # the one that runs is the one that is loaded

        return PyteEngine(cols, rows, scrollback_lines, host_name=host_name)
    from paneflow.vt.ghostty.engine import GhosttyEngine

    return GhosttyEngine(cols, rows, scrollback_lines, host_name=host_name)


def engine_name(name: str | None = None) -> str:
    """The engine that `new_engine` takes for a name. Raises ValueError on an unknown one."""
    if name not in (None, GHOSTTY, PYTE):
        raise ValueError(f"no engine is called {name!r}; there are {GHOSTTY!r} and {PYTE!r}")
    return name or (GHOSTTY if _has_ghostty() else PYTE)


@cache
def _has_ghostty() -> bool:
    try:
        import paneflow.vt.ghostty.library  # noqa: F401  # loading it is the question
    except ImportError:
        return False
    return True
