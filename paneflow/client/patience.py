"""Asking again while the host has no room. Loaded only once it said so."""

from time import monotonic, sleep

from paneflow.errors import Busy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

NO_ROOM = ("too_many_connections", "too_many_requests")  # refused before anything was done: safe to ask again
_PAUSE_MS = 500  # for a host that does not say when to come back


def ask_again(ask: "Callable[[], T]", refusal: Busy, patience_s: float) -> "T":
    """Ask again until the host has room, each time as late as it says. Raises the refusal if there is none in `patience_s`.

    A refusal for another reason is raised at once, as is whatever else `ask` raises.
    """
    deadline = monotonic() + patience_s
    while refusal.kind in NO_ROOM:
        pause = _pause(refusal)
        if monotonic() + pause > deadline:
            raise _given_up(refusal, patience_s)
        sleep(pause)
        try:
            return ask()
        except Busy as error:
            refusal = error
    raise refusal


def _pause(refusal: Busy) -> float:
    """Seconds; up to half as long again as asked for, lest all who were refused at once come back at once."""
    asked = refusal.data.get("retry_after_ms")
    milliseconds = asked if isinstance(asked, int) and asked > 0 else _PAUSE_MS
    return milliseconds / 1000 * (1 + monotonic() * 1e6 % 1000 / 2000)


def _given_up(refusal: Busy, patience_s: float) -> Busy:
    if patience_s <= 0:
        return refusal
    message = f"{refusal.message}, and the host had no room for one more within {patience_s:g} s; try again later"
    return Busy(message, kind=refusal.kind, **refusal.data)
