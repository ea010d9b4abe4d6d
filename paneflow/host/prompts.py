"""When a surface's shell takes a command: at its prompt, with nothing typed there, by its marks or by what else is known."""

import asyncio
import contextlib
import math
import time
from typing import Final

from paneflow.errors import Refused
from paneflow.host.foreground import program
from paneflow.host.host import Host
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Said
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.waiting.shell import Phase
from paneflow.vt.events import ShellMark

SHELLS: Final = frozenset({"bash", "zsh", "fish", "sh", "dash", "ash", "ksh", "mksh", "pwsh", "powershell"})
_CARRIERS: Final = frozenset(
    {"ssh", "mosh-client", "script", "su", "sudo", "doas", "docker", "podman", "kubectl", "chroot", "nsenter"}
)  # what another shell is usually within; nobody knows, and the evidence says so
_BY_LINE: Final = frozenset({"sh", "dash", "ash", "ksh", "mksh"})  # shells that may have no line editor
_START: Final = 3.0  # seconds a shell that has just been started gets to its prompt
_QUIET: Final = 0.4  # seconds of silence after which a shell without marks is taken to be at its prompt
_DRAWN: Final = 30.0  # seconds a shell that tells of its prompts gets to the next one: files and programs run before it
_SILENT: Final = 5.0  # seconds of silence while keys are read after which it is taken to tell of none after all
_TAKEN: Final = 0.5  # seconds after Enter in which a shell says that a command runs
_BETWEEN: Final = 0.2  # seconds between two programs of one command
_SHOWN: Final = 0.15  # seconds in which what was typed shows
_CLEARED: Final = 0.6  # seconds in which what was typed can have emptied the line
_TICK: Final = 0.05  # seconds between two looks at how a terminal is read: nothing tells when that changes


async def prompt(host: Host, live: LiveSurface, *, force: bool) -> None:
    """Wait until the shell takes a command. Raises `Refused` (not_at_prompt) when another program has the terminal.

    Also when somebody has begun to type one, of which ours would become a part; not so with `force`.
    """
    await _reads(host, live)
    while live.writing.locked():  # a text whose Enter is yet to come may be about to run
        async with live.writing:
            pass
        await _reads(host, live)
    if force:
        return
    if live.shell.at_prompt:
        await _require_blank(live)
    elif live.child is not None and live.draft.stands_for(live.child.foreground()):
        raise _drafted(live)


async def _require_blank(live: LiveSurface) -> None:
    """Raise `Refused` (not_at_prompt) when something stands typed at the prompt that the marks tell of."""
    if live.line.begun and time.monotonic() - max(live.last_input, live.prompted_at) < _SHOWN:
        await asyncio.sleep(_SHOWN)
    while live.drafted:  # a key that clears the line may be on its way through a shell that has just drawn its prompt
        if time.monotonic() - live.last_input >= _CLEARED:
            raise _drafted(live)
        await asyncio.sleep(_TICK)


def _drafted(live: LiveSurface) -> Refused:
    return Refused(
        f"surface {live.id} has something typed at its prompt; submit it, clear it with a key such as ctrl-c, or force it",
        kind="not_at_prompt",
        surface_id=live.id,
        program=program(live),
        drafted=True,
    )


async def _reads(host: Host, live: LiveSurface) -> None:
    """Until the shell says that it takes input, or one that does not say so seems to. Raises `Refused`."""
    told = asyncio.Event()

    def hear(fact: Fact) -> None:
        if isinstance(fact, Said) and isinstance(fact.event, ShellMark):
            told.set()

    unsubscribe = host.session.bus.subscribe_to(live.id, hear)
    try:
        begun = time.monotonic()
        read_at, refused_at = math.inf, math.inf
        while not live.shell.at_prompt or _entered(live, time.monotonic()):
            now = time.monotonic()
            if not live.shell.at_prompt and _waited(live, begun, now):
                # A shell that runs something is in front between two programs, too.
                read_at = min(read_at, now) if _takes_command(live) else math.inf
                if now - read_at >= (_BETWEEN if live.shell.trusted else 0.0):
                    return
                refused_at = min(refused_at, now + 2 * _QUIET)  # what has just been started gets a moment
                if now > refused_at and read_at > now:
                    raise _not_at_prompt(live)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_TICK):
                    await told.wait()
            told.clear()
    finally:
        unsubscribe()


def _entered(live: LiveSurface, now: float) -> bool:
    """Whether Enter was pressed at the prompt and the shell may be about to say that a command runs, or that none does.

    A shell that reads lines by now is at work before that, such as with hooks of its own.
    """
    if live.entered_at <= 0:
        return False
    works = live.entered_at > live.prompted_at and live.child is not None and live.child.reads_keys() is False
    return now - max(live.entered_at, live.prompted_at) < (_DRAWN if works else _TAKEN)


def _waited(live: LiveSurface, begun: float, now: float) -> bool:
    """Whether a shell that has not said that it takes input had its time; `begun`: when somebody began to wait."""
    if live.shell.trusted and live.shell.phase is Phase.RUNNING:  # it starts a program, or another shell is within
        return now - begun >= _QUIET
    if not _will_tell(live, now):
        return now - begun >= _START or (live.generation > 0 and now - max(live.last_output, begun) >= _QUIET)
    if now - begun >= _DRAWN:
        return True
    keys = live.child is not None and live.child.reads_keys() is not False
    if not (keys and live.generation and now - live.last_output >= _SILENT):
        return False
    live.tells_prompts = ""  # not waited for a second time
    return True


def _will_tell(live: LiveSurface, now: float) -> bool:
    """Whether the shell draws its prompt, or is on its way to its first one, and will say so when it stands."""
    if live.shell.trusted:
        return live.shell.phase is Phase.PROMPT
    if not live.tells_prompts or live.child is None or now - live.started_at >= _DRAWN:
        return False
    itself = live.child.foreground() in (None, live.child.pid) and program(live) == live.tells_prompts
    return itself or not _takes_command(live)  # its start-up files may begin another shell


def _not_at_prompt(live: LiveSurface) -> Refused:
    name = program(live)
    return Refused(
        f"surface {live.id} is not at a shell's prompt; {name or 'another program'} has it",
        kind="not_at_prompt",
        surface_id=live.id,
        program=name,
    )


def _takes_command(live: LiveSurface) -> bool:
    name = program(live)
    if live.child is None or live.engine.modes().alternate_screen:
        return False
    if name in SHELLS:  # one that runs a script or a builtin of its own does not edit a line
        return name in _BY_LINE or live.child.reads_keys() is not False
    return name in _CARRIERS
