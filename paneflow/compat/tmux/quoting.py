"""Words in the form in which tmux's own parser reads them back. Pure."""

from typing import Final

from paneflow.compat.tmux.argv import Args, Command

DOUBLE_QUOTED: Final = frozenset(" #';${}%")
C_STYLE: Final = {"\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r"}


def visible(text: str, *, backslash: bool = True) -> str:
    """Control characters as C escapes, and other bytes that are no text in octal."""
    out = []
    for char in text:
        code = ord(char)
        if char == "\\" and backslash:
            out.append("\\\\")
        elif char in C_STYLE:
            out.append(C_STYLE[char])
        elif code < 32 or code == 127:
            out.append(f"\\{code:03o}")
        elif 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8
            out.append(f"\\{code - 0xDC00:03o}")
        else:
            out.append(char)
    return "".join(out)


def escape(text: str) -> str:
    """One word, quoted when it has to be."""
    if not text:
        return "''"
    quote = '"' if DOUBLE_QUOTED & set(text) else "'" if '"' in text else ""
    if len(text) == 1 and text != " " and (quote or text == "~"):
        return "\\" + text
    escaped = visible(text)
    if quote == '"':
        escaped = escaped.replace('"', '\\"').replace("$", "\\$")
    if escaped.startswith("~") and quote != "'":
        escaped = "\\" + escaped
    return quote + escaped + quote


def command_line(command: Command) -> str:
    """A parsed command in its canonical form: switches, flags with values, arguments."""
    return " ".join(part for part in (command.verb.name, _arguments(command.args)) if part)


def _arguments(args: Args) -> str:
    switches = "".join(flag * args.count(flag) for flag in sorted(args.flags) if not args.all(flag))
    parts = ["-" + switches] if switches else []
    for flag in sorted(args.flags):
        parts += [f"-{flag} {escape(value)}" for value in args.all(flag)]
    return " ".join([*parts, *(escape(word) for word in args.words)])


def command_list(commands: list[Command], separator: str = " ; ") -> str:
    """Commands as one line."""
    return separator.join(command_line(command) for command in commands)
