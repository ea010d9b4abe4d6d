"""What is known of an agent in a pane: its name, role and limits, as whoever spawned it says."""

from typing import NamedTuple

from paneflow.compat.pane_backend.params import Params, invalid


class Metadata(NamedTuple):
    """The six members; None is null. An empty list of tools is not the same as none."""

    name: str | None = None
    role: str | None = None
    color: str | None = None
    effort: str | None = None
    max_turns: int | None = None
    disallowed_tools: list[str] | None = None


def read(given: object) -> Metadata | None:
    """Metadata as a request gives it; None for null. Raises `BackendError` (-32602)."""
    if given is None:
        return None
    if not isinstance(given, dict):
        raise invalid("metadata must be an object")
    members = Params(given)
    return Metadata(
        name=members.maybe_text("name"),
        role=members.maybe_text("role"),
        color=members.maybe_text("color"),
        effort=members.maybe_text("effort"),
        max_turns=members.whole("max_turns"),
        disallowed_tools=None if members.member("disallowed_tools") is None else members.words("disallowed_tools"),
    )


def plain(metadata: Metadata | None) -> dict[str, object] | None:
    """Metadata as an answer tells it."""
    return None if metadata is None else metadata._asdict()
