"""The command line as a process of its own, in the environment of a host under test."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from ptyprocess import PtyProcess

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "paneflow")


class Done(NamedTuple):
    """How it ended."""

    code: int
    out: str
    err: str


class Cli:
    """Calls `paneflow` with words: `cli("ls", "--human")`."""

    def __init__(self, env: Mapping[str, str], cwd: Path = ROOT) -> None:
        self.env, self.cwd = {"PYTHONPATH": str(ROOT), **env}, cwd

    def __call__(self, *words: str, stdin: str = "", timeout: float = 30, env: Mapping[str, str] = {}) -> Done:
        """Run it to its end."""
        done = subprocess.run(
            [*COMMAND, *words],
            env=self.env | dict(env),
            cwd=self.cwd,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    @contextlib.contextmanager
    def running(self, *words: str, stdout: int | IO[str] = subprocess.PIPE) -> "Iterator[subprocess.Popen[str]]":
        """Run it beside the test; what is left of it at the end of the block is killed."""
        process = subprocess.Popen(
            [*COMMAND, *words], env=self.env, cwd=self.cwd, text=True, stdout=stdout, stderr=subprocess.PIPE
        )
        with process:
            try:
                yield process
            finally:
                process.kill()


def on_a_terminal(env: Mapping[str, str], *words: str) -> bytes:
    """What a verb writes to a terminal."""
    terminal = PtyProcess.spawn(
        [*COMMAND, *words], env={**env, "TERM": "xterm-256color"}, cwd=str(ROOT), dimensions=(40, 120)
    )
    written = b""
    try:
        while True:
            written += terminal.read(65536)
    except EOFError:
        terminal.wait()
    return written


def lonely_env(folder: Path) -> dict[str, str]:
    """An environment in which no host runs, and everything would be kept under a folder."""
    runtime = folder / "r"
    runtime.mkdir(mode=0o700, exist_ok=True)
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "SHELL": "/bin/bash",
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(runtime),
        "PANEFLOW_STATE": str(folder / "state"),
        "PANEFLOW_CONFIG": str(folder / "config.toml"),
    }
