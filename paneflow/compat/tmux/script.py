"""tmux's command language as text: configuration files, and the commands that `if-shell`, hooks and keys carry. Pure.

Words are separated by blanks, commands by `;` or a line's end. `'...'` is literal; `"..."` and bare words know `\\`
escapes, `$NAME` and `~`. `{ ... }` is one word that holds commands. `%if`, `%elif`, `%else`, `%endif` choose lines, and
`NAME=value` sets a variable.
"""

import os.path
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

SIZE_LIMIT: Final = 1 << 20  # characters of a script
DEPTH_LIMIT: Final = 50
ESCAPES: Final = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "s": " ", "v": "\v", "r": "\r", "n": "\n", "t": "\t"}
CONDITIONS: Final = ("%if", "%elif", "%else", "%endif")


class ScriptError(Exception):
    """A syntax error; `line` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class Statement(NamedTuple):
    """One command's words, or with `assigns` a single NAME=VALUE word."""

    words: list[str]
    line: int
    assigns: bool = False
    hidden: bool = False


class Surroundings(NamedTuple):
    """What a script is read with: variables, formats for `%if`."""

    variable: Callable[[str], str | None]
    is_true: Callable[[str], bool] = lambda _: False


def parse(text: str, surroundings: Surroundings) -> list[Statement]:
    """The statements of a script. Raises ScriptError."""
    if len(text) > SIZE_LIMIT:
        raise ScriptError("script is too long", 1)
    return list(_Parser(text, surroundings).statements())


