"""Events: every frame gets a number, the last ones are retained, and each subscriber has a queue that cannot grow.

`Hub.emit` is how anything in the host tells the world. A slow reader loses frames and is told how many; it never slows a
surface, another reader, or the host. Without a subscriber no timer runs.
"""

import asyncio
import time
from collections import deque
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from paneflow.ids import SurfaceId
from paneflow.rpc import jsonrpc
from paneflow.rpc.events import DEFAULT, EVERYTHING

RETAINED: Final = 4096  # frames that `since` can ask for
MAX_QUEUE: Final = 1024  # frames a subscriber may be behind
COALESCE: Final = 0.04  # seconds over which a surface's changes become one `surface_changed`
HEARTBEAT: Final = 30.0  # seconds of silence


class Event(NamedTuple):
    """One frame, encoded once for all."""

    seq: int
    type: str
    surface: SurfaceId | None
    line: bytes


class Hub:
    """Numbers, retains and hands out events. Belongs to the loop's thread."""

    def __init__(self) -> None:
        # Numbers go on rising over a restart, so a `since` from before it is known to be too old.
        self.seq = round(time.time() * 1_000_000)  # microseconds: no host tells that many events
        self._loop = asyncio.get_running_loop()
        self._retained: deque[Event] = deque(maxlen=RETAINED)
        self._subscribers: set[Subscriber] = set()
        self._changed: dict[SurfaceId, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def emit(self, kind: str, surface: SurfaceId | None = None, **fields: object) -> None:
        """Tell an event now; `surface` becomes `surface_id`."""
        if surface in self._changed:
            self._tell_changed(surface)
        self._emit(kind, surface, fields)

    def surface_changed(self, surface: SurfaceId, generation: int) -> None:
        """Tell, 40 ms from now at the latest, that a surface has new output."""
        self._changed[surface] = generation
        if self._timer is None:
            self._timer = self._loop.call_later(COALESCE, self._tell_all_changed)

    def subscribe(
        self, transport: asyncio.Transport, request_id: object, wanted: "Filter", since: int | None
    ) -> "Subscriber":
        """Acknowledge, replay what is retained after `since`, and go on from there."""
        subscriber = Subscriber(self, transport, wanted)
        self._subscribers.add(subscriber)
        transport.set_protocol(subscriber)
        subscriber.send(self.frame("subscribed", id=request_id))
        if since is not None:
            oldest = self._retained[0].seq if self._retained else self.seq + 1
            if since > self.seq or since + 1 < oldest:
                subscriber.send(self.frame("dropped", count=None))
            subscriber.replay([event for event in self._retained if event.seq > since])
        return subscriber

    def leave(self, subscriber: "Subscriber") -> None:
        """It is gone."""
        self._subscribers.discard(subscriber)

    def close(self) -> None:
        """End every stream."""
        if self._timer:
            self._timer.cancel()
        for subscriber in tuple(self._subscribers):
            subscriber.transport.close()

    def frame(self, kind: str, **fields: object) -> bytes:
        """A frame that is about the stream itself; it carries the number of the last event."""
        return jsonrpc.dump({"type": kind, **fields, "seq": self.seq, "ts": _now()})

    def _emit(self, kind: str, surface: SurfaceId | None, fields: dict[str, object]) -> None:
        self.seq += 1
        about = {} if surface is None else {"surface_id": surface}
        line = jsonrpc.dump({"type": kind, **about, **fields, "seq": self.seq, "ts": _now()})
        event = Event(self.seq, kind, surface, line)
        self._retained.append(event)
        for subscriber in tuple(self._subscribers):
            subscriber.offer(event)

    def _tell_changed(self, surface: SurfaceId | None) -> None:
        if surface is not None:
            self._emit("surface_changed", surface, {"output_generation": self._changed.pop(surface)})

    def _tell_all_changed(self) -> None:
        self._timer = None
        for surface in tuple(self._changed):
            self._tell_changed(surface)


class Filter:
    """What a subscriber wants to hear of. No types named: the default ones; no surfaces named: all, and what has none."""

    def __init__(self, types: Collection[str] | None, surfaces: Collection[int] | None) -> None:
        self._types = None if types and EVERYTHING in types else frozenset(types or DEFAULT)
        self._surfaces = None if surfaces is None else frozenset(surfaces)

    def takes(self, event: Event) -> bool:
        """Whether the event is for this subscriber."""
        if self._types is not None and event.type not in self._types:
            return False
        return self._surfaces is None or event.surface in self._surfaces


class Subscriber(asyncio.Protocol):
    """One reader of the stream, behind by at most `MAX_QUEUE` frames and what was replayed."""

    def __init__(self, hub: Hub, transport: asyncio.Transport, wanted: Filter) -> None:
        self.transport = transport
        self._hub, self._wanted = hub, wanted
        self._queue: deque[bytes] = deque()
        self._room = MAX_QUEUE
        self._dropped = 0
        self._blocked = False
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()
        self._heart = self._loop.call_later(HEARTBEAT, self._beat)

    def offer(self, event: Event) -> None:
        """Send an event if it is wanted and there is room."""
        if not self._wanted.takes(event):
            return
        if self._dropped or len(self._queue) >= self._room:
            self._dropped += 1
        else:
            self.send(event.line)

    def replay(self, events: Sequence[Event]) -> None:
        """Send what was missed; what the reader does not take at once waits besides what is new."""
        for event in events:
            if self._wanted.takes(event):
                self.send(event.line)
        self._room = MAX_QUEUE + len(self._queue)

    def send(self, line: bytes) -> None:
        """Send a frame, or queue it while the reader does not read."""
        self._last = self._loop.time()
        if self._blocked:
            self._queue.append(line)
        else:
            self.transport.write(line)

    def pause_writing(self) -> None:
        """See `asyncio.Protocol`: the reader is behind."""
        self._blocked = True

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`: it read on. Frames it missed are counted where they are missing."""
        self._blocked = False
        while self._queue and not self._blocked:
            self.transport.write(self._queue.popleft())
        if self._dropped and not self._blocked:
            count, self._dropped = self._dropped, 0
            self.send(self._hub.frame("dropped", count=count))

    def data_received(self, data: bytes) -> None:
        """A stream takes no requests; what is sent is not read further."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The reader is gone."""
        self._heart.cancel()
        self._queue.clear()
        self._hub.leave(self)

    def _beat(self) -> None:
        silent = self._loop.time() - self._last
        if silent >= HEARTBEAT and not self._blocked:
            self.send(self._hub.frame("heartbeat"))
            silent = 0.0
        self._heart = self._loop.call_later(max(HEARTBEAT - silent, 1.0), self._beat)


def _now() -> int:
    return round(time.time() * 1000)
