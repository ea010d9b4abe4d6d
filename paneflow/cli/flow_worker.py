"""What one unit of a flow does at the host: start a pane, type, wait, keep output. Each unit has a thread of its own."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from paneflow.cli.builder import Builder
from paneflow.cli.flow_host import FlowHost
from paneflow.cli.provision import Needs
from paneflow.client.client import Client
from paneflow.client.patience import NO_ROOM
from paneflow.errors import Busy, Failed, NotFound, PaneflowError, TimedOut
from paneflow.flow.events import Acted, Event, Matched, Spawned
from paneflow.spec.tokens import fill
from paneflow.spec.units import Unit

QUIET_MS: Final = 300  # a program that is typed into has been quiet for this long
START_S: Final = 1.0  # more for a program that a pane has just started
START_QUIET_MS: Final = 800
SETTLE_S: Final = 8.0  # after this it is typed into all the same
LATE_S: Final = 60.0  # or after this, if its shell has not come up yet
MARGIN_S: Final = 5.0  # the scheduler decides when a barrier is late; the host's own time-out only tidies up
RETRY_S: Final = 0.25


@dataclass
class Stage:
    """What the units of a flow share: the panes there are, by name, how the next one is split off, and the host."""

    surfaces: dict[str, int]
    lock: Lock
    builder: Builder
    host: FlowHost
    splits: int = 0

    def direction(self) -> str:
        """The next split's: beside, below, beside, …"""
        self.splits += 1
        return "v" if self.splits % 2 else "h"


