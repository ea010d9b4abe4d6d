"""What terminals are fed with: made here, the same at each run."""

import random
import string

_WORDS = (
    "def",
    "return",
    "self.",
    "buffer",
    "if",
    "None",
    '"text"',
    "1234",
    "# note",
    "=",
    "(",
    ")",
    "lambda",
    "class",
)
_COLORS = ["1;34", "32", "38;5;208", "0", "33", "38;2;120;200;90", "3;90"]


def ascii_text(cols: int, _rows: int) -> bytes:
    """Lines of letters, nearly as wide as the screen."""
    source = random.Random(1)
    alphabet = string.ascii_letters + string.digits + "    .,;:/-_=()[]!"
    return "".join("".join(source.choices(alphabet, k=cols - 1)) + "\r\n" for _ in range(500)).encode()


def coloured_code(cols: int, _rows: int) -> bytes:
    """Each word in a colour of its own."""
    source = random.Random(3)
    lines = []
    for _ in range(400):
        line, width = "", 0
        while width < cols - 14:
            word = source.choice(_WORDS)
            line += f"\x1b[{source.choice(_COLORS)}m{word}\x1b[0m "
            width += len(word) + 1
        lines.append(line + "\r\n")
    return "".join(lines).encode()


def dense_colour(cols: int, rows: int) -> bytes:
    """Whole screens whose every cell has colours of its own."""
    out = []
    for offset, letter in enumerate(string.ascii_uppercase[:8]):
        out.append("\x1b[H")
        for row in range(rows):
            for col in range(cols):
                shade = (row + col + offset) % 156 + 100
                out.append(f"\x1b[38;5;{shade};48;5;{(355 - shade) % 256};1;3;4m{letter}")
    return "".join(out).encode()


def scrolling(_cols: int, _rows: int) -> bytes:
    """As many lines as possible."""
    return b"y\r\n" * 50_000


def unicode_text(cols: int, _rows: int) -> bytes:
    """Chinese, emoji of several code points, combining marks, boxes."""
    source = random.Random(2)
    pool = [chr(code) for code in range(0x4E00, 0x4F00)] + ["🚀", "👩\u200d👧", "e\u0301", "─", "█", "é", "a", "b"]
    return "".join("".join(source.choice(pool) for _ in range(cols // 2 - 2)) + "\r\n" for _ in range(400)).encode()


PAYLOADS = (ascii_text, coloured_code, dense_colour, scrolling, unicode_text)


def repeated(payload: bytes, size: int) -> bytes:
    """A payload as often as fits into a size in bytes, at least once."""
    return payload * max(1, size // len(payload))
