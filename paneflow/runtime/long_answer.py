"""Writing an answer with a long text in it on the loop: in parts, with a turn for others between two."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

PART: Final = 1 << 18  # characters that are written at once: some milliseconds

Encode = Callable[[object], bytes]


async def encoded(value: object, encode: Encode) -> bytes:
    """A JSON value as `encode` writes it."""
    if not _is_long(value):
        return encode(value)
    made = []
    for part in _parts(value, encode):
        made.append(part)
        if len(part) >= PART:
            await asyncio.sleep(0)
    return b"".join(made)


def _is_long(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_is_long, value.values()))
    return isinstance(value, str) and len(value) > PART


def _parts(value: object, encode: Encode) -> Iterator[bytes]:
    if isinstance(value, dict):
        yield b"{"
        for place, (name, each) in enumerate(value.items()):
            yield b"%b%b:" % (b"," if place else b"", encode(name))
            yield from _parts(each, encode)
        yield b"}"
    elif isinstance(value, str) and len(value) > PART:
        yield b'"'
        for start in range(0, len(value), PART):
            yield encode(value[start : start + PART])[1:-1]
        yield b'"'
    else:
        yield encode(value)
