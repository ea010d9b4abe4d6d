"""Pictures in kitty's graphics protocol, as programs send them."""

import base64
import io

from PIL import Image

RED, GREEN, BLUE = b"\xff\x00\x00", b"\x00\xff\x00", b"\x00\x00\xff"


def command(control: str, payload: bytes = b"") -> bytes:
    """One command; the payload is encoded."""
    return b"\x1b_G" + control.encode() + b";" + base64.b64encode(payload) + b"\x1b\\"


def chunks(control: str, payload: bytes, size: int = 3072) -> bytes:
    """A command in chunks."""
    parts = [payload[at : at + size] for at in range(0, len(payload), size)] or [b""]
    first = command(f"{control},m={int(len(parts) > 1)}", parts[0])
    return first + b"".join(command(f"m={int(n < len(parts) - 1)}", part) for n, part in enumerate(parts) if n)


def plain(number: int, width: int, height: int, color: bytes = RED, more: str = "") -> bytes:
    """Transmit and place a picture of one colour."""
    kind = {3: 24, 4: 32}[len(color)]
    control = f"a=T,i={number},f={kind},s={width},v={height}" + ("," + more if more else "")
    return chunks(control, color * (width * height))


def png(width: int, height: int, color: tuple[int, ...] = (255, 0, 0), mode: str = "RGB") -> bytes:
    """A PNG file of one colour."""
    file = io.BytesIO()
    Image.new(mode, (width, height), color if len(color) > 1 else color[0]).save(file, "PNG")
    return file.getvalue()
