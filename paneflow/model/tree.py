"""How a workspace's space is divided: an immutable tree of splits with panes as leaves.

A split has at least two children, and no child splits along its own axis. Ratios are shares of the split and sum to 1.
This module knows shapes only; `geometry.py` beside it turns them into cells or pixels.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isclose
from typing import Final

from paneflow.geometry import Axis
from paneflow.ids import PaneId

MAIN_SHARE: Final = 0.6  # what `main_vertical` gives the main pane
MIN_RATIO: Final = 0.002  # less than a cell of any usual size
_KEPT_RATIO: Final = MIN_RATIO / 2  # ratios from here on are left as they are, so that tidying twice changes nothing


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
Part = tuple[Node, float]  # a child and its share


def leaves(tree: Node) -> Iterator[PaneId]:
    """The panes in reading order."""
    if isinstance(tree, Leaf):
        yield tree.pane
    else:
        for child in tree.children:
            yield from leaves(child)


def parts(tree: Split) -> list[Part]:
    """The children with their shares."""
    return list(zip(tree.children, tree.ratios, strict=True))


def join(axis: Axis, children: Sequence[Part]) -> Node:
    """A split of these children in a tidy form: nested splits along `axis` dissolve, a lone child stands for itself."""
    flat: list[Part] = []
    for child, share in children:
        if isinstance(child, Split) and child.axis is axis:
            flat += [(inner, share * ratio) for inner, ratio in parts(child)]
        else:
            flat.append((child, share))
    if len(flat) == 1:
        return flat[0][0]
    return Split(axis, tuple(child for child, _ in flat), tidy_ratios([share for _, share in flat]))


def tidy_ratios(ratios: Sequence[float]) -> tuple[float, ...]:
    """Bring ratios to a sum of 1, none below about `MIN_RATIO`."""
    if all(ratio >= _KEPT_RATIO for ratio in ratios) and isclose(sum(ratios), 1, abs_tol=1e-9):
        return tuple(ratios)
    total = sum(ratios)
    raised = [max(ratio / total, MIN_RATIO) for ratio in ratios]
    return tuple(ratio / sum(raised) for ratio in raised)


def even(axis: Axis, children: Sequence[Node]) -> Node:
    """Children with the same share each."""
    return join(axis, [(child, 1 / len(children)) for child in children])


def insert(tree: Node, target: PaneId, axis: Axis, new: Node, *, before: bool = False, share: float = 0.5) -> Node:
    """Put `new` beside the pane `target`, of whose space it takes `share`."""
    if isinstance(tree, Leaf):
        return _beside(tree, axis, new, before=before, share=share) if tree.pane == target else tree
    return join(
        tree.axis,
        [(insert(child, target, axis, new, before=before, share=share), ratio) for child, ratio in parts(tree)],
    )


def insert_whole(tree: Node, axis: Axis, new: Node, *, before: bool = False, share: float = 0.5) -> Node:
    """Put `new` beside all there is, taking `share` of the whole."""
    return _beside(tree, axis, new, before=before, share=share)


def _beside(tree: Node, axis: Axis, new: Node, *, before: bool, share: float) -> Node:
    pair: list[Part] = [(tree, 1 - share), (new, share)]
    return join(axis, pair[::-1] if before else pair)


def remove(tree: Node, pane: PaneId) -> Node | None:
    """Take a pane out; its siblings get equal parts of its share. None when it was the only one."""
    if isinstance(tree, Leaf):
        return None if tree.pane == pane else tree
    kept: list[Part] = []
    freed = 0.0
    for child, ratio in parts(tree):
        rest = remove(child, pane)
        if rest is None:
            freed = ratio
        else:
            kept.append((rest, ratio))
    return join(tree.axis, [(child, ratio + freed / len(kept)) for child, ratio in kept])


def keep(tree: Node, panes: Collection[PaneId]) -> Node:
    """The tree with only those of its panes, of which it must have one."""
    for pane in list(leaves(tree)):
        if pane not in panes:
            rest = remove(tree, pane)
            assert rest is not None, "at least one pane stays"
            tree = rest
    return tree


def heir(tree: Node, pane: PaneId) -> PaneId | None:
    """Who gets the focus when `pane` goes: the previous sibling's last pane, else the next one's first."""
    if isinstance(tree, Leaf):
        return None
    for at, child in enumerate(tree.children):
        if child == Leaf(pane):
            return list(leaves(tree.children[at - 1]))[-1] if at else next(leaves(tree.children[1]))
        found = heir(child, pane)
        if found is not None:
            return found
    return None


def relabel(tree: Node, panes: Mapping[PaneId, PaneId]) -> Node:
    """The same shape with other panes; those not in the mapping stay."""
    if isinstance(tree, Leaf):
        return Leaf(panes.get(tree.pane, tree.pane))
    return replace(tree, children=tuple(relabel(child, panes) for child in tree.children))


def equalise(tree: Node) -> Node:
    """The same shape, every split shared evenly."""
    if isinstance(tree, Leaf):
        return tree
    return even(tree.axis, [equalise(child) for child in tree.children])


def at_path(tree: Node, path: Sequence[int]) -> Node | None:
    """The node at these child positions from the root, if there is one."""
    for step in path:
        if isinstance(tree, Leaf) or not 0 <= step < len(tree.children):
            return None
        tree = tree.children[step]
    return tree


def with_ratios(tree: Node, path: Sequence[int], ratios: Sequence[float]) -> Node:
    """Give the split at `path`, which must be one with as many children, other ratios."""
    if isinstance(tree, Leaf):
        return tree
    if not path:
        return replace(tree, ratios=tidy_ratios(ratios))
    children = list(tree.children)
    children[path[0]] = with_ratios(children[path[0]], path[1:], ratios)
    return replace(tree, children=tuple(children))


def path_to(tree: Node, pane: PaneId) -> tuple[int, ...] | None:
    """Child positions from the root to a pane."""
    if isinstance(tree, Leaf):
        return () if tree.pane == pane else None
    for at, child in enumerate(tree.children):
        rest = path_to(child, pane)
        if rest is not None:
            return (at, *rest)
    return None


def arrange(preset: Preset, panes: Sequence[PaneId], *, main: PaneId | None = None) -> Node:
    """A ready-made layout of at least one pane. `main` (default: the first) is the one `main_vertical` shows large."""
    nodes = [Leaf(pane) for pane in panes]
    match preset:
        case Preset.EVEN_H:
            return even(Axis.VERTICAL, nodes)
        case Preset.EVEN_V:
            return even(Axis.HORIZONTAL, nodes)
        case Preset.MAIN_VERTICAL:
            return _main_vertical(nodes, Leaf(panes[0] if main is None else main))
        case Preset.TILED:
            return _tiled(nodes)


def _main_vertical(nodes: Sequence[Leaf], main: Leaf) -> Node:
    others = [node for node in nodes if node != main]
    if not others:
        return main
    return join(Axis.VERTICAL, [(main, MAIN_SHARE), (even(Axis.HORIZONTAL, others), 1 - MAIN_SHARE)])


def _tiled(nodes: Sequence[Leaf]) -> Node:
    rows = cols = 1
    while rows * cols < len(nodes):
        if cols <= rows:
            cols += 1
        else:
            rows += 1
    lines = [even(Axis.VERTICAL, nodes[at : at + cols]) for at in range(0, len(nodes), cols)]
    return even(Axis.HORIZONTAL, lines)
