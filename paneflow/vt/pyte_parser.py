"""Bytes → calls on a screen: the fallback engine's parser.

pyte's own takes a character at a time and does not know colons in SGR, strings such as DCS, or control characters inside a
sequence. This one cuts its input with one regular expression; what is unfinished waits for the next bytes.
"""

import codecs
import re
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

MAX_STRING: Final = (
    (1 << 20) * 3 // 2
)  # of an OSC or DCS: a clipboard of 1 MiB in base64; a longer one is dropped whole
MAX_PARAMS: Final = 32
MAX_VALUE: Final = 65_535

# Text, then a control sequence, then a string's introducer, then other escapes, then single controls. In `CSI` the C0
# controls are let through: they act on their own.
_TOKEN: Final = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\[(?P<csi>[0-?\x00-\x17\x19\x1c-\x1f]*[ -/\x00-\x17\x19\x1c-\x1f]*[@-~])"
    r"|\x1b(?P<string>[\]PX^_])"
    r"|\x1b(?P<escape>[ -/]*(?![\[\]PX^_])[0-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f-\x9f])"
)
_STRING_END: Final = re.compile(r"\x07|\x1b\\|\x18|\x1a|\x1b(?!\\)")
_UNFINISHED: Final = re.compile(r"\x1b(?:\[[0-?\x00-\x17\x19\x1c-\x1f]*[ -/\x00-\x17\x19\x1c-\x1f]*|[ -/]*)\Z")
_C0: Final = re.compile(r"[\x00-\x1f]")
_CSI: Final = re.compile(r"([<-?]*)([0-9:;]*)([<-?]*)([ -/]*)([@-~])")
_LONGEST_CSI: Final = 1024


class Csi(NamedTuple):
    """A control sequence: `private` is one of <=>? or "", `params` are numbers with their subparameters, 0 when left out."""

    private: str
    params: tuple[tuple[int, ...], ...]
    intermediate: str
    final: str

    def first(self, default: int = 1) -> int:
        """The first parameter; 0 and none count as the default."""
        return (self.params[0][0] if self.params else 0) or default


class Screen(Protocol):
    """What the parser drives."""

    def draw(self, data: str) -> None:
        """Printable text."""

    def control(self, char: str) -> None:
        """A C0 or C1 control character."""

    def csi(self, sequence: Csi) -> None:
        """A control sequence."""

    def escape(self, sequence: str) -> None:
        """What followed ESC."""

    def string(self, kind: str, payload: str, *, bel: bool) -> None:
        """An OSC ("]"), DCS ("P") or other string, without its terminator."""


class Parser:
    """Feeds one screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._string: list[str] | None = None  # pieces of a string that has not ended
        self._kind = ""
        self._size = 0

    def feed(self, data: bytes) -> None:
        """Parse bytes."""
        text = self._rest + self._decoder.decode(data)
        self._rest = ""
        position, end = 0, len(text)
        while position < end:
            if self._string is not None:
                position = self._take_string(text, position)
                continue
            match = _TOKEN.match(text, position)
            if match is None:
                position = self._take_odd(text, position)
                continue
            position = match.end()
            self._act(match)

    def _act(self, match: re.Match[str]) -> None:
        token = match.group(match.lastgroup or 0)
        match match.lastgroup:
            case "text":
                self._screen.draw(token)
            case "csi":
                self._take_csi(token)
            case "string":
                self._string, self._kind, self._size = [], token, 0
            case "escape":
                self._screen.escape(token)
            case _:
                self._screen.control(token)

    def _take_odd(self, text: str, position: int) -> int:
        """An ESC that begins nothing complete: keep it if more may come, else drop it."""
        if len(text) - position <= _LONGEST_CSI and _UNFINISHED.match(text, position):
            self._rest = text[position:]
            return len(text)
        return position + 1 if text[position : position + 2] != "\x1b[" else self._skip_csi(text, position)

    def _skip_csi(self, text: str, position: int) -> int:
        """A control sequence that CAN, SUB, ESC or a wrong character cut off."""
        match = re.compile(r"[0-?\x00-\x17\x19\x1c-\x1f -/]*").match(text, position + 2)
        end = match.end() if match else position + 2
        return end + 1 if text[end : end + 1] in ("\x18", "\x1a") else max(end, position + 2)

    def _take_csi(self, token: str) -> None:
        if controls := _C0.findall(token):
            for char in controls:
                self._screen.control(char)
            token = _C0.sub("", token)
        sequence = _parsed(token)
        if sequence is not None:
            self._screen.csi(sequence)

    def _take_string(self, text: str, position: int) -> int:
        assert self._string is not None
        match = _STRING_END.search(text, position)
        if match is None or (match.group() == "\x1b" and match.end() == len(text)):
            stop = match.start() if match else len(text)
            self._append(text[position:stop])
            self._rest = text[stop:]
            return len(text)
        self._append(text[position : match.start()])
        payload, ended = "".join(self._string), match.group()
        self._string = None
        if self._size <= MAX_STRING and ended in ("\x07", "\x1b\\"):
            self._screen.string(self._kind, payload, bel=ended == "\x07")
        return match.start() if ended == "\x1b" else match.end()

    def _append(self, piece: str) -> None:
        assert self._string is not None
        self._size += len(piece)
        if self._size > MAX_STRING:
            self._string.clear()
        elif piece:
            self._string.append(piece)


@lru_cache(maxsize=4096)  # programs say the same few things over and over
def _parsed(token: str) -> Csi | None:
    match = _CSI.fullmatch(token)
    if match is None or match.group(3):
        return None
    private, params, _, intermediate, final = match.groups()
    return Csi(private, _params(params), intermediate, final)


def _params(text: str) -> tuple[tuple[int, ...], ...]:
    if not text:
        return ()
    return tuple(
        tuple(min(int(part[:6] or 0), MAX_VALUE) for part in field.split(":")[:MAX_PARAMS])
        for field in text.split(";")[:MAX_PARAMS]
    )
