"""What was sent to a surface through the API: echoes that no wait may take for output, and moments to wait from. Bounded."""

from collections import deque
from typing import Final

from paneflow.errors import InvalidParams
from paneflow.runtime.waiting.difference import difference
from paneflow.runtime.waiting.echo import shows
from paneflow.runtime.waiting.new_text import Moment
from paneflow.vt.engine import Engine

_TEXTS: Final = 32
_MOMENTS: Final = 16


class _Text:
    """One text that was sent, the moment before it, and whether its showing is over."""

    def __init__(self, generation: int, text: str, before: Moment) -> None:
        self.generation, self.text, self.before, self.shown = generation, text, before, False


class Sent:
    """The last texts and the last moments of one surface, by its output generation."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._texts: deque[_Text] = deque()
        self._moments: deque[tuple[int, Moment]] = deque()

    def text(self, generation: int, text: str) -> None:
        """A text goes out now."""
        self.moment(generation)
        self._texts.append(_Text(generation, text, self._moments[-1][1].share()))
        if len(self._texts) > _TEXTS:
            self._texts.popleft().before.close()

    def moment(self, generation: int) -> None:
        """Somebody is told this generation and may wait from it."""
        if self._moments and self._moments[-1][0] == generation:
            return
        self._moments.append((generation, Moment(self._engine)))
        if len(self._moments) > _MOMENTS:
            self._moments.popleft()[1].close()

    def shown(self) -> None:
        """A command begins to run: what it was typed with has shown, but not what was sent after its Enter already."""
        waiting = [text for text in self._texts if not text.shown]
        for number, text in enumerate(waiting):
            text.shown = number == 0 or _shows(text.before, text.text)

    def since(self, generation: int) -> list[str]:
        """Texts that went out at a generation or later and may still show."""
        return [each.text for each in self._texts if each.generation >= generation and not each.shown]

    def before_watch(self, generation: int) -> list[str]:
        """Texts whose showing a watch from a generation on meets, besides those of `since`."""
        return [
            each.text
            for each in self._texts
            if (each.shown if each.generation >= generation else not (each.shown or _shows(each.before, each.text)))
        ]

    def from_generation(self, generation: int) -> Moment:
        """The moment with that generation, or the last one before it. Raises `InvalidParams` (generation_unknown)."""
        found = [moment for at, moment in self._moments if at <= generation]
        if not found:
            known = [at for at, _ in self._moments]
            raise InvalidParams(
                f"generation {generation} is not remembered; remembered are the last {_MOMENTS} that were told",
                kind="generation_unknown",
                known=known,
            )
        return found[-1]

    def close(self) -> None:
        """Forget all."""
        for moment in [*(each.before for each in self._texts), *(moment for _, moment in self._moments)]:
            moment.close()
        self._texts.clear()
        self._moments.clear()


def _shows(moment: Moment, text: str) -> bool:
    """Whether a text stands in what came since a moment."""
    return shows(difference(moment.remembered, moment.lines() or []).lines, text)
