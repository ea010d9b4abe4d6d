"""The fence around text from a terminal: it tells a language model where text begins and ends that nobody vouches for.

The text may be written by whoever could make a program print it. It must not be able to close the fence, so the fence
carries an id that it cannot know, and what looks like a fence in it is broken with a zero-width space.
"""

TAG = "untrusted_terminal_output"
_BREAK = "\u200b"
_LETTERS = TAG.replace("_", "")
_BRACKETS = "<\uff1c\ufe64\u2039\u27e8\u3008\u1438\u02c2\u276e"
_FAR = 256  # characters in which the tag has to come


def fence(text: str, nonce: str, **attributes: object) -> str:
    """The text in a fence. `nonce` is fresh and random, such as `secrets.token_hex(8)`; the attributes say where from."""
    said = "".join(f' {name}="{_attribute(value)}"' for name, value in attributes.items())
    return f'<{TAG}{said} id="{nonce}">\n{broken(text)}\n</{TAG} id="{nonce}">'


def broken(text: str) -> str:
    """The text with everything in it broken that a reader could take for our fence.

    That is a bracket, or a character that looks like one, with the letters of the tag next to come, in any case or width, and
    anything between them that is no letter: blanks, slashes, characters that nobody sees.
    """
    for bracket in _BRACKETS:
        if bracket in text:
            first, *parts = text.split(bracket)
            text = bracket.join(
                [first, *(_BREAK + part if _letters(part).startswith(_LETTERS) else part for part in parts)]
            )
    return text


def _letters(text: str) -> str:
    """The first letters of a text, small and of ordinary width."""
    text = text[:_FAR]
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFKC", text)
    return "".join(filter(str.isalpha, text)).lower()


def _attribute(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return "".join(c for c in text if c.isprintable() and c not in '<>"&')
