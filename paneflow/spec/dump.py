"""A running workspace as a workspace document that `up` reproduces."""

from collections.abc import Mapping, Sequence
from typing import Any

from paneflow.spec.pane import PaneSpec
from paneflow.spec.presets import preset_of
from paneflow.spec.tree import LEAF, Split
from paneflow.spec.workspace import WorkspaceSpec


def workspace_of(name: str, layout: Split | None, panes: Sequence[PaneSpec], focused: int) -> WorkspaceSpec:
    """The document for panes in reading order, `focused` counted from 0.

    It has one of the four layouts where that fits, else the tree.
    """
    shown = tuple(pane.replace(focus=index == focused and len(panes) > 1) for index, pane in enumerate(panes))
    preset = preset_of(layout)
    # `up` shows the focused pane large, so the name fits only while that is the first one.
    if preset is None or (preset == "main_vertical" and focused != 0):
        return WorkspaceSpec(name=name, panes=shown, tree=layout)
    return WorkspaceSpec(name=name, panes=shown, layout=preset)


def dump_workspace(spec: WorkspaceSpec) -> str:
    """The document's text: only what differs from the defaults."""
    parts = [_dumps(_written(spec))]
    if spec.tree is not None:
        parts.append("[tree]\n" + _split_text(spec.tree, "\n") + "\n")
    for pane in spec.panes:
        parts.append(f"[[panes]]\n{_dumps(_written(pane))}")
        if pane.env:
            parts.append(f"[panes.env]\n{_dumps(pane.env)}")
    return "\n".join(part for part in parts if part)


def layout_tree(layout: object) -> Split | None:
    """A tree from what the socket's methods call `layout`; None is a single pane. Raises ValueError."""
    if not isinstance(layout, Mapping) or layout.get("type") not in ("pane", "split"):
        raise ValueError("not a layout")
    if layout["type"] == "pane":
        return None
    children, ratios = layout.get("children"), layout.get("ratios")
    if not isinstance(children, list) or not isinstance(ratios, list) or len(children) != len(ratios):
        raise ValueError("not a layout")
    return Split(
        "horizontal" if layout.get("direction") == "horizontal" else "vertical",
        tuple(layout_tree(child) for child in children),
        tuple(float(ratio) for ratio in ratios),
    )


def _written(record: WorkspaceSpec | PaneSpec) -> dict[str, Any]:
    """The plain keys of a record that are not at their defaults."""
    keys: dict[str, Any] = {}
    for setting in record.settings:
        value = getattr(record, setting.name)
        if isinstance(value, str | int | bool) and value != setting.default:
            keys[setting.name] = value
    return keys


def _split_text(split: Split, separator: str) -> str:
    # An inline table must stay on one line, which the library's writer does not keep to in arrays.
    ratios = ", ".join(f"{ratio:.4f}" for ratio in split.ratios)
    children = ", ".join(f'"{LEAF}"' if c is None else f"{{ {_split_text(c, ', ')} }}" for c in split.children)
    return separator.join((f'split = "{split.axis}"', f"ratios = [{ratios}]", f"children = [{children}]"))


def _dumps(table: Mapping[str, Any]) -> str:
    import tomli_w

    return tomli_w.dumps(table)
