"""The host, put together: `paneflow host run`."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import Sequence

from paneflow import paths
from paneflow.errors import PaneflowError, Refused
from paneflow.host.connection import Connections
from paneflow.host.folder_watch import FolderWatch
from paneflow.host.host import Host
from paneflow.host.listener import Listener
from paneflow.host.private import private_folder
from paneflow.host.settings import Settings
from paneflow.launch.logs import start_logging
from paneflow.runtime.session import Session
from paneflow.runtime.spawning import Spawner
from paneflow.vt.choose import engine_name

log = logging.getLogger(__name__)


def main(argv: Sequence[str] = ()) -> int:
    """Run the host until it is told to stop. 0 also when another host is running already; 1 when it cannot start."""
    del argv
    try:
        private_folder(paths.state_dir())
        start_logging(os.path.join(paths.state_dir(), "host.log"), echo=sys.stderr.isatty())
        asyncio.run(_run())
    except (PaneflowError, OSError, ValueError) as error:
        sys.stderr.write(f"paneflow: {error}\n")
        return 0 if isinstance(error, Refused) and error.kind == "already_running" else 1
    return 0


async def _run() -> None:
    loop = asyncio.get_running_loop()
    host = assemble(paths.socket_path())
    connections = Connections(host.dispatcher, os.geteuid())
    listener = Listener(host.socket_path, connections)
    await listener.open()
    log.info("listening at %s, process %d", host.socket_path, os.getpid())
    for signum in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signum, host.stopping.set)
    loop.add_signal_handler(signal.SIGHUP, host.reload)
    loop.add_signal_handler(signal.SIGCHLD, host.session.reap)
    watch = _watch_config(host)
    gc.freeze()
    await host.stopping.wait()
    log.info("stopping")
    if watch:
        watch.close()
    host.hub.close()
    await listener.close()
    await host.session.close()
    connections.close_all()


def assemble(socket_path: str) -> Host:
    """All parts of a host, wired; nothing listens yet."""
    env = dict(os.environ)
    settings = Settings(paths.config_file(env))
    settings.load()
    spawner = Spawner(
        inherited=env,
        socket_path=socket_path,
        bin_dir=_bin_dir(),
        resources=os.path.join(paths.resources_dir(), "shell-integration"),
        engine_name=engine_name(env.get("PANEFLOW_ENGINE") or None),
    )
    session = Session(spawner, settings.config)
    return Host(session, settings, env=env, state_dir=paths.state_dir(env), socket_path=socket_path)


def _bin_dir() -> str | None:
    folder = os.path.join(paths.resources_dir(), "bin")
    return folder if os.path.isdir(folder) else None


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
