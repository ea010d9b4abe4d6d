"""What pictures lie under, by their z, as kitty's protocol says."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from paneflow.gui.frame_decoder import Picture

_LOWEST: Final = -(1 << 30)  # below it, pictures are under the backgrounds of cells that have one


class Layers(NamedTuple):
    """Pictures, the lowest first."""

    lowest: tuple[Picture, ...]  # seen where cells have the pane's own background
    under: tuple[Picture, ...]  # over all backgrounds, under the text
    over: tuple[Picture, ...]


def sorted_into_layers(pictures: Iterable[Picture]) -> Layers:
    """Pictures, the lowest first, by what they lie under."""
    found = tuple(pictures)
    return Layers(
        tuple(each for each in found if each.z < _LOWEST),
        tuple(each for each in found if _LOWEST <= each.z < 0),
        tuple(each for each in found if each.z >= 0),
    )
