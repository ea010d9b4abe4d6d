"""Running a command in a surface's shell: how it ended and what it printed, by the shell's own marks where there are any."""

import asyncio
import contextlib
import time
from typing import Final

from paneflow.errors import Refused, TimedOut
from paneflow.host.foreground import program
from paneflow.host.host import Host
from paneflow.host.waits import Wait
from paneflow.host.writing import submit
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Said
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.waiting.attention import Watch
from paneflow.runtime.waiting.new_text import NewText
from paneflow.runtime.waiting.shell import Phase
from paneflow.vt.events import MarkKind, ShellMark

Row = dict[str, object]

SHELLS: Final = frozenset({"bash", "zsh", "fish", "sh", "dash", "ash", "ksh", "mksh", "pwsh", "powershell"})
_BRACES: Final = frozenset({"bash", "zsh", "ksh", "mksh"})  # shells that take several lines for one command in braces
_START: Final = 3.0  # seconds a shell that has just been started gets to its prompt
_QUIET: Final = 0.4  # seconds of silence after which a shell without marks is taken to be at its prompt
_REFUSED: Final = 0.5  # seconds in which a new prompt without a command before it means that the shell took no command


async def run(host: Host, live: LiveSurface, command: str, *, timeout_s: float, idle_ms: int) -> Row:
    """Type a command and wait for its end. Raises `TimedOut`, `Refused` (not_at_prompt)."""
    try:
        async with asyncio.timeout(timeout_s):
            await _prompt(host, live)
            async with live.writing:
                if live.shell.phase is Phase.INPUT:
                    return await _Run(host, live).result(_as_one(command, program(live)))
                return await _until_idle(host, live, command, idle_ms)
    except TimeoutError:
        raise TimedOut(f"the command did not end within {timeout_s:g} s", timeout_s=timeout_s) from None


class _Run:
    """One command between its marks."""

    def __init__(self, host: Host, live: LiveSurface) -> None:
        self._host, self._live = host, live
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[Row] = self._loop.create_future()
        self._begun: float | None = None
        self._refused: asyncio.TimerHandle | None = None
        self._text = NewText(live.engine, keep=True)
        self._last = ""

    async def result(self, command: str) -> Row:
        """Submit it, and wait for the mark at its end."""
        live = self._live
        watch = self._watch = Watch(self._text, live.generation, self._seen, self._marked)
        unsubscribe = self._host.session.bus.subscribe(self._hear)
        live.attention.add(watch)
        self._text.unseen = True  # nothing before the mark of its beginning is of interest
        try:
            self._sent = time.monotonic()
            await submit(self._host, live, command, paste=True)
            return await self._done
        finally:
            unsubscribe()
            live.stop_watching(watch)
            if self._refused:
                self._refused.cancel()

    def _marked(self, mark: ShellMark) -> None:
        if mark.kind is MarkKind.OUTPUT_START:
            self._begun = time.monotonic()
            if self._refused:
                self._refused.cancel()
        elif mark.kind is MarkKind.COMMAND_END and self._begun is not None:
            self._finish(mark.exit_code, "marks")
        elif mark.kind is MarkKind.COMMAND_START and self._begun is None and self._refused is None:
            self._refused = self._loop.call_later(_REFUSED, self._finish, None, "idle")

    def _hear(self, fact: Fact) -> None:
        match fact:
            case SurfaceExited(surface, code, signal) if surface == self._live.id:
                self._finish(code if signal is None else 128 + signal, "exited")
            case SurfaceClosed(surface) if surface == self._live.id:
                self._finish(None, "exited")

    def _finish(self, exit_code: int | None, evidence: str) -> None:
        if not self._done.done():
            self._done.set_result(_row(exit_code, self._output(), self._begun or self._sent, evidence))

    def _seen(self, text: str) -> None:
        self._last = text

    def _output(self) -> str:
        self._text.unseen = False
        attention = self._live.attention
        output = attention.whole(self._watch) if attention.has(self._watch) else self._last
        return output.strip("\n")


async def _until_idle(host: Host, live: LiveSurface, command: str, idle_ms: int) -> Row:
    """Without marks nobody knows when a command ends: quiet is taken for it, and the answer says so."""
    started = time.monotonic()
    prompt = (live.engine.tail(1)[0] or [""])[-1]
    ended: list[int | None] = []

    def hear(fact: Fact) -> None:
        if isinstance(fact, SurfaceExited) and fact.surface == live.id:
            ended.append(fact.code if fact.signal is None else 128 + fact.signal)

    unsubscribe = host.session.bus.subscribe(hear)
    try:
        with Wait(host, [live], None, idle_ms=idle_ms, keep=True) as wait:
            await submit(host, live, command, paste="\n" in command)
            await wait.quiet()
            lines = wait.new_text(live).strip("\n").split("\n")
    finally:
        unsubscribe()
    if lines and not lines[0].strip():
        lines = lines[1:]  # what was left of the prompt's line without the echo
    if lines and lines[-1].strip() == prompt.strip():
        lines = lines[:-1]
    return _row(ended[0] if ended else None, "\n".join(lines), started, "exited" if ended else "idle")


def _row(exit_code: int | None, output: str, begun: float, evidence: str) -> Row:
    duration_ms = round((time.monotonic() - begun) * 1000)
    return {"exit_code": exit_code, "output": output, "duration_ms": duration_ms, "evidence": evidence}


def _as_one(command: str, shell: str) -> str:
    """Several lines as one command, so that there is one end."""
    return f"{{\n{command}\n}}" if "\n" in command.strip() and shell in _BRACES else command


async def _prompt(host: Host, live: LiveSurface) -> None:
    """Wait until the shell takes a command. Raises `Refused` (not_at_prompt) when another program has the terminal."""
    if live.shell.phase is Phase.INPUT:
        return
    if live.shell.phase is Phase.RUNNING:
        _require_shell(live)  # one inside the other, perhaps without marks
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_START):
            await _first_prompt(host, live)
    _require_shell(live)


async def _first_prompt(host: Host, live: LiveSurface) -> None:
    """Until the shell says that it takes input, or has printed something and then nothing."""
    ready = asyncio.Event()

    def hear(fact: Fact) -> None:
        if isinstance(fact, Said) and fact.surface == live.id and live.shell.phase is Phase.INPUT:
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


def _require_shell(live: LiveSurface) -> None:
    name = program(live)
    if live.shell.phase is not Phase.INPUT and name not in SHELLS:
        raise Refused(
            f"surface {live.id} is not at a shell's prompt; {name or 'another program'} has it",
            kind="not_at_prompt",
            surface_id=live.id,
            program=name,
        )
