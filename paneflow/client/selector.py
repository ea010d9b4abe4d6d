"""Which surfaces a person means. Pure: rows of `surface.list` in, rows out.

42, %42        the id
api            the name, without regard to case; else what begins with it, if that is one
cmdline:vite   the command line in the foreground holds this, without regard to case
cwd:~/src/api  the working folder is this one or below it
self           the surface that the caller runs in
"""

from os.path import normcase, sep

from paneflow.errors import AmbiguousTarget, NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from paneflow.client.results import ClosedRow, Named, SurfaceRow

    Rows = Iterable[SurfaceRow]
    Row = TypeVar("Row", bound=Named)


MAX_ID = 2**53


def surface_id(selector: str) -> int | None:
    """The id that a selector spells out, if it does."""
    digits = selector.removeprefix("%")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None


def matching(
    selector: str, rows: "Rows", *, own_id: int | None = None, real_path: "Callable[[str], str]" = str
) -> "list[SurfaceRow]":
    """All rows that a selector names, in their order; `real_path` makes a folder absolute and follows symlinks."""
    wanted = own(own_id) if selector == "self" else surface_id(selector)
    if wanted is not None:
        return [row for row in rows if row["surface_id"] == wanted]
    kind, colon, value = selector.partition(":")
    if colon and kind == "cmdline":
        return [row for row in rows if _text(value) and _text(value) in _text(row["cmd"])]
    if colon and kind == "cwd":
        folder = real_path(value)
        return [row for row in rows if row["cwd"] and is_below(real_path(row["cwd"]), folder)]
    return _by_name(selector, list(rows))


def one(
    selector: str, rows: "Rows", *, own_id: int | None = None, real_path: "Callable[[str], str]" = str
) -> "SurfaceRow":
    """The one row that a selector names. Raises `NotFound` or `AmbiguousTarget`, which list candidates as id(name)."""
    all_rows = list(rows)
    found = matching(selector, all_rows, own_id=own_id, real_path=real_path)
    if len(found) == 1:
        return found[0]
    if not found:
        raise no_match(selector, all_rows)
    raise several(selector, found)


def among_closed(selector: str, rows: "Rows", closed: "Iterable[ClosedRow]") -> "list[ClosedRow]":
    """Panes that are gone, in the order of their ends: of an id, or by the name they had.

    Of each name it is the last one that had it, and none if one of `rows`, which are there, has it now.
    """
    wanted = surface_id(selector)
    if wanted is not None:
        return [row for row in closed if row["surface_id"] == wanted]
    taken = {_text(row["name"]) for row in rows}
    last = {_text(row["name"]): row for row in closed}
    return _by_name(selector, [row for name, row in last.items() if name not in taken])


def is_whole(selector: str, found: "Sequence[Named]") -> bool:
    """Whether what was found is what the selector spells out; if not, it is nothing, or its name only begins so."""
    by_name = surface_id(selector) is None and selector != "self" and not selector.startswith(("cmdline:", "cwd:"))
    return bool(found) and (not by_name or _text(found[0]["name"]) == _text(selector))


def several(selector: str, found: "Iterable[Named]") -> AmbiguousTarget:
    """The error for a selector that names more than one."""
    named = candidates(found)
    return AmbiguousTarget(f"{len(named)} panes match {selector!r}: {', '.join(named)}", candidates=named)


def no_match(selector: str, rows: "Rows") -> NotFound:
    """The error for a selector that names nothing, with what there is instead."""
    there = candidates(rows)
    hint = f"; there are {', '.join(there[:20])}{', …' if len(there) > 20 else ''}" if there else "; there are none"
    return NotFound(f"no pane matches {selector!r}{hint}", kind="surface_not_found", candidates=there)


def candidates(rows: "Iterable[Named]") -> list[str]:
    """Rows as `id(name)`, the form in which messages list them."""
    return [f"{row['surface_id']}({row['name']})" for row in rows]


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it, by whole components: /a/foobar is not below /a/foo."""
    inner, outer = normcase(path), normcase(folder).rstrip(sep)
    return inner.rstrip(sep) == outer or inner.startswith(outer + sep)


def own(own_id: int | None) -> int:
    """The caller's own surface. Raises `NotFound` outside of a pane."""
    if own_id is None:
        raise NotFound("self is the pane that the command runs in, but it runs in none", kind="surface_not_found")
    return own_id


def _by_name(name: str, rows: "list[Row]") -> "list[Row]":
    wanted = _text(name)
    exact = [row for row in rows if _text(row["name"]) == wanted]
    return exact or [row for row in rows if wanted and _text(row["name"]).startswith(wanted)]


def _text(value: str) -> str:
    return value.casefold()
