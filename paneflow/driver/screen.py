"""What a screen says of an agent: dialogs and questions with what they offer, a composer, a sign of work. Pure.

Only what stands below the last composer can be a dialog, since a dialog takes the composer's place: what an agent or a person
wrote further up can look like anything.
"""

import re
from typing import NamedTuple

from paneflow.driver.definition import Definition

_SGR = re.compile(r"\x1b\[([0-9;:]*)m")
_NUMBER = re.compile(r"\d+\.\s+")
_NEAR = 15  # rows at the bottom in which a sign of work counts


class Line(NamedTuple):
    """A row: its text, and the same with blanks for what is dim or reversed: hints and the cursor, typed by nobody."""

    text: str
    bright: str


class Options(NamedTuple):
    """What a dialog offers, and which of it is highlighted."""

    labels: tuple[str, ...]
    highlighted: int
    numbered: bool

    def find(self, beginning: str) -> int | None:
        """The first option that begins so, in lower case."""
        return next((at for at, label in enumerate(self.labels) if label.lower().startswith(beginning)), None)


class Screen(NamedTuple):
    """A screen, understood. `dialog` is the name of a known one; `kind` is "dialog" for an unknown one too."""

    kind: str  # "dialog", "permission-prompt", "working", "idle" or "unknown"
    dialog: str | None = None
    options: Options | None = None
    draft: str = ""  # what stands in the composer
    queued: bool = False
    interrupted: bool = False
    blank: bool = False


def read(text: str) -> list[Line]:
    """Rows with SGR sequences as lines. A style goes on from row to row."""
    dim = reverse = False
    lines = []
    for row in text.split("\n"):
        plain: list[str] = []
        bright: list[str] = []
        at = 0
        for match in [*_SGR.finditer(row), None]:
            piece = row[at : match.start() if match else len(row)]
            plain.append(piece)
            bright.append(" " * len(piece) if dim or reverse else piece)
            if match:
                at = match.end()
                dim, reverse = _styled(match.group(1), dim=dim, reverse=reverse)
        lines.append(Line("".join(plain), "".join(bright)))
    return lines


def _styled(codes: str, *, dim: bool, reverse: bool) -> tuple[bool, bool]:
    numbers = codes.split(";")
    while numbers:
        code = numbers.pop(0)
        if code in ("38", "48", "58"):  # a colour: its parts are no attributes
            del numbers[: 4 if numbers[:1] == ["2"] else 2]
        elif code in ("", "0"):
            dim = reverse = False
        elif code in ("2", "22"):
            dim = code == "2"
        elif code in ("7", "27"):
            reverse = code == "7"
    return dim, reverse


def understand(agent: Definition, text: str) -> Screen:
    """What an agent's screen says."""
    lines = read(text)
    composer = _composer(agent, lines)
    below = lines if composer is None else lines[composer.end :]
    whole = "\n".join(line.text for line in lines)
    near = "\n".join(line.text for line in lines if line.text.strip()).split("\n")[-_NEAR:]
    flags = Screen(
        "unknown",
        draft=composer.draft if composer is not None else "",
        queued=_shows(agent.queued, whole),
        interrupted=_shows(agent.interrupted, "\n".join(near)),
        blank=not whole.strip(),
    )
    asked = _asked(agent, below)
    if asked is not None:
        return flags._replace(kind=asked.kind, dialog=asked.dialog, options=asked.options, draft="")
    if _shows(agent.working, "\n".join(near)):
        return flags._replace(kind="working")
    return flags if composer is None or flags.draft else flags._replace(kind="idle")


def _asked(agent: Definition, lines: list[Line]) -> Screen | None:
    rows = [line.text.translate(dict.fromkeys(map(ord, agent.frame), " ")) for line in lines]
    text = "\n".join(rows)
    found = options(rows, agent.pointer)
    if found is None:
        return None
    for dialog in agent.dialogs:
        if _shows(dialog.marks, text):
            return Screen("dialog", dialog.name, found)
    if _shows(agent.permission, text):
        return Screen("permission-prompt", options=found)
    return Screen("dialog", options=found) if _shows(agent.dialog_end, text) else None


class _Composer(NamedTuple):
    """`end`: the row below it."""

    end: int
    draft: str


def _composer(agent: Definition, lines: list[Line]) -> _Composer | None:
    rows = [line.text for line in lines]
    found = agent.composer(rows) if agent.composer is not None else _behind(agent.prompt, rows)
    if found is None:
        return None
    last, drafted, column = found
    draft = "\n".join(lines[at].bright[column:] for at in drafted).strip()
    return _Composer(last + 1, "" if draft.startswith(agent.hints) else draft)


def _behind(prompt: str, rows: list[str]) -> tuple[int, range, int] | None:
    for at in range(len(rows) - 1, -1, -1):
        if rows[at].startswith(prompt) and not _NUMBER.match(rows[at][len(prompt) :].lstrip()):
            return at, range(at, at + 1), len(prompt)
    return None


def _shows(marks: tuple[str, ...], text: str) -> bool:
    return any(mark in text for mark in marks)


# -- options ----------------------------------------------------------------------------------------------------------
def options(rows: list[str], pointer: str) -> Options | None:
    """The lowest list of options of which one is marked; at least two that begin in one column."""
    for at in range(len(rows) - 1, -1, -1):
        stripped = rows[at].lstrip()
        if stripped[:1] and stripped[0] in pointer and stripped[1:2] == " ":
            found = _around(rows, at)
            if found is not None:
                return found
    return None


def _around(rows: list[str], marked: int) -> Options | None:
    row = rows[marked]
    column = len(row) - len(row.lstrip()[1:].lstrip())
    before = [label for _, label in _run(rows, range(marked - 1, -1, -1), column)][::-1]
    after = [label for _, label in _run(rows, range(marked + 1, len(rows)), column)]
    labels = [*before, row[column:].strip(), *after]
    if len(labels) < 2:
        return None
    numbered = [bool(_NUMBER.match(label)) for label in labels]
    if any(numbered) and not all(numbered):
        return None
    return Options(tuple(_NUMBER.sub("", label, count=1) for label in labels), len(before), all(numbered))


def _run(rows: list[str], order: range, column: int) -> list[tuple[int, str]]:
    """Rows that go on with the list: those in its column. What is indented more goes on with an option."""
    found = []
    for at in order:
        row = rows[at]
        indent = len(row) - len(row.lstrip())
        if not row.strip() or indent < column:
            break
        if indent == column:
            found.append((at, row.strip()))
    return found
