"""Messages of D-Bus as bytes; `window/test_desktop_notices.py` sends them to a real bus."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.gui.dbus_wire import CALL, MAX_MESSAGE, Message, call, parse
from paneflow.gui.desktop_notices import bus_address

GREETING = call(
    7, "a.b", "/c", "d.e", "Say", ("s", "hé"), ("u", 5), ("as", ["x", "yz"]), ("a{sv}", {"k": "v"}), ("i", -1)
)


def test_a_message_comes_back_as_it_was_written() -> None:
    said = Message(CALL, 0, "/c", "d.e", "Say", ("hé", 5))  # up to the first value that is no number and no string
    assert parse(GREETING) == (said, len(GREETING))
    assert parse(GREETING + b"more") == (said, len(GREETING))


@pytest.mark.parametrize("size", range(0, len(GREETING), 7))
def test_a_message_is_waited_for_until_it_is_all_there(size: int) -> None:
    assert parse(GREETING[:size]) == (None, 0)


def test_a_message_beyond_all_bounds_is_refused() -> None:
    for size in (MAX_MESSAGE, 0xFFFFFFF0):
        with pytest.raises(ValueError, match="D-Bus"):
            parse(GREETING[:4] + size.to_bytes(4, "little") + GREETING[8:])
    with pytest.raises(ValueError, match="D-Bus"):
        parse(b"HTTP/1.1 400 Bad Request\r\n")


@settings(deadline=None)
@given(data=st.binary(max_size=200), at=st.integers(0, 60))
def test_no_bytes_end_in_another_error(data: bytes, at: int) -> None:
    try:
        _, size = parse(GREETING[:at] + data)
    except (ValueError, IndexError):
        return
    assert 0 <= size <= at + len(data)


@pytest.mark.skipif(not hasattr(__import__("socket"), "AF_UNIX"), reason="there are no Unix sockets")
def test_the_buss_address_is_read() -> None:
    read = {
        "unix:path=/run/user/1000/bus": "/run/user/1000/bus",
        "unix:path=/tmp/a%20b,guid=00ff;unix:path=/other": "/tmp/a b",
        "unix:abstract=/tmp/dbus-x,guid=0": "\0/tmp/dbus-x",
        "tcp:host=localhost,port=1": None,
        "": None,
    }
    assert {text: bus_address({"DBUS_SESSION_BUS_ADDRESS": text}) for text in read} == read
