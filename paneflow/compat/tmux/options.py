"""Option stores: server, session, window and pane, each falling back to a global one. Pure.

A store holds what was set in it: a string, or for an array a dict from index to string. User options begin with `@`,
are strings, and may be anywhere.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.glob import glob_match
from paneflow.compat.tmux.keys import key_name, parse_key
from paneflow.compat.tmux.numbers import NumberError, number
from paneflow.compat.tmux.option_table import OTHER_NAMES, TABLE, Option
from paneflow.compat.tmux.styles import colour, is_style

Value = str | dict[int, str]
SIZE_LIMIT: Final = 1 << 20  # characters in one value
COUNT_LIMIT: Final = 2000  # options in one store
_INDEXED = re.compile(r"([^\[]*)\[(\d{1,9})\]")


class Store:
    """Options of one thing, and where to look when it lacks one."""

    def __init__(self, parent: "Store | None" = None, *, defaults: Callable[[Option], bool] | None = None) -> None:
        self.parent = parent
        self.values: dict[str, Value] = {}
        self.is_global = defaults is not None
        for option in TABLE.values():
            if defaults is not None and defaults(option):
                self.values[option.name] = default_value(option)

    def get(self, name: str) -> Value | None:
        """Own value, or the parents'."""
        if name in self.values or self.parent is None:
            return self.values.get(name)
        return self.parent.get(name)

    def text(self, name: str) -> str:
        """A plain option's value; "" if nobody set it."""
        value = self.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        """A number option's value."""
        return int(self.text(name) or 0)

    def is_on(self, name: str) -> bool:
        """A flag option's value."""
        return self.text(name) == "on"

    def items(self, name: str) -> tuple[str, ...]:
        """An array option's items."""
        value = self.get(name)
        return tuple(value[index] for index in sorted(value)) if isinstance(value, dict) else ()

    def unset(self, name: str) -> None:
        """Fall back to the parent, or in a global store to the default."""
        if self.is_global and name in TABLE:
            self.values[name] = default_value(TABLE[name])
        else:
            self.values.pop(name, None)

    def user_options(self) -> Iterator[str]:
        """Names of own user options."""
        return (name for name in sorted(self.values) if name.startswith("@"))


def default_value(option: Option) -> Value:
    """A fresh copy of the default."""
    if isinstance(option.default, tuple):
        return dict(enumerate(option.default))
    return option.default


def server_store() -> Store:
    """The server's options with their defaults."""
    return Store(defaults=lambda option: option.scope == "server")


def session_defaults() -> Store:
    """What sessions fall back to."""
    return Store(defaults=lambda option: option.scope == "session")


def window_defaults() -> Store:
    """What windows, and through them panes, fall back to."""
    return Store(defaults=lambda option: option.scope.startswith("window"))


def match_name(text: str) -> tuple[str, int | None]:
    """An option by name, unique prefix or other spelling, and the index in brackets. Raises TmuxError."""
    indexed = _INDEXED.fullmatch(text)
    name, index = (indexed[1], int(indexed[2])) if indexed else (text, None)
    if not name or (not indexed and "[" in name):
        raise TmuxError(f"invalid option: {text}")
    name = OTHER_NAMES.get(name, name)
    if name.startswith("@") or name in TABLE:
        return name, index
    matches = [each for each in TABLE if each.startswith(name)]
    if len(matches) != 1:
        raise TmuxError(f"{'ambiguous' if matches else 'invalid'} option: {text}")
    return matches[0], index


def is_array(name: str) -> bool:
    """Whether an option holds several values."""
    return name in TABLE and isinstance(TABLE[name].default, tuple)


def set_user(store: Store, name: str, value: str, *, append: bool = False) -> None:
    """Set a user option."""
    old = store.values.get(name, "") if append else ""
    assert isinstance(old, str)
    _put(store, name, old + value)


