"""Shapes of values in requests and answers: each checks a value and describes itself as JSON Schema (draft 2020-12).

Plain classes on purpose: dataclasses would cost a verb more start-up time than all else it does. Types are checked, never
coerced; booleans are not integers.
"""

Problem = tuple[str, str]  # where ("params.lines"), what is wrong and what is allowed
Json = object
Schema = dict[str, object]


class Shape:
    """A set of JSON values."""

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """Append a problem for each place where `value` is not of this shape."""
        raise TypeError("abstract")

    def schema(self) -> Schema:
        """This shape as JSON Schema."""
        raise TypeError("abstract")


class Anything(Shape):
    """Any JSON value."""

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """Nothing is wrong with it."""

    def schema(self) -> Schema:
        """The schema that takes everything."""
        return {}


class Bool(Shape):
    """true or false."""

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if value is not True and value is not False:
            problems.append((path, f"must be true or false, not {kind(value)}"))

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return {"type": "boolean"}


class Int(Shape):
    """A whole number from `low` to `high`, both inclusive."""

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`. 3.0 is a whole number, as JSON Schema has it; true is not."""
        if isinstance(value, bool) or not (isinstance(value, int) or (isinstance(value, float) and value.is_integer())):
            problems.append((path, f"must be a whole number, not {kind(value)}"))
        elif (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            problems.append((path, f"must be {span(self.low, self.high)}, not {shown(value)}"))

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return _bounds({"type": "integer"}, minimum=self.low, maximum=self.high)


class Number(Shape):
    """A number from `low` to `high`, both inclusive."""

    def __init__(self, low: float | None = None, high: float | None = None) -> None:
        self.low, self.high = low, high

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            problems.append((path, f"must be a number, not {kind(value)}"))
        elif value - value != 0:  # NaN and infinities, which Python reads and JSON does not have
            problems.append((path, "must be a finite number"))
        elif (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            problems.append((path, f"must be {span(self.low, self.high)}, not {shown(value)}"))

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return _bounds({"type": "number"}, minimum=self.low, maximum=self.high)


class Str(Shape):
    """A string of `low` to `high` characters."""

    def __init__(self, low: int = 0, high: int | None = None) -> None:
        self.low, self.high = low, high

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if not isinstance(value, str):
            problems.append((path, f"must be a string, not {kind(value)}"))
        elif len(value) < self.low or (self.high is not None and len(value) > self.high):
            problems.append((path, f"must have {span(self.low or None, self.high)} characters, not {len(value)}"))

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return _bounds({"type": "string"}, minLength=self.low or None, maxLength=self.high)


class Choice(Shape):
    """One of a few strings."""

    def __init__(self, *values: str) -> None:
        self.values = values

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if not isinstance(value, str) or value not in self.values:
            problems.append((path, f"must be one of {', '.join(self.values)}, not {shown(value)}"))

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return {"type": "string", "enum": list(self.values)}


class Many(Shape):
    """A list of `low` to `high` values of one shape."""

    def __init__(self, each: Shape, low: int = 0, high: int | None = None) -> None:
        self.each, self.low, self.high = each, low, high

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if not isinstance(value, list):
            problems.append((path, f"must be a list, not {kind(value)}"))
            return
        if len(value) < self.low or (self.high is not None and len(value) > self.high):
            problems.append((path, f"must have {span(self.low or None, self.high)} entries, not {len(value)}"))
        for index, entry in enumerate(value):
            self.each.check(entry, f"{path}[{index}]", problems)

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        each = self.each.schema()
        return _bounds({"type": "array", "items": each}, minItems=self.low or None, maxItems=self.high)


class Map(Shape):
    """An object with free keys and values of one shape."""

    def __init__(self, each: Shape) -> None:
        self.each = each

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if not isinstance(value, dict):
            problems.append((path, f"must be an object, not {kind(value)}"))
            return
        for key, entry in value.items():
            self.each.check(entry, f"{path}.{key}", problems)

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return {"type": "object", "additionalProperties": self.each.schema()}


class Field:
    """A key of a record. `default` is what an absent optional key means; None: nothing."""

    def __init__(self, name: str, shape: Shape, doc: str = "", *, required: bool = False, default: Json = None) -> None:
        self.name, self.shape, self.doc, self.required, self.default = name, shape, doc, required, default


class Record(Shape):
    """An object with known keys. Unknown ones are errors unless the record is `open`."""

    def __init__(self, *fields: Field, open: bool = False) -> None:  # noqa: A002 - the field's word in type theory
        self.fields, self.open = fields, open

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if not isinstance(value, dict):
            problems.append((path, f"must be an object, not {kind(value)}"))
            return
        known = {field.name: field for field in self.fields}
        for key, entry in value.items():
            if key in known:
                known[key].shape.check(entry, f"{path}.{key}", problems)
            elif not self.open:
                problems.append((f"{path}.{key}", f"is unknown; known are {', '.join(known) or 'none'}"))
        problems += [(f"{path}.{f.name}", "is missing") for f in self.fields if f.required and f.name not in value]

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        schema: Schema = {"type": "object", "properties": {f.name: _field_schema(f) for f in self.fields}}
        required = [f.name for f in self.fields if f.required]
        if required:
            schema["required"] = required
        if not self.open:
            schema["additionalProperties"] = False
        return schema


class Maybe(Shape):
    """A value of one shape, or null."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`."""
        if value is not None:
            self.shape.check(value, path, problems)

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


class Either(Shape):
    """A value of one of two shapes; `doc` names them in errors."""

    def __init__(self, first: Shape, second: Shape, doc: str) -> None:
        self.first, self.second, self.doc = first, second, doc

    def check(self, value: Json, path: str, problems: list[Problem]) -> None:
        """See `Shape.check`. When neither fits, the problems of the nearer one (the one with the same JSON type) are told."""
        found: list[list[Problem]] = []
        for shape in (self.first, self.second):
            wrong: list[Problem] = []
            shape.check(value, path, wrong)
            if not wrong:
                return
            found.append(wrong)
        inner = [wrong for wrong in found if any(where != path for where, _ in wrong)]
        problems += inner[0] if inner else [(path, f"must be {self.doc}, not {shown(value)}")]

    def schema(self) -> Schema:
        """See `Shape.schema`."""
        return {"anyOf": [self.first.schema(), self.second.schema()]}


def kind(value: Json) -> str:
    """JSON's name for a value's type."""
    if value is None:
        return "null"
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "something else")


def shown(value: Json) -> str:
    """A short value as it is, a long one by its type."""
    return repr(value) if isinstance(value, (str, int, float)) and len(repr(value)) <= 40 else kind(value)


def span(low: float | None, high: float | None) -> str:
    """A range in words: "1 to 4000", "at least 1", "at most 64"."""
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


def _bounds(schema: Schema, **limits: float | None) -> Schema:
    schema.update({key: value for key, value in limits.items() if value is not None})
    return schema


def _field_schema(field: Field) -> Schema:
    schema = dict(field.shape.schema())
    if field.doc:
        schema["description"] = field.doc
    if field.default is not None:
        schema["default"] = field.default
    return schema