class _Parser:
    def __init__(self, text: str, surroundings: Surroundings) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.surroundings = surroundings
        self.chosen: list[tuple[bool, bool]] = []  # one a level of %if: (this branch runs, some branch ran)

    # -- lines ---------------------------------------------------------------------------------------------------
    def statements(self) -> Iterator[Statement]:
        words: list[str] = []
        while True:
            char = self._skip_blanks()
            if char in ("", "\n", ";"):
                yield from self._end(words)
                words = []
                if not char:
                    break
                self.at += 1
                self.line += char == "\n"
            elif char == "{":
                words.append(self._block())
            elif char == "}":
                raise self._error()
            elif char == "%" and not words and self._is_condition():
                self._condition()
            else:
                words.append(self._word())
        if self.chosen:
            raise self._error()

    def _end(self, words: list[str]) -> Iterator[Statement]:
        if not words or not all(runs for runs, _ in self.chosen):
            return
        hidden = words[0] == "%hidden"
        if hidden:
            words = words[1:]
        assigns = len(words) == 1 and _is_assignment(words[0])
        if hidden and not assigns:
            raise self._error()
        yield Statement(words, self.line, assigns, hidden)

    def _skip_blanks(self) -> str:
        """Go to the next character that means something, over blanks, comments and joined lines; return it."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if self.text.startswith("\\\n", self.at):
                self.at += 2
                self.line += 1
            elif char == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif char in " \t":
                self.at += 1
            else:
                return char
        return ""

    def _error(self, message: str = "syntax error") -> ScriptError:
        return ScriptError(message, self.line)

    # -- %if -----------------------------------------------------------------------------------------------------
    def _is_condition(self) -> bool:
        rest = self.text[self.at : self.at + 8]
        return rest.split(None, 1)[0] in CONDITIONS

    def _condition(self) -> None:
        end = self.text.find("\n", self.at)
        line = self.text[self.at : len(self.text) if end < 0 else end]
        self.at += len(line)
        keyword, _, condition = line.partition(" ")
        holds = keyword in ("%if", "%elif") and self.surroundings.is_true(_unquoted(condition.strip()))
        if keyword == "%if":
            if len(self.chosen) >= DEPTH_LIMIT:
                raise self._error()
            self.chosen.append((holds, holds))
            return
        if not self.chosen:
            raise self._error()
        _, ran = self.chosen.pop()
        if keyword == "%elif":
            self.chosen.append((holds and not ran, holds or ran))
        elif keyword == "%else":
            self.chosen.append((not ran, True))

    # -- words ---------------------------------------------------------------------------------------------------
    def _block(self) -> str:
        """`{ ... }` as the text between, which is read again when it runs."""
        start = self.at + 1
        inner = _Parser(self.text, self.surroundings)
        inner.at, inner.line = start, self.line
        depth = 1
        while depth:
            char = inner._skip_blanks()
            if not char:
                raise self._error()
            if char in "{}":
                depth += 1 if char == "{" else -1
                inner.at += 1
            elif char in "\n;":
                inner.at += 1
                inner.line += char == "\n"
            else:
                inner._word()
        self.at, self.line = inner.at, inner.line
        return self.text[start : self.at - 1].strip()

    def _word(self) -> str:
        out: list[str] = []
        quote = ""
        fresh = True  # where ~ is a home folder: at the start of a word or of a quoted part
        while self.at < len(self.text):
            char = self.text[self.at]
            if not quote and char in " \t\n;}":
                break
            self.at += 1
            if char in "'\"" and quote in ("", char):
                quote = "" if quote else char
                fresh = True
                continue
            out.append(self._expanded(char, quote, fresh=fresh))
            fresh = False
        return "".join(out)

    def _expanded(self, char: str, quote: str, *, fresh: bool) -> str:
        if char == "\n":
            self.line += 1
            return self._after_newline()
        if quote == "'":
            return char
        if char == "\\":
            return self._escape()
        if char == "$":
            return self._variable()
        if char == "~" and fresh:
            return self._home()
        return char

    def _after_newline(self) -> str:
        """Inside quotes, blanks that begin a line are dropped."""
        while self.text[self.at : self.at + 1] in (" ", "\t"):
            self.at += 1
        return "\n"

    def _escape(self) -> str:
        char = self.text[self.at : self.at + 1]
        self.at += 1
        if char == "\n":
            self.line += 1
            return ""
        if char and char in "01234567":
            return self._octal(char)
        if char in ("u", "U"):
            return self._code_point(4 if char == "u" else 8, char)
        return ESCAPES.get(char, char)

    def _octal(self, first: str) -> str:
        digits = first + self.text[self.at : self.at + 2]
        if len(digits) < 3 or first > "3" or not all(digit in "01234567" for digit in digits):
            raise self._error("invalid octal escape")
        self.at += 2
        return bytes([int(digits, 8)]).decode("utf-8", "surrogateescape")

    def _code_point(self, length: int, kind: str) -> str:
        digits = self.text[self.at : self.at + length]
        try:
            char = chr(int(digits, 16))
            char.encode()
        except (ValueError, OverflowError):
            raise self._error(f"invalid \\{kind} argument") from None
        self.at += length
        return char

    def _variable(self) -> str:
        braced = self.text[self.at : self.at + 1] == "{"
        start = self.at + braced
        end = start
        while end < len(self.text) and (self.text[end].isalnum() or self.text[end] == "_"):
            end += 1
        name = self.text[start:end]
        if braced:
            if self.text[end : end + 1] != "}":
                raise self._error("invalid environment variable")
            end += 1
        elif not name or name[0].isdigit():
            return "$"
        self.at = end
        return self.surroundings.variable(name) or ""

    def _home(self) -> str:
        end = self.at
        while end < len(self.text) and self.text[end] not in "/ \t\n\"';}":
            end += 1
        name = self.text[self.at : end]
        self.at = end
        if not name:
            return self.surroundings.variable("HOME") or os.path.expanduser("~")
        return os.path.expanduser("~" + name)


def _is_assignment(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals and name) and not name[0].isdigit() and all(char.isalnum() or char == "_" for char in name)


def _unquoted(condition: str) -> str:
    if len(condition) > 1 and condition[0] == condition[-1] and condition[0] in "'\"":
        return condition[1:-1]
    return condition
