"""What a person can set about how panes look and behave; the colours are in `color.py`, the font in `fonts.py`."""

from typing import Literal, NamedTuple

from paneflow.gui.selection import DEFAULT_SEPARATORS
from paneflow.vt.engine import CursorShape

OptionKeys = Literal["left", "right", "both", "none"]


class GridOptions(NamedTuple):
    """Defaults are what most people expect."""

    padding: int = 4  # logical pixels around the cells
    cursor_shape: CursorShape | None = None  # None: as the program says
    cursor_blink: bool | None = None  # None: as the program says
    bold_is_bright: bool = False
    minimum_contrast: float = 1.0  # 1 to 21; 1 leaves colours alone
    dim_unfocused: float = 0.0  # share of the background over a pane without the keyboard
    copy_on_select: bool = True  # to the primary selection, where there is one
    word_separators: str = DEFAULT_SEPARATORS
    wheel_lines: int = 3  # a notch
    hide_pointer_while_typing: bool = True
    option_as_alt: OptionKeys = "none"  # macOS: which Option keys do not compose characters
    visual_bell: bool = False
    reduced_motion: bool = False  # nothing blinks or flashes
