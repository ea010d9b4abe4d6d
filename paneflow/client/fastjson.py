"""JSON without the `json` package, which loads `re` and `enum` and so doubles the start-up time of a verb.

CPython's accelerators (`_json`) do the work where they exist; where they do not, or where something is wrong with the text,
the standard package takes over, so answers and errors are its own.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Scan = Callable[[str, int], tuple[object, int]]
    Quote = Callable[[str], str]


class _Decoding:
    """What `_json.make_scanner` asks of its context: the same choices as `json.loads` makes."""

    strict = True
    object_hook = object_pairs_hook = array_hook = None
    parse_float, parse_int = float, int
    parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}.__getitem__


def _accelerators() -> "tuple[Scan, Quote] | None":
    try:
        from _json import encode_basestring, make_scanner
    except ImportError:  # not CPython
        return None
    return make_scanner(_Decoding), encode_basestring  # type: ignore[arg-type]


_WHITE = " \t\n\r"
_fast = _accelerators()

# JSON may hold these as they are, but a terminal would act on them: C1 controls, DEL, text direction; surrogates alone
# cannot be encoded at all.
_UNSAFE = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def loads(text: str) -> object:
    """A JSON text as a value. Raises `ValueError`."""
    if _fast is not None:
        stripped = text.strip(_WHITE)
        try:
            value, end = _fast[0](stripped, 0)
            if end == len(stripped):
                return value
        except (StopIteration, SystemError):
            pass  # the package says what is wrong; until it is loaded, CPython 3.11 cannot and raises the latter
    import json

    return json.loads(text)


def dumps(value: object) -> str:
    """A value as one compact line. Raises `TypeError` for what JSON cannot hold."""
    return "".join(_pieces(value, None))


def pretty(value: object) -> str:
    """A value over several lines, two spaces a level; safe to print to a terminal."""
    return "".join(_pieces(value, 0))


def quoted(text: str) -> str:
    """A string as JSON: readable beyond ASCII, but with nothing in it that a terminal acts on."""
    encoded = _fast[1](text) if _fast is not None else _slowly_quoted(text)
    if encoded.isascii():
        return encoded.replace("\x7f", "\\u007f")
    return "".join(map(_escaped, encoded)) if not encoded.isprintable() else encoded


def _slowly_quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if 0xD800 <= code <= 0xDFFF else _UNSAFE.get(code, character)


def _pieces(value: object, depth: int | None) -> "Iterator[str]":
    colon = ":" if depth is None else ": "
    if isinstance(value, str):
        yield quoted(value)
    elif isinstance(value, dict):
        yield from _container("{}", [(quoted(_key(key)) + colon, entry) for key, entry in value.items()], depth)
    elif isinstance(value, (list, tuple)):
        yield from _container("[]", [("", entry) for entry in value], depth)
    else:
        yield _atom(value)


def _container(brackets: str, entries: list[tuple[str, object]], depth: int | None) -> "Iterator[str]":
    inner = None if depth is None else depth + 1
    yield brackets[0]
    for index, (lead, entry) in enumerate(entries):
        yield ("," if index else "") + _line(inner) + lead if inner is not None else ("," if index else "") + lead
        yield from _pieces(entry, inner)
    if entries:
        yield _line(depth)
    yield brackets[1]


def _line(depth: int | None) -> str:
    return "" if depth is None else "\n" + "  " * depth


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key of a JSON object is a string, not {type(key).__name__}")
    return key


def _atom(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)) and value - value == 0:
        return repr(value)
    raise TypeError(f"JSON cannot hold {value!r}"[:120])
