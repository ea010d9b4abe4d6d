"""One step of a flow document: its keys."""

from typing import Final

from paneflow.spec.pane import PaneSpec
from paneflow.spec.record import Document, Record, required, setting
from paneflow.spec.shape import Flag, Integer, ListOf, Number, Text

MAX_ITEMS: Final = 64  # of one foreach: as many as there may be panes
TIMEOUT = Number(0.1, 604_800)


class Send(Document):
    """`send`: text for a pane that is there already."""

    target: str = required("", Text("a selector"), "A pane of this flow by name, or any selector.")
    text: str = required("", Text("a text", empty=True, lines=True, most=65_536), "What is typed.")
    submit: bool = setting(False, Flag(), "Press Enter after it.")


class Ready(Document):
    """`ready`: the step is done when new output matches."""

    pattern: str = required("", Text("a regular expression", empty=True, most=1024), "Matched against new output only.")
    timeout_secs: float | None = setting(None, TIMEOUT, "How long to wait; not set: that of defaults.")


class Capture(Document):
    """`capture`: keeps output for later steps."""

    var: str = required("", Text("a variable's name", empty=True), "Used as ${var}; ${var.item} after a foreach.")
    lines: int = required(1, Integer(1, 500), "How many of the last lines are kept.")


class StepSpec(Document):
    """`[[step]]`."""

    id: str = required("", Text("a name without brackets", empty=True, most=64), "Unique in the document.")
    needs: tuple[str, ...] = setting((), ListOf(Text("a step's id", empty=True)), "Steps that must be done first.")
    foreach: tuple[str, ...] | None = setting(
        None, ListOf(Text("a string"), least=1, most=MAX_ITEMS), "One instance of the step for each item, as ${item}."
    )
    pane: PaneSpec | None = setting(None, Record(PaneSpec), "Start a pane.")
    send: Send | None = setting(None, Record(Send), "Type into a pane.")
    ready: Ready | None = setting(None, Record(Ready), "When the step is done; not set: as soon as it has acted.")
    capture: Capture | None = setting(None, Record(Capture), "Keep the output at that moment.")
    submit: bool = setting(False, Flag(), "Press Enter after the pane's prompt.")
