"""Draw the PNG icons, and those of Windows and macOS, from the one SVG: python packaging/generate_icons.py

With --check nothing is written, and pictures that are not those of the SVG are named. Qt's versions smooth edges a little
differently, so they are compared by their colours and not by their bytes.
"""

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = Path(__file__).resolve().parent.parent / "resources" / "icons"
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 256)
ICNS_TYPES = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}


def png(renderer: QSvgRenderer, size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """An icon of Windows: a directory, and PNG pictures behind it."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    entries, body = b"", b""
    for size, data in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset + len(body))
        body += data
    return head + entries + body


def icns(pictures: dict[int, bytes]) -> bytes:
    """An icon of macOS: blocks of a type, a length and a PNG."""
    body = b"".join(ICNS_TYPES[size] + struct.pack(">I", len(data) + 8) + data for size, data in pictures.items())
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def is_like(one: QImage, other: QImage) -> bool:
    """Whether two pictures are the same but for smoothing: their mean difference of a channel, 0 to 255, is small."""
    if one.size() != other.size():
        return False
    pairs = zip(raw(one), raw(other), strict=True)
    return sum(abs(first - second) for first, second in pairs) / (one.width() * one.height() * 4) < 2


def raw(image: QImage) -> bytes:
    return bytes(image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied).constBits())


def stale(pictures: dict[int, bytes]) -> list[str]:
    """The files that are missing or show something else."""
    files = {ICONS / f"paneflow-{size}.png": data for size, data in pictures.items()}
    wrong = [file.name for file, data in files.items() if not is_like(QImage(str(file)), QImage.fromData(data))]
    return wrong + [name for name in ("paneflow.ico", "paneflow.icns") if not (ICONS / name).exists()]


def write(pictures: dict[int, bytes]) -> None:
    for size, data in pictures.items():
        (ICONS / f"paneflow-{size}.png").write_bytes(data)
    (ICONS / "paneflow.ico").write_bytes(ico({size: pictures[size] for size in ICO_SIZES}))
    (ICONS / "paneflow.icns").write_bytes(icns({size: pictures[size] for size in ICNS_TYPES}))


def main() -> int:
    application = QGuiApplication([])
    renderer = QSvgRenderer(str(ICONS / "paneflow.svg"))
    pictures = {size: png(renderer, size) for size in PNG_SIZES}
    if "--check" not in sys.argv:
        write(pictures)
    wrong = stale(pictures)
    for name in wrong:
        print(
            f"resources/icons/{name} is not what paneflow.svg shows; run packaging/generate_icons.py", file=sys.stderr
        )
    application.quit()
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
