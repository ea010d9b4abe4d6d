"""The pixels of pictures in panes, fetched from the host part by part and shared by the panes of a window.

One part at a time is asked for, whatever is missing, so nothing piles up here or at the host; the pixels that were used last
are kept, as far as they fit. Pictures are known by the generation of their pixels, which a host never uses twice.
"""

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np

from paneflow.gui.frame_decoder import Picture
from paneflow.gui.qt import QImage, QObject, QSize, Qt, Signal
from paneflow.rpc import attach
from paneflow.vt.images import SCREEN_BYTES, PixelFormat

MAX_BYTES: Final = 128 << 20  # kept in a window: of a pane, what is on view is a quarter of that at most

Ask = Callable[[int, int, int, int], None]  # surface, image, generation, offset
_Shape = tuple[int, ...]  # the part of a picture and the size it is scaled to; nothing for the picture itself

_FORMATS: Final = {
    PixelFormat.GREY: QImage.Format.Format_Grayscale8,
    PixelFormat.RGB: QImage.Format.Format_RGB888,
    PixelFormat.RGBA: QImage.Format.Format_RGBA8888,
}


class _Arriving:
    """A picture of which parts are missing."""

    def __init__(self, surface: int, image: int) -> None:
        self.surface, self.image = surface, image
        self.data = bytearray()


class PictureStore(QObject):
    """Pictures by generation. Belongs to one window, and to one host at a time."""

    arrived = Signal(object)  # generation

    def __init__(self, ask: Ask, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ask = ask
        self._kept: dict[tuple[int, _Shape], QImage] = {}  # as sent, or scaled down; in the order of use
        self._arriving: dict[int, _Arriving] = {}  # the first one is asked for

    def want(self, surface: int, pictures: Iterable[Picture]) -> None:
        """These are on view in a surface; ask for those that are not here. Others of that surface need not come any more."""
        wanted = {each.generation: each.image for each in pictures if (each.generation, ()) not in self._kept}
        asked = next(iter(self._arriving), None)
        for generation, arriving in list(self._arriving.items()):
            if arriving.surface == surface and generation not in wanted and generation != asked:
                del self._arriving[generation]
        for generation, image in wanted.items():
            self._arriving.setdefault(generation, _Arriving(surface, image))
        if asked is None:
            self._ask_next()

    def get(self, generation: int) -> QImage | None:
        """A picture, None while it is not here."""
        return self._used((generation, ()))

    def smaller(self, generation: int, source: tuple[int, int, int, int], size: QSize) -> QImage:
        """A part of a picture that is here, scaled down smoothly; kept like others."""
        key = (generation, (*source, size.width(), size.height()))
        found = self._used(key)
        if found is None:
            keep = Qt.AspectRatioMode.IgnoreAspectRatio
            part = self._kept[generation, ()].copy(*source)
            found = part.scaled(size, keep, Qt.TransformationMode.SmoothTransformation)
            self._keep(key, found)
        return found

    def take(self, payload: bytes) -> None:
        """A part came. Raises ValueError for anything else."""
        if len(payload) < attach.PART.size:
            raise ValueError("a part of a picture shorter than its header")
        generation, width, height, offset, size = attach.PART.unpack_from(payload)
        arriving = self._arriving.get(generation)
        if arriving is None or (size and offset != len(arriving.data)):
            return  # of before `forget`
        total = width * height * size
        arriving.data += memoryview(payload)[attach.PART.size :]
        if size and len(arriving.data) < total <= SCREEN_BYTES and len(payload) > attach.PART.size:
            self._ask(arriving.surface, arriving.image, generation, len(arriving.data))
            return
        del self._arriving[generation]
        if size and 0 < len(arriving.data) == total:
            self._keep((generation, ()), decoded(bytes(arriving.data), width, height, PixelFormat(size)))
            self.arrived.emit(generation)
        self._ask_next()

    def forget(self) -> None:
        """Another host: its generations are other pictures."""
        self._kept.clear()
        self._arriving.clear()

    def _ask_next(self) -> None:
        for generation, arriving in self._arriving.items():
            self._ask(arriving.surface, arriving.image, generation, len(arriving.data))
            return

    def _used(self, key: tuple[int, _Shape]) -> QImage | None:
        image = self._kept.pop(key, None)
        if image is not None:
            self._kept[key] = image
        return image

    def _keep(self, key: tuple[int, _Shape], image: QImage) -> None:
        self._kept[key] = image
        held = sum(each.sizeInBytes() for each in self._kept.values())
        for oldest in list(self._kept)[:-1]:
            if held <= MAX_BYTES:
                return
            held -= self._kept.pop(oldest).sizeInBytes()


def decoded(data: bytes, width: int, height: int, pixel: PixelFormat) -> QImage:
    """Pixels as an image that is quick to draw."""
    if pixel is PixelFormat.GREY_ALPHA:
        pairs = np.frombuffer(data, np.uint8).reshape(-1, 2)
        data, pixel = pairs[:, [0, 0, 0, 1]].tobytes(), PixelFormat.RGBA
    image = QImage(data, width, height, width * pixel, _FORMATS[pixel])
    opaque = pixel is not PixelFormat.RGBA
    kept = QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32_Premultiplied
    return image.convertToFormat(kept)
