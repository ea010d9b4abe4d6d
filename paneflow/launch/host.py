"""The host, put together: `paneflow host run`."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from paneflow import paths
from paneflow.errors import PaneflowError, Refused
from paneflow.host.connection import Connections
from paneflow.host.endpoint import endpoint
from paneflow.host.folder_watch import FolderWatch
from paneflow.host.host import Host
from paneflow.host.linger import Linger
from paneflow.host.private import private_folder
from paneflow.host.settings import Settings
from paneflow.launch.later import load_later
from paneflow.launch.logs import start_logging
from paneflow.launch.pane_backend import PaneBackend
from paneflow.launch.programs import programs_dir
from paneflow.launch.tmux import keep_tmux, serve_tmux
from paneflow.model.actions import RestoreAll
from paneflow.runtime.autosave import Autosave
from paneflow.runtime.facts import Notice
from paneflow.runtime.session import Session
from paneflow.runtime.spawning import Spawner
from paneflow.runtime.starts import STEADY, Starts
from paneflow.runtime.store import Store
from paneflow.runtime.worktrees import WorktreeKeeper
from paneflow.vt.choose import engine_name

# Enough for all panes there may be; not the most there is, for programs that close every possible descriptor inherit it.
OPEN_FILES: Final = 20_000

log = logging.getLogger(__name__)


def main(argv: Sequence[str] = ()) -> int:
    """Run the host until it is told to stop. 0 also when another host is running already; 1 when it cannot start."""
    del argv
    try:
        _prepare(paths.state_dir())
        asyncio.run(_run())
    except (PaneflowError, OSError, ValueError) as error:
        sys.stderr.write(f"paneflow: {error}\n")
        return 0 if isinstance(error, Refused) and error.kind == "already_running" else 1
    return 0


def _prepare(state: str) -> None:
    _allow_many_files()
    with contextlib.suppress(OSError):  # without a state folder the host runs on, and says so
        private_folder(state, tighten=True)
    start_logging(os.path.join(state, "host.log"), echo=sys.stderr.isatty())


def _allow_many_files() -> None:
    """A pane takes a descriptor; where 256 are allowed at first, more can be had for the asking."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _run() -> None:
    env = dict(os.environ)
    host = assemble(env)
    served = endpoint(host.socket_path, Connections(host.dispatcher, host.foreign))
    await served.open()
    pane_backend = PaneBackend(host) if host.settings.config.pane_backend.enabled else None
    try:
        autosave = restore(host)
        tmux = keep_tmux(host)
        if pane_backend:
            await pane_backend.open()
        WorktreeKeeper(host.session, os.path.join(host.state_dir, "worktrees")).sweep()
        await serve(host)
        await tmux.finish()
        autosave.finish()
        Starts(host.state_dir).went_well()
    finally:
        host.hub.close()
        if pane_backend:
            await pane_backend.close()
        await served.close()
        await host.session.close()


def assemble(env: Mapping[str, str]) -> Host:
    """All parts of a host, wired; nothing runs and nothing listens yet."""
    settings = Settings(paths.config_file(env))
    settings.load()
    spawner = Spawner(
        inherited=env,
        socket_path=paths.socket_path(env),
        bin_dir=programs_dir(paths.state_dir(env)),
        resources=os.path.join(paths.resources_dir(), "shell-integration"),
        engine_name=engine_name(env.get("PANEFLOW_ENGINE") or None),
    )
    session = Session(spawner, settings.config)
    host = Host(session, settings, env=env, state_dir=paths.state_dir(env), socket_path=spawner.socket_path)
    serve_tmux(host, host.callers)
    return host


def restore(host: Host) -> Autosave:
    """Bring back what was saved, with fresh shells and no command, and save from now on.

    After several starts that went wrong nothing is brought back; it is kept beside the state file.
    """
    store, session, starts = Store(host.state_dir), host.session, Starts(host.state_dir)
    if starts.begin():
        model, problem = store.begin_anew("was brought back several times, and the host ended soon after each time")
    else:
        model, problem = store.load()
    asyncio.get_running_loop().call_later(STEADY, starts.went_well)
    autosave = Autosave(session, store)
    if problem:
        log.warning("%s", problem)
        session.bus.publish(Notice("warning", problem))
    if model is not None:
        session.model = model
        closed = (each.id for entry in model.closed for each in entry.surfaces)
        texts = {surface: store.text(surface) for surface in (*model.surfaces, *closed)}
        session.kept.update({surface: text for surface, text in texts.items() if text is not None})
        session.do(RestoreAll())
    return autosave


async def serve(host: Host) -> None:
    """Work until somebody says stop."""
    _hear_signals(host)
    Linger(host)
    watch = _watch_config(host)
    gc.freeze()
    later = asyncio.create_task(load_later())
    log.info("listening at %s, process %d", host.socket_path, os.getpid())
    await host.stopping.wait()
    log.info("stopping")
    later.cancel()
    if watch:
        watch.close()


def _hear_signals(host: Host) -> None:
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":  # its loops know no signals
        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGBREAK):
            signal.signal(signum, lambda *_: _stop_soon(host, loop))
        return
    for signum in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signum, host.stopping.set)
    loop.add_signal_handler(signal.SIGHUP, host.reload)
    loop.add_signal_handler(signal.SIGCHLD, host.session.reap)


def _stop_soon(host: Host, loop: asyncio.AbstractEventLoop) -> None:
    loop.call_soon_threadsafe(host.stopping.set)


def _watch_config(host: Host) -> FolderWatch | None:
    def look() -> None:
        if host.settings.changed():
            host.reload()

    folder = os.path.dirname(os.path.abspath(host.settings.file))
    with contextlib.suppress(OSError):
        os.makedirs(folder, mode=0o700, exist_ok=True)
    return FolderWatch(folder, look) if os.path.isdir(folder) else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
