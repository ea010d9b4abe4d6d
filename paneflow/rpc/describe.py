"""Rows of the method table as JSON Schema and as the protocol page."""

import json
from collections.abc import Iterable

from paneflow.rpc.codes import code_of
from paneflow.rpc.method import CAPABILITIES, Method
from paneflow.rpc.shapes import (
    Anything,
    Bool,
    Choice,
    Either,
    Int,
    Many,
    Map,
    Maybe,
    Number,
    Record,
    Shape,
    Str,
)

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def describe(row: Method) -> dict[str, object]:
    """One row as plain data."""
    return {
        "method": row.name,
        "doc": row.doc,
        "capability": row.capability,
        "errors": ["invalid_params", *row.errors],
        "params": row.params_schema(),
        "result": row.result.schema(),
    }


def schema_document(row: Method) -> str:
    """The text of `specs/methods/<name>.json`."""
    document = {"$schema": DRAFT, "title": row.name, "description": row.doc}
    body = {"properties": {"params": row.params_schema(), "result": row.result.schema()}}
    return json.dumps({**document, "type": "object", **body}, indent=2, ensure_ascii=False) + "\n"


def protocol_page(rows: Iterable[Method]) -> str:
    """The text of `specs/protocol.md`."""
    parts = [_PREFACE, "## Gates\n\n", *(f"* `{name}`: {doc}.\n" for name, doc in CAPABILITIES.items())]
    group = ""
    for row in rows:
        prefix = row.name.partition(".")[0]
        if prefix != group:
            group = prefix
            parts.append(f"\n## {group}\n")
        parts.append(_section(row))
    return "".join(parts)


_PREFACE = """# The protocol

<!-- Generated from paneflow/rpc/methods by packaging/generate.py. Change it there. -->

JSON-RPC 2.0 over a local socket, one object a line, UTF-8. The endpoint is `$XDG_RUNTIME_DIR/paneflow/paneflow.sock` on
Linux, the same name in the user's runtime folder on macOS, and `\\\\.\\pipe\\paneflow` on Windows; `PANEFLOW_SOCKET_PATH`
overrides it. Only the user who runs the host may connect. A connection may carry many requests; batches are refused;
requests without an `id` are executed and not answered. A request line has at most 256 KiB. A client that has its answers and
asks no more for two seconds is let go, unless it subscribed; it may connect again.

A host serves 64 connections at once, streams among them, and has 256 requests in work or in line. What comes on top is refused
before anything is done, with the kind `too_many_connections` or `too_many_requests`, and `data.retry_after_ms` says when to ask
again. Our client does so for ten seconds before it fails. The bounds are in `limits` of `system.capabilities`.

Errors carry `code`, `message` and `data.kind`, a stable word. Params are checked, never coerced, and unknown ones are errors.

"""


def _section(row: Method) -> str:
    lines = [f"\n### `{row.name}`\n\n{row.doc}\n"]
    if row.capability:
        lines.append(f"\nGate: `{row.capability}`.\n")
    if row.params:
        lines.append("\n| param | type | default | |\n| --- | --- | --- | --- |\n")
        for field in row.params:
            default = (
                "required" if field.required else "" if field.default is None else f"`{json.dumps(field.default)}`"
            )
            lines.append(f"| `{field.name}` | {words(field.shape)} | {default} | {field.doc} |\n")
    if row.one_of:
        lines.append(f"\nExactly one of {', '.join(f'`{name}`' for name in row.one_of)}.\n")
    lines.append(f"\nResult: {words(row.result)}\n")
    if row.errors:
        lines.append(f"\nErrors: {', '.join(f'`{kind}` ({code_of(kind)})' for kind in row.errors)}.\n")
    if row.example:
        params, result = (json.dumps(value) for value in row.example)
        lines.append(f"\n```json\n{params}\n{result}\n```\n")
    return "".join(lines)


def words(shape: Shape) -> str:
    """A shape in a few words."""
    if isinstance(shape, Record):
        names = ", ".join(f"`{field.name}`" for field in shape.fields)
        return f"{{{names}{', …' if shape.open and names else ''}}}" if names else "object"
    if isinstance(shape, Choice):
        return " \\| ".join(f"`{value}`" for value in shape.values[:8]) + (" \\| …" if len(shape.values) > 8 else "")
    if isinstance(shape, Int | Number):
        return _range("integer" if isinstance(shape, Int) else "number", shape.low, shape.high)
    return _nested(shape)


def _range(noun: str, low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return noun
    return f"{noun} {'…' if low is None else low}–{'…' if high is None else high}"


def _nested(shape: Shape) -> str:
    match shape:
        case Many():
            return f"list of {words(shape.each)}"
        case Map():
            return f"object of {words(shape.each)}"
        case Maybe():
            return f"{words(shape.shape)} or null"
        case Either():
            return shape.doc
        case _:
            return {Bool: "boolean", Str: "string", Anything: "any"}.get(type(shape), "value")
