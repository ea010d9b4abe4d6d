"""The keys that answer an agent's permission question: once yes, or no. Pure.

What state an agent is in is never read off the screen. Which dialog takes a key is another matter: a key is pressed only
while the screen shows the very option it stands for, below the very thing that is asked about. So a dialog that is not up
yet, has given way to another one, or looks otherwise in a later version is left to its person.

Source: what the dialogs print themselves, seen with Claude Code 2.1.197 and Codex 0.171.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from paneflow.agents.session import Session

ALLOW: Final = "allow"
DENY: Final = "deny"
ABOVE: Final = 16  # rows above the offer in which that must be which is asked about
TELLING: Final = 24  # characters of what is asked about that must be there


class Key(NamedTuple):
    """A keystroke, and how the screen offers it."""

    keystroke: str
    offer: re.Pattern[str]


KEYS: Final[Mapping[str, Mapping[str, Key]]] = {
    "claude": {
        ALLOW: Key("1", re.compile(r"^[ │]*(?:❯ )?1\. Yes[ │]*$", re.MULTILINE)),
        DENY: Key("escape", re.compile(r"\bEsc to cancel\b|\(esc\)[ │]*$", re.MULTILINE)),
    },
    "codex": {
        ALLOW: Key("y", re.compile(r"^ *(?:› )?1\. Yes, (?:proceed|just this once) \(y\)$", re.MULTILINE)),
        DENY: Key("escape", re.compile(r"\(esc\)$", re.MULTILINE)),
    },
}


def is_answerable(session: Session) -> bool:
    """Whether a question is open that can be answered by keys."""
    return session.question is not None and session.tool in KEYS


def key_for(session: Session, choice: str, screen: str) -> str | None:
    """The keystroke that means a choice; None when the screen does not offer it for what the session asks."""
    key = KEYS[session.tool][choice]
    offers = list(key.offer.finditer(screen))
    above = screen[: offers[-1].start()].splitlines()[-ABOVE:] if offers else []
    return key.keystroke if any(_telling(session.message or "") in row for row in above) else None


def _telling(message: str) -> str:
    """Of "Bash: npm test" what a dialog is sure to show in one piece: the command's beginning, or a file's name."""
    about = message.partition(": ")[2] or message
    return (about.rpartition("/")[2] if about.startswith("/") else about)[:TELLING]
