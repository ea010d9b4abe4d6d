"""The largest pictures that programs send: 4K with alpha, 32 MiB, in each of the ways in which pixels come."""

import io
import random
import shlex
import zlib
from pathlib import Path

from PIL import Image

from tests.support.graphics import chunks, command

WIDTH, HEIGHT = 3840, 2160
KINDS = ("deflated", "flat", "png", "plain", "whole")


def screenshot() -> bytes:
    """Pixels that pack about as well as those of a screen full of windows."""
    noise = random.Random(1)
    row = b"".join(noise.randbytes(4) * noise.randint(1, 40) for _ in range(WIDTH))[: WIDTH * 4]
    return b"".join(row[at:] + row[:at] for at in range(0, HEIGHT * 4, 4))


def picture(kind: str) -> bytes:
    """What a program prints to show one."""
    control, data = f"a=T,i=1,q=2,C=1,f=32,s={WIDTH},v={HEIGHT}", screenshot()
    match kind:
        case "deflated":
            return chunks(control + ",o=z", zlib.compress(data, 1))
        case "flat":
            return chunks(control + ",o=z", zlib.compress(bytes(len(data)), 9))
        case "png":
            file = io.BytesIO()
            Image.frombytes("RGBA", (WIDTH, HEIGHT), data).save(file, "PNG", compress_level=1)
            return chunks("a=T,i=1,q=2,C=1,f=100", file.getvalue())
        case "plain":
            return chunks(control, data)
        case _:
            return command(control, data)


def endless(kind: str, folder: Path) -> str:
    """A command that shows it again and again, until it is interrupted."""
    file = folder / kind
    file.write_bytes(picture(kind))
    return f"while cat {shlex.quote(str(file))}; do :; done"
