"""The workspace document that `paneflow up` reads."""

from collections.abc import Collection, Mapping

from paneflow.spec.pane import LAYOUTS, MAX_PANES, Agents, Layout, PaneSpec, check_pane
from paneflow.spec.positions import Path
from paneflow.spec.problem import Report, Severity, dotted, show
from paneflow.spec.record import Document, Record, required, setting
from paneflow.spec.shape import Integer, ListOf, Schema, Text
from paneflow.spec.tokens import PORT, check_tokens
from paneflow.spec.toml import load_toml
from paneflow.spec.tree import Split, TreeShape, count_panes

PORT_BASE = Integer(1, 65_535)


class WorkspaceSpec(Document):
    """The whole document."""

    panes: tuple[PaneSpec, ...] = required((), ListOf(Record(PaneSpec), least=1, most=MAX_PANES), "One table a pane.")
    name: str = setting("Workspace", Text("a title", most=64), "The workspace's title.")
    layout: Layout = setting(
        "even_h", LAYOUTS, "Columns, rows, one large pane to the left of the others, or rows and columns."
    )
    port_base: int = setting(3000, PORT_BASE, "The first port that ${port_offset} may become.")
    tree: Split | None = setting(
        None, TreeShape(), 'Nested splits instead of layout; each "pane" is the next pane of the document.'
    )


def parse_workspace(
    text: str, filename: str = "workspace.toml", *, agents: Agents | None = None
) -> tuple[WorkspaceSpec, Report]:
    """Read a workspace document. `report.check()` raises `InvalidDocument` with every error there is.

    `agents` gives the names that `agent` may have; without them names are not checked. Looks at no file: `preflight`
    tells whether folders and programs are there.
    """
    report = Report(text, filename)
    data = load_toml(text, report)
    if report.problems:
        return WorkspaceSpec(), report
    report.label = lambda path: pane_label(data, path)
    spec = Record(WorkspaceSpec).read(data, (), report)
    for index, (pane, written) in enumerate(zip(spec.panes, tables(data.get("panes")), strict=False)):
        path: Path = ("panes", index)
        check_pane(pane, written, path, report, agents)
        for name, value in pane.env.items():
            check_tokens(value, (*path, "env", name), report, _env_token_fault)
    _check_focus(spec.panes, report)
    _check_names(spec.panes, report)
    _check_tree(spec, data, report)
    return spec, report


def _env_token_fault(name: str) -> str | None:
    return None if name == PORT else f"${{{name}}} means nothing here; allowed: ${{{PORT}}}"


def _check_focus(panes: Collection[PaneSpec], report: Report) -> None:
    focused = [index for index, pane in enumerate(panes) if pane.focus]
    for index in focused[1:]:
        report.add(("panes", index, "focus"), f"pane {focused[0] + 1} has the focus already", severity=Severity.WARNING)


def _check_names(panes: Collection[PaneSpec], report: Report) -> None:
    first: dict[str, int] = {}
    for index, pane in enumerate(panes):
        if pane.name is None:
            continue
        name = pane.name.casefold()
        if name in first:
            report.add(
                ("panes", index, "name"),
                f"pane {first[name] + 1} has this name too; it will get a number after it",
                severity=Severity.WARNING,
            )
        first.setdefault(name, index)


def _check_tree(spec: WorkspaceSpec, data: Mapping[str, object], report: Report) -> None:
    if spec.tree is None or report.is_wrong("tree"):
        return
    if "layout" in data:
        report.add(("tree",), "both layout and tree are given; allowed: one of them")
    shown = count_panes(spec.tree)
    if shown != len(spec.panes) and not report.is_wrong("panes"):
        report.add(("tree",), f"has room for {shown} panes, but the document has {len(spec.panes)}")


def pane_label(data: Mapping[str, object], path: Path) -> tuple[str, str]:
    """Words for a pane, and the key within it."""
    match path:
        case ("panes", int(index), *rest):
            panes = list(tables(data.get("panes")))
            name = panes[index].get("name") if index < len(panes) else None
            return f"pane {index + 1}" + (f" {show(name)}" if isinstance(name, str) else ""), dotted(tuple(rest))
    return "", dotted(path)


def tables(value: object) -> list[Mapping[str, object]]:
    """The items of an array of tables; what is no table counts as an empty one, so that positions stay."""
    return [item if isinstance(item, dict) else {} for item in value] if isinstance(value, list) else []


def workspace_schema() -> Schema:
    """The JSON Schema that editors use for workspace documents."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paneflow workspace",
        "$comment": "Generated from paneflow/spec/workspace.py; do not edit.",
        **Record(WorkspaceSpec).schema(),
    }