def set_plain(store: Store, name: str, value: str | None, *, append: bool = False) -> None:
    """Set an option that is no array; flags and choices flip without a value. Raises TmuxError."""
    option = TABLE[name]
    if value is None and option.kind not in ("flag", "choice"):
        raise TmuxError("empty value")
    if option.kind == "string" and append:
        value = store.text(name) + (value or "")
    _put(store, name, _CHECKS[option.kind](option, value, store.text(name)))


def set_array(store: Store, name: str, value: str, *, append: bool = False) -> None:
    """Set all items of an array, or add to them. Raises TmuxError."""
    option = TABLE[name]
    items = dict(_items(store, name)) if append else {}
    store.values[name] = items
    words = [value] if not option.separator else re.split(f"[{re.escape(option.separator)}]", value)
    for word in filter(None, words):
        set_item(store, name, next(index for index in range(len(items) + 1) if index not in items), word)
        items = _items(store, name)


def set_item(store: Store, name: str, index: int, value: str, *, append: bool = False) -> None:
    """Set one item of an array. Raises TmuxError."""
    option = TABLE[name]
    items = dict(_items(store, name))
    if option.kind == "colour":
        value = _check_colour(option, value, "")
    if append and option.kind == "string":
        value = items.get(index, "") + value
    if len(items) >= COUNT_LIMIT or len(value) > SIZE_LIMIT:
        raise TmuxError("value is too large")
    store.values[name] = {**items, index: value}


def unset_item(store: Store, name: str, index: int) -> None:
    """Take one item of an array away."""
    items = dict(_items(store, name))
    items.pop(index, None)
    store.values[name] = items


def _items(store: Store, name: str) -> dict[int, str]:
    value = store.values.get(name)
    return value if isinstance(value, dict) else {}


def _put(store: Store, name: str, value: str) -> None:
    if len(value) > SIZE_LIMIT or (len(store.values) >= COUNT_LIMIT and name not in store.values):
        raise TmuxError("value is too large")
    store.values[name] = value


# -- what each kind accepts: (option, the value asked for, the value now) → the value in tmux's words ------------------
def _check_string(option: Option, value: str | None, _: str) -> str:
    text = value or ""
    if option.name == "default-shell" and not text.startswith("/"):
        raise TmuxError(f"not a suitable shell: {text}")
    if option.pattern and not glob_match(option.pattern, text):
        raise TmuxError(f"value is invalid: {text}")
    if option.style and "#{" not in text and not is_style(text):
        raise TmuxError(f"invalid style: {text}")
    return text


def _check_number(option: Option, value: str | None, _: str) -> str:
    try:
        return str(number(value, option.least, option.most))
    except NumberError as problem:
        raise TmuxError(f"value is {problem}: {value}") from None


def _check_flag(_: Option, value: str | None, now: str) -> str:
    if not value:
        return "off" if now == "on" else "on"
    if value.lower() in ("1", "on", "yes"):
        return "on"
    if value.lower() in ("0", "off", "no"):
        return "off"
    raise TmuxError(f"bad value: {value}")


def _check_choice(option: Option, value: str | None, now: str) -> str:
    if value is None:
        place = option.choices.index(now)
        return option.choices[1 - place] if place < 2 else now
    if value not in option.choices:
        raise TmuxError(f"unknown value: {value}")
    return value


def _check_colour(_: Option, value: str | None, __: str) -> str:
    checked = colour(value or "")
    if checked is None:
        raise TmuxError(f"bad colour: {value}")
    return checked


def _check_key(_: Option, value: str | None, __: str) -> str:
    key = parse_key(value or "")
    if key is None:
        raise TmuxError(f"bad key: {value}")
    return key_name(key)


_CHECKS: Final[dict[str, Callable[[Option, str | None, str], str]]] = {
    "string": _check_string,
    "number": _check_number,
    "flag": _check_flag,
    "choice": _check_choice,
    "colour": _check_colour,
    "key": _check_key,
}
