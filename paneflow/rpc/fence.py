"""The fence around text from a terminal: it tells a language model where text begins and ends that nobody vouches for.

The text may be written by whoever could make a program print it. It must not be able to close the fence, so the fence
carries an id that it cannot know, and what looks like a fence in it is broken with a zero-width space.
"""

TAG = "untrusted_terminal_output"
_BREAK = "\u200b"


def fence(text: str, nonce: str, **attributes: object) -> str:
    """The text in a fence. `nonce` is fresh and random, such as `secrets.token_hex(8)`; the attributes say where from."""
    said = "".join(f' {name}="{_attribute(value)}"' for name, value in attributes.items())
    return f'<{TAG}{said} id="{nonce}">\n{broken(text)}\n</{TAG} id="{nonce}">'


def broken(text: str) -> str:
    """The text with everything in it broken that looks like our fence, whatever its case and blanks."""
    parts = text.split("<")
    kept = parts[:1]
    for part in parts[1:]:
        looks = part.lstrip(" \t\r\n/").lower().startswith(TAG)
        kept.append(_BREAK + part if looks else part)
    return "<".join(kept)


def _attribute(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return "".join(c for c in text if c.isprintable() and c not in '<>"&')
