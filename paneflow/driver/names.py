"""What a session may be called, and how conversations are named."""

import uuid

from paneflow.driver.errors import InvalidAgentSessionId, InvalidSessionName

MAX_NAME = 64
_FORBIDDEN = frozenset(".:*?/\\")


def is_name(name: str) -> bool:
    """Whether a session can have that name: it goes into other programs' command lines and patterns unquoted."""
    if not 0 < len(name) <= MAX_NAME or name.startswith("-"):
        return False
    return all(char.isprintable() and not char.isspace() and char not in _FORBIDDEN for char in name)


def check_name(name: str) -> str:
    """The name itself. Raises `InvalidSessionName`."""
    if not is_name(name):
        raise InvalidSessionName(
            f"agent {name[:MAX_NAME]!r}: a name has 1 to {MAX_NAME} characters, none of them a blank, a control character "
            f"or one of . : * ? / \\, and does not begin with a dash"
        )
    return name


def new_session_id() -> str:
    """A conversation that nobody has had."""
    return str(uuid.uuid4())


def check_session_id(text: str, *, v4: bool = True) -> str:
    """The id itself: a v4 UUID in its usual form, or of agents that choose it themselves, a word.

    Raises `InvalidAgentSessionId`.
    """
    if not v4 and is_name(text):
        return text
    try:
        parsed = uuid.UUID(text)
    except ValueError:
        parsed = None
    if parsed is None or parsed.version != 4 or str(parsed) != text.lower():
        raise InvalidAgentSessionId(f"{text[:80]!r} is not a v4 UUID")
    return text
