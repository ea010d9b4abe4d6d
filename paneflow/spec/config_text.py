"""config.toml as text: the documented defaults, and changes that keep what people wrote around them."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from paneflow.spec.config import Config
from paneflow.spec.record import Applies, Record, Setting
from paneflow.spec.shape import ListOf, TableOf

WIDTH = 100  # columns of the comments


def default_text() -> str:
    """Every key with its documentation and its default, commented out, ready to be edited."""
    lines = ["# Paneflow's configuration. A line without the # in front of its key changes the default."]
    return "\n".join([*lines, *_keys(Record(Config)), *_tables(Record(Config)), ""])


def set_key(text: str, path: tuple[str, ...], value: object) -> str:
    """Set one key of a config text, or remove it (None). Comments, order and unknown keys stay.

    Raises ValueError when the text is not TOML or a part of `path` is not a table.
    """
    import tomlkit  # 30 ms: only the settings window needs it
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
    except TOMLKitError as error:
        raise ValueError(f"not TOML: {error}") from error
    holder: Any = document
    for part in path[:-1]:
        if part not in holder:
            if value is None:
                return text
            holder[part] = tomlkit.table(is_super_table=False)
        holder = holder[part]
        if not isinstance(holder, Mapping):
            raise ValueError(f"{part} is not a table")
    if value is None:
        holder.pop(path[-1], None)
    else:
        holder[path[-1]] = list(value) if isinstance(value, tuple) else value
    return tomlkit.dumps(document)


def _keys(record: Record[Any]) -> Iterator[str]:
    for setting in record.settings:
        if not isinstance(setting.shape, Record) and not _is_free(setting):
            yield from ("", *_comment(setting), f"# {setting.name} = {_toml(_shown_default(setting))}")


def _tables(record: Record[Any]) -> Iterator[str]:
    for setting in record.settings:
        shape = setting.shape
        if isinstance(shape, Record):
            yield from ("", *_comment(setting), f"[{setting.name}]", *_keys(shape))
            yield from _free_tables(shape, f"{setting.name}.")
    yield from _free_tables(record, "")


def _free_tables(record: Record[Any], prefix: str) -> Iterator[str]:
    for setting in record.settings:
        if _is_free(setting):
            yield from ("", *_comment(setting), *EXAMPLES[f"{prefix}{setting.name}"])


EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "terminal.env": ("[terminal.env]", '# EDITOR = "vim"'),
    "shortcuts": ("[shortcuts]", '# "ctrl+shift+t" = "undo_close_pane"', '# "ctrl+shift+d" = "none"'),
    "agents": ("# [agents.claude]", '# args = ["--verbose"]', "# [agents.claude.env]", '# NAME = "value"'),
    "commands": ("# [[commands]]", '# name = "Tests"', '# command = "make test"', '# keywords = ["check"]'),
}


def _is_free(setting: Setting) -> bool:
    """Whether the key is a table with names of the writer's choosing, or an array of tables."""
    shape = setting.shape
    return isinstance(shape, TableOf) or (isinstance(shape, ListOf) and isinstance(shape.item, Record))


def _comment(setting: Setting) -> Iterator[str]:
    shape, applies = setting.shape, setting.applies
    sentence = setting.doc
    if not isinstance(shape, Record) and not _is_free(setting):
        sentence += f" Allowed: {shape.allowed}."
    if applies is not Applies.NOW:
        sentence += f" Takes effect {applies.value}."
    yield from (f"# {line}" for line in wrap(sentence, WIDTH - 2, break_on_hyphens=False))


def _shown_default(setting: Setting) -> object:
    return setting.example if setting.default is None else setting.default


def _toml(value: object) -> str:
    import tomli_w

    return tomli_w.dumps({"key": list(value) if isinstance(value, tuple) else value}).removeprefix("key = ").strip()
