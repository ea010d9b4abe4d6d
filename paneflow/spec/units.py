"""Steps expanded to units: one for each item of a `foreach`, with `${item}` replaced."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from paneflow.spec.branch import branch_fault
from paneflow.spec.pane import MAX_PANES, PaneSpec
from paneflow.spec.pattern import pattern_fault
from paneflow.spec.problem import Report
from paneflow.spec.step import Ready, Send, StepSpec
from paneflow.spec.tokens import ITEM, MAX_FILLED, own_size, substitute, tokens

MAX_UNITS: Final = 512


class Unit(NamedTuple):
    """One thing a flow does: start a pane or type into one, and perhaps wait for output.

    `id` is the step's, with `[item]` behind it after a foreach. `needs` are units' ids. `ready.timeout_secs` is filled
    in. `variable` is the capture's full name: `var` or `var.item`.
    """

    id: str
    step: int  # position in the document
    item: str | None
    needs: tuple[str, ...]
    pane: PaneSpec | None  # its name is filled in
    send: Send | None
    ready: Ready | None
    variable: str | None
    lines: int
    submit: bool


def expand(steps: Sequence[StepSpec], default_timeout: float | None) -> tuple[Unit, ...]:
    """All units, in the order of the document."""
    ids = {step.id: [unit_id(step, item) for item in _items(step)] for step in steps}
    return tuple(
        _unit(step, index, item, ids, default_timeout) for index, step in enumerate(steps) for item in _items(step)
    )


def unit_id(step: StepSpec, item: str | None) -> str:
    """`step` or `step[item]`."""
    return step.id if item is None else f"{step.id}[{item}]"


def _items(step: StepSpec) -> Sequence[str | None]:
    return (None,) if step.foreach is None else step.foreach


def _unit(
    step: StepSpec, index: int, item: str | None, ids: Mapping[str, Sequence[str]], default_timeout: float | None
) -> Unit:
    values = {} if item is None else {ITEM: item}
    send = step.send and step.send.replace(
        target=substitute(step.send.target, values), text=substitute(step.send.text, values)
    )
    ready = step.ready and Ready(
        pattern=substitute(step.ready.pattern, values), timeout_secs=step.ready.timeout_secs or default_timeout
    )
    variable = step.capture.var + ("" if item is None else f".{item}") if step.capture is not None else None
    return Unit(
        id=unit_id(step, item),
        step=index,
        item=item,
        needs=tuple(dict.fromkeys(unit for need in step.needs for unit in ids.get(need, ()))),
        pane=step.pane and _pane(step.pane, values, step.id if item is None else f"{step.id}-{item}"),
        send=send,
        ready=ready,
        variable=variable,
        lines=step.capture.lines if step.capture else 0,
        submit=step.send.submit if step.send is not None else step.submit,
    )


def _pane(pane: PaneSpec, values: Mapping[str, str], name: str) -> PaneSpec:
    texts = {key: getattr(pane, key) for key in ("cwd", "worktree", "prompt")} | {"name": pane.name or name}
    changed: dict[str, Any] = {key: text if text is None else substitute(text, values) for key, text in texts.items()}
    return pane.replace(**changed, env={key: substitute(value, values) for key, value in pane.env.items()})


def check_units(units: Sequence[Unit], report: Report) -> None:
    """Report what only shows once items are in place. What the step itself got wrong is not said again."""
    names: dict[str, str] = {}
    for unit in units:
        _check_unit(unit, report)
        _check_name(unit, names, report)
    panes = sum(unit.pane is not None for unit in units)
    if panes > MAX_PANES:
        report.add(("step",), f"the steps start {panes} panes; allowed: at most {MAX_PANES}, each instance counted")
    if len(units) > MAX_UNITS:
        report.add(("step",), f"the steps make {len(units)} units; allowed: at most {MAX_UNITS}")


def _check_unit(unit: Unit, report: Report) -> None:
    path = ("step", unit.step)
    if unit.pane is not None and unit.pane.worktree is not None and not report.is_wrong(*path, "pane", "worktree"):
        fault = branch_fault(unit.pane.worktree)
        if fault:
            report.add((*path, "pane", "worktree"), f'{unit.id}: "{unit.pane.worktree}" {fault}')
    if unit.ready is not None and not report.is_wrong(*path, "ready"):
        fault = pattern_fault(unit.ready.pattern)
        if fault:
            report.add((*path, "ready", "pattern"), f"{unit.id}: {fault}")
    _check_size(unit, report)


def _check_size(unit: Unit, report: Report) -> None:
    """What is submitted goes to its pane in one write."""
    if unit.send is not None:
        where, text = ("send", "text"), unit.send.text
    else:
        where, text = ("pane", "prompt"), (unit.submit and unit.pane and unit.pane.prompt) or ""
    size = own_size(text, tokens(text))
    if size > MAX_FILLED and not report.is_wrong("step", unit.step, *where):
        report.add(("step", unit.step, *where), f"{unit.id}: {size} bytes; allowed: at most {MAX_FILLED}")


def _check_name(unit: Unit, names: dict[str, str], report: Report) -> None:
    if unit.pane is None or unit.pane.name is None:
        return
    name = unit.pane.name.casefold()
    path = ("step", unit.step, "pane", "name")
    if not any(report.is_wrong("step", unit.step, *key) for key in (("id",), ("foreach",), ("pane", "name"))):
        if name in names:
            report.add(path, f'{unit.id}: {names[name]} has the name "{unit.pane.name}" too')
        elif len(name) > 64:  # the bound of `name` itself, which an item can push a name over
            report.add(path, f'{unit.id}: the name "{unit.pane.name}" is too long; allowed: at most 64 characters')
    names.setdefault(name, unit.id)


def dry_run(name: str, layout: str, on_failure: str, units: Sequence[Unit]) -> dict[str, Any]:
    """What would be done, as data for `flow run --dry-run --json`."""
    return {"flow": name, "layout": layout, "on_failure": on_failure, "units": [unit_data(unit) for unit in units]}


def unit_data(unit: Unit) -> dict[str, Any]:
    """One unit of a dry run."""
    ready = unit.ready and {"pattern": unit.ready.pattern, "timeout_secs": unit.ready.timeout_secs}
    return {
        "id": unit.id,
        "kind": "spawn" if unit.pane is not None else "send",
        "needs": list(unit.needs),
        "ready": ready,
        "capture": None if unit.variable is None else {"var": unit.variable, "lines": unit.lines},
        "submit": unit.submit,
        "detail": _detail(unit),
    }


def _detail(unit: Unit) -> dict[str, Any]:
    if unit.send is not None:
        return {"target": unit.send.target, "text": unit.send.text}
    pane = unit.pane or PaneSpec()
    keys = ("name", "cwd", "agent", "command", "prompt", "worktree")
    return {key: getattr(pane, key) for key in keys} | {"env": dict(pane.env)}
