"""The split tree as plain data, for saved files and for layouts that callers give.

    {"type": "pane", …what the leaf carries…}
    {"type": "split", "direction": "horizontal" | "vertical", "ratios": [0.5, 0.5], "children": [ … ]}

As everywhere, horizontal stacks and vertical puts side by side.
"""

from collections.abc import Callable, Mapping
from typing import Final

from paneflow.geometry import Axis
from paneflow.ids import PaneId
from paneflow.model.limits import MAX_PANES
from paneflow.model.tree import Leaf, Node, join

MAX_DEPTH: Final = 64  # deeper than any tree of 64 panes can be


def to_plain(tree: Node, leaf: Callable[[PaneId], Mapping[str, object]]) -> dict[str, object]:
    """The tree as dicts and lists; `leaf` says what a pane carries."""
    if isinstance(tree, Leaf):
        return {"type": "pane", **leaf(tree.pane)}
    return {
        "type": "split",
        "direction": tree.axis.value,
        "ratios": list(tree.ratios),
        "children": [to_plain(child, leaf) for child in tree.children],
    }


def from_plain(data: object) -> tuple[Node, list[Mapping[str, object]]]:
    """A tree whose leaves are numbered from 1 in reading order, and what each leaf carried, `type` aside.

    Raises ValueError that says where the data is wrong. Ratios may be left out (even) and need not sum to 1.
    """
    carried: list[Mapping[str, object]] = []
    return _node(data, carried, "layout", 0), carried


def _node(data: object, carried: list[Mapping[str, object]], where: str, depth: int) -> Node:
    if not isinstance(data, Mapping):
        raise ValueError(f"{where}: expected an object")
    if depth > MAX_DEPTH:
        raise ValueError(f"{where}: nested too deeply")
    match data.get("type"):
        case "pane":
            return _pane(data, carried, where)
        case "split":
            return _split(data, carried, where, depth)
    raise ValueError(f'{where}.type: expected "pane" or "split"')


def _pane(data: Mapping[str, object], carried: list[Mapping[str, object]], where: str) -> Leaf:
    if len(carried) == MAX_PANES:
        raise ValueError(f"{where}: more than {MAX_PANES} panes")
    carried.append({key: value for key, value in data.items() if key != "type"})
    return Leaf(PaneId(len(carried)))


def _split(data: Mapping[str, object], carried: list[Mapping[str, object]], where: str, depth: int) -> Node:
    unknown = sorted(str(key) for key in set(data) - {"type", "direction", "ratios", "children"})
    if unknown:
        raise ValueError(f"{where}: unknown key {unknown[0]}")
    direction = data.get("direction")
    if direction not in ("horizontal", "vertical"):
        raise ValueError(f'{where}.direction: expected "horizontal" or "vertical"')
    children = data.get("children")
    if not isinstance(children, list) or len(children) < 2:
        raise ValueError(f"{where}.children: expected a list of at least two")
    nodes = [_node(child, carried, f"{where}.children[{at}]", depth + 1) for at, child in enumerate(children)]
    ratios = _ratios(data.get("ratios"), len(nodes), where)
    return join(Axis(direction), list(zip(nodes, ratios, strict=True)))


def _ratios(data: object, count: int, where: str) -> list[float]:
    if data is None:
        return [1 / count] * count
    if not isinstance(data, list) or len(data) != count or not all(_is_share(value) for value in data):
        raise ValueError(f"{where}.ratios: expected {count} numbers above 0")
    return [float(value) for value in data]


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6
