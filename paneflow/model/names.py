"""What things are called: clean, short, and unique without regard to case, as selectors compare."""

import re
import unicodedata
from collections.abc import Container, Sequence
from typing import Final

from paneflow.model.limits import MAX_NAME

_DROPPED: Final = frozenset({"Cc", "Cs"})  # controls; lone surrogates, which cannot be written as UTF-8
# Marks that reorder text, and blanks without width: two names must not look alike. Joiners stay, emoji need them.
_HIDDEN: Final = frozenset("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
_SHELL: Final = "shell"
_READ_OTHERWISE: Final = re.compile(r"%?\d+|self|(cmdline|cwd):.*", re.ASCII | re.IGNORECASE)  # by selectors
_WRAPPERS: Final = frozenset({"sudo", "env", "exec", "nohup", "time", "command"})


def clean(text: str, limit: int = MAX_NAME) -> str:
    """One line without controls and hidden marks, runs of blanks as one, at most `limit` characters."""
    kept = "".join(map(_kept, text[: limit * 8]))
    return " ".join(kept.split())[:limit].strip()


def _kept(char: str) -> str:
    if char.isspace():
        return " "
    return "" if char in _HIDDEN or unicodedata.category(char) in _DROPPED else char


def selectable(name: str) -> str:
    """The clean name as selectors take it for one: `42`, which they take for an id, becomes `pane-42`."""
    return clean(f"pane-{name}") if _READ_OTHERWISE.fullmatch(name) else name


def unique(name: str, taken: Container[str]) -> str:
    """The name, or `name-2`, `name-3`… whichever is free. `taken` holds `fold`ed names."""
    candidate, number = name, 1
    while fold(candidate) in taken:
        number += 1
        suffix = f"-{number}"
        candidate = name[: MAX_NAME - len(suffix)] + suffix
    return candidate


def fold(name: str) -> str:
    """The form in which names are compared."""
    return name.casefold()


def automatic(argv: Sequence[str], command: str | None, cwd: str, taken: Container[str]) -> str:
    """A name for a surface that was given none: `cargo-run`, else `shell`; when taken, `shell@folder`, then numbers."""
    base = selectable(_program(argv or (command or "").split()) or _SHELL)
    if fold(base) not in taken:
        return base
    folder = clean(_last_part(cwd), 24)
    return unique(clean(f"{base}@{folder}") if folder else base, taken)


def _program(words: Sequence[str]) -> str:
    """`cargo-run` from `/usr/bin/cargo run --release`: the program and its first word that is no flag or assignment."""
    plain = [word for word in words if not word.startswith("-") and "=" not in word]
    while plain and plain[0] in _WRAPPERS:
        plain = plain[1:]
    named = [_slug(_last_part(word)) for word in plain[:2]]
    return "-".join(part for part in named if part)[:32]


def _slug(word: str) -> str:
    kept = "".join(char if char.isalnum() or char in "._-" else " " for char in clean(word))
    return "-".join(kept.split()).strip("-.")


def _last_part(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]
