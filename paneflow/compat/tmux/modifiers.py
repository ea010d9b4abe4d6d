"""The part of a `#{...}` before its colon: parsing the modifiers, and those that work on the finished value. Pure."""

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from paneflow.compat.tmux.glob import regex_replace
from paneflow.compat.tmux.scan import skip
from paneflow.compat.tmux.width import pad, text_width, trim

PLAIN: Final = frozenset("labcdnwETSWP<>")
PAIRS: Final = frozenset({"||", "&&", "!=", "==", "<=", ">="})
WITH_ARGS: Final = frozenset("mCNst=peq")
PUNCTUATION: Final = frozenset("!\"#$%&'()*+,./:;<=>?@[\\]^_`{|}~")  # C's ispunct but for the minus sign
SHELL_SPECIAL: Final = frozenset("|&;<>()$`\\\"'*?[# =%")

Expand = Callable[[str], str]


class Modifier(NamedTuple):
    """One modifier and its arguments, already expanded."""

    name: str
    args: tuple[str, ...] = ()


def parse_modifiers(key: str, expand: Expand) -> tuple[list[Modifier], str]:
    """The modifiers and what follows their colon; without a well-formed list, none and the whole key."""
    modifiers: list[Modifier] = []
    at = 0
    while at < len(key) and key[at] != ":":
        at += key[at] == ";"
        step = _one_modifier(key, at, expand)
        if step is None:
            break
        modifier, at = step
        modifiers.append(modifier)
    if key[at : at + 1] != ":":
        return [], key
    return modifiers, key[at + 1 :]


def _is_end(key: str, at: int) -> bool:
    return key[at : at + 1] in (";", ":")


def _one_modifier(key: str, at: int, expand: Expand) -> tuple[Modifier, int] | None:
    name = key[at : at + 1]
    if name in PLAIN and _is_end(key, at + 1):
        return Modifier(name), at + 1
    if key[at : at + 2] in PAIRS and _is_end(key, at + 2):
        return Modifier(key[at : at + 2]), at + 2
    if name not in WITH_ARGS:
        return None
    if _is_end(key, at + 1):
        return Modifier(name), at + 1
    if key[at + 1 : at + 2] not in PUNCTUATION:
        end = skip(key, at + 1, ":;")
        return None if end < 0 else (Modifier(name, (expand(key[at + 1 : end]),)), end)
    return _wrapped(name, key, at + 1, expand)


def _wrapped(name: str, key: str, at: int, expand: Expand) -> tuple[Modifier, int]:
    """Arguments between wrapper characters: `s/a/b/i`."""
    wrapper, args = key[at : at + 1], []
    while True:
        if key[at : at + 1] == wrapper and _is_end(key, at + 1):
            at += 1
            break
        end = skip(key, at + 1, wrapper + ";:")
        if end < 0:
            break
        args.append(expand(key[at + 1 : end]))
        at = end
        if _is_end(key, at):
            break
    return Modifier(name, tuple(args)), at


def finish(value: str, modifiers: list[Modifier], expand: Expand, expand_timed: Expand) -> str:
    """What is done to a value once it is known, in tmux's order: expand, substitute, cut, pad, measure."""
    names = {modifier.name: modifier for modifier in modifiers}
    if "E" in names:
        value = expand(value)
    elif "T" in names:
        value = expand_timed(value)
    for modifier in modifiers:
        if modifier.name == "s" and len(modifier.args) >= 2:
            value = _substitute(value, modifier.args, expand)
    if "=" in names:
        value = _cut(value, names["="].args)
    if "p" in names:
        value = pad(value, _number("".join(names["p"].args[:1])))
    if "n" in names:
        value = str(len(value.encode("utf-8", "surrogateescape")))
    return str(text_width(value)) if "w" in names else value


def _substitute(value: str, args: tuple[str, ...], expand: Expand) -> str:
    ignore_case = len(args) > 2 and "i" in args[2]
    return regex_replace(expand(args[0]), expand(args[1]), value, ignore_case=ignore_case)


def _cut(value: str, args: tuple[str, ...]) -> str:
    limit = _number("".join(args[:1]))
    if not limit:
        return value
    cut = trim(value, limit)
    if cut == value or len(args) < 2:
        return cut
    return cut + args[1] if limit > 0 else args[1] + cut


def _number(text: str) -> int:
    try:
        return max(-(1 << 31), min(int(text), (1 << 31) - 1))
    except ValueError:
        return 0


OPERATORS: Final[dict[str, Callable[[float, float], float]]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right if right else math.copysign(math.inf, left) if left else math.nan,
    "m": lambda left, right: math.fmod(left, right) if right else math.nan,
    "%": lambda left, right: math.fmod(left, right) if right else math.nan,
    "==": lambda left, right: abs(left - right) < 1e-9,
    "!=": lambda left, right: abs(left - right) > 1e-9,
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
}


def arithmetic(args: tuple[str, ...], left: str, right: str) -> str:
    """`#{e|+|f|2:1.5,2}`; "" when an operand or the operator is none."""
    operator = OPERATORS.get(args[0]) if 1 <= len(args) <= 3 else None
    if operator is None:
        return ""
    real = len(args) > 1 and "f" in args[1]
    digits = _number(args[2]) if len(args) > 2 else 2 if real else 0
    try:
        operands = (float(left or "0"), float(right or "0"))
        if not real:
            operands = (float(int(operands[0])), float(int(operands[1])))
        result = float(operator(*operands))
        shown = result if real else float(int(result)) if math.isfinite(result) else -(2.0**63)
    except (ValueError, OverflowError):
        return ""
    return f"{shown:.{max(min(digits, 100), 0)}f}"


def quote_shell(text: str) -> str:
    """`#{q:...}`: safe as one word for sh."""
    return "".join("\\" + char if char in SHELL_SPECIAL else char for char in text)


def quote_style(text: str) -> str:
    """`#{q/e:...}`: a value that no format or style is found in."""
    return text.replace("#", "##")
