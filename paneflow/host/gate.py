"""May this caller do this? A pure decision, asked at each call."""

from collections.abc import Mapping
from typing import NamedTuple

from paneflow.errors import Refused
from paneflow.rpc.method import KEYSTROKE, WINDOW, WRITE


class Gates(NamedTuple):
    """Which capabilities are open to callers on the socket."""

    write: bool
    keystroke: bool

    def as_dict(self) -> dict[str, bool]:
        """For `system.capabilities`."""
        return {WRITE: self.write, KEYSTROKE: self.keystroke}


def gates(env: Mapping[str, str], *, unrestricted: bool) -> Gates:
    """The gates as they stand: the host's environment, and `ai_unrestricted` for writes."""
    scripting = env.get("PANEFLOW_IPC_SCRIPTING") == "1"
    return Gates(scripting or unrestricted, scripting)


def require(capability: str | None, open_gates: Gates, *, person: bool, owner: bool = False) -> None:
    """Raise `Refused` (gate_closed) unless the capability is none, open, or the caller needs none.

    A person at the window passes every gate; an owner passes them for what it owns.
    """
    if capability is None or person or owner:
        return
    if capability == WINDOW:
        raise Refused("only a window asks for this, over its attach stream", kind="not_permitted")
    if not (open_gates.write if capability == WRITE else open_gates.keystroke):
        also = " or ai_unrestricted = true in config.toml" if capability == WRITE else ""
        raise Refused(
            f"writing to panes is switched off; start Paneflow with PANEFLOW_IPC_SCRIPTING=1{also}",
            kind="gate_closed",
            capability=capability,
        )
