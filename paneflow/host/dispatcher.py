"""From a request to its answer: row, gate, check, handler."""

import asyncio
import inspect
import logging
import secrets
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from paneflow.errors import Busy, Failed, PaneflowError
from paneflow.host.caller import Caller, Switch, Upgrade
from paneflow.host.gate import require
from paneflow.rpc import jsonrpc, table
from paneflow.rpc.method import KEYSTROKE, WRITE, Method
from paneflow.runtime.long_answer import encoded

if TYPE_CHECKING:
    from paneflow.host.host import Host

ANSWER_TIME: Final = 5.0  # seconds; methods that wait for something are not bound by it
MAX_REQUESTS: Final = 256  # being worked on or waiting, over all connections
RETRY_AFTER_MS: Final = 250
REPORTS: Final = "ai."  # methods by which agents say what they do
HAND_SHAKE: Final = "window.attach"  # the one method of windows that comes before there is a stream

Handler = Callable[..., object]
Answer = bytes | Switch | None
log = logging.getLogger(__name__)


class Bound(NamedTuple):
    """A row with its handler, and the handler's word for each param."""

    row: Method
    handler: Handler
    words: dict[str, str]


class Dispatcher:
    """Answers requests. Belongs to the loop's thread."""

    def __init__(self, host: "Host") -> None:
        self._host = host
        self._bound = bind_all()
        self.load = 0  # requests being worked on or waiting

    @property
    def methods(self) -> list[str]:
        """The names of all methods that are served."""
        return list(self._bound)

    def answer(self, line: bytes, caller: Caller) -> Answer | Awaitable[Answer]:
        """A request line's answer; awaitable when the handler needs time."""
        try:
            request = jsonrpc.parse(line)
        except jsonrpc.BadRequest as error:
            return jsonrpc.failure(error.request_id, error)
        try:
            result = self.call(request.method, request.params, caller)
        except Exception as error:  # noqa: BLE001 - every failure has an answer
            return _failure(request, error)
        if inspect.isawaitable(result):
            return self._later(request, result)
        return _result(request, result)

    def take_report(self, line: bytes, caller: Caller) -> bool:
        """Take in what an agent says of itself although there is no room; False if a line is anything else.

        A hook posts it, goes, and never says it again; taking it in takes no time to speak of.
        """
        try:
            request = jsonrpc.parse(line)
        except jsonrpc.BadRequest:
            return False
        if not (request.notification and request.method.startswith(REPORTS)):
            return False
        self.answer(line, caller)
        return True

    def call(self, name: str, params: object, caller: Caller) -> object:
        """Do what a method says. Raises `PaneflowError`; the result may be awaitable."""
        bound = self._bound.get(name)
        if bound is None:
            raise table.unknown(name)
        writes = bound.row.capability in (WRITE, KEYSTROKE)
        try:
            require(bound.row.capability, self._host.gates(), person=caller.person or name == HAND_SHAKE)
            given = bound.row.check(params)
            result = bound.handler(self._host, caller, **{bound.words[key]: value for key, value in given.items()})
        except PaneflowError:
            if writes:
                self._audit(bound.row, params, caller, ok=False)
            raise
        if writes and inspect.isawaitable(result):
            return self._audited(bound.row, given, caller, result)
        if writes:
            self._audit(bound.row, given, caller, ok=True)
        return result

    async def _audited(self, row: Method, given: object, caller: Caller, result: Awaitable[object]) -> object:
        done = False
        try:
            value = await result
            done = True
            return value
        finally:
            self._audit(row, given, caller, ok=done)

    async def call_later(self, name: str, params: object, caller: Caller) -> object:
        """Like `call`, and wait for the result."""
        result = self.call(name, params, caller)
        return await result if inspect.isawaitable(result) else result

    def busy(self) -> Busy | None:
        """The refusal of one more request, if there are too many."""
        if self.load < MAX_REQUESTS:
            return None
        return Busy(f"{MAX_REQUESTS} requests are waiting", kind="too_many_requests", retry_after_ms=RETRY_AFTER_MS)

    async def _later(self, request: jsonrpc.Request, result: Awaitable[object]) -> Answer:
        self.load += 1
        slow = self._bound[request.method].row.slow
        try:
            async with asyncio.timeout(None if slow else ANSWER_TIME):
                return await _long_result(request, await result)
        except TimeoutError:
            late = Busy("it took too long to answer", kind="answer_timed_out", retry_after_ms=RETRY_AFTER_MS)
            return _failure(request, late)
        except Exception as error:  # noqa: BLE001 - every failure has an answer
            return _failure(request, error)
        finally:
            self.load -= 1

    def _audit(self, row: Method, params: object, caller: Caller, *, ok: bool) -> None:
        given = cast("dict[str, object]", params) if isinstance(params, dict) else {}
        text = next((given[key] for key in ("text", "command", "keystroke", "keystrokes") if given.get(key)), "")
        size = len("".join(map(str, text) if isinstance(text, list) else str(text)).encode(errors="replace"))
        surface = given.get("surface_id")
        self._host.audit.record(
            pid=caller.pid, method=row.name, surface_id=surface if isinstance(surface, int) else None, size=size, ok=ok
        )


def bind_all() -> dict[str, Bound]:
    """All rows with their handlers: `surface.read` is `read` in `host/handlers/surface.py`.

    A function or param whose name Python or its builtins use has an underscore after it.
    """
    bound = {name: bind(row) for name, row in table.methods().items()}
    return {name: each for name, each in bound.items() if each is not None}


def bind(row: Method) -> Bound | None:
    """One row with its handler; None (and a line in the log) when there is none."""
    group, _, verb = row.name.partition(".")
    try:
        module = import_module(f"paneflow.host.handlers.{group}")
        handler: Handler = getattr(module, verb, None) or getattr(module, verb + "_")
    except (ImportError, AttributeError) as error:
        log.error("%s has no handler: %s", row.name, error)
        return None
    known = inspect.signature(handler).parameters
    words = {field.name: field.name if field.name in known else field.name + "_" for field in row.params}
    return Bound(row, handler, words)


def _result(request: jsonrpc.Request, value: object) -> Answer:
    if isinstance(value, Upgrade):
        return lambda transport, rest: value.take(transport, request.id, rest)
    return None if request.notification else jsonrpc.result(request.id, value)


async def _long_result(request: jsonrpc.Request, value: object) -> Answer:
    """The same for what took a while: such answers may be long."""
    if request.notification or isinstance(value, Upgrade):
        return _result(request, value)
    return await encoded(jsonrpc.answer(request.id, value), jsonrpc.write) + b"\n"


def _failure(request: jsonrpc.Request, error: Exception) -> bytes | None:
    if not isinstance(error, PaneflowError):
        reference = secrets.token_hex(4)
        log.error("internal error %s in %s", reference, request.method, exc_info=error)
        error = Failed(f"internal error; the log has more under {reference}", kind="internal", reference=reference)
    return None if request.notification else jsonrpc.failure(request.id, error)
