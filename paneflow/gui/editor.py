"""How a person's editor is told to show a place in a file. Pure: makes argument lists, starts nothing."""

import ntpath
import shlex
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from paneflow.gui.link_policy import FilePlace

# How programs want a place said: their own documentation. What is in no row gets POSIX's +LINE, as vi, less and nano do.
_AFTER_PATH: Final = ("{path}:{line}:{col}",)
_GOTO: Final = ("--goto", "{path}:{line}:{col}")
_PLUS_COLON: Final = ("+{line}:{col}", "{path}")
_PLUS: Final = ("+{line}", "{path}")
_FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("hx", "helix", "zed", "zeditor", "subl", "sublime_text"), _AFTER_PATH),
    **dict.fromkeys(("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"), _GOTO),
    **dict.fromkeys(("emacs", "emacsclient", "kak", "micro", "gedit"), _PLUS_COLON),
    **dict.fromkeys(("vi", "vim", "nvim", "gvim", "mvim"), ("+call cursor({line},{col})", "{path}")),
    "nano": ("+{line},{col}", "{path}"),
    "kate": ("-l", "{line}", "-c", "{col}", "{path}"),
    **dict.fromkeys(
        ("idea", "pycharm", "webstorm", "goland", "clion", "rubymine", "phpstorm", "rustrover"),
        ("--line", "{line}", "--column", "{col}", "{path}"),
    ),
}
_WITH_WINDOW: Final = frozenset(
    ("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "zed", "zeditor", "subl", "sublime_text",
     "gvim", "mvim", "gedit", "kate", "kwrite", "mousepad", "notepad", "notepad++", "textedit", "xdg-open", "open",
     "idea", "pycharm", "webstorm", "goland", "clion", "rubymine", "phpstorm", "rustrover")
)  # fmt: skip


class EditorCommand(NamedTuple):
    """What to run. Without a window of its own it needs a terminal."""

    argv: tuple[str, ...]
    has_window: bool


def editor_command(template: Sequence[str], env: Mapping[str, str], place: FilePlace) -> EditorCommand | None:
    """The command that shows a place: `template` with {path}, {line} and {col}, else $VISUAL or $EDITOR; None without.

    No shell sees it: a file's name is one argument, whatever is in it.
    """
    words = tuple(template) or _words(env.get("VISUAL") or env.get("EDITOR") or "")
    if not words:
        return None
    name = ntpath.basename(words[0]).lower().removesuffix(".exe").removesuffix(".cmd")
    if not any("{path}" in word for word in words):
        words += _FORMS.get(name, _PLUS) if place.line is not None else ("{path}",)
    return EditorCommand(tuple(_filled(word, place) for word in words), name in _WITH_WINDOW)


def _words(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError:  # a quotation mark that is never closed
        return tuple(command.split())


def _filled(word: str, place: FilePlace) -> str:
    """One argument; the path last, for it may hold anything."""
    numbered = word.replace("{line}", str(place.line or 1)).replace("{col}", str(place.col or 1))
    return numbered.replace("{path}", place.path)
