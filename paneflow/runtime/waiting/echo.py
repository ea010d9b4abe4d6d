"""What the caller itself sent, taken out of what came back. Pure.

A terminal shows what is typed into it, and that is not output. Line editors and the kernel echo a text as it is, somewhere
behind a prompt, wrapped at the right margin perhaps (the lines here are joined already) and, while it arrives, in part.
Programs that read keys echo nothing at all, so a text that does not show says nothing of those that were sent after it.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final, NamedTuple

_TRIES: Final = 64  # places where the beginning of a text is looked for
_HEAD: Final = 8  # characters of it that are looked for first


class Echoes(NamedTuple):
    """What may come back: each text of `due` once, in the order of sending; a line of `typed` behind a prompt any time.

    The latter is what was typed ahead, which the kernel shows at once and a line editor once more, or comes from its history.
    """

    due: Sequence[str] = ()
    typed: AbstractSet[str] = frozenset()
    prompts: AbstractSet[str] = frozenset()


class _Part(NamedTuple):
    """A part of a row."""

    row: int
    start: int
    stop: int


class _Path(NamedTuple):
    """One way in which texts may have shown: the place behind the last one, and the parts of rows that they take."""

    row: int = 0
    col: int = 0
    size: int = 0
    parts: tuple[_Part, ...] = ()


def without_echo(lines: Sequence[str], echoes: Echoes, *, typing: bool = False, before: str = "") -> list[str]:
    """The lines without the showings of what was sent. `before` stands in front of the first line and is not new.

    A text that has not shown yet is looked for at the end of the last line, where its beginning may stand. While the
    shell is at its prompt (`typing`) every showing goes: it shows once more what was typed ahead.
    """
    texts = [typed for text in echoes.due if (typed := typed_lines(text))]
    left = _without_all(lines, texts) if typing else _without(lines, _likeliest(lines, texts).parts)
    return list(_without_again(left, echoes, before)) if echoes.prompts else left


def shows(lines: Sequence[str], text: str) -> bool:
    """Whether a sent text stands in the lines as a whole."""
    return _follow(lines, typed_lines(text), _Path())[1]


def masked(shown: str, text: str) -> bool:
    """Whether what stands where a text was typed is a mask of it: one sign again and again, such as `***`."""
    rest = shown.strip()
    return len(rest) >= len(text) and len(set(rest)) == 1 and not rest[0].isalnum() and rest[0] not in text


def typed_lines(text: str) -> list[str]:
    """The lines of a text as their echo can be looked for; none that is blank."""
    return [line for typed in text.split("\n") if (line := typed.strip())]


def _likeliest(lines: Sequence[str], texts: Sequence[list[str]]) -> _Path:
    """The way in which most of the texts' characters have shown, in order; a text may not show at all."""
    best = _Path()
    whole = [best]
    for text in _without_absent(lines, texts):
        followed = [_follow(lines, text, path) for path in whole]
        best = max(best, *(path for path, _ in followed), key=lambda path: path.size)
        whole = _worthwhile([path for path, complete in followed if complete] + whole)
    return best


def _without_absent(lines: Sequence[str], texts: Sequence[list[str]]) -> Sequence[list[str]]:
    """The texts that show at all, or may have begun to."""
    if len(texts) < 2:
        return texts
    joined = "\n".join(lines)
    return [text for text in texts if _place(joined, text[0], 0) or _beginning(lines, text[0], _Path())]


def _worthwhile(paths: list[_Path]) -> list[_Path]:
    """The paths but those that are behind another one and have shown no more."""
    kept: list[_Path] = []
    for path in sorted(paths, key=lambda path: (path.row, path.col, -path.size)):
        if not kept or path.size > kept[-1].size:
            kept.append(path)
    return kept


def _follow(lines: Sequence[str], text: Sequence[str], path: _Path) -> tuple[_Path, bool]:
    """The path on through a text's lines, or as many of them as have shown; and whether all have."""
    row, col, size, _ = path
    parts: list[_Part] = []
    complete = True
    for line in text:
        found = _find(lines, line, row, col)
        if found is None:
            complete = False
            found = _beginning(lines, line, _Path(row, col))
        if found is not None:
            row, col = found.row, found.stop
            size += found.stop - found.start
            parts.append(found)
        if not complete:
            break
    return _Path(row, col, size, path.parts + tuple(parts)), complete


def _find(lines: Sequence[str], wanted: str, row: int, col: int) -> _Part | None:
    for number in range(row, len(lines)):
        if place := _place(lines[number], wanted, col if number == row else 0):
            return _Part(number, *place)
    return None


def _place(line: str, wanted: str, start: int) -> tuple[int, int] | None:
    if "\t" in wanted:
        found = _pattern(wanted).search(line, start)
        return found.span() if found else None
    at = line.find(wanted, start)
    return (at, at + len(wanted)) if at >= 0 else None


@lru_cache(maxsize=64)
def _pattern(wanted: str) -> re.Pattern[str]:
    """A tab shows as blanks up to the next stop, wherever that is; some editors show none."""
    return re.compile(" *".join(map(re.escape, wanted.split("\t"))))


def _beginning(lines: Sequence[str], wanted: str, path: _Path) -> _Part | None:
    """The longest end of the last line, behind a place, that is a beginning of a text."""
    if not lines:
        return None
    row, last, wanted = len(lines) - 1, lines[-1], wanted.expandtabs()
    first = max(path.col if path.row == row else 0, len(last) - len(wanted) + 1)
    for start in _starts(last, wanted, first):
        if wanted.startswith(last[start:]):
            return _Part(row, start, len(last))
    return None


def _starts(last: str, wanted: str, first: int) -> Iterator[int]:
    """Places from which a beginning of `wanted` could reach to the end; only so many, however often it begins."""
    start = first - 1
    for _ in range(_TRIES):
        start = last.find(wanted[:_HEAD], start + 1)
        if start < 0:
            break
        yield start
    yield from range(max(first, len(last) - _HEAD + 1), len(last))


def _without(lines: Sequence[str], parts: Sequence[_Part]) -> list[str]:
    left = list(lines)
    for row, start, stop in reversed(parts):
        left[row] = left[row][:start] + left[row][stop:]
    return left


def _without_all(lines: Sequence[str], texts: Sequence[list[str]]) -> list[str]:
    left = list(lines)
    for wanted in (line for text in texts for line in text):
        left = [_pattern(wanted).sub("", line) if "\t" in wanted else line.replace(wanted, "") for line in left]
        if part := _beginning(left, wanted, _Path()):
            left = _without(left, [part])
    return left


def _without_again(lines: Sequence[str], echoes: Echoes, before: str) -> Iterator[str]:
    for line in lines:
        prompt = next((prompt for prompt in echoes.prompts if _shows_again(before + line, prompt, echoes)), None)
        yield line if prompt is None else prompt[len(before) :]
        before = ""


def _shows_again(line: str, prompt: str, echoes: Echoes) -> bool:
    return line.startswith(prompt) and line[len(prompt) :].strip() in echoes.typed
