"""How much there may be. A cap that is reached is refused with a kind of its own; nothing is dropped for it."""

from typing import Final

MAX_WORKSPACES: Final = 256  # in one isolated set
MAX_PANES: Final = 64  # in a workspace
MAX_STACK: Final = 64  # surfaces in a pane
MAX_GROUPS: Final = 256
MAX_BROADCASTS: Final = 8
MAX_UNDO: Final = 5
MAX_NAME: Final = 64  # characters of any name or title a person gives
MAX_TITLE: Final = 256  # characters of a title that a program sets
MAX_PATH: Final = 4096
