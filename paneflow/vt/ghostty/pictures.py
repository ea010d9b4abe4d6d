"""Pictures of kitty's graphics protocol in one library terminal: what programs say of them, and where they are.

The library keeps pixels and placements, moves them with their text, and forgets the oldest beyond its limit. What it does
not bound are numbers: it may be given endlessly many tiny images, and each placement is looked at whenever one is added.
"""

from collections.abc import Iterator
from typing import Final

from paneflow.vt.ghostty.library import CData, ffi, lib
from paneflow.vt.ghostty.terminal import Terminal
from paneflow.vt.graphics import Checked, Commands
from paneflow.vt.graphics_splitter import Command
from paneflow.vt.images import SCREEN_BYTES, Part, PixelFormat, Placement

MAX_PLACEMENTS: Final = 512  # of a screen; of more the oldest images are forgotten
AT_ONCE: Final = 4  # parts of an image: all of a small one
COUNT_EVERY: Final = 128  # commands, and after each feed
SMALL: Final = 8 << 10  # bytes of an image so small that the limit in bytes does not bound how many there are
MAX_SMALL: Final = 4096  # of them; then all are forgotten

_FORMATS: Final = {
    lib.GHOSTTY_KITTY_IMAGE_FORMAT_RGB: PixelFormat.RGB,
    lib.GHOSTTY_KITTY_IMAGE_FORMAT_RGBA: PixelFormat.RGBA,
    lib.GHOSTTY_KITTY_IMAGE_FORMAT_GRAY_ALPHA: PixelFormat.GREY_ALPHA,
    lib.GHOSTTY_KITTY_IMAGE_FORMAT_GRAY: PixelFormat.GREY,
}
_AT: Final = "GHOSTTY_KITTY_GRAPHICS_PLACEMENT_DATA_"
_NUMBER, _X, _Y, _Z = (getattr(lib, _AT + name) for name in ("IMAGE_ID", "X_OFFSET", "Y_OFFSET", "Z"))
_OF: Final = "GHOSTTY_KITTY_IMAGE_DATA_"
_WIDTH, _HEIGHT, _FORMAT, _PIXELS, _LENGTH, _GENERATION = (
    getattr(lib, _OF + name) for name in ("WIDTH", "HEIGHT", "FORMAT", "DATA_PTR", "DATA_LEN", "GENERATION")
)
_STORE: Final = lib.GHOSTTY_TERMINAL_DATA_KITTY_GRAPHICS
_STORE_GENERATION: Final = lib.GHOSTTY_KITTY_GRAPHICS_DATA_GENERATION
_PLACEMENTS: Final = lib.GHOSTTY_KITTY_GRAPHICS_DATA_PLACEMENT_ITERATOR
_terminal_get: Final = lib.ghostty_terminal_get
_get: Final = lib.ghostty_kitty_graphics_get
_image: Final = lib.ghostty_kitty_graphics_image
_next: Final = lib.ghostty_kitty_graphics_placement_next
_placement_get: Final = lib.ghostty_kitty_graphics_placement_get
_image_get: Final = lib.ghostty_kitty_graphics_image_get
_render_info: Final = lib.ghostty_kitty_graphics_placement_render_info


