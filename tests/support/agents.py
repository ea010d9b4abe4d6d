"""Scenes for tests of agents: reports and sightings in a row, with a clock that moves only when told."""

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paneflow.agents import state
from paneflow.agents.families import read
from paneflow.agents.report import Kind, Report
from paneflow.agents.session import Process, Reason, Session, Sessions, State, foremost
from paneflow.cli.hook import METHODS
from tests.support.host import SCRIPTING, HostProcess

PAYLOADS = Path(__file__).parents[1] / "conformance/hooks"
CLAUDE = Process(100, 1.0)


def kind_of(event: str) -> Kind:
    """The method that the hook program calls for an event."""
    return Kind(METHODS["".join(filter(str.isalpha, event)).lower()])


def recorded(agent: str) -> list[dict[str, object]]:
    """The rows of an agent's file: `event`, `payload`, and what is to be known `after` it."""
    return [json.loads(line) for line in (PAYLOADS / f"{agent}.jsonl").read_text(encoding="utf-8").splitlines()]


@dataclass
class Scene:
    """One surface. Every step takes 10 ms."""

    sessions: Sessions = ()
    now_ms: int = 1_000
    told: list[Report] = field(default_factory=list)

    def hears(
        self,
        event: str,
        tool: str = "claude",
        process: Process | None = CLAUDE,
        *,
        at_ms: int | None = None,
        payload: Mapping[str, object] | None = None,
    ) -> "Scene":
        """A hook of the agent reports an event."""
        self.now_ms += 10
        report = read(kind_of(event), tool, event, dict(payload or {}))
        if report is not None:
            return self.takes(report, tool, process, at_ms=at_ms)
        return self

    def takes(
        self, report: Report, tool: str = "claude", process: Process | None = CLAUDE, *, at_ms: int | None = None
    ) -> "Scene":
        """A report comes in."""
        self.told.append(report)
        at = self.now_ms if at_ms is None else at_ms
        self.sessions, _ = state.heard(self.sessions, tool, report, process, at, self.now_ms)
        return self

    def sees(self, *found: tuple[Process, str], alive: frozenset[Process] = frozenset()) -> "Scene":
        """The process table is looked at."""
        self.now_ms += 10
        self.sessions = state.seen(self.sessions, found, alive, self.now_ms)
        return self

    def is_told(self, told: State, reason: Reason, message: str | None = None) -> "Scene":
        """The terminal gets a notification or progress."""
        self.now_ms += 10
        self.sessions = state.signalled(self.sessions, told, reason, message, self.now_ms)
        return self

    def exits(self, code: int) -> "Scene":
        """The shell says how the program in the foreground ended."""
        self.now_ms += 10
        self.sessions = state.ended(self.sessions, code, self.now_ms)
        return self

    def waits(self, ms: int, stall_ms: int | None = state.STALL_MS) -> "Scene":
        """Time passes; what is due along the way happens."""
        end = self.now_ms + ms
        while (due := state.due_ms(self.sessions, stall_ms)) is not None and due <= end:
            self.now_ms = max(due, self.now_ms)
            before = self.sessions
            self.sessions = state.passed(self.sessions, self.now_ms, stall_ms)
            assert self.sessions != before, "something was due but nothing happened"
        self.now_ms = end
        self.sessions = state.passed(self.sessions, end, stall_ms)
        return self

    @property
    def agent(self) -> Session | None:
        """The one a person sees first."""
        return foremost(self.sessions)

    @property
    def state(self) -> State | None:
        """Its state."""
        return self.agent.state if self.agent else None


FAKE = Path(__file__).parent / "fake_agents" / "agent.py"


def install_fakes(folder: Path, *names: str) -> Path:
    """Programs of these names in a folder that goes on the PATH: agents that do what they are told on stdin."""
    folder.mkdir(exist_ok=True)
    for name in names:
        program = folder / name
        program.write_text(f"#!{sys.executable}\n" + FAKE.read_text(encoding="utf-8"), encoding="utf-8")
        program.chmod(0o755)
    return folder


@contextlib.contextmanager
def host_of_fakes(folder: Path, *names: str, config: str = "") -> Iterator[HostProcess]:
    """A host with the gates open, in a folder of its own, that finds fake agents of these names on the PATH."""
    fakes = install_fakes(folder / "fakes", *names)
    env = {**SCRIPTING, "PATH": f"{fakes}:{os.environ['PATH']}", "CODEX_HOME": str(folder / "codex")}
    host = HostProcess(folder, env, config=config)
    try:
        yield host.start()
    finally:
        host.close()
