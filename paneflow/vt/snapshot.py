"""Text that outlives its terminal, as bytes to keep. Pure.

A snapshot is the text with its styles as plain SGR sequences, soft wraps joined, so it fits any width, any later version of
the library, and the fallback engine.
"""

import re
import zlib
from collections.abc import Iterable
from typing import Final

_MAGIC: Final = b"paneflow-text-1\n"
MAX_SIZE: Final = 1 << 30  # of the text: a damaged or made-up snapshot must not fill the memory
_LEVEL: Final = 1  # of zlib: most of the saving at a tenth of the time

# All that may act in a snapshot: styles. Everything else with ESC or another control character goes.
_INERT: Final = re.compile(rb"\x1b\[[0-9;:]*m|[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+")


def pack(parts: Iterable[bytes]) -> bytes:
    """A snapshot of styled text that comes in parts; blank lines at its end are left out."""
    return _MAGIC + zlib.compress(b"".join(parts).rstrip(b"\r\n"), _LEVEL)


def unpack(snapshot: bytes) -> bytes:
    """The styled text of a snapshot, made inert. Raises ValueError if it is not one."""
    if not snapshot.startswith(_MAGIC):
        raise ValueError("this is not a snapshot")
    inflater = zlib.decompressobj()
    try:
        text = inflater.decompress(snapshot[len(_MAGIC) :], MAX_SIZE)
    except zlib.error as error:
        raise ValueError(f"the snapshot is damaged: {error}") from error
    if not inflater.eof:
        raise ValueError("the snapshot is cut off or too large")
    return b"".join(_INERT.findall(text))
