"""The rules between the keys of a flow document, before its steps are expanded."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from paneflow.spec.graph import ancestors, find_cycle
from paneflow.spec.pane import Agents, check_pane
from paneflow.spec.pattern import pattern_fault
from paneflow.spec.positions import Path
from paneflow.spec.problem import Report, Severity, nearest
from paneflow.spec.step import StepSpec
from paneflow.spec.tokens import ITEM, PORT, check_tokens, substitute

_VARIABLE = re.compile("[A-Za-z0-9_]+")


def check_steps(
    steps: Sequence[StepSpec],
    written: Sequence[Mapping[str, Any]],
    default_timeout: float | None,
    report: Report,
    agents: Agents | None,
) -> None:
    """Report every broken rule."""
    _check_ids(steps, report)
    _check_needs(steps, written, report)
    scope = _Scope(steps)
    variables: dict[str, str] = {}
    for index, (step, raw) in enumerate(zip(steps, written, strict=False)):
        path: Path = ("step", index)
        _check_action(step, raw, path, report)
        _check_ready(step, default_timeout, path, report)
        _check_capture(step, variables, path, report)
        _check_foreach(step, path, report)
        if step.pane is not None:
            given = raw["pane"] if isinstance(raw.get("pane"), dict) else {}
            check_pane(step.pane, given, (*path, "pane"), report, agents)
        _check_tokens(step, scope, path, report)


def _check_ids(steps: Sequence[StepSpec], report: Report) -> None:
    first: dict[str, int] = {}
    for index, step in enumerate(steps):
        path: Path = ("step", index, "id")
        if report.is_wrong(*path):
            continue
        if not step.id.strip() or set(step.id) & set("[]") or step.id != step.id.strip():
            report.wrong(path, step.id, "a name without brackets or spaces around it")
        elif step.id in first:
            report.add(path, f"step {first[step.id] + 1} has this id too", found=step.id)
        first.setdefault(step.id, index)


def _check_needs(steps: Sequence[StepSpec], written: Sequence[Mapping[str, Any]], report: Report) -> None:
    ids: dict[str, int] = {}
    graph: dict[str, list[str]] = {}
    for index, step in enumerate(steps):
        if step.id and step.id not in ids:
            ids[step.id] = index
            graph[step.id] = [need for need in step.needs if need != step.id]
    for index, step in enumerate(steps):
        for position, need in enumerate(step.needs):
            path: Path = ("step", index, "needs", position)
            if need == step.id:
                report.add(path, "the step needs itself", found=need)
            elif need not in ids:
                hint = nearest(need, ids) or "allowed: one of " + ", ".join(ids)
                report.add(path, f'there is no step "{need}"; {hint}', found=need)
    cycle = find_cycle(graph)
    if cycle:
        report.add(("step", ids[cycle[0]], "needs"), f"{' -> '.join(cycle)} is a cycle")
    elif steps and not any("pane" in raw and not step.needs for step, raw in zip(steps, written, strict=False)):
        report.add(("step",), "no step starts a pane without needing another; allowed: at least one such step")


def _check_action(step: StepSpec, written: Mapping[str, Any], path: Path, report: Report) -> None:
    if "pane" in written and "send" in written:
        report.add((*path, "send"), "both pane and send are given; allowed: one of them")
    elif "pane" not in written and "send" not in written:
        report.add((*path, "pane"), "neither pane nor send is given; allowed: one of them")
    if step.send is not None:
        if not step.needs and not report.is_wrong(*path, "needs"):
            report.add((*path, "send"), "needs a step before it; give needs")
        if "submit" in written:
            report.add((*path, "submit"), "belongs into send: send = { …, submit = true }")
        if not step.send.text and not step.send.submit and not report.is_wrong(*path, "send"):
            report.add((*path, "send", "text"), "empty; allowed only with submit = true, which presses Enter alone")
    elif step.submit and step.pane is not None and not step.pane.prompt:
        report.add((*path, "submit"), "there is no prompt in pane to submit")


def _check_ready(step: StepSpec, default_timeout: float | None, path: Path, report: Report) -> None:
    if step.ready is None or report.is_wrong(*path, "ready"):
        return
    fault = pattern_fault(substitute(step.ready.pattern, {ITEM: "x"}))
    if fault:
        report.add((*path, "ready", "pattern"), fault, found=step.ready.pattern)
    if step.ready.timeout_secs is None and default_timeout is None and not report.is_wrong("defaults"):
        report.add((*path, "ready"), "timeout_secs is missing here and in defaults; give one of them")


def _check_capture(step: StepSpec, variables: dict[str, str], path: Path, report: Report) -> None:
    if step.capture is None:
        return
    if step.ready is None and not report.is_wrong(*path, "ready"):
        report.add((*path, "capture"), "needs ready: output is kept at the moment that matches")
    where, name = (*path, "capture", "var"), step.capture.var
    if report.is_wrong(*where):
        return
    if not _VARIABLE.fullmatch(name):
        report.wrong(where, name, "letters, digits and _")
    elif name in (ITEM, PORT):
        report.add(where, f"{name} has a meaning of its own; allowed: another name", found=name)
    elif name in variables:
        report.add(where, f'step "{variables[name]}" captures {name} already', found=name)
    variables.setdefault(name, step.id)


def _check_foreach(step: StepSpec, path: Path, report: Report) -> None:
    seen: set[str] = set()
    for position, item in enumerate(step.foreach or ()):
        if "${" in item:
            report.add((*path, "foreach", position), "nothing is replaced in an item; allowed: no ${", found=item)
        if item in seen:
            report.add((*path, "foreach", position), f'"{item}" is there twice', found=item)
        seen.add(item)


class _Scope:
    """Which captures a step may use: those of the steps before it."""

    def __init__(self, steps: Sequence[StepSpec]) -> None:
        self._needs = {step.id: step.needs for step in steps}
        self._captures = {step.capture.var: step for step in steps if step.capture is not None}

    def fault(self, token: str, step: StepSpec) -> str | None:
        """Why this capture cannot be used in this step."""
        name, dot, item = token.partition(".")
        source = self._captures.get(name)
        if source is None:
            hint = nearest(name, [*self._captures, ITEM])
            return f"nothing captures ${{{token}}}" + (f"; {hint}" if hint else "")
        if source.id not in ancestors(step.id, self._needs):
            return f'${{{token}}} is captured by step "{source.id}", which this step does not need; add it to needs'
        if source.foreach is None:
            return f'${{{token}}}: step "{source.id}" has no foreach; allowed: ${{{name}}}' if dot else None
        if not dot:
            return f'${{{token}}}: step "{source.id}" has a foreach; allowed: ${{{name}.{source.foreach[0]}}} and so on'
        # ${var.${item}} cannot be written; each item is named.
        if item not in source.foreach:
            return f'${{{token}}}: step "{source.id}" has no item "{item}"; allowed: {", ".join(source.foreach)}'
        return None


def _check_tokens(step: StepSpec, scope: _Scope, path: Path, report: Report) -> None:
    def item_only(name: str) -> str | None:
        return _item_fault(name, step)

    def item_or_port(name: str) -> str | None:
        return None if name == PORT else _item_fault(name, step)

    def item_or_capture(name: str) -> str | None:
        return _item_fault(name, step) if name == ITEM else _capture_fault(name, step, scope)

    for where, text in _item_texts(step):
        check_tokens(text, (*path, *where), report, item_only)
    for where, text in _capture_texts(step):
        check_tokens(text, (*path, *where), report, item_or_capture)
    for name, value in (step.pane.env if step.pane is not None else {}).items():
        check_tokens(value, (*path, "pane", "env", name), report, item_or_port)
    for key in ("command", "setup", "agent"):
        if step.pane is not None and "${item}" in (getattr(step.pane, key) or ""):
            report.add((*path, "pane", key), "${item} is not replaced here", severity=Severity.WARNING)


def _item_texts(step: StepSpec) -> list[tuple[Path, str]]:
    """The values in which only ${item} is replaced."""
    texts: list[tuple[Path, str | None]] = []
    if step.pane is not None:
        texts += [(("pane", key), getattr(step.pane, key)) for key in ("cwd", "name", "worktree")]
    if step.send is not None:
        texts.append((("send", "target"), step.send.target))
    if step.ready is not None:
        texts.append((("ready", "pattern"), step.ready.pattern))
    return [(where, text) for where, text in texts if text]


def _capture_texts(step: StepSpec) -> list[tuple[Path, str]]:
    """The values in which captures are replaced too."""
    texts: list[tuple[Path, str | None]] = []
    if step.pane is not None:
        texts.append((("pane", "prompt"), step.pane.prompt))
    if step.send is not None:
        texts.append((("send", "text"), step.send.text))
    return [(where, text) for where, text in texts if text]


def _item_fault(name: str, step: StepSpec) -> str | None:
    if name != ITEM:
        return f"${{{name}}} means nothing here; allowed: ${{{ITEM}}}" + ("" if step.foreach else " with foreach")
    return None if step.foreach is not None else f"${{{ITEM}}} needs foreach in this step"


def _capture_fault(name: str, step: StepSpec, scope: _Scope) -> str | None:
    if step.send is None and not step.submit:
        return f"${{{name}}} would be typed as it stands: captures are replaced only where submit = true"
    return scope.fault(name, step)
