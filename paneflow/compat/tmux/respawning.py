"""Starting a pane's program again, or another one in its place: id, title, options and size stay."""

import os.path

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.ending import require_panes
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.spawning import argv_of, environment_of
from paneflow.compat.tmux.state import Pane
from paneflow.ids import SurfaceId
from paneflow.model.actions import Respawn


def respawn(call: Call, pane: Pane, failure: str) -> None:
    """Respawn a pane with the call's words, `-c` and `-e`; `-k` ends what runs in it."""
    require_panes(call.run, [pane])
    host = call.shim.host
    live = host.live(pane.id)
    if live is not None and live.running and not call.has("k"):
        index = pane.window.panes.index(pane) + pane.window.options.number("pane-base-index")
        raise TmuxError(f"{failure}: pane {call.session.name}:{call.link.index}.{index} still active")
    words = tuple(call.args.words) or pane.argv
    cwd = call.directory(call.args.get("c")) if call.has("c") else None
    host.do(
        Respawn(
            SurfaceId(pane.id),
            argv_of(words, call.session),
            cwd=cwd if cwd is None or os.path.isdir(cwd) else os.path.expanduser("~"),
            env=environment_of(call.run, call.session, call.args.all("e")),
            kill=True,
        )
    )
    pane.argv = words
    pane.start_path = cwd or pane.start_path
    pane.mode = ""
    pane.dead_status = pane.dead_signal = pane.dead_time = None
