"""The four layouts as trees, to recognise one in a running workspace."""

from collections.abc import Sequence
from typing import Final

from paneflow.spec.pane import Layout
from paneflow.spec.tree import Axis, Split, count_panes

MAIN_SHARE: Final = 0.6  # of the main pane in main_vertical
SAME: Final = 0.005  # shares this close are the same: a divider moved by a hair is no layout of its own
PRESETS: Final[tuple[Layout, ...]] = ("even_h", "even_v", "main_vertical", "tiled")


def preset_of(tree: Split | None) -> Layout | None:
    """The layout that looks like this tree (main_vertical: with the first pane as the main one), if one does."""
    count = count_panes(tree)
    return next((name for name in PRESETS if is_alike(tree, preset_tree(name, count))), None)


def preset_tree(layout: Layout, count: int) -> Split | None:
    """A layout of `count` panes; None is a single pane."""
    match layout:
        case "even_h":
            return _even("vertical", [None] * count)
        case "even_v":
            return _even("horizontal", [None] * count)
        case "main_vertical":
            return _main_vertical(count)
        case "tiled":
            return _tiled(count)


def is_alike(a: Split | None, b: Split | None) -> bool:
    """Whether two trees show the same picture."""
    if a is None or b is None:
        return a is b
    return (
        a.axis == b.axis
        and len(a.children) == len(b.children)
        and all(abs(x - y) <= SAME for x, y in zip(a.ratios, b.ratios, strict=True))
        and all(is_alike(x, y) for x, y in zip(a.children, b.children, strict=True))
    )


def _even(axis: Axis, children: Sequence[Split | None]) -> Split | None:
    if len(children) == 1:
        return children[0]
    return Split(axis, tuple(children), (1 / len(children),) * len(children))


def _main_vertical(count: int) -> Split | None:
    if count == 1:
        return None
    others = _even("horizontal", [None] * (count - 1))
    return Split("vertical", (None, others), (MAIN_SHARE, 1 - MAIN_SHARE))


def _tiled(count: int) -> Split | None:
    rows = cols = 1
    while rows * cols < count:
        if cols <= rows:
            cols += 1
        else:
            rows += 1
    widths = [min(cols, count - at) for at in range(0, count, cols)]
    return _even("horizontal", [_even("vertical", [None] * width) for width in widths])
