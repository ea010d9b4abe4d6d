"""A surface that lives: one child, one engine, and the only byte path between them."""

import asyncio
import secrets
import signal
import time
from collections.abc import Callable
from typing import Final, Protocol

from paneflow.errors import Busy, NotFound
from paneflow.geometry import Size, clamp
from paneflow.ids import SurfaceId
from paneflow.pty.child import Exit, PtyChild
from paneflow.runtime.pump import Pump
from paneflow.runtime.waiting.attention import Attention, Watch
from paneflow.runtime.waiting.commands import Commands
from paneflow.runtime.waiting.draft import Draft, empties
from paneflow.runtime.waiting.prompt_line import PromptLine
from paneflow.runtime.waiting.seams import LONGEST, Piece, at_stops
from paneflow.runtime.waiting.sent import Sent
from paneflow.runtime.waiting.shell import Shell, unrun
from paneflow.vt.engine import Engine
from paneflow.vt.events import EngineEvent, MarkKind, ShellMark

READ: Final = 65536  # bytes asked for at once; a Linux PTY gives 4096 at most
MAX_BACKLOG: Final = 1 << 20  # bytes a child has not taken yet; past that writes are refused
RESIZE_EVERY: Final = 0.03  # seconds between two sizes told to the child while a border is dragged
EXIT_DRAIN: Final = 0.1  # seconds in which the last output may still arrive after the child has ended
DRAIN_LIMIT: Final = 1 << 20
FOCUS_REPORTS: Final = (b"\x1b[I", b"\x1b[O")
LONGEST_KEY: Final = 8  # bytes of a key as programs get it: `ESC [ 9 9 ; 5 u`
SIGHUP: Final = getattr(signal, "SIGHUP", signal.SIGTERM)
SIGKILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)


class Listener(Protocol):
    """Whom a live surface tells; all calls come on the loop."""

    def on_output(self, live: "LiveSurface") -> None:
        """The engine was fed; once a slice."""
        ...

    def on_event(self, live: "LiveSurface", event: EngineEvent) -> None:
        """The engine has something to say."""
        ...

    def on_exit(self, live: "LiveSurface", end: Exit) -> None:
        """The child ended and all it printed has been fed."""
        ...

    def on_failure(self, live: "LiveSurface", error: Exception) -> None:
        """Reading or parsing raised; nothing is read any more."""
        ...


