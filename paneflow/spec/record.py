"""Documents as frozen values whose fields are the definition of their keys.

    class Reads(Document):
        mask_secrets: bool = setting(False, Flag(), "Replace tokens and keys …")

From such a class come the checker, the typed value, the JSON Schema and the documented default text. It is no dataclass:
`dataclasses` loads `inspect`, and makes each class from source text, which costs `paneflow up` more than all else it does.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast, dataclass_transform

from paneflow.spec.positions import Path
from paneflow.spec.problem import Report
from paneflow.spec.shape import ListOf, Schema, Shape, TableOf, read_table

T = TypeVar("T")


class Applies(StrEnum):
    """When a changed key takes effect."""

    NOW = "at once"
    NEW_SURFACES = "in new terminals"
    RESTART = "when the host starts again"


class Setting(NamedTuple):
    """One key. `default` stands for it where it is not given; `example` is shown where the default is None."""

    default: Any
    shape: Shape
    doc: str
    name: str = ""  # filled in by the class it belongs to
    required: bool = False
    applies: Applies = Applies.NOW
    example: object = None


def setting(default: T, shape: Shape, doc: str, *, applies: Applies = Applies.NOW, example: object = None) -> T:
    """A key that may be left out. The default is shared: nobody may change it."""
    return cast("T", Setting(default, shape, doc, applies=applies, example=example))


def required(blank: T, shape: Shape, doc: str) -> T:
    """A key that must be given; `blank` stands in for it in a document that is refused anyway."""
    return cast("T", Setting(blank, shape, doc, required=True))


def table(record: "type[D]", doc: str) -> "D":
    """A nested table with fixed keys."""
    return cast("D", Setting(record(), Record(record), doc))


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Document:
    """A table with fixed keys, read: its values cannot be changed, and are compared one by one."""

    settings: ClassVar[tuple[Setting, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Setting)}
        cls.settings = tuple(each._replace(name=name) for name, each in own.items())
        for name, each in own.items():
            setattr(cls, name, each.default)

    def __init__(self, **given: object) -> None:
        values = {each.name: each.default for each in self.settings}
        if not given.keys() <= values.keys():
            raise TypeError(f"{type(self).__name__} has no {', '.join(given.keys() - values.keys())}")
        self.__dict__.update(values | given)

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {name: _plain(value) for name, value in self.__dict__.items()}

    def replace(self, **changed: object) -> Self:
        """The same with other values."""
        return type(self)(**self.__dict__ | changed)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def _plain(value: object) -> object:
    if isinstance(value, Document):
        return value.plain()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


D = TypeVar("D", bound=Document)


class Record(Generic[D]):
    """The shape of a table with fixed keys, described by a `Document`."""

    allowed = "a table"

    def __init__(self, record: type[D]) -> None:
        self.record = record

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The keys of the document."""
        return self.record.settings

    def read(self, value: object, path: Path, report: Report) -> D:
        """An instance; keys that are wrong or absent have their defaults."""
        shapes = {each.name: each.shape for each in self.settings}
        must = [each.name for each in self.settings if each.required]
        known = read_table(value, shapes, must, path, report) or {}
        # What was reported keeps its default: the rules between keys then speak only of what the writer meant.
        return self.record(**{key: v for key, v in known.items() if not _is_bad(report, (*path, key), shapes[key])})

    def schema(self) -> Schema:
        """As JSON Schema, with documentation and defaults."""
        properties = {each.name: _property(each) for each in self.settings}
        must = [each.name for each in self.settings if each.required]
        schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": must} if must else {})


def _is_bad(report: Report, path: Path, shape: Shape) -> bool:
    # A nested document keeps its own good parts; only plain values are replaced by the default.
    return not _holds_records(shape) and report.is_wrong(*path)


def _holds_records(shape: object) -> bool:
    return isinstance(shape, Record) or (isinstance(shape, ListOf | TableOf) and isinstance(shape.item, Record))


def _property(setting: Setting) -> Schema:
    schema: Schema = {"description": setting.doc} | setting.shape.schema()
    default = list(setting.default) if isinstance(setting.default, tuple) else setting.default
    plain = isinstance(default, str | int | float | list) and not setting.required
    return schema | {"default": default} if plain else schema
