"""Words of a command line → the options of one command. Made by hand, since argparse costs more than the whole verb."""

from paneflow.cli.command import INT, SECONDS, Arg, Command, Flag, Usage

END = "--"
_NUMBERS = {INT: "a whole number", SECONDS: "a number of seconds"}
_DIGITS = 20  # of a number at most, so that no time goes into reading more


class Options:
    """What was given, by name: of arguments as they are called, of flags without their dashes."""

    def __init__(self, values: dict[str, list[str]]) -> None:
        self._values = values

    def has(self, name: str) -> bool:
        """Whether it was given."""
        return name in self._values

    def text(self, name: str) -> str:
        """The value of something required."""
        return self._values[name][-1]

    def maybe(self, name: str) -> str | None:
        """The value, or None when it was not given. The last one counts."""
        return self._values[name][-1] if name in self._values else None

    def many(self, name: str) -> list[str]:
        """Every value that was given."""
        return self._values.get(name, [])

    def integer(self, name: str) -> int | None:
        """The value of an `INT`."""
        text = self.maybe(name)
        return None if text is None else int(text)

    def seconds(self, name: str, default: float) -> float:
        """The value of a `SECONDS`."""
        text = self.maybe(name)
        return default if text is None else float(text)


def parse(command: Command, words: list[str]) -> Options:
    """Check words against a command. Raises `Usage`."""
    flags = {flag.name: flag for flag in command.flags}
    values: dict[str, list[str]] = {}
    placed: list[str] = []
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if word == END:
            placed += words[index:]
            break
        if not word.startswith("-") or word == "-" or (word[1:].isdigit() and _takes_number(command)):
            placed.append(word)
            continue
        name, equals, value = word.partition("=")
        flag = flags.get(name)
        if flag is None:
            raise _unknown_flag(command, name, list(flags))
        if flag.value and not equals:
            if index == len(words):
                raise Usage(f"{name} needs a value: {flag.shown}")
            value = words[index]
            index += 1
        elif equals and not flag.value:
            raise Usage(f"{name} takes no value")
        _add(values, flag, value)
    _place(command, placed, values)
    _check_flags(command, values)
    return Options(values)


def _takes_number(command: Command) -> bool:
    """Whether a word with a dash may be a number, below zero, that is to be told of as one."""
    return any(arg.kind in _NUMBERS for arg in command.args)


def _add(values: dict[str, list[str]], flag: Flag, value: str) -> None:
    if flag.value:
        _check_value(flag, value)
    values.setdefault(flag.name.lstrip("-"), []).append(value)


def _place(command: Command, placed: list[str], values: dict[str, list[str]]) -> None:
    left = list(placed)
    for arg in command.args:
        taken = left if arg.rest else left[:1]
        left = left[len(taken) :]
        if not taken and not arg.optional:
            raise Usage(f"{command.name} needs {arg.shown}: {_lower(arg.doc)}")
        for word in taken:
            _check_value(arg, word)
        if taken:
            values[arg.name] = taken
    if left:
        named = any(flag.name == "--match" for flag in command.flags)
        hint = f"a pane is named with --match {left[0]}" if named else "a text with spaces is put in quotes"
        raise Usage(f"{command.name} has no use for {left[0]!r}; {hint}")


def _check_flags(command: Command, values: dict[str, list[str]]) -> None:
    given = {f"--{name}" for name in values}
    for flag in command.flags:
        if flag.required and flag.name not in given:
            raise Usage(f"{command.name} needs {flag.shown}: {_lower(flag.doc)}")
    for first, second in command.conflicts:
        if first in given and second in given:
            raise Usage(f"{first} and {second} exclude each other")


def _check_value(word: Arg | Flag, value: str) -> None:
    if word.choices and value not in word.choices:
        near = did_you_mean(value, word.choices)
        raise Usage(f"{word.name} is one of {', '.join(word.choices)}, not {value!r}{near}")
    if word.kind in _NUMBERS and not _is_within(word, value):
        raise Usage(f"{word.name} is {_NUMBERS[word.kind]} from {word.low} to {word.high}, not {value!r}")


def _is_within(word: Arg | Flag, value: str) -> bool:
    if word.kind == INT:
        return value.isascii() and value.isdigit() and len(value) <= _DIGITS and word.low <= int(value) <= word.high
    if not value.isascii() or "_" in value or value[:1] not in "0123456789." or value != value.strip():
        return False
    try:
        return word.low <= float(value) <= word.high
    except ValueError:
        return False


def _unknown_flag(command: Command, name: str, known: list[str]) -> Usage:
    hint = did_you_mean(name, known)
    takes_text = any(arg.rest or arg.name == "text" for arg in command.args)
    hint = hint or ("; a text that begins with a dash goes after --" if takes_text else "")
    return Usage(f"{command.name} has no flag {name!r}{hint}")


def did_you_mean(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """The end of a message that suggests what may have been meant; empty if nothing is near."""
    from difflib import get_close_matches  # only when something is wrong

    near = get_close_matches(word, known, n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _lower(doc: str) -> str:
    return doc[:1].lower() + doc[1:].rstrip(".")
