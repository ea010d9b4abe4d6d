"""Writing to panes for callers on the socket: what is refused, how text is put in, and when Enter is pressed."""

import asyncio
import contextlib
from typing import Final

from paneflow.errors import InvalidParams, NotFound, Refused
from paneflow.host.host import Host
from paneflow.ids import SurfaceId
from paneflow.rpc.methods.surface import MAX_TEXT
from paneflow.runtime.facts import Output
from paneflow.runtime.live_surface import LiveSurface
from paneflow.vt.paste import bracket, clean, plain

ECHO_TIME: Final = (
    0.5  # seconds a pasted text may take to show, after the configured delay, before Enter is pressed all the same
)


def writable(host: Host, surface_id: int, *, force: bool = False) -> LiveSurface:
    """The surface, if something runs in it and it is not asking for a password. Raises `NotFound`, `Refused` (no_echo)."""
    live = host.session.live(SurfaceId(surface_id))
    if not live.running or live.child is None:
        raise NotFound(f"the program of surface {surface_id} has ended", kind="surface_exited", surface_id=surface_id)
    if live.child.echo() is False and not force:
        raise Refused(
            f"surface {surface_id} asks for something that is not shown, such as a password",
            kind="no_echo",
            surface_id=surface_id,
        )
    return live


def put(live: LiveSurface, text: str, *, paste: bool | None) -> bool:
    """Put text in without submitting it; whether it went as a bracketed paste. Raises `Refused` (would_submit)."""
    bracketed = live.engine.modes().bracketed_paste and paste is not False
    if not bracketed and "\n" in clean(text):
        raise Refused(
            "the text has line ends, which would submit it; the program takes no bracketed paste now",
            kind="would_submit",
            surface_id=live.id,
        )
    _remember(live, text)
    live.write(bracket(text) if bracketed else plain(text))
    return bracketed


async def submit(host: Host, live: LiveSurface, text: str, *, paste: bool) -> bool:
    """Put text in and press Enter; whether the text went as a bracketed paste.

    After a paste Enter comes separately: programs take one that is glued to a paste for a part of it.
    """
    _remember(live, text)
    bracketed = paste and live.engine.modes().bracketed_paste
    if not (paste and text):
        live.write(plain(text) + b"\r")
        return False
    before = live.generation
    live.write(bracket(text) if bracketed else plain(text))
    await asyncio.sleep(host.settings.config.submit_paste_delay_ms / 1000)
    await _output_after(host, live, before)
    live.write(b"\r")
    return bracketed


def _remember(live: LiveSurface, text: str) -> None:
    """Its echo is no output. A program that shows nothing of what is typed has no echo, and no secret is kept."""
    if live.child is not None and live.child.echo() is not False:
        live.sent.text(live.generation, clean(text), edited=live.child.reads_keys() is True)


async def _output_after(host: Host, live: LiveSurface, generation: int) -> None:
    moved = asyncio.Event()

    def hear(fact: object) -> None:
        if isinstance(fact, Output) and fact.surface == live.id:
            moved.set()

    if live.generation > generation:
        return
    unsubscribe = host.session.bus.subscribe(hear)
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(moved.wait(), ECHO_TIME)
    finally:
        unsubscribe()


def check_text(text: str, *, submit: bool) -> int:
    """The text's length in bytes. Raises `InvalidParams` (empty_text, too_large)."""
    if not text and not submit:
        raise InvalidParams("there is no text to put in", kind="empty_text")
    size = len(text.encode(errors="replace"))
    if size > MAX_TEXT:
        raise InvalidParams(
            f"the text has {size} bytes; at most {MAX_TEXT} are taken", kind="too_large", limit=MAX_TEXT
        )
    return size
