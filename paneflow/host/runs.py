"""Running a command in a surface's shell: how it ended and what it printed, by the shell's own marks where there are any."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final

from paneflow.errors import NotFound, PaneflowError, Refused, TimedOut
from paneflow.host.foreground import Reader, program
from paneflow.host.host import Host
from paneflow.host.prompts import prompt
from paneflow.host.waits import Wait
from paneflow.host.writing import submit
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Crashed
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.waiting.attention import Watch
from paneflow.runtime.waiting.ending import ending
from paneflow.runtime.waiting.new_text import NewText
from paneflow.runtime.waiting.printed import row_for_life
from paneflow.runtime.waiting.shell import drawn, unrun
from paneflow.vt.events import MarkKind, ShellMark

Row = dict[str, object]

_INTERRUPT: Final = b"\x03"

_BRACES: Final = frozenset({"bash", "zsh", "ksh", "mksh"})  # shells that take several lines for one command in braces
_CLEARS: Final = {
    "fish": b"\x1b[9133~"
}  # shells that leave a wrong line to be edited, and our integration's key to clear it
_REFUSED: Final = 0.5  # seconds in which a new prompt without a command before it means that the shell took no command
_LEFT: Final = 0.15  # seconds in which a shell that ran nothing shows what it left of the line
_EDITED: Final = "nothing was run: the shell changed the line and left it to be edited; it was cleared"
_CLEARED: Final = 0.5  # seconds in which a shell draws its prompt again once its line is cleared
_NO_STATUS: Final = 1  # of a line that the shell said something of instead of running it, where it gives that none
_UNFINISHED: Final = 2.5  # seconds of silence after Enter without a command that runs: the shell waits for its rest
_TICK: Final = 0.05  # seconds between two looks at how a terminal is read: nothing tells when that changes
_KEPT_LATE: Final = 16384  # characters of output that come with a time-out


class _Late:
    """What there is of an output when the time is up."""

    output, truncated = "", False

    def error(self, host: Host, timeout_s: float) -> TimedOut:
        """The error that tells of it."""
        return TimedOut(
            f"the command did not end within {timeout_s:g} s",
            timeout_s=timeout_s,
            output=host.told(ending(self.output, _KEPT_LATE)),
            truncated=self.truncated or len(self.output) > _KEPT_LATE,
        )


async def run(
    host: Host, live: LiveSurface, command: str, *, timeout_s: float, idle_ms: int, force: bool = False
) -> Row:
    """Type a command, one at a time, and wait for its end. Raises `TimedOut`, `Refused` (not_at_prompt, incomplete_command)."""
    late = _Late()
    try:
        async with asyncio.timeout(timeout_s), live.commands:
            await prompt(host, live, force=force)
            if live.shell.at_prompt:
                return await _Run(host, live, late).result(_as_one(command, program(live)))
            return await _until_idle(host, live, command, idle_ms, late)
    except TimeoutError:
        raise late.error(host, timeout_s) from None


class _Run:
    """One command between its marks. `late` gets what it printed when it is given up."""

    def __init__(self, host: Host, live: LiveSurface, late: _Late) -> None:
        self._host, self._live, self._late = host, live, late
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[Row] = self._loop.create_future()
        self._begun: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._last = ""
        self._entered = False
        self._drawn = (0, 0)  # where the cursor stood behind the prompt
        self._error: Refused | None = None  # once what stands at the prompt is cleared
        self._unrun: tuple[int, str] | None = None  # nothing was run: the status of that, and what the shell said

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
                self._reader = Reader(live)
                self._prompts = live.shell.drawn
                await submit(self._host, live, command, paste=True)
                self._entered = True
            self._check_later(_UNFINISHED, self._check_begun)
            return await self._done
        finally:
            unsubscribe()
            self._late.output, self._late.truncated = self._output(), self._text.truncated
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
        if self._error is not None:  # the line is on its way to be cleared
            if mark.kind is MarkKind.COMMAND_START:
                self._fail(self._error)
            return
        if mark.kind is MarkKind.OUTPUT_START and self._begun is None:
            self._begun = time.monotonic()
            self._text.unseen = False
            self._text.alone()
            if self._timer:
                self._timer.cancel()
        elif (status := unrun(mark)) is not None:
            self._refused(status)
        elif mark.kind is MarkKind.PROMPT_START and self._begun is None and drawn(mark) > self._prompts:
            self._refused(_NO_STATUS)
        elif mark.kind is MarkKind.COMMAND_END:  # a shell that does not tell the beginning tells the end
            self._finish(mark.exit_code, "marks")
        elif mark.kind is MarkKind.COMMAND_START:
            self._drawn = self._place()
            self._check_later(_REFUSED if self._unrun is None else _LEFT, self._check_prompt)

    def _refused(self, status: int) -> None:
        """The shell took the line and ran nothing: it is wrong, and the shell said so, or it is blank or a comment.

        Or it is left to be edited, which shows behind the next prompt.
        """
        if not self._entered:  # somebody else's Enter got in before ours
            return
        self._text.typing = False  # it shows once; a short line of it may stand in the message, too
        output = self._output()
        self._unrun = status if output else 0, output
        if program(self._live) in _CLEARS:
            _clear(self._live)
            self._finish_unrun(*self._unrun)

    def _finish_unrun(self, status: int, output: str) -> None:
        if not self._done.done():
            self._done.set_result(self._row(status, output, "marks"))

    def _give_up(self, message: str) -> None:
        """Clear what stands at the prompt and refuse: at the next prompt, lest what follows is cleared, too."""
        self._error = Refused(message, kind="incomplete_command")
        _clear(self._live, _INTERRUPT)
        self._check_later(_CLEARED, self._check_cleared)

    def _check_cleared(self) -> None:
        if self._error is not None and self._edits():
            self._fail(self._error)
        else:
            self._check_later(_TICK, self._check_cleared)

    def _edits(self) -> bool:
        """Whether the shell is at its prompt and edits a line; one that reads lines by now is at work, as with hooks."""
        child = self._live.child
        return self._live.shell.at_prompt and child is not None and child.reads_keys() is not False

    def _check_prompt(self) -> None:
        """A prompt stands and no end was told: the shell took no command, or its hooks were taken away; nobody knows more."""
        if self._reader.gave_way() or not self._live.shell.at_prompt:
            self._check_later(_TICK, self._check_prompt)
            return
        if self._begun is None:
            # At Enter bash draws several lines once more, with the prompt: one that the cursor has left is no new one.
            if self._place() != self._drawn:
                self._check_begun() if self._unrun is None else self._give_up(_EDITED)
                return
            if self._unrun is not None:
                self._finish_unrun(*self._unrun)
                return
            self._text.typing = False  # as in `_refused`
        self._finish(None, "idle")

    def _place(self) -> tuple[int, int]:
        engine = self._live.engine
        return row_for_life(engine), engine.cursor().col

    def _check_begun(self) -> None:
        """Enter was pressed and no command runs: once it is quiet, the shell waits for the rest of it."""
        quiet = time.monotonic() - max(self._live.last_output, self._sent)
        if quiet < _UNFINISHED or not self._edits():
            self._check_later(max(_UNFINISHED - quiet, _TICK), self._check_begun)
            return
        self._give_up("the shell waits for more: the command is not complete")

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


async def _until_idle(host: Host, live: LiveSurface, command: str, idle_ms: int, late: _Late) -> Row:
    """Without marks nobody knows when a command ends: quiet is taken for it, and the answer says so.

    Quiet counts only while the shell has the terminal: what it runs in the foreground goes on, however quiet.
    """
    started = time.monotonic()
    before = (live.engine.tail(1)[0] or [""])[-1].rstrip()
    ended: list[int | None] = []
    closed: list[PaneflowError] = []
    read: list[Reader] = []  # once it is entered

    def hear(fact: Fact) -> None:
        match fact:
            case SurfaceExited(surface, code, signal) if surface == live.id:
                ended.append(code if signal is None else 128 + signal)
            case SurfaceClosed(surface) | Crashed(surface) if surface == live.id:
                closed.append(_gone(surface))

    unsubscribe = host.session.bus.subscribe(hear)
    try:
        with Wait(host, [live], None, idle_ms=idle_ms, keep=True, busy=lambda: not read or read[0].gave_way()) as wait:
            try:
                async with live.writing:
                    reader = Reader(live)
                    await submit(host, live, command, paste=True)
                read.append(reader)
                await wait.quiet()
            finally:
                lines = _without_typed(wait.new_text(live).rstrip("\n").split("\n"), command)
                last = lines[-1].rstrip() if lines else ""
                rest = last.removesuffix(live.sent.prompt(before, last)).rstrip()
                lines[-1:] = [rest] if rest else []
                late.output, late.truncated = "\n".join(lines), wait.truncated(live)
    finally:
        unsubscribe()
    if closed and not ended:
        raise closed[0]
    evidence = "exited" if ended else "idle"
    return _row(ended[0] if ended else None, "\n".join(lines), started, evidence, truncated=late.truncated)


def _without_typed(lines: list[str], command: str) -> list[str]:
    """Lines without what is left of those that were typed when their echo is taken away."""
    for _ in command.split("\n"):
        lines = lines[1:] if lines and not lines[0].strip() else lines
    return lines


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
