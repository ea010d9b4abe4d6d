"""tmux's format language: `#{...}`, `#S`, `#(...)`, `##`, and strftime over the whole. Pure.

A `Scope` says what variables are worth and what the loops go over; this module knows only the grammar. Expansion is
bounded in depth and in size, so a format cannot hang the host.
"""

import contextlib
import time
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol

from paneflow.compat.tmux.glob import glob_match, regex_match
from paneflow.compat.tmux.modifiers import Modifier, arithmetic, finish, parse_modifiers, quote_shell, quote_style
from paneflow.compat.tmux.scan import skip, strip

DEPTH_LIMIT: Final = 10  # tmux's own
SIZE_LIMIT: Final = 1 << 20  # characters; a loop inside a loop grows fast

SHORT_NAMES: Final = {
    "D": "pane_id",
    "F": "window_flags",
    "H": "host",
    "I": "window_index",
    "P": "pane_index",
    "S": "session_name",
    "T": "pane_title",
    "W": "window_name",
    "h": "host_short",
}


class Looped(NamedTuple):
    """One round of a loop; `current` chooses the second of a loop's two formats."""

    scope: "Scope"
    current: bool = False


class Scope(Protocol):
    """What a format is expanded for: a session, window, pane and client, each of which may be missing."""

    def find(self, name: str) -> str | None:
        """A variable's, option's or environment variable's value (times are whole seconds); None if unknown."""
        ...

    def loop(self, over: str) -> Iterable[Looped] | None:
        """The rounds of a loop: S over sessions, W over windows, P over panes; None if there is nothing to go over."""
        ...

    def search(self, text: str, *, regex: bool, ignore_case: bool) -> int:
        """The 1-based screen line of the pane that holds the text, 0 if none."""
        ...

    def run(self, command: str) -> str:
        """What `#(command)` is worth."""
        ...


class _Broken(Exception):
    """What follows cannot be parsed, so the rest of the format is dropped."""


def is_true(value: str) -> bool:
    """tmux's truth: neither empty nor a single zero."""
    return value not in ("", "0")


def expand(text: str, scope: Scope, *, with_time: bool = False, now: float | None = None) -> str:
    """Expand a format. Never raises: what cannot be parsed ends the expansion where it stands, as in tmux."""
    return _Expansion(scope, with_time=with_time, now=now).expand(text)


class _Expansion:
    def __init__(self, scope: Scope, *, with_time: bool, now: float | None, depth: int = 0) -> None:
        self.scope = scope
        self.with_time = with_time
        self.now = now
        self.depth = depth

    def expand(self, text: str) -> str:
        if not text or self.depth >= DEPTH_LIMIT or len(text) > SIZE_LIMIT:
            return ""
        self.depth += 1
        if self.with_time and "%" in text:
            text = time.strftime(text, time.localtime(self.now))
        out: list[str] = []
        with contextlib.suppress(_Broken):
            self._expand_into(text, out)
        self.depth -= 1
        return "".join(out)[:SIZE_LIMIT]

    def _expand_into(self, text: str, out: list[str]) -> None:
        at = 0
        while (sign := text.find("#", at)) >= 0:
            out.append(text[at:sign])
            at = self._expand_sign(text, sign + 1, out)
        out.append(text[at:])

    def _expand_sign(self, text: str, at: int, out: list[str]) -> int:
        """What follows a `#`; returns where to go on."""
        char = text[at : at + 1]
        if char == "(":
            end = _closing(text, at)
            out.append(self.scope.run(text[at + 1 : end]))
            return end + 1
        if char == "{":
            end = text.find("}", at)
            if end >= 0 and text[at + 1 : end].isidentifier():  # most of them, and listings have hundreds
                out.append(self._variable(text[at + 1 : end], {}) or "")
                return end + 1
            end = skip(text, at - 1, "}")
            if end < 0:
                raise _Broken
            out.append(self.replace(text[at + 1 : end]))
            return end + 1
        if char == "#":
            return _expand_signs(text, at, out)
        if char in ("}", ","):
            out.append(char)
        elif char in SHORT_NAMES:
            out.append(self.replace(SHORT_NAMES[char]))
        else:
            out.append("#" + char)
        return at + 1

    def replace(self, key: str) -> str:
        """What is between `#{` and `}`."""
        modifiers, body = parse_modifiers(key, self.expand)
        flags = {modifier.name: modifier for modifier in modifiers}
        return finish(self._value(flags, modifiers, body), modifiers, self.expand, self._expand_timed)

    def _value(self, flags: dict[str, Modifier], modifiers: list[Modifier], body: str) -> str:
        for name, worth in VALUES.items():
            if name in flags:
                return worth(self, flags[name], body)
        comparison = next((each for each in reversed(modifiers) if each.name in COMPARISONS), None)
        if comparison is not None:
            left, right = self._two(body)
            return COMPARISONS[comparison.name](comparison, left, right)
        if body.startswith("?"):
            return self._conditional(body[1:], flags)
        if "e" in flags:
            return arithmetic(flags["e"].args, *self._maybe_two(body))
        if "#{" in body:
            return self.expand(body)
        return self._variable(body, flags) or ""

    def _variable(self, name: str, flags: dict[str, Modifier]) -> str | None:
        value = self.scope.find(name)
        if value is None or (flags and "t" in flags and not value):
            return None
        if "t" in flags:
            return _time_string(value, flags["t"].args)
        if "b" in flags:
            value = value.rstrip("/").rpartition("/")[2] or ("/" if value else ".")
        if "d" in flags:
            value = _dirname(value)
        if "q" in flags:
            value = quote_style(value) if flags["q"].args else quote_shell(value)
        return value

    def _conditional(self, body: str, flags: dict[str, Modifier]) -> str:
        comma = skip(body, 0, ",")
        if comma < 0:
            raise _Broken
        condition = body[:comma]
        found = self._variable(condition, flags)
        if found is None:
            found = self.expand(condition)
            if found == condition:
                found = ""
        then, otherwise = _halves(body[comma + 1 :])
        return self.expand(then if is_true(found) else otherwise)

    def _two(self, body: str) -> tuple[str, str]:
        left, right = _halves(body)
        return self.expand(left), self.expand(right)

    def _maybe_two(self, body: str) -> tuple[str, str]:
        try:
            return self._two(body)
        except _Broken:
            return "", ""

    def _expand_timed(self, text: str) -> str:
        return _Expansion(self.scope, with_time=True, now=self.now, depth=self.depth).expand(text)

    # -- modifiers that decide the value on their own ------------------------------------------------------------
    def literal(self, _: Modifier, body: str) -> str:
        return body

    def character(self, _: Modifier, body: str) -> str:
        code = self.expand(body)
        return chr(int(code)) if code.isdigit() and 32 <= int(code) <= 126 else ""

    def loop(self, modifier: Modifier, body: str) -> str:
        rounds = self.scope.loop(modifier.name)
        if rounds is None:
            raise _Broken
        everyone, current = body, body
        if modifier.name != "S" and skip(body, 0, ",") >= 0:
            everyone, current = _halves(body)
        out = []
        for each in rounds:
            inner = _Expansion(each.scope, with_time=self.with_time, now=self.now, depth=self.depth)
            out.append(inner.expand(current if each.current else everyone))
        return "".join(out)

    def exists(self, modifier: Modifier, body: str) -> str:
        over, variable = ("S", "session_name") if "s" in "".join(modifier.args[:1]) else ("W", "window_name")
        rounds = self.scope.loop(over)
        if rounds is None:
            raise _Broken
        name = self.expand(body)
        return str(int(any(each.scope.find(variable) == name for each in rounds)))

    def content(self, modifier: Modifier, body: str) -> str:
        options = "".join(modifier.args[:1])
        return str(self.scope.search(self.expand(body), regex="r" in options, ignore_case="i" in options))


