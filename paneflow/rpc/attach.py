"""The attach stream: what a window and the host say to each other after `window.attach` has upgraded a connection.

Each message is LENGTH (u32, little-endian, of what follows), one type byte and a payload. Version 2:
it rises with whatever one end would misread of the other, frames too; a window of another version is refused.

    host → window
        F  a frame (`vt/frame.py`); the host sends the next one of that surface only after its ACK
        P  pixels of a picture, asked for by "picture": PART, then bytes from its offset on, row by row without padding. A
           part with the format 0 and no bytes says that there is no such picture any more
        J  a JSON object with a "type" (below)
        R  a JSON-RPC response to an R of the window
    window → host
        A  ACK: the surface of a painted frame and what painting it cost, in µs
        J  a JSON object with an "op" (below)
        R  a JSON-RPC request, dispatched like one from a socket, as the person at the window

    types
        state      all there is, once, first (`model.view.state`); also "engine", "config_problems" as in config.get,
                   and "notices". The last progress and command of each surface follow it
        leads {leads}                               whether this window was used last: it alone notifies; `workspace.select`
                                                    and the like of scripts change what it shows
        changed    whole records to replace (`model.view.deltas`), and "order" and "active" if they are different; "active" is
                   this window's own workspace
        removed    ids to drop, after the `changed` before it
        bell {surface} | notify {surface, title, body} | progress {surface, state, percent}
        clipboard {surface, selection, text, ask}   a program wants to set it; to the window that was used last
        activity {surface}                          a surface that is not on view printed something; once until it is shown
        command {surface, running, exit_code, title}    a shell's marks: a command began, or ended, and with it its progress;
                                                    the title the surface had then
        hint {level, message, surface?}             something a person should see
        config {problems}                           the configuration was read again

    op use {}                               a person does something here: this window's workspace is the active one now

    ops, each with "surface" (id) unless said otherwise
        show {cols, rows, cell_w, cell_h}   the surface is on view at this size; frames follow
        hide                                it is not any more
        resize {cols, rows, cell_w, cell_h}
        key {key, mods, text, action, unshifted}          `vt.input.KeyEvent`
        text {text}                         committed text (IME, compose); goes to the child as typed
        mouse {action, button, row, col, mods, x, y}      `vt.input.MouseEvent`
        paste {text}                        encoded by the engine: cleaned, bracketed when asked for
        focus {focused}                     the pane got or lost the keyboard
        picture {image, generation, offset}               asks for some of a picture's pixels; one P answers it
        scroll {delta} | scroll {row}       a row's number for life (`vt/frame.py`); null: to the bottom
"""

import json
from struct import Struct
from typing import Final

PROTOCOL: Final = 2
LENGTH: Final = Struct("<I")
ACK: Final = Struct("<II")  # surface, cost in µs
PART: Final = Struct("<QIIIB3x")  # generation, width, height, offset, bytes a pixel: `vt.images.PixelFormat`
FRAME, MESSAGE, RPC, ACKNOWLEDGE, PICTURE = b"F", b"J", b"R", b"A", b"P"
MAX_MESSAGE: Final = 64 << 20  # from the window at most 16 MiB is taken: a paste


def pack(kind: bytes, payload: bytes) -> bytes:
    """One message, ready to send."""
    return LENGTH.pack(len(payload) + 1) + kind + payload


def pack_json(kind: bytes, value: object) -> bytes:
    """One JSON message, ready to send."""
    return pack(kind, json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


class Reader:
    """Bytes in, whole messages out. Raises ValueError when a length is over the limit."""

    def __init__(self, limit: int = MAX_MESSAGE) -> None:
        self._buffer = bytearray()
        self._limit = limit

    def feed(self, data: bytes | bytearray | memoryview) -> list[tuple[bytes, bytes]]:
        """Add bytes; return the (type, payload) pairs that are complete now."""
        buffer = self._buffer
        buffer += data
        messages: list[tuple[bytes, bytes]] = []
        start = 0
        while len(buffer) - start >= LENGTH.size:
            (length,) = LENGTH.unpack_from(buffer, start)
            if not 1 <= length <= self._limit:
                raise ValueError(f"a message of {length} bytes; 1 to {self._limit} are allowed")
            end = start + LENGTH.size + length
            if len(buffer) < end:
                break
            body = start + LENGTH.size
            messages.append((bytes(buffer[body : body + 1]), bytes(buffer[body + 1 : end])))
            start = end
        del buffer[:start]
        return messages
