"""What the caller itself sent, taken out of what came back. Pure.

A terminal shows what is typed into it, and that is not output. Line editors and the kernel echo a text as it is, somewhere
behind a prompt, wrapped at the right margin perhaps (the lines here are joined already) and, while it arrives, in part.
"""

from collections.abc import Sequence


def without_echo(lines: Sequence[str], sent: Sequence[str], *, typing: bool = False) -> list[str]:
    """The lines without the first showing of each sent text, line by line, in the order of sending.

    A text that has not shown yet is looked for at the end of the last line, where its beginning may stand. While the
    shell is at its prompt (`typing`) every showing goes: it shows once more what was typed ahead.
    """
    left = list(lines)
    row = 0
    for wanted in _lines(sent):
        if typing:
            left = [line.replace(wanted, "") for line in left]
            _drop_beginning(left, wanted)
            continue
        found = _find(left, wanted, row)
        if found is None:
            _drop_beginning(left, wanted)
            break  # what was sent later cannot have shown earlier
        row, col = found
        left[row] = left[row][:col] + left[row][col + len(wanted) :]
    return left


def shows(lines: Sequence[str], text: str) -> bool:
    """Whether a sent text stands in the lines as a whole."""
    row = 0
    for wanted in _lines([text]):
        found = _find(lines, wanted, row)
        if found is None:
            return False
        row = found[0]
    return True


def _lines(sent: Sequence[str]) -> list[str]:
    lines = (typed.expandtabs().strip() for text in sent for typed in text.split("\n"))
    return [line for line in lines if line]


def _find(lines: Sequence[str], wanted: str, first: int) -> tuple[int, int] | None:
    for row in range(first, len(lines)):
        col = lines[row].find(wanted)
        if col >= 0:
            return row, col
    return None


def _drop_beginning(lines: list[str], wanted: str) -> None:
    """Cut off the longest end of the last line that is a beginning of `wanted`."""
    if not lines:
        return
    last = lines[-1]
    for length in range(min(len(last), len(wanted) - 1), 0, -1):
        if last.endswith(wanted[:length]):
            lines[-1] = last[:-length]
            return
