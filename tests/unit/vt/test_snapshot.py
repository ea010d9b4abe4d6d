"""Text to keep."""

import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt.snapshot import pack, unpack


def test_styled_text_comes_back() -> None:
    text = "\x1b[1;38:2::1:2:3mbold\x1b[0m 漢\r\nnext\tline\r\n".encode()
    assert unpack(pack([text[:9], text[9:]])) == text.rstrip()


def test_only_styles_may_act() -> None:
    hostile = b"a\x1b]52;c;eA==\x07b\x1b[2Jc\x1b[31md\x07\x1b[?1049h\x1bPx\x1b\\"
    assert unpack(pack([hostile])) == b"a]52;c;eA==b[2Jc\x1b[31md[?1049hPx\\"


@settings(max_examples=200, deadline=None)
@given(st.binary())
def test_anything_that_is_no_snapshot_is_an_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="snapshot"):
        unpack(data)


def test_a_damaged_one_is_an_error() -> None:
    good = pack([b"text"] * 1000)
    for bad in (good[:-1], good[:30], good[:20] + b"\xff" * 10 + good[30:]):
        with pytest.raises(ValueError, match="snapshot"):
            unpack(bad)


def test_a_bomb_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paneflow.vt.snapshot.MAX_SIZE", 1 << 20)
    with pytest.raises(ValueError, match="too large"):
        unpack(b"paneflow-text-1\n" + zlib.compress(bytes(32 << 20)))
