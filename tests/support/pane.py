"""One surface of a host under test, with a connection of its own, so that several tests can play at once.

with Pane(host) as pane:
    pane.submit("echo hi")
    assert pane.wait("^hi$") == ["hi"]
"""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

from tests.support.host import HostProcess, Rpc, RpcError

QUIET_MS = 150


class Pane:
    """A fresh surface whose shell has been quiet for a moment; closed at the end of the block."""

    def __init__(self, host: HostProcess, **params: Any) -> None:
        self.host = host
        self.rpc = Rpc(host.socket_path, timeout=90)
        self.id: int = self.rpc.call("workspace.create", **params)["surface_id"]
        host.wait_for(lambda: self.read().strip())
        self.settle()

    def __enter__(self) -> "Pane":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(RpcError, OSError, EOFError):
            self.call("surface.close")
        self.rpc.close()

    def call(self, method: str, **params: Any) -> Any:
        """A method on this surface."""
        return self.rpc.call(method, surface_id=self.id, **params)

    def read(self, lines: int = 4000) -> str:
        """Its text, not fenced."""
        text: str = self.call("surface.read", lines=lines, fenced=False)["text"]
        return text

    def send(self, text: str, **params: Any) -> Any:
        """Put text in; the receipt."""
        return self.call("surface.send_text", text=text, **params)

    def submit(self, line: str) -> Any:
        """Type a line and press Enter; the receipt."""
        return self.send(line, submit=True)

    def key(self, keystroke: str) -> None:
        """Press a key."""
        self.call("surface.send_keystroke", keystroke=keystroke)

    def run(self, command: str, **params: Any) -> Any:
        """`surface.run`."""
        return self.call("surface.run", command=command, **params)

    def settle(self, quiet_ms: int = QUIET_MS) -> None:
        """Wait until it is quiet."""
        self.rpc.call("surface.wait", surfaces=[self.id], idle_ms=quiet_ms, timeout_s=20)

    def wait(self, pattern: str, timeout_s: float = 15, **params: Any) -> list[str]:
        """Lines of new output that match; `send` makes the host arm first."""
        return lines(self.rpc.call("surface.wait", surfaces=[self.id], pattern=pattern, timeout_s=timeout_s, **params))

    def submit_and_wait(self, line: str, pattern: str, timeout_s: float = 15) -> list[str]:
        """Arm, submit, wait."""
        return self.wait(pattern, timeout_s, send={"text": line, "submit": True})

    def until(self, condition: Callable[["Pane"], object]) -> None:
        """Wait until something holds of the pane."""
        self.host.wait_for(lambda: condition(self))

    def foreground(self) -> str:
        """The command line of the program in front."""
        rows = self.rpc.call("surface.list")["surfaces"]
        return str(next((row["cmd"] for row in rows if row["surface_id"] == self.id), ""))

    def armed(self, pattern: str, timeout_s: float = 15, **params: Any) -> "Armed":
        """A wait that goes on meanwhile."""
        return Armed(self.host, [self.id], pattern, timeout_s, **params)


class Armed:
    """A wait that goes on in a thread; it is armed when the constructor returns."""

    def __init__(
        self, host: HostProcess, surfaces: list[int], pattern: str | None, timeout_s: float, **params: Any
    ) -> None:
        self._rpc = Rpc(host.socket_path, timeout=90)
        self._outcome: Any = None
        self.took = 0.0
        wanted = {"surfaces": surfaces, "timeout_s": timeout_s, **params}
        wanted |= {} if pattern is None else {"pattern": pattern}
        self._rpc.send_line({"jsonrpc": "2.0", "id": 1, "method": "surface.wait", "params": wanted})
        # The loop takes lines in the order they came in, and this ping came later.
        with Rpc(host.socket_path) as other:
            other.call("system.ping")
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, EOFError):
            self._outcome = self._rpc.read_line()
        self.took = time.monotonic() - self._began

    def outcome(self) -> Any:
        """The result, or the error's kind."""
        self._thread.join(90)
        self._rpc.close()
        assert self._outcome is not None, "the host closed the connection"
        return self._outcome["result"] if "result" in self._outcome else self._outcome["error"]["data"]["kind"]

    def lines(self) -> list[str]:
        """The lines that matched."""
        return lines(self.outcome())


def lines(outcome: Any) -> list[str]:
    """The lines of a wait on one surface."""
    assert isinstance(outcome, dict), outcome
    found: list[str] = outcome["matches"][0]["lines"]
    return found


def kind_of(call: Callable[[], object]) -> str:
    """The kind of the error that a call ends with; "" if it succeeds."""
    try:
        call()
    except RpcError as error:
        return error.kind
    return ""
