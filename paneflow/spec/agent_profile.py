"""[agents.NAME] of config.toml: how agents are started. Read alone too, since most of that file is of no use to a verb."""

from collections.abc import Mapping
from typing import Final, cast

from paneflow.spec.problem import Report, errors
from paneflow.spec.record import Document, Record, setting
from paneflow.spec.shape import Environment, Flag, ListOf, TableOf, Text
from paneflow.spec.toml import load_toml

BYPASS: Final = "claude_code_bypass_permissions"


class AgentProfile(Document):
    """[agents.NAME]: changes a known agent, or adds one."""

    command: str | None = setting(
        None, Text("a command"), "How it is started; not set: the known way.", example="claude"
    )
    args: tuple[str, ...] = setting((), ListOf(Text(empty=True)), "Arguments added to it.")
    env: Mapping[str, str] = setting({}, Environment(), "Environment variables added for it.")


AGENTS: Final = TableOf(Record(AgentProfile), key="an agent's name")


def parse_agents(text: str) -> tuple[Mapping[str, AgentProfile], bool]:
    """The profiles of a config.toml, and whether Claude Code starts without its permission questions.

    What is wrong counts as not set: the host tells of it.
    """
    report = Report(text, "config.toml")
    data = load_toml(text, report)
    profiles = AGENTS.read(data.get("agents", {}), ("agents",), report)
    bypass = Flag().read(data.get(BYPASS, False), (BYPASS,), report)
    return ({}, False) if errors(report.problems) else (cast("Mapping[str, AgentProfile]", profiles), bypass)
