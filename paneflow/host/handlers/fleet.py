"""`fleet.*`: all agents at once."""

from paneflow.host.answering import answer as answered
from paneflow.host.caller import Caller
from paneflow.host.gate import require
from paneflow.host.host import Host
from paneflow.rpc.method import KEYSTROKE


def list_(host: Host, caller: Caller) -> dict[str, object]:
    """All agents of all workspaces."""
    return {"agents": host.fleet.rows()}


def answer(host: Host, caller: Caller, *, surface_id: int, question: int, choice: str) -> dict[str, object]:
    """Press the key that answers a permission question. Who answers in the queue does not see the pane: the gate counts."""
    require(KEYSTROKE, host.gates(), person=False)
    return {"answered": True, "surface_id": surface_id, "keystroke": answered(host, surface_id, question, choice)}
