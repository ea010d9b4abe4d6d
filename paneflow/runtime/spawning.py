"""From the order to start a surface to a child on a PTY."""

import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from paneflow.geometry import Size
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.pty import choose
from paneflow.pty.child import PtyChild, Spawn
from paneflow.pty.environment import child_environment
from paneflow.pty.shell import shell_argv
from paneflow.pty.shell_integration import NONCE, bare_name, integrate, keep_path
from paneflow.spec.config import Config
from paneflow.vt.choose import GHOSTTY, new_engine
from paneflow.vt.engine import Engine

EnvironmentSource = Callable[[SurfaceId, WorkspaceId | None], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Launching:
    """What is to run in a surface. `argv` empty: the person's shell."""

    surface: SurfaceId
    workspace: WorkspaceId | None
    cwd: str
    size: Size
    argv: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    nonce: str = ""  # what the marks of the shell's integration carry


class Started(NamedTuple):
    """A child, and the bare name of a shell that will tell of its prompts; "" for any other program."""

    child: PtyChild
    tells_prompts: str


@dataclass(slots=True)
class Spawner:
    """Starts children. `sources` add variables that identify a surface to programs in it; more may be appended."""

    inherited: Mapping[str, str]
    socket_path: str
    bin_dir: str | None
    resources: str
    sources: list[EnvironmentSource] = field(default_factory=list)
    engine_name: str = GHOSTTY

    def engine(self, size: Size, config: Config) -> Engine:
        """An engine for a new surface."""
        return new_engine(size, config.terminal.scrollback_lines, self.engine_name, host_name=socket.gethostname())

    def start(self, launching: Launching, config: Config) -> Started:
        """Start the child. Raises `Failed` (spawn_failed)."""
        env = child_environment(
            self.inherited,
            layers=(config.terminal.env, launching.env),
            identity=self._identity(launching),
            bin_dir=self.bin_dir,
        )
        argv = list(launching.argv) or shell_argv(config.default_shell, self.inherited)
        if config.shell_integration:
            argv, env = integrate(argv, env, self.resources, nonce=launching.nonce)
            env = keep_path(env, self.inherited, self.resources)
        env["PWD"] = launching.cwd
        child = choose.start(Spawn(argv, env, launching.cwd, launching.size))
        return Started(child, bare_name(argv[0]) if NONCE in env else "")

    def _identity(self, launching: Launching) -> dict[str, str]:
        identity = {"PANEFLOW_SURFACE_ID": str(launching.surface), "PANEFLOW_SOCKET_PATH": self.socket_path}
        if launching.workspace is not None:
            identity["PANEFLOW_WORKSPACE_ID"] = str(launching.workspace)
        for source in self.sources:
            identity.update(source(launching.surface, launching.workspace))
        return identity
