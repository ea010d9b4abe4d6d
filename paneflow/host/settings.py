"""The configuration in force: read at start, read again when the file changes or somebody says so."""

import logging
import os
from typing import Final

from paneflow.runtime.files import read_file
from paneflow.spec.config import Config, parse_config
from paneflow.spec.problem import Problem, Severity, errors

MAX_SIZE: Final = 1 << 20  # bytes of a config.toml

log = logging.getLogger(__name__)


class Settings:
    """`config` is always usable: a file that is wrong gives the defaults at start and changes nothing later."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.config = Config()
        self.problems: tuple[Problem, ...] = ()
        self._stamp: tuple[int, int] | None = None

    def load(self) -> bool:
        """Read the file; whether what it says is in force now. No file means the defaults."""
        self._stamp = self._stamp_now()
        try:
            text = _read(self.file)
        except FileNotFoundError:
            text = ""
        except (OSError, ValueError) as error:
            self.problems = (Problem(message=f"cannot be read: {error}", file=self.file),)
            log.warning("%s", self.problems[0])
            return False
        config, problems = parse_config(text, self.file)
        self.problems = tuple(problems)
        for problem in problems:
            log.warning("%s", problem)
        if errors(problems):
            return False
        self.config = config
        return True

    def changed(self) -> bool:
        """Whether the file is another one than was read last."""
        return self._stamp_now() != self._stamp

    def as_wire(self) -> list[dict[str, object]]:
        """The problems as `config.get` tells them."""
        return [
            {
                "level": "warning" if each.severity is Severity.WARNING else "error",
                "key": each.key,
                "line": each.line,
                "message": each.message,
            }
            for each in self.problems
        ]

    def _stamp_now(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self.file)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino


def _read(path: str) -> str:
    data = read_file(path, MAX_SIZE + 1)
    if len(data) > MAX_SIZE:
        raise ValueError(f"it has more than {MAX_SIZE} bytes")
    return data.decode("utf-8-sig")  # some editors begin a file with a byte order mark
