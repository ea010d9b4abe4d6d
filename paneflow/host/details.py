"""Everything the system tells about one surface: its process tree, ports, memory. Asked in a thread; it takes a while."""

import asyncio
from typing import TypedDict

from paneflow.host.host import Host
from paneflow.host.rows import surface_row
from paneflow.model.records import Surface

MAX_PROCESSES = 512  # of one surface


class Process(TypedDict):
    """One process of a surface."""

    pid: int
    parent: int
    name: str
    cmd: str
    rss_bytes: int
    started: float


async def details(host: Host, surface: Surface) -> dict[str, object]:
    """The answer of `surface.info`."""
    live = host.session.surfaces.get(surface.id)
    child = live.child if live else None
    pid = child.pid if child else None
    found: list[Process] = []
    ports: list[int] = []
    if pid is not None:
        found, ports = await asyncio.get_running_loop().run_in_executor(None, process_tree, pid)
    modes = live.engine.modes()._asdict() if live else {}
    return {
        **surface_row(host, surface),
        "pid": pid,
        "foreground": child.foreground() if child else None,
        "echo": child.echo() if child else None,
        "cols": surface.size.cols,
        "rows": surface.size.rows,
        "signal": surface.exited.signal if surface.exited else None,
        "memory_bytes": live.engine.memory() if live else 0,
        "modes": {key: value if isinstance(value, bool) else int(value) for key, value in modes.items()},
        "processes": found,
        "ports": ports,
        "owner": surface.owner,
        "restored": surface.restored,
        "output_generation": live.generation if live else 0,
    }


def process_tree(pid: int) -> tuple[list[Process], list[int]]:
    """A process with all below it, nearest first, and the TCP ports they listen on."""
    import psutil

    try:
        root = psutil.Process(pid)
        all_of_them = [root, *root.children(recursive=True)][:MAX_PROCESSES]
    except psutil.Error:
        return [], []
    found: list[Process] = []
    ports: set[int] = set()
    for each in all_of_them:
        try:
            with each.oneshot():
                found.append(_process(each))
            ports.update(
                connection.laddr.port
                for connection in each.net_connections("tcp")
                if connection.status == psutil.CONN_LISTEN
            )
        except psutil.Error:
            continue
    return found, sorted(ports)


def _process(each: object) -> Process:
    import psutil

    assert isinstance(each, psutil.Process)
    return {
        "pid": each.pid,
        "parent": each.ppid(),
        "name": each.name(),
        "cmd": " ".join(each.cmdline())[:4096],
        "rss_bytes": each.memory_info().rss,
        "started": each.create_time(),
    }
