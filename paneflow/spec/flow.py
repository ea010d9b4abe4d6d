"""The flow document that `paneflow flow run` reads: steps, what they need, and what they wait for."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from paneflow.spec.flow_rules import check_steps
from paneflow.spec.pane import LAYOUTS, Agents, Layout
from paneflow.spec.positions import Path
from paneflow.spec.problem import Report, dotted, show
from paneflow.spec.record import Document, Record, required, setting, table
from paneflow.spec.shape import Choice, ListOf, Schema, Text
from paneflow.spec.step import TIMEOUT, StepSpec
from paneflow.spec.toml import load_toml
from paneflow.spec.units import Unit, check_units, expand
from paneflow.spec.workspace import PORT_BASE, tables

MAX_STEPS: Final = 256


class Defaults(Document):
    """`[defaults]`: for all steps."""

    timeout_secs: float | None = setting(None, TIMEOUT, "How long a step waits for its ready pattern, in seconds.")
    on_failure: Literal["fail_fast", "continue"] = setting(
        "fail_fast",
        Choice("fail_fast", "continue"),
        "fail_fast starts nothing more after a failure; continue leaves out only what needs the failed step.",
    )


class FlowSpec(Document):
    """The whole document."""

    step: tuple[StepSpec, ...] = required((), ListOf(Record(StepSpec), least=1, most=MAX_STEPS), "One table a step.")
    name: str = setting("flow", Text("a title", most=64), "The title of the workspace it runs in.")
    layout: Layout = setting("even_h", LAYOUTS, "How the panes of the steps without needs are laid out.")
    port_base: int = setting(3000, PORT_BASE, "The first port that ${port_offset} may become.")
    defaults: Defaults = table(Defaults, "For all steps.")


class Flow(NamedTuple):
    """A checked flow document with its steps expanded to units."""

    spec: FlowSpec
    units: tuple[Unit, ...]

    @property
    def submits(self) -> bool:
        """Whether any unit presses Enter, for which the write gate must be open."""
        return any(unit.submit for unit in self.units)


def parse_flow(text: str, filename: str = "flow.toml", *, agents: Agents | None = None) -> tuple[Flow, Report]:
    """Read a flow document. `report.check()` raises `InvalidDocument` with every error there is.

    `agents` gives the names that `agent` may have; without them names are not checked. The units are complete only when
    there are no errors.
    """
    report = Report(text, filename)
    data = load_toml(text, report)
    if report.problems:
        return Flow(FlowSpec(), ()), report
    report.label = lambda path: step_label(data, path)
    spec = Record(FlowSpec).read(data, (), report)
    check_steps(spec.step, tables(data.get("step")), spec.defaults.timeout_secs, report, agents)
    units = expand(spec.step, spec.defaults.timeout_secs)
    check_units(units, report)
    return Flow(spec, units), report


def step_label(data: Mapping[str, object], path: Path) -> tuple[str, str]:
    """Words for a step, and the key within it."""
    match path:
        case ("step", int(index), *rest):
            steps = tables(data.get("step"))
            name = steps[index].get("id") if index < len(steps) else None
            words = f"step {show(name)}" if isinstance(name, str) and name else f"step {index + 1}"
            return words, dotted(tuple(rest))
    return "", dotted(path)


def flow_schema() -> Schema:
    """The JSON Schema that editors use for flow documents."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paneflow flow",
        "$comment": "Generated from paneflow/spec/flow.py; do not edit.",
        **Record(FlowSpec).schema(),
    }
