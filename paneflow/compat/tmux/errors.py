"""How a tmux command fails: one line on stderr and a return code, nothing on stdout.

Programs match on these texts, so each is spelled as tmux 3.3a–3.5a spells it, in this file and nowhere else.
"""

from typing import Final


class TmuxError(Exception):
    """A command failed; the message is what goes to stderr, without the newline."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


NO_SESSIONS: Final = "no sessions"
NO_CURRENT_CLIENT: Final = "no current client"
NO_CURRENT_TARGET: Final = "no current target"
NO_ALTERNATE_SCREEN: Final = "no alternate screen"
NO_SPACE: Final = "no space for new pane"
NOT_IN_MODE: Final = "not in a mode"
NOT_A_TERMINAL: Final = "open terminal failed: not a terminal"
NO_BUFFERS: Final = "no buffers"
NO_BUFFER: Final = "no buffer"
NO_SUCH_FILE: Final = "No such file or directory"


def cannot_find(kind: str, name: str) -> TmuxError:
    """A target that is not there; `kind` is session, window, pane or client."""
    return TmuxError(f"can't find {kind}: {name}")


def not_owned(what: str) -> TmuxError:
    """A pane that belongs to someone else, while the write gate is closed."""
    return TmuxError(f"not allowed: {what} is not yours, and the write gate is closed")


def not_readable(what: str) -> TmuxError:
    """A pane that belongs to someone else: no gate opens what is in it."""
    return TmuxError(f"not allowed: {what} is not yours; `paneflow read` shows what is in it")


def not_served(verb: str, reason: str = "") -> TmuxError:
    """Something tmux does and this program does not: loud, so that nobody waits for it."""
    return TmuxError(f"{verb}: not supported by paneflow" + (f": {reason}" if reason else ""))
