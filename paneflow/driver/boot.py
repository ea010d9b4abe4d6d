"""From a process that was just started to an agent that is ready, or a reason why not."""

from time import monotonic

from paneflow.driver.definition import Definition, Dialog
from paneflow.driver.dialogs import answer
from paneflow.driver.errors import (
    AgentExitedDuringBoot,
    DialogUnknown,
    DriverError,
    LoginRequired,
    ReplTimeout,
    SessionGone,
    WorkspaceUntrusted,
)
from paneflow.driver.link import Facts, Link
from paneflow.driver.screen import Screen, understand

TICK_MS = 100
LAST_WORDS = 200  # characters of what an agent said last that errors show
HEARD_SETTLE_MS = 300  # of quiet, once hooks said that the session began
UNHEARD_SETTLE_MS = 1200  # without hooks; for dialogs that are not known, too


class Boot:
    """One boot. `hooks`: the agent was told to report. `trust`, `bypass`: what the caller gave away beforehand."""

    def __init__(self, link: Link, agent: Definition, *, hooks: bool, trust: bool, bypass: bool) -> None:
        self._link, self._agent, self._hooks = link, agent, hooks
        self._given = {"": True, "trust": trust, "bypass": bypass, "login": False}

    def wait(self, timeout_s: float, session_id: str | None) -> Facts:
        """Until it is ready. Raises `DriverError`; whatever was started is ended then."""
        deadline = monotonic() + timeout_s
        try:
            while True:
                facts = self._link.look(within_ms=TICK_MS)
                if self._is_ready(facts):
                    return facts
                if monotonic() > deadline:
                    raise ReplTimeout(self._said(f"it was not ready within {timeout_s:g} s"))
        except SessionGone as gone:
            said = str(gone.data.get("said") or "")
            last = said.rpartition("\n")[2].strip()
            message = "it ended before it was ready" + (f": {last[:LAST_WORDS]}" if last else "")
            raise AgentExitedDuringBoot(self._said(message), agent_session_id=session_id, said=said) from None
        except DriverError:
            self._link.call("kill")
            raise

    def _is_ready(self, facts: Facts) -> bool:
        screen = understand(self._agent, facts.text)
        if screen.kind == "dialog":
            self._meet(screen, facts)
            return False
        if screen.kind != "idle" or (self._hooks and not facts.hooked):
            return False
        return facts.quiet_ms >= (HEARD_SETTLE_MS if self._hooks else UNHEARD_SETTLE_MS)

    def _meet(self, screen: Screen, facts: Facts) -> None:
        known = next((each for each in self._agent.dialogs if each.name == screen.dialog), None)
        if known is None:
            if facts.quiet_ms >= UNHEARD_SETTLE_MS:  # until then it may still be drawn
                offered = list(screen.options.labels) if screen.options else []
                raise DialogUnknown(
                    self._said(f"it shows a dialog that is not known: {' | '.join(offered)}"), options=offered
                )
        elif self._given[known.asks_for]:
            answer(self._link, self._agent, known, screen)
        else:
            raise self._refusal(known)

    def _refusal(self, dialog: Dialog) -> DriverError:
        if dialog.asks_for == "login":
            return LoginRequired(self._said(f"{self._agent.name} wants a login; run it by hand once"))
        if dialog.asks_for == "trust":
            return WorkspaceUntrusted(self._said("the folder is not trusted; --trust-workspace trusts it for good"))
        return DialogUnknown(self._said(f"it asks to confirm {dialog.name!r}, which nobody asked for"))

    def _said(self, message: str) -> str:
        return f"agent {self._link.name}: {message}"
