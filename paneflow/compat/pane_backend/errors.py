"""What can go wrong on this protocol: its own numbers, which other servers use differently."""

from typing import Final

from paneflow.errors import NotFound, PaneflowError

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL: Final = -32603
PANE_NOT_FOUND: Final = -32001
SPAWN_FAILED: Final = -32002
PANE_TOO_SMALL: Final = -32003
SPAWN_TIMEOUT: Final = -32004
CAPTURE_TIMEOUT: Final = -32005
COMMAND_TIMEOUT: Final = -32007
COMMAND_FAILED: Final = -32008


class BackendError(Exception):
    """An error answer; `data` is left out of it when empty."""

    def __init__(self, code: int, message: str, **data: object) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def pane_not_found(context_id: str) -> BackendError:
    """No such pane, or not any more."""
    return BackendError(PANE_NOT_FOUND, f"there is no pane {context_id}", context_id=context_id)


def not_yours(context_id: str) -> BackendError:
    """The pane is there, and another's."""
    message = f"pane {context_id} was not made by this caller"
    return BackendError(PANE_NOT_FOUND, message, context_id=context_id, kind="not_owner")


def from_host(error: PaneflowError) -> BackendError:
    """What the host says, in this protocol's numbers."""
    code = PANE_NOT_FOUND if isinstance(error, NotFound) else INTERNAL
    return BackendError(code, error.message, kind=error.kind)
