"""What can go wrong with a driven session. `wait` and `ask` never raise for a time-out: that is an outcome."""

from paneflow.errors import PaneflowError, Unavailable


class DriverError(PaneflowError):
    """Base of them all."""


class SessionExists(DriverError):
    """There is a session of that name; nothing is ever adopted silently."""

    default_kind = "session_exists"


class SessionGone(DriverError):
    """There is no such session, or not any more: it ended, was closed, or the host was restarted."""

    default_kind = "session_gone"


class InvalidSessionName(DriverError):
    """Empty, too long, or with characters that names cannot have."""

    default_kind = "invalid_name"


class InvalidAgentSessionId(DriverError):
    """Not a v4 UUID."""

    default_kind = "invalid_agent_session_id"


class AgentSessionIdConflict(DriverError):
    """An id was given, and the agent's own flags say which conversation, too."""

    default_kind = "agent_session_id_conflict"


class UnknownAgent(DriverError):
    """No definition of an agent has that name."""

    default_kind = "usage"


class LoginRequired(DriverError):
    """The agent asks for a login."""

    default_kind = "login_required"


class WorkspaceUntrusted(DriverError):
    """The agent asks whether the folder is to be trusted, and nobody said so."""

    default_kind = "workspace_untrusted"


class DialogStuck(DriverError):
    """A known dialog was answered and did not go away."""

    default_kind = "dialog_stuck"


class DialogUnknown(DriverError):
    """A dialog that is not known: it is reported, never answered. `data["options"]` has what it offers."""

    default_kind = "dialog_unknown"


class ReplTimeout(DriverError):
    """The agent was not ready in time."""

    default_kind = "repl_timeout"


class AgentExitedDuringBoot(DriverError):
    """The agent ended before it was ready; most often its conversation's id is taken or unknown."""

    default_kind = "agent_exited"


class AwaitingDecision(DriverError):
    """A question or dialog is open; text put in now would answer it."""

    default_kind = "awaiting_decision"


class NoText(DriverError):
    """What is to be sent has nothing in it that could be typed."""

    default_kind = "usage"


class NothingAsked(DriverError):
    """There is no permission prompt to respond to."""

    default_kind = "nothing_asked"


class BusyWriter(DriverError):
    """Another writes to the session; `data["pid"]` is its process."""

    default_kind = "busy_writer"


class TranscriptUnlocatable(DriverError):
    """The conversation's file cannot be found: its id is not known yet, or the agent keeps none that can be read."""

    default_kind = "transcript_unlocatable"


TYPES: dict[str, type[DriverError]] = {
    each.default_kind: each for each in (SessionExists, SessionGone, InvalidSessionName, BusyWriter)
}


def told(error: PaneflowError, name: str) -> PaneflowError:
    """The host's error about a session as the driver's, with the session's name in front."""
    if isinstance(error, DriverError | Unavailable):
        return error
    made = TYPES.get(error.kind, DriverError)(f"agent {name}: {error.message}", kind=error.kind)
    made.data = error.data
    return made
