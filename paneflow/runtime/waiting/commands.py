"""The commands of one surface's shell by its own marks: how the last one ended, and where its output stands."""

from typing import Final, NamedTuple

from paneflow.runtime.waiting.shell import unrun
from paneflow.vt.engine import Engine, Mark
from paneflow.vt.events import MarkKind, ShellMark

_NEAR: Final = 500  # rows that a program can still overwrite or erase: no screen is higher
_MAX_REST: Final = 65536  # characters of a last line


class _Place(NamedTuple):
    mark: Mark
    row: int  # its number for life


class Printed(NamedTuple):
    """The logical lines that a command printed, and whether their beginning is there."""

    lines: list[str]
    whole: bool


class Finished:
    """A command that has ended. Its output stays where it stands; whether it still does is found out when it is read."""

    def __init__(self, engine: Engine, start: _Place, end: _Place, exit_code: int | None) -> None:
        self.exit_code = exit_code
        self._engine, self._start, self._end = engine, start.mark, end.mark
        # What stands on the last line, behind which a prompt may be drawn; none if the line is a new one.
        last = engine.text_since(end.mark) or []
        self._rest = [line[:_MAX_REST] for line in last[:1] if line.strip()]
        near = end.row - start.row <= _NEAR
        self._print = _print(self._above(engine.text_since(start.mark) or [], last)) if near else None

    def printed(self) -> Printed | None:
        """What it printed, as far as that is retained; None when it was erased or overwritten, or another screen is shown."""
        below = None if self._engine.modes().alternate_screen else self._engine.text_since(self._end)
        if below is None:
            return None
        lines = self._engine.text_since(self._start)
        whole = lines is not None
        found = self._above(self._engine.lines() if lines is None else lines, below)
        if self._print is not None and self._print != _print(found):
            return None
        found += self._rest
        while found and not found[-1]:
            found.pop()
        return Printed(found, whole)

    def close(self) -> None:
        """Forget the places."""
        self._start.close()
        self._end.close()

    @staticmethod
    def _above(lines: list[str], below: list[str]) -> list[str]:
        return lines[: len(lines) - len(below)]


class Commands:
    """Hears the marks that are known to be the shell's, each right where it stands in the output."""

    def __init__(self, engine: Engine) -> None:
        self.status: int | None = None  # of the last line that the shell took
        self.last: Finished | None = None
        self._engine = engine
        self._start: _Place | None = None

    def hear(self, mark: ShellMark) -> None:
        """Take a mark in."""
        if mark.kind is MarkKind.OUTPUT_START:
            self._forget_start()
            self._start = self._here()
        elif mark.kind is MarkKind.COMMAND_END:
            status = unrun(mark)
            self.status = mark.exit_code if status is None else status
            if status is None and self._start is not None:
                self._finish(self._start, mark.exit_code)

    def forget(self) -> None:
        """Another program was started, or the text is gone."""
        self._forget_start()
        if self.last is not None:
            self.last.close()
        self.status = self.last = None

    def _finish(self, start: _Place, exit_code: int | None) -> None:
        self._start = None
        if self.last is not None:
            self.last.close()
        self.last = Finished(self._engine, start, self._here(), exit_code)

    def _forget_start(self) -> None:
        if self._start is not None:
            self._start.mark.close()
            self._start = None

    def _here(self) -> _Place:
        engine = self._engine
        row = engine.first_row() + engine.scrollbar().total - engine.rows + engine.cursor().row
        return _Place(engine.mark(), row)


def _print(lines: list[str]) -> int:
    """A finger print, of lines without the blank ones at their end."""
    return hash("\n".join(lines).rstrip("\n"))
