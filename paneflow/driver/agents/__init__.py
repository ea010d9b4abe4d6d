"""The agents that can be driven."""

from importlib import import_module

from paneflow.driver.definition import Definition
from paneflow.driver.errors import UnknownAgent

KNOWN = ("claude", "codex", "gemini", "opencode")
DEFAULT = "claude"


def definition(name: str) -> Definition:
    """The definition of an agent. Raises `UnknownAgent`."""
    if name not in KNOWN:
        raise UnknownAgent(f"there is no agent {name[:64]!r}; there are {', '.join(KNOWN)}")
    found: Definition = import_module(f"paneflow.driver.agents.{name}").DEFINITION
    return found
