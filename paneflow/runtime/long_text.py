"""Reading a surface's long text on the loop: in parts, with a turn for others between two."""

import asyncio
from typing import Final

from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.session import Session

COUNTS: Final = 100  # parts of counting at most: a flood must not keep a reader for ever


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
