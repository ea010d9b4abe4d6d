"""The server side of the program named `tmux`: runs a command line against what is there.

Everything happens on the host's loop. Commands of one line run one after another, and what waits (`run-shell`,
`wait-for`) holds up its own line only.
"""

import asyncio
import inspect
import os
from collections.abc import Awaitable, Callable
from typing import Final

from paneflow.compat.tmux import targets
from paneflow.compat.tmux.argv import Command, Globals, parse_command, parse_commands, split_globals
from paneflow.compat.tmux.calls import Call, Client, Run
from paneflow.compat.tmux.channels import Channels
from paneflow.compat.tmux.commands import Target
from paneflow.compat.tmux.errors import TmuxError, not_served
from paneflow.compat.tmux.hearing import Hearing
from paneflow.compat.tmux.host import PaneHost
from paneflow.compat.tmux.mirror import COMMON, Mirror
from paneflow.compat.tmux.pipes import Pipes
from paneflow.compat.tmux.state import ServerState
from paneflow.compat.tmux.targets import NOTHING, Found
from paneflow.compat.tmux.version import VERSION

MAX_COMMANDS: Final = 10_000  # of one line, also those that if-shell and source-file bring in
MAX_DEPTH: Final = 50  # of files and commands that run others


class Shim:
    """Answers command lines. Belongs to the loop's thread."""

    def __init__(self, host: PaneHost) -> None:
        self.host = host
        self.mirror = Mirror(host)
        self.channels = Channels()
        self.pipes = Pipes(host)
        self.hearing = Hearing(host, self.mirror, self.pipes)
        self.known: set[str] = set()  # sets that had a server once: they say "no server running", not "no such file"
        self.background: set[asyncio.Task[None]] = set()
        self.after_line: Callable[[], None] | None = None  # told after each command line

    async def execute(self, argv: list[str], client: Client) -> Run:
        """Run a command line; argv is without the program's name."""
        run = Run(self, client, ServerState("", "", self.mirror.server(COMMON).environment))
        try:
            values, words = split_globals(argv)
            if "V" in values:
                run.print(f"tmux {VERSION}")
                return run
            run.state = self._server(Globals(values, words), client)
            await self._run_line(run, values, words)
        except TmuxError as error:
            run.fail(error)
        if self.after_line is not None:
            self.after_line()
        return run

    async def _run_line(self, run: Run, values: dict[str, str], words: list[str]) -> None:
        if "C" in values:
            raise not_served("-C", "control mode")
        if "c" in values:
            raise not_served("-c", "shell-command")
        commands = parse_commands(words or ["new-session"])
        self.mirror.sync()
        if not run.state.sessions and not any(command.verb.starts for command in commands):
            raise TmuxError(self._no_server(run.state))
        if not run.state.sessions and "f" in values and run.state.name != COMMON:
            await self._configure(run, values["f"])
        self.known.add(run.state.name)
        await self.run_commands(run, commands)

    async def _configure(self, run: Run, path: str) -> None:
        """A server that starts reads the file of -f; what is wrong in it would be shown to a client, so to nobody."""
        quiet = Run(self, run.client, run.state)
        await self.run_commands(quiet, [parse_command(["source-file", "-q", path])])

    def _no_server(self, state: ServerState) -> str:
        if state.name == COMMON or state.name in self.known:
            return f"no server running on {state.socket}"
        return f"error connecting to {state.socket} (No such file or directory)"

    def _server(self, options: Globals, client: Client) -> ServerState:
        """The set that -S, -L or the environment means."""
        path = options.values.get("S")
        if path is None and "L" in options.values:
            path = os.path.join(socket_folder(client), options.values["L"])
        if path is None:
            path = client.env.get("TMUX", "").partition(",")[0]
        common = ("", self.host.socket_path, os.path.join(socket_folder(client), "default"))
        return self.mirror.server(COMMON if path in common else path)

    # -- commands ------------------------------------------------------------------------------------------------
    async def run_commands(self, run: Run, commands: list[Command]) -> bool:
        """Run commands until one fails; False if one did."""
        run.ran += len(commands)
        if run.ran > MAX_COMMANDS or run.depth >= MAX_DEPTH:
            run.fail(TmuxError("too many commands"))
            return False
        run.depth += 1
        try:
            return await self._run_each(run, commands)
        finally:
            run.depth -= 1

    async def _run_each(self, run: Run, commands: list[Command]) -> bool:
        for command in commands:
            try:
                await self._run_command(run, command)
            except TmuxError as error:
                run.fail(error)
            if run.code:
                return False
        return True

    async def _run_command(self, run: Run, command: Command) -> None:
        from paneflow.compat.tmux import verbs  # no host needs them to start; see `launch.later`

        handler = verbs.find(command.verb.name)
        if handler is None:
            raise not_served(command.verb.name)
        self.mirror.sync()
        source = self._resolve(run, command, command.verb.source)
        target = self._resolve(run, command, command.verb.target)
        pending = handler(Call(run, command.verb, command.args, target, source))
        if inspect.isawaitable(pending):
            await pending
        self.mirror.sync()

    def _resolve(self, run: Run, command: Command, meaning: Target | None) -> Found:
        if meaning is None:
            return NOTHING
        return self.find(run, command.args.get(meaning.flag), meaning)

    def find(self, run: Run, text: str | None, meaning: Target) -> Found:
        """What a target names. Raises TmuxError unless its verb can do without."""
        try:
            return targets.find(
                run.state,
                text,
                meaning.kind,
                self.current(run),
                new_index=meaning.new_index,
                marked=meaning.marked,
            )
        except TmuxError as error:
            if not meaning.can_fail:
                raise
            return error.found if isinstance(error, targets.NotThere) else NOTHING

    def current(self, run: Run) -> Found:
        """What an unqualified target means: what this line made or chose, else the caller's pane, else the latest session."""
        if run.current is not None and run.current.session is not None:
            return run.current
        pane = run.state.panes.get(self.caller_pane(run))
        if pane is not None:
            return targets.from_pane(run.state, pane)
        return targets.from_nothing(run.state)

    def caller_pane(self, run: Run) -> int:
        """The pane that the caller is in, by its own word (TMUX_PANE) or by its process; 0 if none."""
        claimed = run.client.env.get("TMUX_PANE", "").removeprefix("%")
        if claimed.isascii() and claimed.isdigit() and len(claimed) < 12:
            return int(claimed)
        return run.client.surface or 0

    def spawn(self, work: Awaitable[None]) -> None:
        """Let something go on after its line has been answered."""

        async def go() -> None:
            await work

        task = asyncio.get_running_loop().create_task(go())
        self.background.add(task)
        task.add_done_callback(self.background.discard)


def socket_folder(client: Client) -> str:
    """Where tmux keeps its sockets; here only a part of a set's name."""
    base = client.env.get("TMUX_TMPDIR") or "/tmp"  # noqa: S108 - a name, nothing is opened there
    return os.path.join(os.path.realpath(base), f"tmux-{os.getuid() if hasattr(os, 'getuid') else 0}")
