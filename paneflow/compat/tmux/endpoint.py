"""Between the socket and the shim: who calls, bytes as text, and an answer in any case."""

import os
from collections.abc import Mapping

from paneflow.compat.tmux.buffers import SIZE_LIMIT
from paneflow.compat.tmux.calls import Client, Run
from paneflow.compat.tmux.host import PaneHost
from paneflow.compat.tmux.mirror import COMMON, UNGROUPED
from paneflow.compat.tmux.shim import Shim
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model.records import Model
from paneflow.runtime.callers import TOKEN, Callers
from paneflow.runtime.files import read_file


class Endpoint:
    """Answers `tmux.exec`, and tells new surfaces that they are in tmux."""

    def __init__(self, host: PaneHost, callers: Callers) -> None:
        self.shim = Shim(host)
        self._callers = callers

    async def __call__(
        self,
        pid: int | None,
        argv: list[str],
        *,
        cwd: str,
        env: Mapping[str, str],
        stdin: str | None,
        stdin_file: str | None,
        terminal: bool,
    ) -> dict[str, object]:
        """Run a command line for the process `pid`."""
        data = stdin.encode("latin-1", "replace") if stdin is not None else _read(stdin_file)
        run = await self.run(pid, argv, cwd=cwd, env=env, stdin=data, terminal=terminal)
        return {
            "rc": min(max(run.code, 0), 255),
            "stdout": run.stdout.decode("latin-1"),
            "stderr": run.stderr.decode("latin-1"),
            "attach": run.attach,
        }

    async def run(
        self, pid: int | None, argv: list[str], *, cwd: str, env: Mapping[str, str], stdin: bytes | None, terminal: bool
    ) -> Run:
        """The same, with bytes as bytes."""
        surface = self._callers.surface_of(pid, env.get(TOKEN, ""))
        return await self.shim.execute(argv, Client(cwd, env, stdin, terminal, surface))

    def environment(self, surface: SurfaceId, workspace: WorkspaceId | None) -> Mapping[str, str]:
        """What programs in a surface need to know to use tmux."""
        host = self.shim.host
        key, session = _place(host.model, workspace)
        state = self.shim.mirror.server(key)
        return {
            "TMUX": f"{state.socket},{os.getpid()},{session}",
            "TMUX_PANE": f"%{surface}",
            "CLAUDE_CODE_TMUX_TRUECOLOR": "1",
        }


def _place(model: Model, workspace: WorkspaceId | None) -> tuple[str, int]:
    space = model.workspaces.get(workspace) if workspace is not None else None
    group = model.groups.get(space.group) if space is not None and space.group is not None else None
    return (COMMON, UNGROUPED) if group is None else (group.set, group.id)


def _read(path: str | None) -> bytes | None:
    if path is None:
        return None
    try:
        return read_file(path, SIZE_LIMIT + 1)
    except OSError:
        return b""
