"""The shim and the real tmux side by side: the same command lines, what they answered, and what may differ in it.

with running_host() as host:
    ours, theirs = Shim(host), RealTmux(tmp_path)
    compare(ours, theirs, [["new-session", "-d", "-s", "a"], ["list-sessions"]])
"""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from paneflow.compat.tmux.layout_string import checksum
from tests.support.host import HostProcess

PROGRAM = Path(__file__).parents[2] / "resources/shims/tmux"
REAL = shutil.which("tmux", path="/usr/bin:/usr/local/bin:/opt/homebrew/bin")
CALL_S = 20.0


class Answer(NamedTuple):
    """What a command line came to."""

    code: int
    out: str
    err: str


class Tmux:
    """Runs one of the two, always on the same server."""

    def __init__(self, program: str, flags: Sequence[str], env: Mapping[str, str], cwd: Path) -> None:
        self.program = program
        self.flags = list(flags)
        self.env = dict(env)
        self.cwd = cwd

    def __call__(self, *argv: str, stdin: bytes | None = None, env: Mapping[str, str] | None = None) -> Answer:
        """Run a command line."""
        return self.run([*self.flags, *argv], stdin=stdin, env=env)

    def run(self, argv: Sequence[str], *, stdin: bytes | None = None, env: Mapping[str, str] | None = None) -> Answer:
        """Run it with exactly these words."""
        done = subprocess.run(
            [self.program, *argv],
            env={**self.env, **(env or {})},
            cwd=self.cwd,
            input=stdin,
            stdin=None if stdin is not None else subprocess.DEVNULL,
            capture_output=True,
            timeout=CALL_S,
        )
        return Answer(done.returncode, _text(done.stdout), _text(done.stderr))

    def ok(self, *argv: str, stdin: bytes | None = None) -> str:
        """Its output without the last newline; it must succeed."""
        answer = self(*argv, stdin=stdin)
        assert answer.code == 0, (argv, answer)
        assert answer.err == "", (argv, answer)
        return answer.out.removesuffix("\n")

    def wait_for(self, wanted: Callable[[str], bool] | str, *argv: str, timeout: float = 10.0) -> str:
        """Repeat until the output contains or satisfies something."""
        end = time.monotonic() + timeout
        while True:
            out = self(*argv).out
            if wanted in out if isinstance(wanted, str) else wanted(out):
                return out
            assert time.monotonic() < end, (argv, out)
            time.sleep(0.02)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


class Shim(Tmux):
    """Ours, as a client outside any surface on an isolated set."""

    def __init__(self, host: HostProcess, name: str = "test", *, flags: Sequence[str] = ("-f", "/dev/null")) -> None:
        folder = host.folder / "tmux"
        folder.mkdir(exist_ok=True)
        path = f"{PROGRAM.parent}:{python_folder()}:{host.env['PATH']}"
        env = {**host.env, "TMUX_TMPDIR": str(folder), "PATH": path}
        super().__init__(str(PROGRAM), ["-L", name, *flags], env, host.home)
        self.name = name


class RealTmux(Tmux):
    """Theirs, in a folder of its own."""

    def __init__(self, host: HostProcess, name: str = "test") -> None:
        assert REAL is not None
        folder = host.folder / "real"
        folder.mkdir(exist_ok=True)
        super().__init__(REAL, ["-L", name, "-f", "/dev/null"], {**host.env, "TMUX_TMPDIR": str(folder)}, host.home)

    def close(self) -> None:
        """End the server."""
        self("kill-server")


# -- comparing --------------------------------------------------------------------------------------------------------
_ID = re.compile(r"([%@$])(\d+)")
_LAYOUT = re.compile(r"\b([0-9a-f]{4}),(\d+x\d+,\d+,\d+\S*?)(?=\]?(?:\s|$))")


class Masks:
    """Makes answers of one side comparable: ids are numbered in the order in which they appear."""

    def __init__(self, tmux: Tmux) -> None:
        self._ids: dict[str, dict[str, int]] = {"%": {}, "@": {}, "$": {}}
        self._tmux = tmux

    def number(self, kind: str, number: str) -> int:
        return self._ids[kind].setdefault(number, len(self._ids[kind]))

    def learn(self) -> None:
        """See every id there is, in the order of the windows."""
        for line in self._tmux("list-panes", "-aF", "#{session_id} #{window_id} #{pane_id}").out.splitlines():
            for kind, number in _ID.findall(line):
                self.number(kind, number)

    def mask(self, text: str, *, layouts: bool = False) -> str:
        if layouts:
            text = _LAYOUT.sub(lambda match: self._layout(match[2]), text)
        text = _ID.sub(lambda match: f"{match[1]}<{self.number(match[1], match[2])}>", text)
        text = re.sub(r"\d+ bytes\]", "N bytes]", text)
        text = re.sub(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}", "DATE", text)
        return text.replace(self._tmux.env["TMUX_TMPDIR"], "TMPDIR")

    def _layout(self, body: str) -> str:
        """The layout with masked pane numbers and a checksum that fits them."""
        parts = re.split(r"(\d+x\d+,\d+,\d+)(,\d+(?![\dx]))?", body)
        masked = "".join(
            f",{self.number('%', part[1:])}" if part and re.fullmatch(r",\d+", part) else part or "" for part in parts
        )
        return f"{checksum(masked):04x},{masked}"


Line = Sequence[str]
MAKING = frozenset({"new-session", "new-window", "split-window", "break-pane", "source-file"})


class Difference(NamedTuple):
    """A line that the two answer differently."""

    line: Line
    ours: Answer
    theirs: Answer


def compare(ours: Tmux, theirs: Tmux, lines: Iterable[Line]) -> list[Difference]:
    """Run lines on both, one after another; a word `{p0}`, `{w1}`, `{s0}` is the id of the pane, window, session with
    that number in the order of appearance."""
    masks = {side: Masks(side) for side in (ours, theirs)}
    found = []
    for line in lines:
        answers = []
        for side in (ours, theirs):
            answer = side(*(_with_ids(word, masks[side]) for word in line))
            answers.append(
                Answer(answer.code, masks[side].mask(answer.out, layouts=True), masks[side].mask(answer.err))
            )
            if MAKING.intersection(line):
                masks[side].learn()
        if answers[0] != answers[1]:
            found.append(Difference(line, *answers))
    return found


def _with_ids(word: str, masks: Masks) -> str:
    def real(match: re.Match[str]) -> str:
        kind = {"p": "%", "w": "@", "s": "$"}[match[1]]
        return next(
            (kind + number for number, place in masks._ids[kind].items() if place == int(match[2])), kind + "9999"
        )

    return re.sub(r"\{([pws])(\d+)\}", real, word)


def python_folder() -> str:
    """Where a Python is that starts at once: the one on the PATH may be a slow launcher."""
    return str(Path(sys.executable).resolve().parent)


def python() -> str:
    """An interpreter that programs in panes may use."""
    return f"{python_folder()}/python3"
