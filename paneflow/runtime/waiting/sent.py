"""What was sent to a surface through the API: echoes that no wait may take for output, and moments to wait from. Bounded."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from paneflow.errors import InvalidParams
from paneflow.runtime.waiting.difference import difference
from paneflow.runtime.waiting.echo import Echoes, masked, shows, typed_lines
from paneflow.runtime.waiting.new_text import Moment
from paneflow.vt.engine import Engine

_TEXTS: Final = 32
_MOMENTS: Final = 16


class _Text:
    """One text that was sent, the moment before it, what it was typed behind, and whether its showing is over."""

    def __init__(self, generation: int, text: str, before: Moment, prompt: str) -> None:
        self.generation, self.text, self.before, self.prompt, self.shown = generation, text, before, prompt, False
        self._told = not prompt.strip()  # where it was typed, or that place cannot be told

    def may_show(self, alternate: bool) -> bool:  # noqa: FBT001 - private
        """Whether its echo may be yet to come; not on the primary screen that of what was typed into the other one."""
        if self.shown or not (alternate or not self.before.alternate):
            return False
        if not self._told:
            self._look()
        return not self.shown

    def _look(self) -> None:
        """A program that reads keys and shows a mask of the text at its place, or nothing, shows the text nowhere.

        Told once, when that line is left: what comes behind it may hold the text, but is output.
        """
        place, *below = self.before.left() or ("",)
        self._told = bool(place)
        behind = [line[len(self.prompt) :] for line in (place, *below) if line.startswith(self.prompt)]
        if (
            place.startswith(self.prompt) and len(behind) == 1
        ):  # not where that prompt came again: the text may show there
            self.shown = masked(behind[0], self.text) or (not behind[0].strip() and self.before.last)


class Sent:
    """The last texts and the last moments of one surface, by its output generation."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._texts: deque[_Text] = deque()
        self._moments: deque[tuple[int, Moment]] = deque()
        self._typed: frozenset[str] = frozenset()
        self._prompts: frozenset[str] = frozenset()

    def text(self, generation: int, text: str, *, edited: bool = False) -> None:
        """A text goes out now; `edited`: to a line editor, so that the cursor stands behind its prompt."""
        self.moment(generation)
        before = self._moments[-1][1].share()
        self._texts.append(_Text(generation, text, before, before.prompt if edited else ""))
        if len(self._texts) > _TEXTS:
            self._texts.popleft().before.close()
        self._typed = frozenset(line for each in self._texts for line in typed_lines(each.text))
        self._prompts = frozenset(prompt for each in self._texts if (prompt := each.prompt))

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

    def prompt(self, before: str, after: str) -> str:
        """The prompt that the cursor's line ended with before and after a command, "" if that cannot be told."""
        known = (before, *self._prompts)
        return max((each for each in known if before.endswith(each) and after.endswith(each)), key=len, default="")

    def echoes(self, generation: int, earlier: Sequence[str]) -> Echoes:
        """What a watch from a generation on may meet: the `earlier` texts, and what went out since and may still show."""
        alternate = self._engine.modes().alternate_screen
        due = [each.text for each in self._texts if each.generation >= generation and each.may_show(alternate)]
        return Echoes([*earlier, *due], self._typed, self._prompts)

    def before_watch(self, generation: int) -> list[str]:
        """Texts whose showing a watch from a generation on meets, besides those that go out since."""
        alternate = self._engine.modes().alternate_screen
        found: list[str] = []
        over = False  # echoes come in the order of sending: one that shows ends the wait for those before it
        for each in reversed(self._texts):
            if each.generation >= generation:
                found += [each.text] if each.shown else []
            elif not over and each.may_show(alternate):
                over = _shows(each.before, each.text)
                found += [] if over else [each.text]
            over = over or each.shown
        return found[::-1]

    def from_generation(self, generation: int) -> Moment:
        """The moment with that generation, or the last one before it. Raises `InvalidParams` (generation_unknown)."""
        found = [moment for at, moment in self._moments if at <= generation]
        if not found:
            known = [at for at, _ in self._moments]
            message = f"must be one of the last {_MOMENTS} generations that were told, not {generation}"
            raise InvalidParams.of("since", message, kind="generation_unknown", known=known)
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
