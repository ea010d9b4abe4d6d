"""`tmux.*`: hands command lines to the shim's server side, which the composition root puts in."""

from collections.abc import Mapping

from paneflow.errors import Unavailable
from paneflow.host.caller import Caller
from paneflow.host.host import Host


async def exec_(
    host: Host,
    caller: Caller,
    *,
    argv: list[str],
    cwd: str,
    env: Mapping[str, str] | None,
    stdin: str | None,
    stdin_file: str | None,
    terminal: bool,
) -> dict[str, object]:
    """Run a tmux command line."""
    if host.tmux is None:
        raise Unavailable("this host serves no tmux")
    return await host.tmux(
        caller.pid, argv, cwd=cwd, env=env or {}, stdin=stdin, stdin_file=stdin_file, terminal=terminal
    )
