"""A conversation on disk, read as it grows."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from paneflow.driver.definition import Grammar
from paneflow.driver.messages import Message, Record, squashed

_CHUNK = 1 << 20
_KEPT = 64  # bytes of what was read that tell whether a file is still the same
_COMPARED = 80  # characters of a prompt, without blanks, that tell it from others


class Transcript:
    """One file. Call `poll` to take in what was added; an unfinished last line is left for later."""

    def __init__(self, path: str, grammar: Grammar) -> None:
        self.path, self._grammar = path, grammar
        self._start_again()

    def _start_again(self) -> None:
        self.records: list[Record] = []
        self.count = 0  # of messages
        self.newest: Record | None = None  # the last message's
        self._at: dict[str, int] = {}
        self._offset = self._lines = 0
        self._rest = self._end = b""
        self._open: set[str] = set()

    def poll(self) -> bool:
        """Read what is new; whether something was. A file that was cut or replaced is read from its beginning."""
        before = len(self.records)
        try:
            with open(self.path, "rb") as file:
                if not self._goes_on(file):
                    file.seek(0)
                    self._start_again()
                    before = -1
                while data := file.read(_CHUNK):
                    self._offset += len(data)
                    self._end = (self._end + data)[-_KEPT:]
                    self._take(data)
        except OSError:  # not there yet, or for a moment
            return False
        return len(self.records) != before

    def _goes_on(self, file: BinaryIO) -> bool:
        """Whether what was read last still stands where it stood; the file is there then."""
        file.seek(self._offset - len(self._end))
        return file.read(len(self._end)) == self._end

    def _take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._lines += 1
            record = _parsed(line)
            found = self._grammar.parse(record, self._lines) if record is not None else None
            if found is not None:
                self._at[found.id] = len(self.records)
                self.records.append(found)
                if found.message is not None:
                    self.count += 1
                    self.newest = found
                self._open = (self._open | set(found.opens)) - set(found.closes)

    # -- asking ---------------------------------------------------------------------------------------------------
    @property
    def tool_open(self) -> bool:
        """Whether a tool was called whose result is not there, since the last prompt."""
        return bool(self._open) and any(set(each.opens) & self._open for each in self._since_prompt())

    def _since_prompt(self) -> Iterator[Record]:
        for each in reversed(self.records):
            if each.prompt is not None:
                return
            yield each

    @property
    def has_reply(self) -> bool:
        """Whether the newest message can be the end of an answer."""
        return self.newest is not None and self.newest.final and not self.tool_open

    def find_prompt(self, text: str, start: int) -> str | None:
        """The id of the prompt with this text among the records from `start` on."""
        wanted = squashed(text)[:_COMPARED]
        for each in self.records[start:]:
            if each.prompt is not None and wanted in squashed(each.prompt):
                return each.id
        return None

    def since(self, cursor: str) -> list[Message]:
        """The messages after a prompt: what descends from it, and what lost its parent to a compaction.

        A cursor that cannot be resolved gives nothing, never the whole conversation. A decimal number counts messages.
        """
        if cursor.isascii() and cursor.isdigit():
            return [each.message for each in self.records if each.message is not None][int(cursor) :]
        start = self._at.get(cursor)
        if start is None:
            return []
        family = {cursor}
        found: list[Message] = []
        for each in self.records[start + 1 :]:
            if each.parent in family or each.parent is None or each.parent not in self._at:
                family.add(each.id)
                if each.message is not None:
                    found.append(each.message)
        return found


def _parsed(line: bytes) -> dict[str, object] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None
