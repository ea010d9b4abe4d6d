"""What can go wrong, as types that carry data.

Every error has a stable `kind`, which is what programs match on, and `data` that says what was wrong and what is allowed.
`rpc/codes.py` is the one place that turns a kind into a JSON-RPC code; the command line turns it into an exit code.

    PaneflowError
    ├── InvalidParams        the request itself is wrong
    ├── NotFound             a surface, pane, workspace or file that was named is not there
    ├── AmbiguousTarget      several things answer to one name
    ├── Refused              allowed in principle, not now or not to you
    ├── Busy                 try again later
    ├── TimedOut             a wait ended without what was waited for
    ├── Unavailable          no host answers
    └── Failed               it was tried and did not work
"""


class PaneflowError(Exception):
    """Base of all errors that a person or a program may see; `kind` is stable, the message is for people."""

    default_kind = "failed"

    def __init__(self, message: str, *, kind: str | None = None, **data: object) -> None:
        super().__init__(message)
        self.kind = kind or self.default_kind
        self.data = data

    @property
    def message(self) -> str:
        """The sentence for people."""
        return str(self.args[0])


class InvalidParams(PaneflowError):
    """A parameter is missing, unknown, of the wrong type or out of range; `data["problems"]` lists them."""

    default_kind = "invalid_params"

    @classmethod
    def of(cls, param: str, message: str, *, kind: str, **data: object) -> "InvalidParams":
        """What is wrong with the value of one param; the message goes on behind its name."""
        return cls(f"{param} {message}", kind=kind, problems=[{"path": f"params.{param}", "message": message}], **data)


class NotFound(PaneflowError):
    """The thing that was named does not exist, or not any more."""

    default_kind = "not_found"


class AmbiguousTarget(PaneflowError):
    """Several things match; `data["candidates"]` lists them."""

    default_kind = "ambiguous_target"


class Refused(PaneflowError):
    """A rule forbids it: a closed gate, another user, text that would submit, a password prompt."""

    default_kind = "refused"


class Busy(PaneflowError):
    """Too much is asked at once; `data["retry_after_ms"]` says when to try again."""

    default_kind = "busy"


class TimedOut(PaneflowError):
    """The time was up first."""

    default_kind = "timed_out"


class Unavailable(PaneflowError):
    """No host answers on the socket."""

    default_kind = "unavailable"


class Failed(PaneflowError):
    """It was tried and did not work."""
