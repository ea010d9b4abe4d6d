"""All methods, by name. A group's rows are imported when one of them is looked up: a verb pays for its own group only."""

from importlib import import_module

from paneflow.errors import NotFound
from paneflow.rpc.method import Method

GROUPS = ("system", "workspace", "surface", "layout", "config", "events", "fleet", "ai", "agent", "tmux", "window")


def group(name: str) -> tuple[Method, ...]:
    """The rows of one group, such as "surface"."""
    rows: tuple[Method, ...] = import_module(f"paneflow.rpc.methods.{name}").METHODS
    return rows


def methods() -> dict[str, Method]:
    """Every row, by name, in the order of the documentation."""
    return {row.name: row for name in GROUPS for row in group(name)}


def method(name: str) -> Method:
    """One row. Raises `NotFound` (unknown_method), naming the nearest known ones."""
    prefix = name.partition(".")[0]
    if prefix in GROUPS:
        for row in group(prefix):
            if row.name == name:
                return row
    raise unknown(name)


def unknown(name: str) -> NotFound:
    """The error for a method that does not exist."""
    from difflib import get_close_matches  # only when something is wrong

    near = get_close_matches(name, methods(), n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return NotFound(f"there is no method {name[:80]!r}{hint}", kind="unknown_method", nearest=near)
