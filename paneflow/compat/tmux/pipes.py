"""`pipe-pane`: a program that reads what a pane prints, and may type into it."""

import asyncio
from typing import Final

from paneflow.compat.tmux.errors import not_served
from paneflow.compat.tmux.host import PaneHost
from paneflow.runtime.live_surface import LiveSurface

BACKLOG_LIMIT: Final = 4 << 20  # bytes a slow program may leave unread, then output is passed over


class Pipe:
    """One program on one pane."""

    def __init__(self, process: asyncio.subprocess.Process, live: LiveSurface, *, to_program: bool) -> None:
        self.process = process
        self._live = live
        self._to_program = to_program
        if to_program:
            live.taps.append(self.feed)

    def feed(self, data: bytes) -> None:
        """Pass output on; a program that does not keep up loses some, the pane never waits."""
        out = self.process.stdin
        if out is not None and not out.is_closing() and out.transport.get_write_buffer_size() < BACKLOG_LIMIT:
            out.write(data)

    def close(self) -> None:
        """No more output; the program ends when it likes."""
        if self._to_program and self.feed in self._live.taps:
            self._live.taps.remove(self.feed)
        if self.process.stdin is not None:
            self.process.stdin.close()


class Pipes:
    """All of one host's, by pane."""

    def __init__(self, host: PaneHost) -> None:
        self._host = host
        self._pipes: dict[int, Pipe] = {}
        self._typing: set[asyncio.Task[None]] = set()

    def close(self, pane: int) -> bool:
        """Stop; whether there was one."""
        pipe = self._pipes.pop(pane, None)
        self._host.piped.discard(pane)
        if pipe is not None:
            pipe.close()
        return pipe is not None

    async def open(self, pane: int, line: str, *, to_program: bool, to_pane: bool) -> None:
        """Start a program in sh."""
        live = self._host.live(pane)
        if live is None:
            raise not_served("pipe-pane")
        process = await asyncio.create_subprocess_exec(
            "/bin/sh",
            "-c",
            line,
            stdin=asyncio.subprocess.PIPE if to_program else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE if to_pane else asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env=dict(self._host.environment()),
            start_new_session=True,
        )
        self._pipes[pane] = Pipe(process, live, to_program=to_program)
        self._host.piped.add(pane)
        task = asyncio.get_running_loop().create_task(self._follow(pane, self._pipes[pane]))
        self._typing.add(task)
        task.add_done_callback(self._typing.discard)

    async def _follow(self, pane: int, pipe: Pipe) -> None:
        out = pipe.process.stdout
        while out is not None and (data := await out.read(65_536)):
            self._host.write(pane, data)
        await pipe.process.wait()
        if self._pipes.get(pane) is pipe:
            self.close(pane)
