"""Facts go out here: the model's changes and the runtime's facts, to whoever listens, in the order they came about."""

import logging
from collections import deque
from collections.abc import Callable

from paneflow.ids import SurfaceId
from paneflow.model.changes import Change
from paneflow.runtime.facts import RuntimeFact

Fact = Change | RuntimeFact
Subscriber = Callable[[Fact], None]

log = logging.getLogger(__name__)


class Bus:
    """Belongs to the loop's thread. A fact that a subscriber publishes is told after the one it is being told."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []
        self._of_surface: dict[SurfaceId, list[Subscriber]] = {}
        self._waiting: deque[Fact] = deque()
        self._telling = False

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Tell it every fact from now on; the answer ends that."""
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def subscribe_to(self, surface: SurfaceId, subscriber: Subscriber) -> Callable[[], None]:
        """Tell it the facts of one surface, so that many that hear of one each cost no more than one; the answer ends that."""
        self._of_surface.setdefault(surface, []).append(subscriber)

        def unsubscribe() -> None:
            subscribers = self._of_surface.get(surface, [])
            if subscriber in subscribers:
                subscribers.remove(subscriber)
            if not subscribers:
                self._of_surface.pop(surface, None)

        return unsubscribe

    def publish(self, *facts: Fact) -> None:
        """Tell all subscribers. One that raises is logged and does not keep the others from hearing."""
        self._waiting.extend(facts)
        if self._telling:
            return
        self._telling = True
        try:
            while self._waiting:
                self._tell(self._waiting.popleft())
        finally:
            self._telling = False

    def _tell(self, fact: Fact) -> None:
        concerned = self._of_surface.get(getattr(fact, "surface", SurfaceId(0)), ())
        for subscriber in (*self._subscribers, *concerned):
            try:
                subscriber(fact)
            except Exception:
                log.exception("a subscriber failed on %s", type(fact).__name__)
