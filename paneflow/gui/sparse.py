"""Large tables of which a part is used: memory that is taken page by page as it is written, and given back at once.

`numpy.zeros` only seems to do that. It asks the system for huge pages, so a table is in memory as soon as something is
written here and there; and once the C library has freed one large block it serves the next from its heap, which it has to
clear by hand and gives back late.
"""

import mmap
import sys
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

_LEAD: Final = 64  # bytes: what is copied between two blocks that both begin a page takes three times as long


def zeros(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros in memory of their own. `shape` has at least one element."""
    count = prod(shape)
    memory = _fresh(_LEAD + count * np.dtype(dtype).itemsize)
    return np.frombuffer(memory, dtype, count, _LEAD).reshape(shape)


def _fresh(size: int) -> mmap.mmap:
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if sys.platform == "linux":
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return memory
