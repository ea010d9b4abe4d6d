"""Large tables cost what is written into them, and nothing once they are gone."""

import sys
from pathlib import Path

import numpy as np
import pytest

from paneflow.gui import sparse

MB = 1 << 20


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_a_table_is_zero_and_takes_what_is_written() -> None:
    table = sparse.zeros((3, 5, 7), np.uint32)
    assert table.shape == (3, 5, 7)
    assert table.dtype == np.uint32
    assert not table.any()
    table[2, 4, 6] = 9
    assert table.sum() == 9


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_table_costs_the_pages_that_are_written_and_gives_them_back() -> None:
    sparse.zeros((64 * MB,), np.uint8)  # whatever the first one brings
    before = resident()
    tables = [sparse.zeros((64 * MB,), np.uint8) for _ in range(3)]
    for table in tables:
        table[:: 8 * MB] = 1
    assert resident() - before < MB
    tables[0][:] = 1
    assert resident() - before > 60 * MB
    del tables, table
    assert resident() - before < MB
