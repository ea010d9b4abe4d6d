"""kitty's notifications (OSC 99): they come in pieces, by id. Pure."""

import binascii
from typing import Final

MAX_OPEN: Final = 16  # unfinished ones
MAX_TEXT: Final = 4096


class KittyNotifications:
    """Puts the pieces together; knows titles and bodies, nothing else of the protocol."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, bytes]] = {}

    def add(self, payload: bytes) -> tuple[bytes, bytes] | None:
        """A piece, as it stands after `99;`. Returns (title, body) when it was the last one."""
        head, _, text = payload.partition(b";")
        options = dict(part.partition("=")[::2] for part in head.decode("ascii", "replace").split(":"))
        part = options.get("p", "title")
        if part not in ("title", "body"):
            return None
        if options.get("e") == "1":
            text = _decoded(text)
        identifier = options.get("i", "")
        note = self._open.pop(identifier, {})
        note[part] = (note.get(part, b"") + text)[:MAX_TEXT]
        if options.get("d") == "0":
            self._open[identifier] = note
            if len(self._open) > MAX_OPEN:
                del self._open[next(iter(self._open))]
            return None
        title, body = note.get("title", b""), note.get("body", b"")
        return (title, body) if title or body else None


def _decoded(text: bytes) -> bytes:
    try:
        return binascii.a2b_base64(text + b"=" * (-len(text) % 4))
    except binascii.Error:
        return b""
