"""The extra key `tree` of a workspace document: nested splits with ratios.

    [tree]
    split = "vertical"            # side by side; "horizontal" stacks
    ratios = [0.6, 0.4]           # shares; may be left out
    children = ["pane", { split = "horizontal", children = ["pane", "pane"] }]

Each "pane" stands for the next pane of the document.
"""

from typing import Final, Literal, NamedTuple

from paneflow.spec.positions import Path
from paneflow.spec.problem import Report, show
from paneflow.spec.shape import Schema

LEAF: Final = "pane"
MAX_DEPTH: Final = 64
_KEYS = ("split", "ratios", "children")
_AXES = 'one of "horizontal", "vertical"'

Axis = Literal["horizontal", "vertical"]


class Split(NamedTuple):
    """Children stacked (horizontal) or side by side (vertical); None is a pane. Ratios sum to 1."""

    axis: Axis
    children: tuple["Split | None", ...]
    ratios: tuple[float, ...]


class TreeShape:
    """The shape of a split, and of those in it."""

    allowed = "a table with split, children and perhaps ratios"

    def read(self, value: object, path: Path, report: Report) -> Split:
        """The split; one with wrong parts has no children."""
        if isinstance(value, dict) and len(path) <= 2 * MAX_DEPTH:
            return self._split(value, path, report)
        if isinstance(value, dict):
            report.add(path, f"nested too deeply; allowed: {MAX_DEPTH} levels")
        else:
            report.wrong(path, value, self.allowed)
        return Split("vertical", (), ())

    def _split(self, value: dict[str, object], path: Path, report: Report) -> Split:
        for key in value:
            if key not in _KEYS:
                report.unknown((*path, key), _KEYS)
        axis = _axis(value, (*path, "split"), report)
        children = self._children(value.get("children"), (*path, "children"), report)
        ratios = _ratios(value.get("ratios"), len(children), (*path, "ratios"), report)
        return Split(axis, children, ratios)

    def _children(self, value: object, path: Path, report: Report) -> tuple[Split | None, ...]:
        if not isinstance(value, list) or len(value) < 2:
            report.add(path, 'allowed: an array of at least two, each "pane" or a table with split')
            return ()
        return tuple(
            None if child == LEAF else self.read(child, (*path, index), report) for index, child in enumerate(value)
        )

    def schema(self) -> Schema:
        """As JSON Schema; it is recursive, so it refers to itself by its place in the document."""
        itself = {"$ref": "#/properties/tree"}
        share = {"type": "number", "exclusiveMinimum": 0}
        return {
            "type": "object",
            "properties": {
                "split": {"enum": ["horizontal", "vertical"]},
                "ratios": {"type": "array", "items": share, "minItems": 2},
                "children": {"type": "array", "minItems": 2, "items": {"anyOf": [{"const": LEAF}, itself]}},
            },
            "required": ["split", "children"],
            "additionalProperties": False,
        }


def _axis(value: dict[str, object], path: Path, report: Report) -> Axis:
    match value.get("split"):
        case "horizontal":
            return "horizontal"
        case None if "split" not in value:
            report.missing(path, _AXES)
        case found if found != "vertical":
            report.wrong(path, found, _AXES)
    return "vertical"


def _ratios(value: object, count: int, path: Path, report: Report) -> tuple[float, ...]:
    if value is None:
        return (1 / count,) * count if count else ()
    shares = [item for item in value if _is_share(item)] if isinstance(value, list) else []
    if not isinstance(value, list) or len(shares) != len(value) or (count and len(shares) != count):
        report.add(path, f"found {show(value)}; allowed: {count or 'as many'} numbers above 0, one a child")
        return (1 / count,) * count if count else ()
    return tuple(share / sum(shares) for share in shares)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6


def count_panes(tree: Split | None) -> int:
    """How many panes a tree shows."""
    return 1 if tree is None else sum(count_panes(child) for child in tree.children)


def layout_data(tree: Split | None) -> dict[str, object]:
    """The tree as the `layout` of the socket's methods."""
    if tree is None:
        return {"type": "pane"}
    return {
        "type": "split",
        "direction": tree.axis,
        "ratios": list(tree.ratios),
        "children": [layout_data(child) for child in tree.children],
    }
