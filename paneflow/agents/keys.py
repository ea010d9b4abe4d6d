"""What typed bytes can mean to an agent that asks something, in either form of keyboard protocol."""

_ESCAPE, _ENTER, _C = "27", "13", ("99", "67")


def is_break(data: bytes) -> bool:
    """Esc or Ctrl-C: it interrupts a turn and turns a question down."""
    return data in (b"\x1b", b"\x03") or _csi_u(data) == _ESCAPE or (_csi_u(data) in _C and b";5" in data)


def is_answer(data: bytes) -> bool:
    """A break, Enter, or one character: what a person gives to a question. Arrows and Tab only look around."""
    return is_break(data) or data == b"\r" or _csi_u(data) == _ENTER or (len(data) == 1 and data.isalnum())


def _csi_u(data: bytes) -> str:
    """The key's number in `CSI number ; … u`, the kitty protocol's form; "" if it is not of that form."""
    if data.startswith(b"\x1b[") and data.endswith(b"u"):
        return data[2:-1].partition(b";")[0].partition(b":")[0].decode("ascii", "replace")
    return ""
