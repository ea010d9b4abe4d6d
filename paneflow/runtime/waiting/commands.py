"""The commands of one surface's shell by its own marks: how the last one ended, and where its output stands."""

from paneflow.runtime.waiting.printed import Beginning, Finished
from paneflow.runtime.waiting.seams import Piece
from paneflow.runtime.waiting.shell import unrun
from paneflow.vt.engine import Engine
from paneflow.vt.events import MarkKind, ShellMark


class Commands:
    """Hears the marks that are known to be the shell's, and of what clears the screen, each right where it stands."""

    def __init__(self, engine: Engine) -> None:
        self.status: int | None = None  # of the last line that the shell took
        self.last: Finished | None = None
        self._engine = engine
        self._begun: Beginning | None = None

    def hear(self, mark: ShellMark) -> None:
        """Take a mark in."""
        if mark.kind is MarkKind.OUTPUT_START:
            self._forget_begun()
            self._begun = Beginning(self._engine)
        elif mark.kind is MarkKind.COMMAND_END:
            status = unrun(mark)
            self.status = mark.exit_code if status is None else status
            if status is None and self._begun is not None:
                self._finish(self._begun, mark.exit_code)

    def feed(self, piece: Piece) -> None:
        """A piece is about to be fed to the engine."""
        if self._begun is None:
            return
        if piece.clears:
            self._begun.clearing(piece)
        if piece.takes:
            self._begun.taking()

    def fed(self, piece: Piece) -> None:
        """It was fed."""
        if self._begun is None:
            return
        if piece.clears or piece.blind:
            self._begun.cleared(piece)
        if piece.takes or piece.missed:
            self._begun.taken(piece)
        if piece.homes:
            self._begun.homed()

    def forget(self) -> None:
        """Another program was started, or the text is gone."""
        self._forget_begun()
        if self.last is not None:
            self.last.close()
        self.status = self.last = None

    def _finish(self, begun: Beginning, exit_code: int | None) -> None:
        self._begun = None
        if self.last is not None:
            self.last.close()
        self.last = Finished(self._engine, begun, exit_code)

    def _forget_begun(self) -> None:
        if self._begun is not None:
            self._begun.close()
            self._begun = None
