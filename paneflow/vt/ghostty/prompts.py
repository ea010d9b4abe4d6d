"""Where prompts are and how the commands after them ended: places that move with their text."""

from collections import deque
from typing import Final

from paneflow.vt.engine import PromptMark
from paneflow.vt.ghostty.library import CData
from paneflow.vt.ghostty.terminal import PROMPT, Terminal, tracked_position, tracked_row, untrack

MAX_PROMPTS: Final = 500  # the library moves every tracked place when it moves rows: they are not free


class _Prompt:
    def __init__(self, place: CData) -> None:
        self.place = place
        self.exit_code: int | None = None
        self.ended = False


class Prompts:
    """The latest prompts of one terminal's primary screen."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._prompts: deque[_Prompt] = deque()

    def started(self) -> None:
        """A prompt starts at the cursor."""
        if self._terminal.on_alternate():
            return
        place = self._terminal.track_cursor()
        if place is not None:
            self._prompts.append(_Prompt(place))
        if len(self._prompts) > MAX_PROMPTS:
            untrack(self._prompts.popleft().place)

    def ended(self, exit_code: int | None) -> None:
        """The command after the latest prompt ended."""
        if self._prompts and not self._prompts[-1].ended:
            self._prompts[-1].exit_code, self._prompts[-1].ended = exit_code, True

    def marks(self) -> list[PromptMark]:
        """Those whose text is still there, oldest first. Two on one row are one: the later."""
        rows: dict[int, PromptMark] = {}
        for prompt in list(self._prompts):
            position = tracked_position(prompt.place)
            if position is None or not tracked_row(prompt.place) & PROMPT:  # a place outlives what is erased there
                untrack(prompt.place)
                self._prompts.remove(prompt)
            else:
                rows[position[0]] = PromptMark(position[0], prompt.exit_code)
        return [rows[row] for row in sorted(rows)]

    def free(self) -> None:
        """Forget all."""
        while self._prompts:
            untrack(self._prompts.pop().place)
