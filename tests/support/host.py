"""A real host process of one's own, and a raw JSON-RPC client for it.

    with running_host() as host:
        surface = host.new(name="api")
        host.type(surface, "echo hi-$((20+22))")
        host.wait_for_text(surface, "hi-42")

Everything the host keeps is under one temporary folder; its processes end with it.
"""

import contextlib
import itertools
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
STEP = 0.01


class RpcError(Exception):
    """The host answered with an error; `kind`, `code` and `data` are its."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.data: dict[str, Any] = error.get("data") or {}
        self.kind: str = self.data.get("kind", "")


class Rpc:
    """One connection; requests one after another. `call` opens it again after the host let an idle one go."""

    def __init__(self, path: str, timeout: float = 20.0) -> None:
        self._path, self._timeout = path, timeout
        self._ids = itertools.count(1)
        self._open()

    def _open(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(self._timeout)
        try:
            self._connect()
        except OSError:
            self.socket.close()
            raise
        self._file = self.socket.makefile("rb")

    def _connect(self) -> None:
        """With a time-out Linux does not wait by itself for a place in the queue."""
        deadline = time.monotonic() + self._timeout
        while True:
            try:
                self.socket.connect(self._path)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(STEP)
            else:
                return

    def call(self, method: str, /, **params: Any) -> Any:
        """The result. Raises `RpcError`."""
        if select.select([self.socket], [], [], 0)[0] and self.socket.recv(1, socket.MSG_PEEK) == b"":
            self.close()
            self._open()
        request_id = next(self._ids)
        self.send_line({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
        answer = self.read_line()
        assert answer["id"] == request_id, answer
        if "error" in answer:
            raise RpcError(answer["error"])
        return answer["result"]

    def send_line(self, value: object) -> None:
        """Any JSON value as a line; bytes go as they are."""
        self.socket.sendall(value if isinstance(value, bytes) else json.dumps(value).encode() + b"\n")

    def read_line(self) -> Any:
        """The next line of the host."""
        line = self._file.readline()
        if not line:
            raise EOFError("the host closed the connection")
        return json.loads(line)

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def __enter__(self) -> "Rpc":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class HostProcess:
    """A host in an environment of its own. `env` is what its clients need too."""

    def __init__(self, folder: Path, env: Mapping[str, str] = {}, *, config: str = "") -> None:
        self.folder = folder
        self.home = folder / "home"
        self.state = folder / "state"
        self.runtime = folder / "r"
        for each in (self.home, self.state, self.runtime, folder / "config"):
            each.mkdir(mode=0o700, exist_ok=True)
        (folder / "config" / "config.toml").write_text(config)
        (self.home / ".bashrc").write_text("PS1='$ '\n")
        self.env = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "PANEFLOW_STATE": str(self.state),
            "PANEFLOW_CONFIG": str(folder / "config" / "config.toml"),
            "PYTHONWARNINGS": "default",
            **{key: os.environ[key] for key in ("PANEFLOW_ENGINE",) if key in os.environ},
            **env,
        }
        self.socket_path = str(self.runtime / "paneflow" / "paneflow.sock")
        self.process: subprocess.Popen[bytes] | None = None
        self._rpc: Rpc | None = None

    # -- life -----------------------------------------------------------------------------------------------------
    def start(self, timeout: float = 20.0) -> "HostProcess":
        """Start it and wait until it answers."""
        self.process = self.spawn()
        self.wait_for(self._answers, timeout)
        return self

    def spawn(self) -> "subprocess.Popen[bytes]":
        """Start it and wait for nothing."""
        with (self.folder / "host.out").open("ab") as out:
            return subprocess.Popen(
                [sys.executable, "-m", "paneflow.launch.host"],
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd=Path(__file__).parents[2],
                start_new_session=True,
            )

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"the host ended: {self.output()}"
        try:
            with Rpc(self.socket_path) as rpc:
                return bool(rpc.call("system.ping")["pong"])
        except (OSError, EOFError):
            return False

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def output(self) -> str:
        """What it printed and logged."""
        parts = [self.folder / "host.out", self.state / "host.log"]
        return "\n".join(part.read_text(errors="replace") for part in parts if part.exists())

    def kill(self) -> None:
        """kill -9, as a crash would."""
        assert self.process is not None
        self.drop_connection()
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM, and its exit status."""
        assert self.process is not None
        self.drop_connection()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def close(self) -> None:
        """End it however it is, and every process that still names this host in its environment."""
        self.drop_connection()
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for pid in self.children():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)

    def children(self) -> list[int]:
        """Processes that were started in this host's surfaces (Linux)."""
        mark = f"PANEFLOW_SOCKET_PATH={self.socket_path}\0".encode()
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if mark in (entry / "environ").read_bytes():
                        found.append(int(entry.name))
        return found

    # -- talking --------------------------------------------------------------------------------------------------
    @property
    def rpc(self) -> Rpc:
        """A connection that is kept."""
        if self._rpc is None:
            self._rpc = Rpc(self.socket_path)
        return self._rpc

    def drop_connection(self) -> None:
        if self._rpc is not None:
            self._rpc.close()
            self._rpc = None

    def connect(self) -> Rpc:
        """A further connection; close it."""
        return Rpc(self.socket_path)

    def call(self, method: str, /, **params: Any) -> Any:
        """The result. Raises `RpcError`."""
        return self.rpc.call(method, **params)

    def new(self, **params: Any) -> int:
        """A workspace with one shell whose prompt is there; its surface."""
        surface: int = self.call("workspace.create", **params)["surface_id"]
        self.wait_for(lambda: self.read(surface).strip())
        return surface

    def read(self, surface: int, lines: int = 4000) -> str:
        """A surface's text, not fenced."""
        text: str = self.call("surface.read", surface_id=surface, lines=lines, fenced=False)["text"]
        return text

    def type(self, surface: int, line: str) -> None:
        """Type a line and press Enter (the gate must be open: `scripting_host`)."""
        self.call("surface.send_text", surface_id=surface, text=line, submit=True)

    def wait_for_text(self, surface: int, text: str, timeout: float = 15.0) -> str:
        """Wait until a surface shows a text; all of its text."""
        try:
            return self.wait_for(lambda: shown if text in (shown := self.read(surface)) else "", timeout)
        except TimeoutError:
            raise TimeoutError(f"{text!r} is not in {self.read(surface)!r}") from None

    @staticmethod
    def wait_for(condition: Callable[[], T], timeout: float = 15.0) -> T:
        """Wait until a condition holds; what it gave. Raises TimeoutError."""
        deadline = time.monotonic() + timeout
        while not (value := condition()):
            if time.monotonic() > deadline:
                raise TimeoutError("the condition did not come true")
            time.sleep(STEP)
        return value


SCRIPTING = {"PANEFLOW_IPC_SCRIPTING": "1"}


@contextlib.contextmanager
def running_host(env: Mapping[str, str] = SCRIPTING, *, config: str = "") -> Iterator[HostProcess]:
    """A host that runs, with the write gates open unless `env` says otherwise."""
    with host_folder() as folder:
        host = HostProcess(folder, env, config=config)
        try:
            yield host.start()
        finally:
            host.close()


@contextlib.contextmanager
def host_folder() -> Iterator[Path]:
    """A short, private folder: socket paths have little room."""
    folder = Path(tempfile.mkdtemp(prefix="pf"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
