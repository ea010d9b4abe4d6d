"""What runs besides idle shells."""

from paneflow.pty.processes import command_line
from paneflow.runtime.session import Session


def busy_programs(session: Session) -> list[dict[str, object]]:
    """Surfaces whose foreground is not the program they were started with, or that were started with one of their own."""
    programs: list[dict[str, object]] = []
    for live in session.surfaces.values():
        child = live.child
        if not live.running or child is None:
            continue
        record = session.model.surfaces.get(live.id)
        group = child.foreground()
        if (record is not None and record.argv) or (group is not None and group != child.pid):
            pid = group or child.pid
            programs.append({"surface_id": live.id, "pid": pid, "cmd": command_line(pid)})
    return programs
