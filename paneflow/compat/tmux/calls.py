"""One run of the program: who called, what it prints, and what each of its commands is given."""

import os.path
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from paneflow.compat.tmux.argv import Args
from paneflow.compat.tmux.commands import Verb
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.formats import expand
from paneflow.compat.tmux.state import Link, Pane, ServerState, Session, Window
from paneflow.compat.tmux.targets import NOTHING, Found, from_session
from paneflow.compat.tmux.variables import Context

if TYPE_CHECKING:  # the shim holds everything together, and so knows this module
    from paneflow.compat.tmux.shim import Shim


T = TypeVar("T")


class Client(NamedTuple):
    """The process that was started as `tmux`."""

    cwd: str
    env: Mapping[str, str]
    stdin: bytes | None = None  # what it read, for `load-buffer -` and `source-file -`
    is_terminal: bool = False
    surface: int | None = None  # the surface that it runs in, or a program of which started it


@dataclass(slots=True)
class Run:
    """What one run prints and returns, and what its commands leave to those that follow."""

    shim: "Shim"
    client: Client
    state: ServerState
    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    code: int = 0
    current: Found | None = None  # set by commands that create or select
    ran: int = 0  # commands so far
    depth: int = 0  # of commands that run others
    attach: int | None = None  # the session whose window the program should open

    def print(self, line: str) -> None:
        """A line on stdout."""
        self.write(line.encode("utf-8", "surrogateescape") + b"\n")

    def write(self, data: bytes) -> None:
        """Bytes on stdout."""
        self.stdout += data

    def fail(self, error: TmuxError) -> None:
        """A line on stderr, and the code."""
        self.stderr += error.message.encode("utf-8", "surrogateescape") + b"\n"
        self.code = 1

    def context(self) -> Context:
        """For formats, about nothing yet."""
        return Context(self.state, self.shim.host)


@dataclass(frozen=True, slots=True)
class Call:
    """One command about to run: its flags and what its targets named."""

    run: Run
    verb: Verb
    args: Args
    target: Found = NOTHING
    source: Found = NOTHING

    @property
    def shim(self) -> "Shim":
        """What acts."""
        return self.run.shim

    @property
    def state(self) -> ServerState:
        """The server that was called."""
        return self.run.state

    @property
    def session(self) -> Session:
        """The target's session; there is one unless the verb's target may be missing."""
        return _there(self.target.session)

    @property
    def link(self) -> Link:
        """The target's place in its session."""
        return _there(self.target.link)

    @property
    def window(self) -> Window:
        """The target's window."""
        return _there(self.target.link).window

    @property
    def pane(self) -> Pane:
        """The target's pane."""
        return _there(self.target.pane)

    @property
    def source_pane(self) -> Pane:
        """The source's pane."""
        return _there(self.source.pane)

    def has(self, flag: str) -> bool:
        """Whether a flag was given."""
        return flag in self.args

    def word(self, place: int, otherwise: str = "") -> str:
        """An argument."""
        return self.args.words[place] if place < len(self.args.words) else otherwise

    def format(self, text: str, found: Found | None = None, *, with_time: bool = False) -> str:
        """Expand a format for the target, or for something else."""
        context = self.run.context().of_found(self.target if found is None else found)
        return expand(text, context, with_time=with_time)

    def print_format(self, default: str, found: Found) -> None:
        """What `-P` prints, in the form of `-F`."""
        if self.has("P"):
            self.run.print(self.format(self.args.get("F") or default, found))

    def path(self, text: str) -> str:
        """A path as the client means it."""
        return os.path.join(self.run.client.cwd, text)

    def directory(self, text: str | None) -> str:
        """The folder that `-c` names, else the client's."""
        if text is None:
            return self.run.client.cwd
        return self.path(self.format(text, Found(self.target.session)))

    def remember(self, found: Found) -> None:
        """What the commands after this one take as current."""
        self.run.current = found

    def remember_session(self, session: Session) -> None:
        """The same for a session."""
        self.remember(from_session(session))


def _there(thing: T | None) -> T:
    if thing is None:
        raise TmuxError("no current target")
    return thing
