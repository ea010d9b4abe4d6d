"""Every key of the configuration as the settings window lists it, from the one table of keys. Pure."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from paneflow.spec.config import Config
from paneflow.spec.record import Applies, Record
from paneflow.spec.shape import Color, ListOf, Shape, TableOf, Text

GENERAL = "General"
_SECTIONS = {
    "": GENERAL,
    "theme": "Appearance",
    "font": "Appearance",
    "line_height": "Appearance",
    "minimum_contrast": "Appearance",
    "ai": "Agents",
    "agent": "Agents",
    "claude": "Agents",
    "submit": "Agents",
}
_TABLES = {
    "terminal": "Terminal",
    "window": "Window",
    "notifications": "Notifications",
    "reads": "Scripts",
    "host": "Host",
    "pane_backend": "Scripts",
    "tmux": "Scripts",
}
_TITLES = {
    "env": "Environment variables",
    "agents": "Agents: further ones and changes",
    "commands": "Commands of your own",
}


class Setting(NamedTuple):
    """One key: where it stands, what it may be, what it is without being set."""

    path: tuple[str, ...]
    section: str
    doc: str
    shape: Shape
    default: object
    applies: Applies

    @property
    def title(self) -> str:
        """The key in words."""
        if self.path[-1] in _TITLES:
            return _TITLES[self.path[-1]]
        words = self.path[-1].replace("_", " ")
        return words.replace("ai ", "AI ").replace("osc52", "OSC 52").replace(" ms", " (ms)").capitalize()

    @property
    def key(self) -> str:
        """The key as the file writes it."""
        return ".".join(self.path)

    @property
    def plain(self) -> bool:
        """Whether it is one value, or a list of words; tables are edited in the file."""
        if isinstance(self.shape, ListOf):
            return isinstance(self.shape.item, Text)
        return not isinstance(self.shape, TableOf)

    @property
    def colored(self) -> bool:
        """Whether it is a colour."""
        return isinstance(self.shape, Color)


def all_settings() -> list[Setting]:
    """All keys, in the order of their sections."""
    found = list(_settings(Record(Config), ()))
    order = list(
        dict.fromkeys([GENERAL, "Appearance", "Terminal", "Window", "Notifications", "Agents", "Scripts", "Host"])
    )
    return sorted(found, key=lambda each: order.index(each.section))


def _settings(record: Record[Any], path: tuple[str, ...]) -> Iterator[Setting]:
    for field in record.settings:
        shape = field.shape
        here = (*path, field.name)
        if isinstance(shape, Record):
            yield from _settings(shape, here)
        else:
            yield Setting(here, _section(here), field.doc, shape, field.default, field.applies)


def _section(path: tuple[str, ...]) -> str:
    if len(path) > 1:
        return _TABLES[path[0]]
    name = path[0]
    if name == "agents":
        return "Agents"
    return next((section for prefix, section in _SECTIONS.items() if prefix and name.startswith(prefix)), GENERAL)


def value_of(config: Config, path: tuple[str, ...]) -> object:
    """The value in force."""
    value: object = config
    for part in path:
        value = getattr(value, part)
    return value


def fits(setting: Setting, query: str) -> bool:
    """Whether every word of a query is in a setting's key or documentation."""
    text = f"{setting.title} {setting.key} {setting.doc} {setting.section}".casefold()
    return all(word in text for word in query.casefold().split())
