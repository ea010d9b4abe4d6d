"""Whether an agent took what was submitted: programs lose an Enter now and then, and a script must hear of it."""

from time import monotonic, sleep

from paneflow.client.client import Client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Status = Mapping[str, object]

TURN_S = 3.0
_TICK_S = 0.06
_BUSY = ("thinking", "waiting_for_input", "finished")


def started(client: Client, target: int, before: "Status", timeout_s: float = TURN_S) -> str | None:
    """Why a turn is taken to have begun since the status `before`; None when nothing says so in time."""
    deadline = monotonic() + timeout_s
    while True:
        now = client.call("surface.status", surface_id=target)
        reason = reason_of(before, now)
        if reason is not None or monotonic() >= deadline:
            return reason
        sleep(_TICK_S)


def reason_of(before: "Status", now: "Status") -> str | None:
    """What tells one status from an earlier one as the start of a turn. A hook's word counts before mere output."""
    if now.get("hooked") and now.get("state") in _BUSY and now.get("state") != before.get("state"):
        return "hook_state_changed"
    if number(now.get("output_generation")) > number(before.get("output_generation")):
        return "output_generation_changed"
    return None


def number(value: object) -> int:
    """A generation, 0 when there is none."""
    return value if isinstance(value, int) else 0
