"""Anti-aliased masks of shapes that are given as a question: is this point inside?"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Inside = Callable[[Points, Points], npt.NDArray[np.bool_]]

_SAMPLES: Final = 8  # a side of a pixel: 64 shades, which is more than the eye tells apart at an edge


def coverage(width: int, height: int, inside: Inside) -> npt.NDArray[np.uint8]:
    """The mask (height, width), 255 where a pixel lies wholly inside. x and y are in pixels from the upper left."""
    x = (np.arange(width * _SAMPLES) + 0.5)[None, :] / _SAMPLES
    y = (np.arange(height * _SAMPLES) + 0.5)[:, None] / _SAMPLES
    hit = inside(*np.broadcast_arrays(x, y))
    share = hit.reshape(height, _SAMPLES, width, _SAMPLES).mean(axis=(1, 3))
    return np.asarray(np.round(share * 255), np.uint8)
