"""A row of the method table: all that is said of one method, in one place, as data.

A row names no handler, so importing the table imports no host. The handler is found by the name: `surface.read` is the
function `read` in `host/handlers/surface.py`.
"""

from paneflow.errors import InvalidParams
from paneflow.rpc.shapes import Field, Int, Json, Problem, Record, Schema, Shape

WRITE = "write"  # gate: PANEFLOW_IPC_SCRIPTING=1 or `ai_unrestricted`
KEYSTROKE = "keystroke"  # gate: PANEFLOW_IPC_SCRIPTING=1
WINDOW = "window"  # only the attach stream and its hand-shake use it
CAPABILITIES = {
    WRITE: "types into panes; open when PANEFLOW_IPC_SCRIPTING=1 or ai_unrestricted is set",
    KEYSTROKE: "presses keys in panes; open when PANEFLOW_IPC_SCRIPTING=1",
    WINDOW: "shows surfaces to a person",
}


class Method:
    """One JSON-RPC method.

    `capability` is the gate it passes, None for none; `errors` are the kinds it may answer with beside invalid_params;
    `one_of` names params of which exactly one must be given; `slow` ones wait for something and are not bound by the time
    an answer may take; `example` is a pair (params, result) that the docs show.
    """

    def __init__(
        self,
        name: str,
        doc: str,
        *params: Field,
        result: Shape,
        capability: str | None = None,
        errors: tuple[str, ...] = (),
        one_of: tuple[str, ...] = (),
        slow: bool = False,
        example: tuple[Json, Json] | None = None,
    ) -> None:
        self.name, self.doc, self.params, self.result = name, doc, params, result
        self.capability, self.errors, self.one_of, self.example = capability, errors, one_of, example
        self.slow = slow
        self.shape = Record(*params)

    def check(self, params: Json) -> dict[str, object]:
        """Return the params with defaults filled in. Raises `InvalidParams` that lists all problems at once."""
        given = {} if params is None else params
        problems: list[Problem] = []
        self.shape.check(given, "params", problems)
        if isinstance(given, dict) and self.one_of:
            problems += _one_of(given, self.one_of)
        if problems or not isinstance(given, dict):
            told = [{"path": path, "message": message} for path, message in problems]
            text = "; ".join(f"{path} {message}" for path, message in problems)
            raise InvalidParams(f"{self.name}: {text}", problems=told)
        return {f.name: _taken(f, given[f.name]) if given.get(f.name) is not None else f.default for f in self.params}

    def params_schema(self) -> Schema:
        """The params as JSON Schema."""
        schema = self.shape.schema()
        if self.one_of:
            schema["oneOf"] = [{"required": [name]} for name in self.one_of]
        return schema


def _taken(field: Field, value: Json) -> Json:
    """A value as handlers get it: 3.0 is a whole number to JSON, and an index that nothing takes to Python."""
    return int(value) if isinstance(field.shape, Int) and isinstance(value, float) else value


def _one_of(given: dict[str, object], names: tuple[str, ...]) -> list[Problem]:
    count = sum(name in given for name in names)
    if count == 1:
        return []
    return [("params", f"must have exactly one of {', '.join(names)}, not {count or 'none'}")]
