"""How a workspace's space is divided: an immutable tree of splits with panes as leaves.

A split has at least two children, and no child splits along its own axis. Ratios are shares of the split and sum to 1.
Sizes may be cells or pixels; `gap` is what a divider takes of them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from paneflow.geometry import Axis
from paneflow.ids import PaneId

MAIN_SHARE: Final = 0.6  # what `main_vertical` gives the main pane


class Preset(StrEnum):
    """The four ready-made layouts."""

    EVEN_H = "even_h"  # columns of the same width
    EVEN_V = "even_v"  # rows of the same height
    MAIN_VERTICAL = "main_vertical"  # one pane to the left, the others stacked to the right
    TILED = "tiled"  # rows and columns, as tmux


@dataclass(frozen=True, slots=True)
class Leaf:
    """A place for one pane."""

    pane: PaneId


@dataclass(frozen=True, slots=True)
class Split:
    """Children along an axis, each with its share."""

    axis: Axis
    children: tuple["Node", ...]
    ratios: tuple[float, ...]


Node = Leaf | Split
