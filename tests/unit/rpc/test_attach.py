"""The attach stream's framing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.rpc import attach


@settings(deadline=None)
@given(st.lists(st.binary(max_size=300), max_size=8), st.integers(1, 64))
def test_messages_come_out_whole_however_the_stream_is_cut(payloads: list[bytes], step: int) -> None:
    stream = b"".join(attach.pack(attach.FRAME, payload) for payload in payloads)
    reader = attach.Reader()
    out = [message for at in range(0, len(stream), step) for message in reader.feed(stream[at : at + step])]
    assert out == [(attach.FRAME, payload) for payload in payloads]


@pytest.mark.parametrize("head", [b"\0\0\0\0", b"\xff\xff\xff\xff"])
def test_a_length_out_of_bounds_is_refused(head: bytes) -> None:
    with pytest.raises(ValueError, match="allowed"):
        attach.Reader(1 << 20).feed(head)
