"""Pressing keys for callers on the socket: all are checked before the first is pressed, by the bytes they would send."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from paneflow.errors import InvalidParams
from paneflow.host.keystrokes import parse_keystroke
from paneflow.rpc.methods.surface import MAX_KEYS
from paneflow.runtime.live_surface import LiveSurface

_ESCAPE: Final = b"\x1b"
# Seconds after which a program takes an escape for the key of that name: until then it may be the beginning of another one.
# Vim waits for 0.1, neovim for 0.05, fish for 0.03.
_ALONE: Final = 0.15
_MAX_PAUSES: Final = 20  # an answer comes within five seconds


def encoded(live: LiveSurface, keystroke: str) -> bytes:
    """The bytes of a key as the program wants them now. Raises `InvalidParams` (unknown_key, would_submit)."""
    data = live.engine.encode_key(parse_keystroke(keystroke))
    if not data:
        raise InvalidParams(f"{keystroke} has no encoding in this terminal", kind="unknown_key", keystroke=keystroke)
    if b"\r" in data or b"\n" in data:
        raise InvalidParams(
            f"{keystroke} would submit; use send_text with submit", kind="would_submit", keystroke=keystroke
        )
    return data


def check_keys(keys: Sequence[bytes]) -> None:
    """Raise `InvalidParams` (too_large) for more keys than one call presses."""
    if len(keys) > MAX_KEYS:
        message = f"{len(keys)} keys in all are more than one call presses, which is {MAX_KEYS}"
        raise InvalidParams(message, kind="too_large", limit=MAX_KEYS)
    if sum(first == _ESCAPE for first, _ in pairwise(keys)) > _MAX_PAUSES:
        raise InvalidParams(
            f"each escape takes a pause before the next key; at most {_MAX_PAUSES} go in one call",
            kind="too_large",
            limit=_MAX_PAUSES,
        )


async def press(live: LiveSurface, keys: Sequence[bytes]) -> None:
    """Write keys in order; one that follows an escape comes late enough to be a key of its own."""
    for place, key in enumerate(keys):
        if place and keys[place - 1] == _ESCAPE:
            await asyncio.sleep(_ALONE)
        live.write(key)
