"""When a surface's shell takes a command: at its prompt, with nothing typed there, by its marks or by what else is known."""

import asyncio
import contextlib
import time
from typing import Final

from paneflow.errors import Refused
from paneflow.host.foreground import program
from paneflow.host.host import Host
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Said
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.waiting.shell import Phase

SHELLS: Final = frozenset({"bash", "zsh", "fish", "sh", "dash", "ash", "ksh", "mksh", "pwsh", "powershell"})
_CARRIERS: Final = frozenset(
    {"ssh", "mosh-client", "script", "su", "sudo", "doas", "docker", "podman", "kubectl", "chroot", "nsenter"}
)  # what another shell is usually within; nobody knows, and the evidence says so
_BY_LINE: Final = frozenset({"sh", "dash", "ash", "ksh", "mksh"})  # shells that may have no line editor
_START: Final = 3.0  # seconds a shell that has just been started gets to its prompt
_QUIET: Final = 0.4  # seconds of silence after which a shell without marks is taken to be at its prompt
_SHOWN: Final = 0.15  # seconds in which what was typed shows
_TICK: Final = 0.05  # seconds between two looks at how a terminal is read: nothing tells when that changes


async def prompt(host: Host, live: LiveSurface, *, force: bool) -> None:
    """Wait until the shell takes a command. Raises `Refused` (not_at_prompt) when another program has the terminal.

    Also when somebody has begun to type one, of which ours would become a part; not so with `force`.
    """
    shell = live.shell
    if shell.at_prompt:
        if not force:
            await _require_blank(live)
        return
    if not (shell.trusted and shell.phase is Phase.RUNNING):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_START):
                await _first_prompt(host, live)
    if not shell.at_prompt:  # a shell without marks, perhaps within the one that has them
        await _require_shell(live)
        if not force and live.child is not None and live.draft.stands_for(live.child.foreground()):
            raise _drafted(live)


async def _require_blank(live: LiveSurface) -> None:
    """Raise `Refused` (not_at_prompt) when something stands typed at the prompt that the marks tell of."""
    if live.line.begun and time.monotonic() - live.last_input < _SHOWN:
        await asyncio.sleep(_SHOWN)
    if live.drafted:
        raise _drafted(live)


def _drafted(live: LiveSurface) -> Refused:
    return Refused(
        f"surface {live.id} has something typed at its prompt; submit it, clear it with a key such as ctrl-c, or force it",
        kind="not_at_prompt",
        surface_id=live.id,
        program=program(live),
        drafted=True,
    )


async def _first_prompt(host: Host, live: LiveSurface) -> None:
    """Until the shell says that it takes input, or has printed something and then nothing."""
    ready = asyncio.Event()

    def hear(fact: Fact) -> None:
        if isinstance(fact, Said) and fact.surface == live.id and live.shell.at_prompt:
            ready.set()

    unsubscribe = host.session.bus.subscribe(hear)
    try:
        while not ready.is_set():
            before = live.generation
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_QUIET):
                    await ready.wait()
            if live.generation == before > 0:
                return
    finally:
        unsubscribe()


async def _require_shell(live: LiveSurface) -> None:
    """Raise `Refused` unless a shell has the terminal and reads; a shell that has just been started gets a moment."""
    deadline = time.monotonic() + 2 * _QUIET
    while not _takes_command(live):
        if time.monotonic() > deadline:
            name = program(live)
            raise Refused(
                f"surface {live.id} is not at a shell's prompt; {name or 'another program'} has it",
                kind="not_at_prompt",
                surface_id=live.id,
                program=name,
            )
        await asyncio.sleep(_TICK)


def _takes_command(live: LiveSurface) -> bool:
    name = program(live)
    if live.child is None or live.engine.modes().alternate_screen:
        return False
    if name in SHELLS:  # one that runs a script or a builtin of its own does not edit a line
        return name in _BY_LINE or live.child.reads_keys() is not False
    return name in _CARRIERS
