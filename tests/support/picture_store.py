"""A window's store of pictures that asks an engine in the same process."""

from paneflow.gui.picture_store import PictureStore
from paneflow.rpc import attach
from paneflow.vt.engine import Engine
from paneflow.vt.images import PART_BYTES


def answer(engine: Engine, image: int, generation: int, offset: int) -> bytes:
    """What a host says to a window that asks for pixels."""
    part = engine.picture(image, generation, offset, PART_BYTES)
    if part is None:
        return attach.PART.pack(generation, 0, 0, 0, 0)
    return attach.PART.pack(generation, part.width, part.height, part.offset, part.format) + part.data


class EngineStore(PictureStore):
    """A window's pictures, asked of an engine in the same process. `asked` is what for: (image, generation, offset)."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(self._asked)
        self.engine = engine
        self.asked: list[tuple[int, int, int]] = []

    def _asked(self, _surface: int, image: int, generation: int, offset: int) -> None:
        self.asked.append((image, generation, offset))

    def serve(self) -> None:
        """Answer until nothing is asked."""
        done = 0
        while done < len(self.asked):
            self.take(answer(self.engine, *self.asked[done]))
            done += 1
        self.asked.clear()
