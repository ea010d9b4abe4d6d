"""Reading a surface's long text on the loop: in parts, with a turn for others between two."""

import asyncio
from collections.abc import Callable
from typing import Final

from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.session import Session
from paneflow.vt.engine import Engine
from paneflow.vt.styled_text import Look, Writer, rows

COUNTS: Final = 100  # parts of counting at most: a flood must not keep a reader for ever
ROWS: Final = 50  # that are read at once: some milliseconds
TRIES: Final = 3  # after which rows are read in one go: windows that are resized must not keep a reader for ever

Between = Callable[[Engine], tuple[int, int]]
"""Two rows, counted from the oldest there is."""


async def all_lines(session: Session, live: LiveSurface) -> list[str]:
    """Every logical line; blank ones at the end are left out. Raises `NotFound` if the surface is closed meanwhile."""
    lines: list[str] = []
    engine = live.engine
    for part in engine.line_parts():
        lines += part
        await asyncio.sleep(0)
        if session.live(live.id).engine is not engine:
            break  # it began anew: what was read is what there was
    while lines and not lines[-1]:
        lines.pop()
    return lines


async def counted(session: Session, live: LiveSurface) -> None:
    """Do what there is to count before a long text can be read from its end. Raises `NotFound` if it is closed meanwhile."""
    for _ in range(COUNTS):
        await asyncio.sleep(0)
        if not session.live(live.id).engine.count_ahead():
            return


async def styled_text(session: Session, live: LiveSurface, between: Between, look: Look) -> bytes:
    """The rows from one to another as text; those that leave the scrollback meanwhile are left out.

    Raises `NotFound` if the surface is closed meanwhile.
    """
    for _ in range(TRIES):
        found = await _in_parts(session, live, between, look)
        if found is not None:
            return found
    return Writer(look).text(rows(live.engine, *between(live.engine)))


async def _in_parts(session: Session, live: LiveSurface, between: Between, look: Look) -> bytes | None:
    """None: another screen is shown, or rows are wrapped anew, and their numbers are others now."""
    first, last = between(live.engine)
    engine, shape, writer = live.engine, _shape(live), Writer(look)
    begun, parts = engine.first_row(), []
    while True:
        gone = engine.first_row() - begun
        start = max(first, gone)
        first = min(start + ROWS, last + 1)
        parts.append(writer.text(rows(engine, start - gone, first - gone - 1)))
        if first > last:
            return b"".join(parts)
        await asyncio.sleep(0)
        if session.live(live.id).engine is not engine or _shape(live) != shape:
            return None


def _shape(live: LiveSurface) -> tuple[int, int, bool]:
    engine = live.engine
    return engine.cols, engine.rows, engine.modes().alternate_screen
