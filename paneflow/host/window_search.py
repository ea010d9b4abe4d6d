"""A window's search: hits with their cells, looked for beside the loop and put into places in parts, so that nobody waits."""

import asyncio
import time
from typing import Final

from paneflow.host.host import Host
from paneflow.ids import SurfaceId
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.long_text import all_lines
from paneflow.vt.engine import Match
from paneflow.vt.search import Hit, find_last

TRIES: Final = 2  # searches beside the loop
LIMIT_UNDER_FLOOD: Final = 500  # hits that are put into places at once: then nothing can be left for later
TIME_LIMIT_S: Final = 1.0  # of a regular expression, which holds nobody up in its thread
_PART_S: Final = 0.004  # on the loop between two turns for others
_LEAST, _MOST = 16, 1024  # hits a part


async def search(
    host: Host, surface_id: SurfaceId, pattern: str, *, regex: bool, case: bool, limit: int
) -> tuple[list[Match], bool]:
    """The last hits, and whether there are older ones. Looks again when there was output meanwhile, for places move;
    under a flood it looks at once in the end. Raises ValueError on a bad pattern, `NotFound` if the surface is closed.
    """
    for _ in range(TRIES):
        live = host.session.live(surface_id)
        generation = live.engine.generation
        lines = await all_lines(host.session, live)
        hits, cut = await asyncio.to_thread(
            find_last, lines, pattern, regex=regex, case=case, limit=limit, time_limit_s=TIME_LIMIT_S
        )
        matches = await _located(host, live, generation, lines, hits)
        if matches is not None:
            return matches, cut
    engine = host.session.live(surface_id).engine
    lines = engine.lines()
    hits, cut = find_last(lines, pattern, regex=regex, case=case, limit=min(limit, LIMIT_UNDER_FLOOD))
    return engine.locate(lines, hits), cut


async def _located(
    host: Host, live: LiveSurface, generation: int, lines: list[str], hits: list[Hit]
) -> list[Match] | None:
    """Hits as matches; None when the text is another one by now."""
    matches: list[Match] = []
    engine, size = live.engine, _LEAST
    while host.session.live(live.id).engine is engine and engine.generation == generation:
        part = hits[len(matches) : len(matches) + size]
        began = time.perf_counter()
        matches += engine.locate(lines, part)
        if len(matches) == len(hits):
            return matches
        took = max(time.perf_counter() - began, 1e-6)
        size = min(max(round(len(part) * _PART_S / took), _LEAST), _MOST)
        await asyncio.sleep(0)
    return None
