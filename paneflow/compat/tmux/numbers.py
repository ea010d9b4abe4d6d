"""Numbers as tmux reads them from its command line. Pure."""


class NumberError(Exception):
    """Not a number, or out of range; the message is one word or two (`invalid`, `too small`, `too large`)."""


def number(text: str | None, least: int, most: int) -> int:
    """A whole number within bounds."""
    digits = (text or "").strip()
    body = digits[1:] if digits[:1] in ("-", "+") else digits
    if not (body.isascii() and body.isdigit()):
        raise NumberError("invalid")
    value = int(digits) if len(body) < 20 else int(digits[:1] + "9" * 19)
    if value < least:
        raise NumberError("too small")
    if value > most:
        raise NumberError("too large")
    return value


def percentage(text: str, least: int, most: int, whole: int) -> int:
    """A number of cells, or with a percent sign a share of `whole`."""
    if not text.endswith("%"):
        return number(text, least, most)
    share = whole * number(text[:-1], 0, 100) // 100
    if share < least:
        raise NumberError("too small")
    if share > most:
        raise NumberError("too large")
    return share
