"""libghostty-vt itself: importing this module opens the library that the pyghostty wheel carries.

Raises ImportError when this system has none, or when its types are not those this code was written for: the library's
interface is not stable, and a misread cell would be worse than the fallback engine. The wheel's Python package is only
located, never imported: its import alone takes longer than everything here.
"""

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any, Final, TypeAlias

from paneflow.vt import frame
from paneflow.vt.ghostty._cdef import ffi as _ffi

CData: TypeAlias = Any  # a value that lives on the C side

_NAMES: Final = {"darwin": "libghostty-vt.dylib", "win32": "ghostty-vt.dll"}

# Types whose fields we read or fill.
_STRUCTS: Final = (
    "GhosttyString", "GhosttyBuffer", "GhosttyGridRef", "GhosttySelection", "GhosttyStyle", "GhosttyStyleColor",
    "GhosttyCellsView", "GhosttyRenderStateCursor", "GhosttyTerminalScrollbar", "GhosttyTerminalModeConfig",
    "GhosttyTerminalSelectionFormatOptions", "GhosttyClipboardWrite", "GhosttyClipboardContent",
    "GhosttyTerminalDesktopNotification", "GhosttyTerminalProgressReport", "GhosttySizeReportSize",
    "GhosttyMouseEncoderSize", "GhosttyMousePosition", "GhosttyPoint", "GhosttyTerminalScrollViewport",
    "GhosttyColorRgb", "GhosttyKittyGraphicsPlacementRenderInfo",
)  # fmt: skip

_CELL_BITS: Final = {
    "content_tag": (frame.CELL_TAG_SHIFT, 2),
    "content": (frame.CELL_CONTENT_SHIFT, 24),
    "style_id": (frame.CELL_STYLE_SHIFT, 16),
    "wide": (frame.CELL_WIDE_SHIFT, 2),
    "hyperlink": (frame.CELL_LINK_SHIFT, 1),
}


def library_path() -> Path | None:
    """Where the wheel put the library; None when the wheel is not installed."""
    spec = importlib.util.find_spec("pyghostty")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "_lib" / _NAMES.get(sys.platform, "libghostty-vt.so")
    return path if path.is_file() else None


def _open() -> CData:
    path = library_path()
    if path is None:
        raise ImportError("libghostty-vt is not installed for this system")
    try:
        return _ffi.dlopen(str(path))
    except OSError as error:
        raise ImportError(f"libghostty-vt does not load: {error}") from error


def _check_layout() -> None:
    """Compare the library's own description of its types with our declarations."""
    types = json.loads(_ffi.string(lib.ghostty_type_json()))["types"]
    bits = types["GhosttyCell"]["bits"]
    found = {name: (bits[name]["lsb"], bits[name]["width"]) for name in _CELL_BITS}
    if found != _CELL_BITS:
        raise ImportError(f"libghostty-vt packs cells in another way: {found}")
    for name in _STRUCTS:
        theirs = {field: what["offset"] for field, what in types[name]["fields"].items()}
        ours = {field: what.offset for field, what in _ffi.typeof(name).fields}
        if types[name]["size"] != _ffi.sizeof(name) or theirs != ours:
            raise ImportError(f"libghostty-vt lays {name} out in another way")
    for twin, original in (
        ("GhosttyPointTwin", "GhosttyPoint"),
        ("GhosttyScrollTwin", "GhosttyTerminalScrollViewport"),
    ):
        if (_ffi.sizeof(twin), _ffi.alignof(twin)) != (_ffi.sizeof(original), _ffi.alignof(original)):
            raise ImportError(f"{twin} is not laid out like {original}")


ffi: Final[CData] = _ffi
lib: Final[CData] = _open()
_check_layout()

grid_ref: Final[CData] = ffi.cast(
    "GhosttyResult(*)(GhosttyTerminal, GhosttyPointTwin, GhosttyGridRef*)",
    ffi.addressof(lib, "ghostty_terminal_grid_ref"),
)
track_grid_ref: Final[CData] = ffi.cast(
    "GhosttyResult(*)(GhosttyTerminal, GhosttyPointTwin, GhosttyTrackedGridRef*)",
    ffi.addressof(lib, "ghostty_terminal_grid_ref_track"),
)
scroll_viewport: Final[CData] = ffi.cast(
    "void(*)(GhosttyTerminal, GhosttyScrollTwin)", ffi.addressof(lib, "ghostty_terminal_scroll_viewport")
)


def sized(name: str) -> CData:
    """A zeroed struct whose `size` fields, nested ones too, hold what the library expects there."""
    value = ffi.new(f"{name}*")
    _fill_sizes(value)
    return value


def _fill_sizes(pointer: CData) -> None:
    struct = ffi.typeof(pointer).item
    for name, field in struct.fields:
        if name == "size":
            pointer.size = ffi.sizeof(struct)
        elif field.type.kind == "struct":
            _fill_sizes(ffi.addressof(pointer[0], name))


def text_of(string: CData) -> bytes:
    """A GhosttyString's bytes, copied."""
    return bytes(ffi.buffer(string.ptr, string.len)) if string.len else b""


def take(out: CData, size: CData) -> bytes:
    """The bytes of a buffer that the library allocated; frees it."""
    try:
        return bytes(ffi.buffer(out[0], size[0]))
    finally:
        lib.ghostty_free(ffi.NULL, out[0], size[0])
