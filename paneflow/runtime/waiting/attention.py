"""Looking closely at one surface's output while somebody waits for it.

Output is fed in pieces (`seams.py`), and after each piece every watch looks. Without a watch nothing of this runs.
"""

from collections.abc import Callable
from typing import Final

from paneflow.runtime.waiting.echo import Echoes
from paneflow.runtime.waiting.new_text import OWN_LINES, NewText
from paneflow.runtime.waiting.seams import Piece, Seams
from paneflow.runtime.waiting.sent import Sent
from paneflow.runtime.waiting.shell import Shell
from paneflow.vt.engine import Engine
from paneflow.vt.events import MarkKind, ShellMark

_FEWEST_LINES: Final = 50  # of a piece; any scrollback holds more
_MOST_LINES: Final = OWN_LINES // 4


class Watch:
    """One waiter's eye on one surface, from a generation on.

    `seen` is called with all new text whenever there may be more of it, `marked` with each mark of the shell, right there.
    """

    def __init__(
        self,
        text: NewText,
        since: int,
        seen: Callable[[str], None],
        marked: Callable[[ShellMark], None] = lambda mark: None,
        *,
        past: bool = False,
    ) -> None:
        self.text, self.since, self.seen, self.marked = text, since, seen, marked
        self.past = past  # it begins at a moment that is over
        self.echoes: list[str] = []  # of what was sent before, and has not shown yet


class Attention:
    """All watches on one surface."""

    def __init__(self, engine: Engine, shell: Shell, sent: Sent) -> None:
        self._engine, self._shell, self._sent = engine, shell, sent
        self._seams = Seams()
        self._watches: list[Watch] = []

    @property
    def needed(self) -> bool:
        """Whether anybody watches."""
        return bool(self._watches)

    def has(self, watch: Watch) -> bool:
        """Whether a watch goes on; none does once the engine is gone."""
        return watch in self._watches

    def whole(self, watch: Watch) -> str:
        """All that came since a watch began, if its text is kept."""
        return watch.text.whole(self._echoes(watch))

    def add(self, watch: Watch, fed: bytes = b"") -> None:
        """Begin to watch. `fed` is the end of what the engine got before: it may stand within a sequence."""
        if not self._watches:
            self._seams.begin(fed)
        if not watch.past:
            watch.text.typing = self._shell.at_prompt
        watch.echoes = self._sent.before_watch(watch.since)
        self._watches.append(watch)

    def remove(self, watch: Watch) -> bytes:
        """End a watch; returns output that is still to be fed when it was the last one."""
        if watch not in self._watches:
            return b""
        self._watches.remove(watch)
        watch.text.close()
        return b"" if self._watches else self._seams.rest()

    def close(self) -> None:
        """The engine is about to go."""
        for watch in self._watches:
            watch.text.close()
        self._watches.clear()

    def cleared(self, clear: Callable[[], None]) -> None:
        """Clear the text from outside: what is left of it is not new."""
        for watch in self._watches:
            watch.text.settle(self._echoes(watch))
        clear()
        for watch in self._watches:
            watch.text.settle(Echoes(), skip=True)

    def feed(self, data: bytes, feed: Callable[[Piece], None]) -> None:
        """Feed output to the engine, looking where it matters; `feed` feeds a piece and brings its marks to `hear`."""
        # What is retained now can be retained again: a quarter of it is sure to be there at the next look.
        lines = min(max(_FEWEST_LINES, self._engine.scrollbar().total // 4), _MOST_LINES)
        for piece in self._seams.cut(data, lines, self._engine.cols):
            watches = tuple(self._watches)
            for watch in watches:
                if piece.drops:
                    watch.text.save(self._echoes(watch))
                watch.text.feed(piece)
            feed(piece)
            for watch in watches:
                watch.text.fed(piece)
            self.look()

    def look(self) -> None:
        """Let every watch see."""
        for watch in tuple(self._watches):
            self.look_for(watch)

    def look_for(self, watch: Watch) -> None:
        """Let one watch see."""
        watch.seen(watch.text.look(self._echoes(watch)))

    def _echoes(self, watch: Watch) -> Echoes:
        return self._sent.echoes(watch.since, watch.echoes)

    def hear(self, mark: ShellMark) -> None:
        """The shell's own mark, right where it stands."""
        for watch in tuple(self._watches):
            text = watch.text
            if mark.kind is MarkKind.OUTPUT_START:
                text.settle(Echoes(), skip=True)  # all up to here was prompt, typing and guesses; it has been looked at
                text.typing = False
                watch.echoes = []
            elif mark.kind is MarkKind.COMMAND_START:
                text.settle(self._echoes(watch))
                text.typing = True
            watch.marked(mark)
