"""What the driver has to know of one agent: a small file each in `agents/`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from paneflow.driver.messages import Record


class Dialog(NamedTuple):
    """A question an agent asks while it starts. It is open when the screen shows one of the `marks`.

    `option` is how the answer begins, in lower case; None: it cannot be answered here. `asks_for` says what an answer would
    give away: "trust" and "bypass" need the caller's word, "login" is the person's alone, "" is harmless.
    """

    name: str
    marks: tuple[str, ...]
    option: str | None = None
    asks_for: str = ""


class Grammar(NamedTuple):
    """How an agent writes its conversations down. `locate(session_id)`: the files it may be in, the likeliest first."""

    parse: Callable[[Mapping[str, Any], int], Record | None]
    locate: Callable[[str], list[str]]


class Definition(NamedTuple):
    """One agent. Marks are parts of what its screen shows.

    `prompt` is what stands in front of its composer; `composer` finds it in rows where that is not enough: the row below which
    dialogs are, and the rows that hold a draft with the column where it begins. `hints`: how that begins which an empty one
    shows undimmed; `pointer` has the characters that mark a dialog's highlighted option, `frame` those drawn around dialogs.
    """

    name: str
    argv: tuple[str, ...]
    fresh: Callable[[str], tuple[str, ...]] | None  # flags for a conversation of a chosen id, if it can be chosen
    resume: Callable[[str], tuple[str, ...]]
    identity: tuple[str, ...] = ()  # flags of the agent's own that say which conversation
    hooks: Callable[[tuple[str, ...]], tuple[str, ...] | None] = lambda flags: (
        None
    )  # what makes it report; None: nothing
    env: Mapping[str, str] = {}
    bypass: Callable[[tuple[str, ...]], bool] = lambda flags: False  # the caller's flags switch its questions off
    dialogs: tuple[Dialog, ...] = ()
    prompt: str = "❯"
    composer: Callable[[Sequence[str]], tuple[int, range, int] | None] | None = None
    hints: tuple[str, ...] = ()
    pointer: str = "❯›>▸"
    frame: str = ""
    working: tuple[str, ...] = ("esc to interrupt",)
    permission: tuple[str, ...] = ("Do you want to ",)
    queued: tuple[str, ...] = ()
    interrupted: tuple[str, ...] = ("Interrupted",)
    interrupt: tuple[str, ...] = ("escape",)  # the keys that stop a turn
    dialog_end: tuple[str, ...] = ("Enter to confirm", "Esc to cancel")
    grammar: Grammar | None = None