class Worker:
    """Carries out one unit. `tell` takes its events to the scheduler, and its notes to the person, from any thread."""

    def __init__(
        self,
        unit: Unit,
        needs: Needs | None,
        stage: Stage,
        captures: Mapping[str, str],
        tell: Callable[[Event | str], None],
        clock: Callable[[], float],
    ) -> None:
        self._unit, self._needs, self._stage = unit, needs, stage
        self._captures, self._tell, self._clock = captures, tell, clock

    def run(self, surface: int | None = None) -> None:
        """Do all of it. `surface` is the unit's pane if it is there already. Raises what the host answers."""
        unit = self._unit
        with self._stage.host.client() as client:
            target = self._target(client) if unit.send is not None else surface or self._split(client)
            if unit.send is None and not unit.submit:
                self._tell(Acted(unit.id, self._clock()))
                self._wait(client, target, since=0)  # from the pane's beginning
                lines_before = 0
            else:
                self._settle(client, target)
                lines_before = client.read(target, lines=1, fenced=False)["total_lines"]
                self._feed(client, target)
            if unit.ready is not None:
                self._tell(Matched(unit.id, self._clock(), self._capture(client, target, lines_before)))

    def spawned(self, surface: int) -> None:
        """Note the unit's pane, and tell of it."""
        assert self._unit.pane is not None
        assert self._unit.pane.name is not None
        self._stage.surfaces[self._unit.pane.name] = surface
        self._tell(Spawned(self._unit.id, self._clock(), surface))

    def _split(self, client: Client) -> int:
        assert self._needs is not None
        with self._stage.lock:  # git and the layout take one at a time
            try:
                self._stage.builder.build(self._needs)
                self._stage.builder.check()
                client.call("system.ping")
            except BaseException:
                self._stage.builder.undo()
                raise
            params = pane_call(self._unit, self._needs)
            surface = self._stage.builder.hand_over(lambda: self._split_off(client, params))
            self.spawned(surface)
        return surface

    def _split_off(self, client: Client, params: dict[str, Any]) -> int:
        direction = self._stage.direction()
        for neighbour in list(self._stage.surfaces.values()):
            try:
                made = client.call("surface.split", direction=direction, surface_id=neighbour, **params)
            except NotFound as error:
                if error.kind != "surface_not_found":
                    raise
                continue  # that pane was closed; the next one will do
            surface: int = made["surface_id"]
            return surface
        raise Failed("all panes of the flow were closed", kind="surface_exited")

    def _target(self, client: Client) -> int:
        assert self._unit.send is not None
        target = self._unit.send.target
        own = {name.casefold(): surface for name, surface in self._stage.surfaces.items()}
        found = own.get(target.casefold())
        return client.resolve_one(target) if found is None else found

    def _settle(self, client: Client, target: int) -> None:
        pane = self._unit.pane
        starts = pane is not None and (pane.agent is not None or pane.command is not None)
        if starts:  # quiet here means that the command was typed too; what it starts may be silent at first
            self._wait_for_quiet(client, target, START_QUIET_MS)
            time.sleep(START_S)
        self._wait_for_quiet(client, target, START_QUIET_MS if starts else QUIET_MS)

    def _wait_for_quiet(self, client: Client, target: int, idle_ms: int) -> None:
        late = self._clock() + LATE_S
        while True:
            try:
                self._patiently(lambda: client.wait(target, idle_ms=idle_ms, timeout_s=SETTLE_S))
            except TimedOut as error:
                if error.data.get("starting") and self._clock() < late:
                    continue
            return

    def _feed(self, client: Client, target: int) -> None:
        """Type the unit's text, and wait for its barrier."""
        unit = self._unit
        text = unit.send.text if unit.send is not None else (unit.pane and unit.pane.prompt) or ""
        filled = fill(text, self._captures)
        if filled.cut:
            self._tell(f"{unit.id}: the captures are too long for one text; their beginnings are left out")
        params = {"text": filled.text, "submit": unit.submit}
        before = client.call("surface.status", surface_id=target)
        if unit.ready is not None and not before.get("tool"):
            # One call: the wait is armed before the text goes out, so that nothing of its effect is missed.
            self._tell(Acted(unit.id, self._clock()))
            self._wait(client, target, send=params)
            return
        receipt = client.call("surface.send_text", surface_id=target, **params)
        if unit.submit and receipt["agent_target"]:
            from paneflow.cli.turn import TURN_S, confirm

            if confirm(client, target, before, str(params["text"]))[0] is None:
                raise Failed(f"the text was submitted, but no turn of the agent began within {TURN_S:g} s")
        self._tell(Acted(unit.id, self._clock()))
        self._wait(client, target, since=receipt["output_generation"])

    def _wait(
        self, client: Client, target: int, *, since: int | None = None, send: Mapping[str, Any] | None = None
    ) -> None:
        """Wait for the unit's barrier, if it has one."""
        ready = self._unit.ready
        if ready is not None:
            timeout_s = (ready.timeout_secs or 0) + MARGIN_S
            self._patiently(lambda: client.wait(target, ready.pattern, timeout_s=timeout_s, since=since, send=send))

    def _patiently(self, ask: Callable[[], object]) -> None:
        """Ask again while the host has too much to do; nothing is missed, since a wait says from where it looks."""
        while True:
            try:
                ask()
            except Busy as error:
                if error.kind not in NO_ROOM:
                    raise
                time.sleep(RETRY_S)
            else:
                return

    def _capture(self, client: Client, target: int, lines_before: int) -> str | None:
        if self._unit.variable is None:
            return None
        total = client.read(target, lines=1, fenced=False)["total_lines"]
        # A program that draws over its screen adds no lines; then the last lines are what there is.
        new = total - lines_before if total > lines_before else self._unit.lines
        return client.read(target, lines=min(self._unit.lines, new), fenced=False)["text"]


def pane_call(unit: Unit, needs: Needs) -> dict[str, Any]:
    """A pane's parameters; a prompt that will be submitted is not also filled in by the host."""
    params = needs.params
    if unit.submit:
        params.pop("prompt", None)
    return params


def is_fatal(error: PaneflowError) -> bool:
    """Whether no other unit could go on either."""
    return error.kind in ("gate_closed", "unavailable", "host_ended", "no_answer", "shutting_down", "peer_refused")
