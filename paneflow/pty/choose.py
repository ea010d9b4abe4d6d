"""The PTY of this system."""

import sys

from paneflow.pty.child import PtyChild, Spawn


def start(spawn: Spawn) -> PtyChild:
    """Start a child on a PTY. Raises `Failed` (spawn_failed)."""
    if sys.platform == "win32":
        from paneflow.pty.windows import start as start_child
    else:
        from paneflow.pty.unix import start as start_child
    return start_child(spawn)
