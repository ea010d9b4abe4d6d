"""Which pane lies where in a window. Pure."""

from paneflow.compat.tmux.state import Pane, Window
from paneflow.geometry import Direction

CORNERS = ("top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right")


def described(window: Window, words: str) -> Pane | None:
    """The pane at an edge or a corner: `top`, `bottom-right`, ..."""
    words = words.lower()
    if words not in CORNERS:
        return None
    x, y = window.width // 2, window.height // 2
    if "left" in words:
        x = 0
    if "right" in words:
        x = window.width - 1
    if "top" in words:
        y = 0
    if "bottom" in words:
        y = window.height - 1
    return _at(window, x, y)


def _at(window: Window, x: int, y: int) -> Pane | None:
    if window.zoomed:
        return window.active
    for pane in window.panes:
        left, top, width, height = window.rectangle(pane)
        if left <= x <= left + width and top <= y <= top + height:  # the border after a pane counts as its own
            return pane
    return None


def neighbour(window: Window, pane: Pane, direction: Direction) -> Pane | None:
    """The pane beside this one, round the edges; of several the one used last."""
    spans = {each: _span(window, each, direction) for each in window.panes}
    start, end, low, high = spans[pane]
    far = window.width if direction in (Direction.LEFT, Direction.RIGHT) else window.height
    forwards = direction in (Direction.RIGHT, Direction.DOWN)
    edge = (0 if end + 1 >= far else end + 1) if forwards else (far + 1 if start == 0 else start)
    beside = [
        each
        for each, (first, last, lowest, highest) in spans.items()
        if each is not pane and (first == edge if forwards else last + 1 == edge) and lowest <= high and highest > low
    ]
    return max(beside, key=lambda each: each.used, default=None)


def _span(window: Window, pane: Pane, direction: Direction) -> tuple[int, int, int, int]:
    x, y, width, height = window.rectangle(pane)
    if direction in (Direction.LEFT, Direction.RIGHT):
        return x, x + width, y, y + height
    return y, y + height, x, x + width
