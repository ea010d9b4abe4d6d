"""Documents as frozen dataclasses whose fields are the definition of their keys.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Reads:
        mask_secrets: bool = setting(False, Flag(), "Replace tokens and keys …")

From such a class come the checker, the typed value, the JSON Schema and the documented default text.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields
from enum import StrEnum
from typing import Any, Generic, TypeVar, cast

from paneflow.spec.positions import Path
from paneflow.spec.problem import Report
from paneflow.spec.shape import ListOf, Schema, Shape, TableOf, read_table

T = TypeVar("T")


class Applies(StrEnum):
    """When a changed key takes effect."""

    NOW = "at once"
    NEW_SURFACES = "in new terminals"
    RESTART = "when the host starts again"


def setting(default: T, shape: Shape, doc: str, *, applies: Applies = Applies.NOW, example: object = None) -> T:
    """A key that may be left out. `example` is shown in the documentation where the default is None."""
    metadata = {"shape": shape, "doc": doc, "applies": applies, "example": example}
    if isinstance(default, dict | list):
        return cast("T", field(default_factory=default.copy, metadata=metadata))
    return field(default=default, metadata=metadata)


def required(blank: T, shape: Shape, doc: str) -> T:
    """A key that must be given; `blank` stands in for it in a document that is refused anyway."""
    return field(default=blank, metadata={"shape": shape, "doc": doc, "required": True})


def table(record: Callable[[], T], doc: str) -> T:
    """A nested table with fixed keys."""
    return field(default_factory=record, metadata={"shape": Record(record), "doc": doc})


class Record(Generic[T]):
    """The shape of a table with fixed keys, described by a dataclass."""

    allowed = "a table"

    def __init__(self, record: Callable[..., T]) -> None:
        self.record = record

    @property
    def settings(self) -> list[Field[Any]]:
        """The fields that are keys of the document."""
        return [f for f in fields(cast("Any", self.record)) if "shape" in f.metadata]

    def read(self, value: object, path: Path, report: Report) -> T:
        """An instance; keys that are wrong or absent have their defaults."""
        shapes = {f.name: f.metadata["shape"] for f in self.settings}
        must = [f.name for f in self.settings if f.metadata.get("required")]
        known = read_table(value, shapes, must, path, report) or {}
        # What was reported keeps its default: the rules between keys then speak only of what the writer meant.
        return self.record(**{key: v for key, v in known.items() if not _is_bad(report, (*path, key), shapes[key])})

    def schema(self) -> Schema:
        """As JSON Schema, with documentation and defaults."""
        properties = {f.name: _property(f) for f in self.settings}
        must = [f.name for f in self.settings if f.metadata.get("required")]
        schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": must} if must else {})


def _is_bad(report: Report, path: Path, shape: Shape) -> bool:
    # A nested document keeps its own good parts; only plain values are replaced by the default.
    return not _holds_records(shape) and report.is_wrong(*path)


def _holds_records(shape: object) -> bool:
    return isinstance(shape, Record) or (isinstance(shape, ListOf | TableOf) and isinstance(shape.item, Record))


def _property(f: Field[Any]) -> Schema:
    schema: Schema = {"description": f.metadata["doc"]} | f.metadata["shape"].schema()
    default = f.default
    plain = default is not MISSING and default is not None and not f.metadata.get("required")
    return schema | {"default": list(default) if isinstance(default, tuple) else default} if plain else schema
