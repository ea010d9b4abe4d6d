"""What a person does in a window → bytes for children, sizes, and what is on view."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from paneflow.errors import PaneflowError
from paneflow.geometry import Size, clamp
from paneflow.host.frames import Shown
from paneflow.host.host import Host
from paneflow.ids import SurfaceId
from paneflow.model.actions import SetSurfaceSize
from paneflow.runtime.live_surface import LiveSurface
from paneflow.vt.images import PART_BYTES
from paneflow.vt.input import KeyAction, KeyEvent, Mods, MouseAction, MouseEvent
from paneflow.vt.paste import clean

if TYPE_CHECKING:
    from paneflow.host.attach import AttachStream

Message = dict[str, object]
Encode = Callable[[LiveSurface], bytes]
MAX_CELL: Final = 512  # pixels


class Input:
    """Works on a window's `op` messages. Raises ValueError, KeyError or TypeError on one that is malformed."""

    def __init__(self, host: Host, stream: "AttachStream") -> None:
        self._host, self._stream = host, stream
        self._ops: dict[str, Callable[[LiveSurface, Message], None]] = {
            "show": self._show,
            "hide": self._hide,
            "resize": self._resize,
            "key": self._key,
            "text": self._text,
            "mouse": self._mouse,
            "paste": self._paste,
            "focus": self._focus,
            "scroll": self._scroll,
        }

    def take(self, message: Message) -> None:
        """Do one op. A surface that is gone meanwhile is no mistake of the window."""
        if message["op"] == "use":
            self._stream.use()
            return
        live = self._host.session.surfaces.get(SurfaceId(_whole(message, "surface")))
        if message["op"] == "picture":
            self._picture(live, message)
            return
        op = self._ops[cast("str", message["op"])]
        if live is not None:
            op(live, message)

    # -- on view --------------------------------------------------------------------------------------------------
    def _show(self, live: LiveSurface, message: Message) -> None:
        size, cell = _size(message)
        if old := self._stream.shown.pop(live.id, None):
            old.close()
        self._stream.shown[live.id] = Shown(live, size, cell, self._stream.send_frame)
        self._apply_size(live)
        self._stream.shown[live.id].changed()

    def _hide(self, live: LiveSurface, message: Message) -> None:
        self._stream.unread.discard(live.id)
        if shown := self._stream.shown.pop(live.id, None):
            shown.close()

    def _resize(self, live: LiveSurface, message: Message) -> None:
        if shown := self._stream.shown.get(live.id):
            shown.size, shown.cell = _size(message)
            self._apply_size(live)
            shown.changed()

    def _apply_size(self, live: LiveSurface) -> None:
        shown = self._stream.shown.get(live.id)
        if shown is None or not self._host.windows.may_size(live.id, self._stream):
            return
        live.resize(shown.size, shown.cell)
        self._host.session.do(SetSurfaceSize(live.id, shown.size))

    def _scroll(self, live: LiveSurface, message: Message) -> None:
        if "delta" in message:
            live.engine.scroll(_whole(message, "delta"))
        else:
            row = None if message["row"] is None else _whole(message, "row") - live.engine.first_row()
            live.engine.scroll_to(None if row is None else max(0, row))
        self._moved(live)

    def _moved(self, live: LiveSurface) -> None:
        if shown := self._stream.shown.get(live.id):
            shown.changed()

    def _picture(self, live: LiveSurface | None, message: Message) -> None:
        """The window waits for the answer, also where the surface is gone meanwhile."""
        image, generation, offset = (_whole(message, key) for key in ("image", "generation", "offset"))
        if not (0 <= image < 1 << 32 and 0 <= generation < 1 << 64):
            raise ValueError("an image's number has 32 bits, and a generation 64")
        part = live.engine.picture(image, generation, offset, PART_BYTES) if live is not None else None
        self._stream.send_part(generation, part)

    # -- typed ----------------------------------------------------------------------------------------------------
    def _key(self, live: LiveSurface, message: Message) -> None:
        event = KeyEvent(
            _text_of(message, "key"),
            Mods(_whole(message, "mods") if "mods" in message else 0),
            _text_of(message, "text") if "text" in message else "",
            KeyAction(_text_of(message, "action") if "action" in message else "press"),
            _text_of(message, "unshifted") if "unshifted" in message else "",
        )
        self._type(live, lambda each: each.engine.encode_key(event))

    def _text(self, live: LiveSurface, message: Message) -> None:
        data = clean(_text_of(message, "text")).replace("\n", "\r").encode()
        self._type(live, lambda _: data)

    def _paste(self, live: LiveSurface, message: Message) -> None:
        text = _text_of(message, "text")
        self._type(live, lambda each: each.engine.encode_paste(text))

    def _mouse(self, live: LiveSurface, message: Message) -> None:
        event = MouseEvent(
            MouseAction(_text_of(message, "action")),
            _whole(message, "button"),
            _whole(message, "row"),
            _whole(message, "col"),
            Mods(_whole(message, "mods") if "mods" in message else 0),
            _number(message, "x"),
            _number(message, "y"),
        )
        self._write(live, live.engine.encode_mouse(event))

    def _focus(self, live: LiveSurface, message: Message) -> None:
        focused = message["focused"] is True
        if focused:
            self._stream.use()
        if shown := self._stream.shown.get(live.id):
            shown.focused = focused
        self._write(live, live.engine.encode_focus(focused=focused))

    def _type(self, live: LiveSurface, encode: Encode) -> None:
        """Write to the surface and to those that share what is typed; show the newest rows; be brisk for the echo."""
        session, windows = self._host.session, self._host.windows
        session.pump.key_pressed()
        self._stream.use()
        if windows.claim(live.id, self._stream):
            self._apply_size(live)
        for each in self._sharing(live):
            data = encode(each)
            if data:
                self._to_bottom(each)
            self._write(each, data)

    def _sharing(self, live: LiveSurface) -> list[LiveSurface]:
        session = self._host.session
        for group in session.model.broadcasts:
            if live.id in group.surfaces:
                return [session.surfaces[each] for each in group.surfaces if each in session.surfaces]
        return [live]

    def _to_bottom(self, live: LiveSurface) -> None:
        bar = live.engine.scrollbar()
        if bar.offset + bar.length < bar.total:
            live.engine.scroll_to(None)
            self._moved(live)

    def _write(self, live: LiveSurface, data: bytes) -> None:
        if not data or not live.running:
            return
        try:
            live.write(data)
        except PaneflowError as error:  # it does not take its input
            self._stream.tell({"type": "hint", "level": "warning", "message": error.message, "surface": live.id})


def _size(message: Message) -> tuple[Size, tuple[int, int]]:
    size = clamp(Size(_whole(message, "cols"), _whole(message, "rows")))
    width, height = (min(max(_whole(message, key), 1), MAX_CELL) for key in ("cell_w", "cell_h"))
    return size, (width, height)


def _whole(message: Message, key: str) -> int:
    value = message[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{key} must be a whole number")
    return value


def _number(message: Message, key: str) -> float:
    value = message.get(key, 0)
    if not isinstance(value, int | float):
        raise TypeError(f"{key} must be a number")
    return float(value)


def _text_of(message: Message, key: str) -> str:
    value = message[key]
    if not isinstance(value, str):
        raise TypeError(f"{key} must be a string")
    return value
