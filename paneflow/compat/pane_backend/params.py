"""What a request gives, checked: types are never coerced, null is the same as left out, unknown members are ignored."""

from collections.abc import Sequence

from paneflow.compat.pane_backend.errors import INVALID_PARAMS, BackendError
from paneflow.pty.environment import is_well_formed


def invalid(message: str) -> BackendError:
    """Something about the params is wrong."""
    return BackendError(INVALID_PARAMS, message)


class Params:
    """The members of one request's `params`. Every reader raises `BackendError` (-32602)."""

    def __init__(self, given: object) -> None:
        if not isinstance(given, dict):
            raise invalid("params must be an object")
        self._given = given

    def text(self, name: str) -> str:
        """A string that must be there."""
        value = self.maybe_text(name)
        if value is None:
            raise invalid(f"{name} is missing")
        return value

    def maybe_text(self, name: str) -> str | None:
        """A string, or nothing."""
        value = self._given.get(name)
        if value is not None and not isinstance(value, str):
            raise invalid(f"{name} must be a string")
        return value

    def choice(self, name: str, allowed: Sequence[str]) -> str | None:
        """One of these words, or nothing."""
        value = self.maybe_text(name)
        if value is not None and value not in allowed:
            raise invalid(f"{name} must be one of {', '.join(allowed)}")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        """true or false."""
        value = self._given.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise invalid(f"{name} must be true or false")
        return value

    def whole(self, name: str, default: int | None = None) -> int | None:
        """A whole number from 0, or the default."""
        value = self._given.get(name)
        if value is None:
            return default
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or value != value // 1
            or not 0 <= value < 2**53
        ):
            raise invalid(f"{name} must be a whole number from 0")
        return int(value)

    def seconds(self, name: str, default_ms: int) -> float:
        """A time in milliseconds, as seconds."""
        return (self.whole(name, default_ms) or 0) / 1000

    def words(self, name: str) -> list[str]:
        """An array of strings that must be there."""
        value = self._given.get(name)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise invalid(f"{name} must be an array of strings")
        if any("\0" in each for each in value):
            raise invalid(f"{name} holds a zero byte")
        return value

    def environment(self, name: str) -> dict[str, str]:
        """An object of strings; empty if it is not there."""
        value = self._given.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
            raise invalid(f"{name} must be an object of strings")
        if wrong := [key for key, each in value.items() if not is_well_formed(key, each)]:
            raise invalid(f"{name}: {', '.join(map(repr, wrong))} cannot be set")
        return value

    def member(self, name: str) -> object:
        """Anything, or nothing."""
        return self._given.get(name)