class LiveSurface:
    """One terminal at work. Belongs to the loop's thread.

    `generation` rises with every chunk of output, and only with output. `last_output` and `last_input` are
    `time.monotonic` seconds, 0 for never.
    """

    def __init__(self, surface: SurfaceId, engine: Engine, pump: Pump, listener: Listener) -> None:
        self.id = surface
        self.engine = engine
        self.child: PtyChild | None = None
        self.generation = 0
        self.viewers = 0
        self.taps: list[Callable[[bytes], None]] = []  # told every piece of output as it came, after the engine
        self.tells_cwd = False  # the program reports its folder itself
        self.tells_prompts = ""  # the name of the shell that was started, if it will mark its prompts
        self.started_at = 0.0  # `time.monotonic` seconds
        self.nonce = secrets.token_hex(8)  # marks of this surface's own shell carry it: `("nonce", live.nonce)`
        self.writing = asyncio.Lock()  # held over a paste and the Enter after it
        self.commands = asyncio.Lock()  # held while a command that was typed for somebody runs
        self.shell = Shell(self.nonce)
        self.sent = Sent(engine)
        # What waits for its shell, and is told whether a command was typed into that; None: the shell is up.
        self.due: list[Callable[[bool], object]] | None = None
        self.attention = Attention(engine, self.shell, self.sent)
        self.last_output = self.last_input = 0.0
        self.last_typed = b""  # the key that was written at `last_input`, b"" if it was a text
        self.size = Size(engine.cols, engine.rows)
        self.line = PromptLine(engine)
        self.draft = Draft()
        self.ran = Commands(engine)  # what the shell says of its commands
        # When an Enter was typed at the prompt, or before the first one, while the shell has yet to say what came of it, else
        # 0; when it last drew one.
        self.entered_at = self.prompted_at = 0.0
        self._unrun = False  # Enter was pressed and no command has begun since
        self._asked_at: int | None = None  # the generation when something was written that nobody has seen an answer to
        self._fed = b""  # the end of what the engine was fed while nobody watched
        self._pump, self._listener = pump, listener
        self._loop = asyncio.get_running_loop()
        self._backlog = bytearray()
        self._wanted: tuple[Size, tuple[int, int]] | None = None
        self._cell = (8, 16)
        self._resize_timer: asyncio.TimerHandle | None = None
        self._end: Exit | None = None
        self._end_timer: asyncio.TimerHandle | None = None
        self._eof = False
        self._unfed = b""  # what was read behind a picture

    # -- the child ------------------------------------------------------------------------------------------------
    def start(self, child: PtyChild, tells_prompts: str = "") -> None:
        """Take over a fresh child; an earlier one has been stopped. `tells_prompts`: see the attribute."""
        self.child, self._end, self._eof, self._unfed = child, None, False, b""
        self.tells_prompts, self.started_at = tells_prompts, time.monotonic()
        self.shell.restart(self.nonce)
        self.ran.forget()
        self._backlog.clear()
        self.entered_at = 0.0
        child.on_readable = self._readable_elsewhere
        self._pump.watch(self)

    def _readable_elsewhere(self) -> None:
        self._loop.call_soon_threadsafe(self._pump.readable, self)

    @property
    def running(self) -> bool:
        """Whether a child runs in it."""
        return self.child is not None and self._end is None

    def reap(self) -> None:
        """Ask the child whether it has ended; called whenever some child has."""
        if self.child is None or self._end is not None:
            return
        end = self.child.poll()
        if end is None:
            return
        self._end = end
        if self._eof:
            self._finish()
        else:  # what it wrote last may still be on its way through the kernel
            self._end_timer = self._loop.call_later(EXIT_DRAIN, self._drain)

    def stop(self, grace: float) -> None:
        """End the child and what runs in its process groups: hang-up now, kill after `grace` seconds. Reports nothing."""
        child = self.child
        if child is None:
            return
        child.signal_group(SIGHUP)
        if sigcont := getattr(signal, "SIGCONT", None):
            child.signal_group(sigcont)  # a stopped job cannot act on the hang-up
        self._release()
        self._loop.call_later(grace, _kill, child)

    def close(self) -> None:
        """Give up child and engine; `stop` first if the child should end."""
        self._release()
        if self._resize_timer:
            self._resize_timer.cancel()
        self.attention.close()
        self.sent.close()
        self.ran.forget()
        self.engine.close()

    def _release(self) -> None:
        child, self.child = self.child, None
        if self._end_timer:
            self._end_timer.cancel()
            self._end_timer = None
        if child is not None:
            self._pump.forget(self)
            self._stop_flushing(child)
            child.close()

    # -- output ---------------------------------------------------------------------------------------------------
    def fileno(self) -> int:
        """See `Pumped.fileno`."""
        return self.child.fileno() if self.child else -1

    def step(self, deadline: float) -> bool:
        """See `Pumped.step`."""
        child = self.child
        if child is None:
            return False
        fed = False
        more = True
        while more:
            if not self.engine.catch_up():
                data = self._next(child)
                if not data:
                    self._eof = data is not None
                    more = False
                    break
                self._feed(data)
            fed = True
            if time.monotonic() >= deadline:
                break
        if fed:
            self._after_feed()
        if self._eof and not more:
            self._ended_output()
        return more

    def _next(self, child: PtyChild) -> bytes | None:
        """Output to feed, up to a picture's end; None when nothing is there now, b"" when nothing will be."""
        data = self._unfed or (b"" if self._eof else child.read(READ))
        if data:
            end = self.engine.through_picture(data)
            data, self._unfed = data[:end], data[end:]
        return data

    def failed(self, error: Exception) -> None:
        """See `Pumped.failed`."""
        self._listener.on_failure(self, error)

    def _feed(self, data: bytes) -> None:
        if self.attention.needed:
            self.attention.feed(data, self._feed_piece)
        else:
            *stopped, rest = at_stops(self._fed, data)
            for piece in stopped:
                self._feed_piece(piece)
            self.engine.feed(rest.data)
            self._fed = (self._fed + data)[-LONGEST:] if len(data) < LONGEST else data[-LONGEST:]
        self.generation += 1
        for tap in self.taps:
            tap(data)

    def _feed_piece(self, piece: Piece) -> None:
        self.ran.feed(piece)
        self.engine.feed(piece.data)
        self.ran.fed(piece)
        self._tell_events()

    def _after_feed(self) -> None:
        self.last_output = time.monotonic()
        if replies := self.engine.take_replies():
            self._reply(replies)
        self._tell_events()
        self._listener.on_output(self)
        if not self.viewers:
            self.seen(self.generation)

    @property
    def answers(self) -> bool:
        """Whether there is output since the last write that nobody has seen."""
        return self._asked_at is not None and self.generation > self._asked_at

    def seen(self, generation: int) -> None:
        """Whoever looks has seen the output up to a generation."""
        if self._asked_at is not None and generation > self._asked_at:
            self._asked_at = None
            self._pump.answered(self)

    def _tell_events(self) -> None:
        for event in self.engine.take_events():
            if isinstance(event, ShellMark) and not self._heard(event):
                continue
            self._listener.on_event(self, event)

    def _heard(self, mark: ShellMark) -> bool:
        """Whether a mark is the shell's own, as far as can be told; one that any program could print moves no wait."""
        if not self.shell.hear(mark):
            return False
        if self.shell.trusted:
            self.attention.hear(mark)
            self.ran.hear(mark)
            self.line.gone()
            if mark.kind is MarkKind.COMMAND_START:
                self.prompted_at = time.monotonic()
                if self._unrun or self.shell.drawn:
                    self.draft.leave(self._reader())
                    self._unrun = False
                self.line.drawn(drafted=self.draft.stands_for(self._reader()))
            elif mark.kind is not MarkKind.PROMPT_START:
                self.entered_at = 0.0
            if mark.kind is MarkKind.OUTPUT_START:
                self.sent.shown()
                self.draft.begin()
            self._unrun = unrun(mark) is not None or (self._unrun and mark.kind is not MarkKind.OUTPUT_START)
        return unrun(mark) is None

    @property
    def drafted(self) -> bool:
        """Whether something stands typed at the shell's prompt, as far as what was typed and the cursor tell."""
        if not self.shell.at_prompt:
            return False
        if self.draft.ahead:
            return not self._emptied
        return self.draft.stands_for(self._reader()) and self.line.moved()

    @property
    def _emptied(self) -> bool:
        """Whether the last key typed at the prompt empties its line, and the shell has shown that it did."""
        at_it = empties(self.last_typed) and self.last_input > self.prompted_at and self.shell.at_prompt
        answered = self._asked_at is None or self.generation > self._asked_at
        return at_it and answered and self.line.as_drawn()

    def _reader(self) -> int | None:
        """Who reads what is typed; not asked for where a descriptor does not tell it at once, as on Windows."""
        return self.child.foreground() if self.child is not None and self.child.fileno() >= 0 else None

    def watch(self, watch: Watch) -> None:
        """Begin a watch."""
        self.attention.add(watch, self._fed)

    def stop_watching(self, watch: Watch) -> None:
        """End a watch of `attention`, and feed what it held back."""
        if held := self.attention.remove(watch):
            self._feed(held)
            self._after_feed()

    def _ended_output(self) -> None:
        self._pump.forget(self)
        if self._end is None:
            self.reap()
        else:
            self._finish()

    def _finish(self) -> None:
        if self._end_timer:
            self._end_timer.cancel()
            self._end_timer = None
        end, child = self._end, self.child
        if end is None or child is None:
            return
        self._release()
        self._listener.on_exit(self, end)

    def _drain(self) -> None:
        """The child ended a while ago: what has come by now is the last, and is fed in turns like all."""
        self._end_timer, child = None, self.child
        if child is None:
            return
        parts, left = [self._unfed], DRAIN_LIMIT
        while left > 0 and (data := child.read(READ)):
            parts.append(data)
            left -= len(data)
        self._unfed, self._eof = b"".join(parts), True
        self._pump.readable(self)

    # -- input ----------------------------------------------------------------------------------------------------
    def write(self, data: bytes) -> None:
        """Write to the child: the one place where this happens. Raises `NotFound` (surface_exited) and `Busy`."""
        if self.child is None or self._end is not None:
            raise NotFound(f"the program of surface {self.id} has ended", kind="surface_exited", surface_id=self.id)
        if len(self._backlog) > MAX_BACKLOG:
            raise Busy(f"surface {self.id} does not take its input", retry_after_ms=200)
        if data not in FOCUS_REPORTS:  # nobody typed those
            if self._emptied:
                self.draft.forget()
            if self.shell.at_prompt:
                self.line.typed()
            # Single keys are all that matters of what was typed; whole texts may be secrets and are not kept.
            self.last_input, self.last_typed = time.monotonic(), data if len(data) <= LONGEST_KEY else b""
            entered = self.draft.typed(data, self._reader(), by_line=self.child.reads_keys() is False)
            self._unrun = self._unrun or entered
            if entered and (self.shell.at_prompt or self.due is not None):
                self.entered_at = time.monotonic()
            self._asked_at = self.generation
            self._pump.asked(self)
        self._send(self.child, data)

    def _reply(self, data: bytes) -> None:
        if (
            self.child is not None and len(self._backlog) <= MAX_BACKLOG
        ):  # a program that never reads loses answers only
            self._send(self.child, data)

    def _send(self, child: PtyChild, data: bytes) -> None:
        if not self._backlog:
            data = data[child.write(data) :]
            if data and child.fileno() >= 0:
                self._loop.add_writer(child.fileno(), self._flush)
        self._backlog += data

    def _flush(self) -> None:
        child = self.child
        if child is None:
            return
        del self._backlog[: child.write(bytes(self._backlog[:READ]))]
        if not self._backlog:
            self._stop_flushing(child)

    def _stop_flushing(self, child: PtyChild) -> None:
        if child.fileno() >= 0:
            self._loop.remove_writer(child.fileno())
        self._backlog.clear()

    def clear(self, *, scrollback_only: bool = False) -> None:
        """Drop the scrollback, and unless told otherwise the screen but for the cursor's line; viewers see it at once."""
        self.attention.cleared(lambda: self.engine.clear(scrollback_only=scrollback_only))
        self._listener.on_output(self)

    def reset(self) -> None:
        """Bring the terminal back to how it began; viewers see it at once."""
        self.attention.cleared(self.engine.reset)
        self._listener.on_output(self)

    # -- size -----------------------------------------------------------------------------------------------------
    def resize(self, size: Size, cell: tuple[int, int] | None = None) -> None:
        """Give child and engine a size in cells, a cell's in pixels: at once, then every 30 ms, the last one for sure."""
        size = clamp(size)
        cell = cell or self._cell
        if self._wanted is None and (size, cell) == (self.size, self._cell):
            return
        self._wanted = (size, cell)
        if self._resize_timer is None:
            self._apply_size()

    def _apply_size(self) -> None:
        self._resize_timer = None
        if self._wanted is None:
            return
        (self.size, self._cell), self._wanted = self._wanted, None
        cols, rows = self.size
        self.engine.resize(cols, rows, cell_width=self._cell[0], cell_height=self._cell[1])
        if self.child is not None:
            self.child.resize(self.size, self._cell)
        if replies := self.engine.take_replies():  # in-band size reports
            self._reply(replies)
        self._listener.on_output(self)  # viewers see the new size, also when it came late
        self._resize_timer = self._loop.call_later(RESIZE_EVERY, self._apply_size)


def _kill(child: PtyChild) -> None:
    child.signal_group(SIGKILL)
    child.poll()
