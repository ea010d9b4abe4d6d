"""What a surface's shell says of itself with marks (OSC 133): at its prompt, or running a command. Pure.

Our shell integration gives its marks a secret word, so that a program which prints marks is not believed.
"""

from enum import Enum, auto
from typing import Final

from paneflow.vt.events import MarkKind, ShellMark

NONCE: Final = "nonce"
_UNRUN: Final = "unrun"  # with the mark of an end: nothing was run, and this is the status that the shell gave the line

_DRAWN: Final = "drawn"  # with the mark of a prompt's beginning: how many came before it since the shell's hooks ran


class Phase(Enum):
    """Where the shell is."""

    UNKNOWN = auto()  # no marks seen: no integration, or another program
    PROMPT = auto()  # the prompt is being drawn
    INPUT = auto()  # a command is being typed
    RUNNING = auto()  # a command runs


_PHASES: Final = {
    MarkKind.PROMPT_START: Phase.PROMPT,
    MarkKind.COMMAND_START: Phase.INPUT,
    MarkKind.OUTPUT_START: Phase.RUNNING,
    MarkKind.COMMAND_END: Phase.PROMPT,
}


def unrun(mark: ShellMark) -> int | None:
    """The status of a line that the shell took and did not run, such as one with a syntax error; None: a command ended."""
    status = dict(mark.options).get(_UNRUN, "")
    return int(status) if mark.kind is MarkKind.COMMAND_END and status.isdecimal() else None


def drawn(mark: ShellMark) -> int:
    """How many prompts came before this one since the shell's hooks ran: at each it took a line and ran nothing.

    A prompt that is only shown once more tells the same again; a shell that does not tell gives 0.
    """
    count = dict(mark.options).get(_DRAWN, "")
    return int(count) if count.isdecimal() else 0


class Shell:
    """One surface's shell. `nonce` is the secret word its own marks carry."""

    def __init__(self, nonce: str) -> None:
        self.phase = Phase.UNKNOWN
        self.commands = 0  # that have begun
        self.drawn = 0  # prompts without hooks before the last one
        self._nonce = nonce
        self._secret = False  # a mark with the secret word was seen: those without it are not the shell's

    @property
    def trusted(self) -> bool:
        """Whether the marks are known to be the shell's: others may be printed by any program."""
        return self._secret

    @property
    def at_prompt(self) -> bool:
        """Whether the shell says, with marks that are known to be its own, that it takes a command."""
        return self._secret and self.phase is Phase.INPUT

    def hear(self, mark: ShellMark) -> bool:
        """Take a mark in; whether it is the shell's own, and news: zsh tells an end twice."""
        known = (NONCE, self._nonce) in mark.options
        if self._secret and not known:
            return False
        if mark.kind is MarkKind.COMMAND_END and self.phase is Phase.PROMPT:
            return False
        self._secret = self._secret or known
        self.phase = _PHASES[mark.kind]
        self.commands += mark.kind is MarkKind.OUTPUT_START
        if mark.kind is MarkKind.PROMPT_START:
            self.drawn = drawn(mark)
        return True

    def restart(self, nonce: str) -> None:
        """Another program was started in the surface."""
        self.__init__(nonce)  # type: ignore[misc]  # the same as new, and whoever holds it keeps it
