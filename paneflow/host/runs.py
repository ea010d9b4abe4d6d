"""Running a command in a surface's shell: how it ended and what it printed, by the shell's own marks where there are any."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final

from paneflow.errors import NotFound, PaneflowError, Refused, TimedOut
from paneflow.host.foreground import program
from paneflow.host.host import Host
from paneflow.host.waits import Wait
from paneflow.host.writing import submit
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Crashed, Said
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.waiting.attention import Watch
from paneflow.runtime.waiting.new_text import NewText
from paneflow.runtime.waiting.shell import Phase, unrun
from paneflow.vt.events import MarkKind, ShellMark

Row = dict[str, object]

_INTERRUPT: Final = b"\x03"

SHELLS: Final = frozenset({"bash", "zsh", "fish", "sh", "dash", "ash", "ksh", "mksh", "pwsh", "powershell"})
_CARRIERS: Final = frozenset(
    {"ssh", "mosh-client", "script", "su", "sudo", "doas", "docker", "podman", "kubectl", "chroot", "nsenter"}
)  # what another shell is usually within; nobody knows, and the evidence says so
_BY_LINE: Final = frozenset({"sh", "dash", "ash", "ksh", "mksh"})  # shells that may have no line editor
_BRACES: Final = frozenset({"bash", "zsh", "ksh", "mksh"})  # shells that take several lines for one command in braces
_CLEARS: Final = {
    "fish": b"\x1b[9133~"
}  # shells that leave a wrong line to be edited, and our integration's key to clear it
_START: Final = 3.0  # seconds a shell that has just been started gets to its prompt
_QUIET: Final = 0.4  # seconds of silence after which a shell without marks is taken to be at its prompt
_REFUSED: Final = 0.5  # seconds in which a new prompt without a command before it means that the shell took no command
_UNFINISHED: Final = 2.5  # seconds of silence after Enter without a command that runs: the shell waits for its rest
_SHOWN: Final = 0.15  # seconds in which what was typed shows
_TICK: Final = 0.05  # seconds between two looks at how a terminal is read: nothing tells when that changes
_KEPT_LATE: Final = 16384  # characters of output that come with a time-out


async def run(host: Host, live: LiveSurface, command: str, *, timeout_s: float, idle_ms: int) -> Row:
    """Type a command, one at a time, and wait for its end. Raises `TimedOut`, `Refused` (not_at_prompt, incomplete_command)."""
    attempt = _Run(host, live)
    try:
        async with asyncio.timeout(timeout_s), live.commands:
            await _prompt(host, live)
            if live.shell.at_prompt:
                return await attempt.result(_as_one(command, program(live)))
            return await _until_idle(host, live, command, idle_ms)
    except TimeoutError:
        message = f"the command did not end within {timeout_s:g} s"
        output = host.told(attempt.output[-_KEPT_LATE:])
        raise TimedOut(message, timeout_s=timeout_s, output=output) from None


class _Run:
    """One command between its marks. `output` is what it printed, once it is over or given up."""

    def __init__(self, host: Host, live: LiveSurface) -> None:
        self.output = ""
        self._host, self._live = host, live
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[Row] = self._loop.create_future()
        self._begun: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._last = ""
        self._entered = False

    async def result(self, command: str) -> Row:
        """Submit it, and wait for the mark at its end."""
        live = self._live
        self._text = NewText(live.engine, keep=True)
        self._text.unseen = True  # nothing before the mark of its beginning is of interest
        watch = self._watch = Watch(self._text, live.generation, self._seen, self._marked)
        unsubscribe = self._host.session.bus.subscribe(self._hear)
        live.watch(watch)
        try:
            self._sent = time.monotonic()
            async with live.writing:
                await submit(self._host, live, command, paste=True)
                self._entered = True
            self._check_later(_UNFINISHED, self._check_begun)
            return await self._done
        finally:
            unsubscribe()
            self.output = self._output()
            live.stop_watching(watch)
            if self._timer:
                self._timer.cancel()
            self._done.cancel()

    def _check_later(self, seconds: float, check: Callable[[], None]) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, check)

    def _marked(self, mark: ShellMark) -> None:
        if self._done.done():
            return
        if mark.kind is MarkKind.OUTPUT_START and self._begun is None:
            self._begun = time.monotonic()
            self._text.unseen = False
            if self._timer:
                self._timer.cancel()
        elif (status := unrun(mark)) is not None:
            if self._entered:  # else somebody else's Enter got in before ours
                self._refused(status)
        elif mark.kind is MarkKind.COMMAND_END:  # a shell that does not tell the beginning tells the end
            self._finish(mark.exit_code, "marks")
        elif mark.kind is MarkKind.COMMAND_START and self._begun is None:
            self._check_later(_REFUSED, lambda: self._finish(None, "idle"))

    def _refused(self, status: int) -> None:
        """The shell took the line and ran nothing: it is wrong, and the shell said so, or it is blank or a comment."""
        _clear(self._live)
        self._text.typing = False  # it shows once; a short line of it may stand in the message, too
        output = self._output()
        if not self._done.done():
            self._done.set_result(self._row(status if output else 0, output, "marks"))

    def _check_begun(self) -> None:
        """Enter was pressed and no command runs: once it is quiet, the shell waits for the rest of it."""
        quiet = time.monotonic() - max(self._live.last_output, self._sent)
        if quiet < _UNFINISHED or not self._live.shell.at_prompt:
            self._check_later(max(_UNFINISHED - quiet, _TICK), self._check_begun)
            return
        _clear(self._live, _INTERRUPT)
        self._fail(Refused("the shell waits for more: the command is not complete", kind="incomplete_command"))

    def _hear(self, fact: Fact) -> None:
        match fact:
            case SurfaceExited(surface, code, signal) if surface == self._live.id:
                self._finish(code if signal is None else 128 + signal, "exited")
            case SurfaceClosed(surface) | Crashed(surface) if surface == self._live.id:
                self._fail(_gone(surface))

    def _finish(self, exit_code: int | None, evidence: str) -> None:
        if not self._done.done():
            self._done.set_result(self._row(exit_code, self._output(), evidence))

    def _row(self, exit_code: int | None, output: str, evidence: str) -> Row:
        return _row(exit_code, output, self._begun or self._sent, evidence, truncated=self._text.truncated)

    def _fail(self, error: PaneflowError) -> None:
        if not self._done.done():
            self._done.set_exception(error)

    def _seen(self, text: str) -> None:
        self._last = text

    def _output(self) -> str:
        self._text.unseen = False
        attention = self._live.attention
        output = attention.whole(self._watch) if attention.has(self._watch) else self._last
        lines = output.split("\n")
        if self._begun is None:  # what is left of the line's own without its echo
            lines = [line for number, line in enumerate(lines) if line.strip() or any(map(str.strip, lines[:number]))]
        return "\n".join(lines).strip("\n")


def _clear(live: LiveSurface, key: bytes = b"") -> None:
    """Clear what stands at the prompt, lest what follows becomes a part of it; with `key` in the shells that have no own."""
    if key := _CLEARS.get(program(live), key):
        with contextlib.suppress(PaneflowError):
            live.write(key)


async def _until_idle(host: Host, live: LiveSurface, command: str, idle_ms: int) -> Row:
    """Without marks nobody knows when a command ends: quiet is taken for it, and the answer says so."""
    started = time.monotonic()
    before = (live.engine.tail(1)[0] or [""])[-1].rstrip()
    ended: list[int | None] = []
    closed: list[PaneflowError] = []

    def hear(fact: Fact) -> None:
        match fact:
            case SurfaceExited(surface, code, signal) if surface == live.id:
                ended.append(code if signal is None else 128 + signal)
            case SurfaceClosed(surface) | Crashed(surface) if surface == live.id:
                closed.append(_gone(surface))

    unsubscribe = host.session.bus.subscribe(hear)
    try:
        with Wait(host, [live], None, idle_ms=idle_ms, keep=True) as wait:
            async with live.writing:
                await submit(host, live, command, paste=True)
            await wait.quiet()
            lines = wait.new_text(live).rstrip("\n").split("\n")
            truncated = wait.truncated(live)
    finally:
        unsubscribe()
    if closed and not ended:
        raise closed[0]
    for _ in command.split("\n"):  # what is left of the lines that were typed, without their echo
        lines = lines[1:] if lines and not lines[0].strip() else lines
    if lines:
        last = lines[-1].rstrip()
        lines[-1:] = [rest] if (rest := last.removesuffix(live.sent.prompt(before, last)).rstrip()) else []
    evidence = "exited" if ended else "idle"
    return _row(ended[0] if ended else None, "\n".join(lines), started, evidence, truncated=truncated)


def _row(exit_code: int | None, output: str, begun: float, evidence: str, *, truncated: bool) -> Row:
    return {
        "exit_code": exit_code,
        "output": output,
        "truncated": truncated,
        "duration_ms": round((time.monotonic() - begun) * 1000),
        "evidence": evidence,
    }


def _gone(surface: int) -> NotFound:
    return NotFound(f"surface {surface} was closed while it ran", kind="surface_exited", surface_id=surface)


def _as_one(command: str, shell: str) -> str:
    """Several lines as one command, so that there is one end."""
    return f"{{\n{command}\n}}" if "\n" in command.strip() and shell in _BRACES else command


async def _prompt(host: Host, live: LiveSurface) -> None:
    """Wait until the shell takes a command. Raises `Refused` (not_at_prompt) when another program has the terminal."""
    shell = live.shell
    if shell.at_prompt:
        await _require_blank(live)
        return
    if not (shell.trusted and shell.phase is Phase.RUNNING):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_START):
                await _first_prompt(host, live)
    if not shell.at_prompt:  # a shell without marks, perhaps within the one that has them
        await _require_shell(live)


async def _require_blank(live: LiveSurface) -> None:
    """Raise `Refused` (not_at_prompt) when somebody has begun to type a command, of which ours would become a part."""
    if live.typed_at is not None and time.monotonic() - live.last_input < _SHOWN:
        await asyncio.sleep(_SHOWN)
    if live.drafted:
        raise Refused(
            f"surface {live.id} has something typed at its prompt; submit it, or clear it with a key such as ctrl-c",
            kind="not_at_prompt",
            surface_id=live.id,
            program=program(live),
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