VALUES: Final[dict[str, Callable[[_Expansion, Modifier, str], str]]] = {
    "l": _Expansion.literal,
    "a": _Expansion.character,
    "S": _Expansion.loop,
    "W": _Expansion.loop,
    "P": _Expansion.loop,
    "N": _Expansion.exists,
    "C": _Expansion.content,
}


def _matches(modifier: Modifier, pattern: str, text: str) -> str:
    options = "".join(modifier.args[:1])
    match = regex_match if "r" in options else glob_match
    return str(int(match(pattern, text, ignore_case="i" in options)))


COMPARISONS: Final[dict[str, Callable[[Modifier, str, str], str]]] = {
    "||": lambda _, left, right: str(int(is_true(left) or is_true(right))),
    "&&": lambda _, left, right: str(int(is_true(left) and is_true(right))),
    "==": lambda _, left, right: str(int(left == right)),
    "!=": lambda _, left, right: str(int(left != right)),
    "<": lambda _, left, right: str(int(left < right)),
    ">": lambda _, left, right: str(int(left > right)),
    "<=": lambda _, left, right: str(int(left <= right)),
    ">=": lambda _, left, right: str(int(left >= right)),
    "m": _matches,
}


def _halves(body: str) -> tuple[str, str]:
    comma = skip(body, 0, ",")
    if comma < 0:
        raise _Broken
    return body[:comma], body[comma + 1 :]


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise _Broken


def _expand_signs(text: str, at: int, out: list[str]) -> int:
    """`##` is one sign, but signs before a `[` belong to a style, which is left for whoever draws it."""
    after = at
    while text[after : after + 1] == "#":
        after += 1
    if text[after : after + 1] == "[":
        out.append(text[at - 1 : after + 1])
        return after + 1
    out.append("#")
    return at + 1


def _dirname(path: str) -> str:
    head = path.rstrip("/").rpartition("/")
    if not head[1]:
        return "/" if path.startswith("/") else "."
    return head[0].rstrip("/") or "/"


def _time_string(value: str, args: tuple[str, ...]) -> str | None:
    seconds = int(value) if value.isdigit() else 0
    if not seconds:
        return None
    moment = time.localtime(seconds)
    if args and "p" in args[0]:
        return _pretty_time(seconds, moment)
    if len(args) > 1 and "f" in args[0]:
        return time.strftime(strip(args[1]), moment)
    return time.asctime(moment)


def _pretty_time(seconds: int, moment: time.struct_time) -> str:
    """As short as it can be understood: the hour, the day, the month or the year."""
    now = time.localtime()
    age = max(time.mktime(now) - seconds, 0)
    months = (now.tm_year - moment.tm_year) * 12 + now.tm_mon - moment.tm_mon
    if age < 24 * 3600:
        return time.strftime("%H:%M", moment)
    if months == 0 or age < 28 * 24 * 3600:
        return time.strftime("%a%d", moment)
    return time.strftime("%d%b" if months < 12 else "%h%y", moment)
