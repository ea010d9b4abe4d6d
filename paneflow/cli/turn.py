"""Whether an agent took what was submitted.

Agents lose an Enter now and then, most of all right after a turn; that is made good once, and a script hears of the rest.
"""

from time import monotonic, sleep

from paneflow.client.client import Client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Status = Mapping[str, object]

TURN_S = 3.0
AGAIN_S = 1.0  # without a turn, after which Enter is taken for lost
QUIET_S = 0.3
_TICK_S = 0.06
_BUSY = ("thinking", "waiting_for_input", "finished")
_ENDS = ("exit", "transcript")  # sources that call a state finished without a turn
_AT_PROMPT = ("idle", "finished")
_COMMANDS = ("/", "!", "#")  # what begins so is for the agent itself: no turn, and no hook


def confirm(client: Client, target: int, before: "Status", text: str) -> tuple[str | None, bool]:
    """Why a turn is taken to have begun since the status `before`, None if nothing says so; whether Enter was repeated."""
    deadline = monotonic() + TURN_S
    reason, now = _started(client, target, before, text, monotonic() + AGAIN_S)
    pressed = reason is None and is_lost(before, now, text) and _is_quiet(client, target, now)
    if pressed:
        client.call("surface.send_text", surface_id=target, text="", submit=True)
    if reason is None:
        reason, _ = _started(client, target, before, text, deadline)
    return reason, pressed


def _started(client: Client, target: int, before: "Status", text: str, deadline: float) -> "tuple[str | None, Status]":
    while True:
        now = client.call("surface.status", surface_id=target)
        reason = reason_of(before, now, text)
        if reason is not None or monotonic() >= deadline:
            return reason, now
        sleep(_TICK_S)


def is_lost(before: "Status", now: "Status", text: str) -> bool:
    """Whether the Enter went nowhere, by the agent's own word: text lies at its prompt, where Enter answers no question."""
    return bool(text) and _tells_of_prompts(before, text) and now.get("state") == before.get("state")


def _is_quiet(client: Client, target: int, now: "Status") -> bool:
    """A last doubt: an agent in a turn keeps drawing."""
    sleep(QUIET_S)
    later = client.call("surface.status", surface_id=target)
    return all(later.get(key) == now.get(key) for key in ("state", "turns", "pid", "output_generation"))


def _tells_of_prompts(before: "Status", text: str) -> bool:
    return bool(before.get("hooked")) and before.get("state") in _AT_PROMPT and not text.startswith(_COMMANDS)


def reason_of(before: "Status", now: "Status", text: str = "") -> str | None:
    """What tells one status from an earlier one as the start of a turn.

    An agent with hooks that was at its prompt says itself when it takes one: there output is just the text being shown.
    """
    if now.get("hooked"):
        moved = now.get("state") in _BUSY and now.get("state") != before.get("state") and now.get("reason") not in _ENDS
        if moved or number(now.get("turns")) > number(before.get("turns")):
            return "hook_state_changed"
        if _tells_of_prompts(before, text):
            return None
    if number(now.get("output_generation")) > number(before.get("output_generation")):
        return "output_generation_changed"
    return None


def number(value: object) -> int:
    """A count, 0 when there is none."""
    return value if isinstance(value, int) else 0
