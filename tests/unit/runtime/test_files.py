"""What is no file is refused at once, instead of being waited for."""

import os
from pathlib import Path

import pytest

from paneflow.runtime.files import read_file


def test_a_file_is_read_up_to_a_limit_also_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abcdef")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert (read_file(str(tmp_path / "link"), 4), read_file(str(tmp_path / "file"), 99)) == (b"abcd", b"abcdef")
    assert read_file("/dev/null", 9) == b""


@pytest.mark.timeout(10)
def test_a_pipe_and_a_folder_are_errors(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "none"):
        with pytest.raises(OSError, match=str(path)):
            read_file(str(path), 9)