class Pictures:
    """The pictures of one terminal; both its screens have their own."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._commands = Commands(SCREEN_BYTES)
        self._work: Iterator[Checked] | None = None
        self._graphics = ffi.new("GhosttyKittyGraphics*")
        self._iterator = ffi.new("GhosttyKittyGraphicsPlacementIterator*")
        self._u32, self._i32, self._u64 = ffi.new("uint32_t*"), ffi.new("int32_t*"), ffi.new("uint64_t*")
        self._format = ffi.new("GhosttyKittyImageFormat*")
        self._pixels, self._length = ffi.new("uint8_t**"), ffi.new("size_t*")
        self._info = ffi.new("GhosttyKittyGraphicsPlacementRenderInfo*")
        self._info.size = ffi.sizeof("GhosttyKittyGraphicsPlacementRenderInfo")
        if lib.ghostty_kitty_graphics_placement_iterator_new(ffi.NULL, self._iterator) != 0:
            raise MemoryError("libghostty-vt has no memory for an iterator")
        self._used = False  # a program has said something of pictures
        self._counted = 0  # the generation when placements were counted
        self._since = self._small = 0
        self._limit(SCREEN_BYTES)
        self._take_payloads(0)

    # -- from the program ----------------------------------------------------------------------------------------
    def take(self, command: Command) -> None:
        """Begin to work on a command that stood in the output; what is left of it is for `go_on`."""
        self._used = True
        self._work = self._commands.take(command)
        for _ in range(AT_ONCE):
            if not self.go_on():
                break

    @property
    def busy(self) -> bool:
        """Whether a command is not done yet. What comes after it in the output has to wait."""
        return self._work is not None

    def go_on(self) -> bool:
        """Do a part of what is left of a command; False when nothing was."""
        if self._work is None:
            return False
        checked = next(self._work, None)
        if checked is None:
            self._end()
            return False
        if checked.data:
            self._take_payloads(len(checked.data))
            self._terminal.write(checked.data)
            self._take_payloads(0)
        self._small += 0 < checked.stored < SMALL
        return True

    def finish(self) -> None:
        """Do all that is left of a command."""
        while self.go_on():
            pass

    def drop(self) -> None:
        """Forget the command that is not done yet: the library has, too."""
        self._work = None

    def _end(self) -> None:
        self._work = None
        self._since += 1
        if self._since >= COUNT_EVERY:
            self.bound()

    def bound(self) -> None:
        """Keep numbers in bounds; after each feed."""
        if not self._used or self._work is not None or self._generation() == self._counted:
            return
        self._since, limit = 0, SCREEN_BYTES
        if self._small > MAX_SMALL:
            self._small = limit = 0
            self._limit(limit)
        while limit and sum(1 for _ in self._each()) > MAX_PLACEMENTS:
            limit >>= 1
            self._limit(limit)
        if limit < SCREEN_BYTES:
            self._limit(SCREEN_BYTES)
        self._counted = self._generation()

    def forget(self, *, scrolled: bool = False) -> None:
        """Delete all of the active screen, or the images that begin in its scrollback.

        For what is about to be cleared, between two sequences: the library moves pictures of erased rows to the top row.
        """
        total, offset, length = self._terminal.scrollbar()
        top = total - length - offset if scrolled else total
        for number in {self._number(at, _NUMBER, self._u32) for at in self._each() if self._row(at) < top}:
            self._terminal.write(b"\x1b_Ga=d,d=I,i=%d,q=2\x1b\\" % number)

    def _take_payloads(self, size: int) -> None:
        """How long a command's payload may be. None gets past `Commands`, whatever bytes it is begun with."""
        self._terminal.set_size("APC_MAX_BYTES_KITTY", size)

    def _limit(self, size: int) -> None:
        self._terminal.set("KITTY_IMAGE_STORAGE_LIMIT", ffi.new("uint64_t*", size))

    # -- to viewers ----------------------------------------------------------------------------------------------
    def placements(self) -> tuple[Placement, ...]:
        """What is on view, the lowest first."""
        if not self._used:
            return ()
        found = [placed for each in self._each() if (placed := self._placement(each)) is not None]
        return tuple(sorted(found, key=lambda placed: (placed.z, placed.image, placed.row, placed.col)))

    def part(self, image: int, generation: int, offset: int, size: int) -> Part | None:
        """Pixels of an image from a byte on, None if it is gone or has others now."""
        handle = _image(self._store(), image)
        if handle == ffi.NULL or self._image_number(handle, _GENERATION, self._u64) != generation:
            return None
        width, height = (self._image_number(handle, key, self._u32) for key in (_WIDTH, _HEIGHT))
        length = self._image_number(handle, _LENGTH, self._length)
        format_ = _FORMATS.get(self._image_number(handle, _FORMAT, self._format))
        if format_ is None or not 0 <= offset < length or length != width * height * format_:
            return None
        if _image_get(handle, _PIXELS, self._pixels) != 0:
            return None
        data = bytes(ffi.buffer(self._pixels[0] + offset, min(size, length - offset)))
        return Part(width, height, format_, offset, data)

    def free(self) -> None:
        """Give the memory back."""
        self.drop()
        lib.ghostty_kitty_graphics_placement_iterator_free(self._iterator[0])

    # -- the library's ------------------------------------------------------------------------------------------
    def _store(self) -> CData:
        _terminal_get(self._terminal.handle, _STORE, self._graphics)
        return self._graphics[0]

    def _generation(self) -> int:
        """Another number whenever pixels or placements of the active screen changed."""
        _get(self._store(), _STORE_GENERATION, self._u64)
        return int(self._u64[0])

    def _each(self) -> Iterator[CData]:
        """The library's iterator, at each placement of the active screen; those out of sight too."""
        _get(self._store(), _PLACEMENTS, self._iterator)
        while _next(self._iterator[0]):
            yield self._iterator[0]

    def _row(self, at: CData) -> int:
        """Where a placement begins, from the viewport's top."""
        handle = _image(self._graphics[0], self._number(at, _NUMBER, self._u32))
        _render_info(at, handle, self._terminal.handle, self._info)
        return int(self._info.viewport_row)

    def _placement(self, at: CData) -> Placement | None:
        """A placement; None when it is out of sight, or stands where placeholder characters are."""
        number = self._number(at, _NUMBER, self._u32)
        handle = _image(self._graphics[0], number)
        info = self._info
        if _render_info(at, handle, self._terminal.handle, info) != 0 or not info.viewport_visible:
            return None
        return Placement(
            number, self._image_number(handle, _GENERATION, self._u64), info.viewport_row, info.viewport_col,
            self._number(at, _X, self._u32), self._number(at, _Y, self._u32),
            info.pixel_width, info.pixel_height,
            (info.source_x, info.source_y, info.source_width, info.source_height),
            self._number(at, _Z, self._i32),
        )  # fmt: skip

    def _number(self, at: CData, key: int, out: CData) -> int:
        _placement_get(at, key, out)
        return int(out[0])

    def _image_number(self, handle: CData, key: int, out: CData) -> int:
        _image_get(handle, key, out)
        return int(out[0])
