"""What a turn produced, in one form for all agents."""

from typing import Any, NamedTuple

SUMMARY = 200  # characters of a tool's result that are kept


class Part(NamedTuple):
    """A piece of a message. `kind`: "text" (`text`), "tool" (`tool`, `text` is a summary), "tool-result" (`ok`, `text`)."""

    kind: str
    text: str
    tool: str = ""
    ok: bool = True

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        if self.kind == "text":
            return {"kind": "text", "text": self.text}
        if self.kind == "tool":
            return {"kind": "tool", "tool": self.tool, "summary": self.text}
        return {"kind": "tool-result", "ok": self.ok, "summary": self.text}


class Message(NamedTuple):
    """One message; `role` is "user" or "assistant"."""

    id: str
    role: str
    parts: tuple[Part, ...]
    parent: str | None = None
    at: str | None = None

    @property
    def text(self) -> str:
        """All its text."""
        return "\n".join(part.text for part in self.parts if part.kind == "text")

    def plain(self) -> dict[str, Any]:
        """As JSON; what is not known is left out."""
        told: dict[str, Any] = {"id": self.id}
        if self.parent is not None:
            told["parentId"] = self.parent
        told |= {"role": self.role, "parts": [part.plain() for part in self.parts]}
        return told if self.at is None else told | {"at": self.at}


class Record(NamedTuple):
    """One record of a transcript; most are messages.

    `prompt`: what its person typed, if it is that. `final`: it can be the end of an answer. `opens` and `closes` are calls
    of tools. `interrupted`: it says that the person stopped the turn.
    """

    id: str
    parent: str | None = None
    message: Message | None = None
    prompt: str | None = None
    final: bool = False
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    interrupted: bool = False


def squashed(text: str) -> str:
    """Text as it is compared: without blanks and control characters, which pasting may change."""
    return "".join(char for char in text if char.isprintable() and not char.isspace())
